"""What a player may say beside a shot and the end of the round, and what each takes of the actions left."""

from __future__ import annotations

from dataclasses import dataclass

from fireline.game.command import Command
from fireline.game.entries import one_of
from fireline.rulesets.endless_horizons.editions import ActionCosts
from fireline.rulesets.endless_horizons.pieces import DRAWS, Place, Stance
from fireline.rulesets.endless_horizons.state import State, Unit


@dataclass(frozen=True, slots=True)
class Aim(Command):
    """Spend actions on careful aim, for a shot later in the round, at a target or at nobody named."""

    unit: str
    actions: int = 1
    target: str = ""


@dataclass(frozen=True, slots=True)
class Reload(Command):
    """Swap the magazine of the weapon in hand."""

    unit: str


@dataclass(frozen=True, slots=True)
class Draw(Command):
    """Take a carried weapon in hand."""

    unit: str
    weapon: str


@dataclass(frozen=True, slots=True)
class Clear(Command):
    """Clear a malfunction."""

    unit: str


@dataclass(frozen=True, slots=True)
class Cycle(Command):
    """Work a repeating weapon after its shot."""

    unit: str


@dataclass(frozen=True, slots=True)
class Hide(Command):
    """Hide a small weapon on the body."""

    unit: str
    weapon: str


@dataclass(frozen=True, slots=True)
class Search(Command):
    """Look for hidden weapons, by a search of the body or from a distance."""

    unit: str
    wearer: str
    touching: bool = True


@dataclass(frozen=True, slots=True)
class Suppress(Command):
    """Suppress these targets: from then on every action of anybody is covered by so many bullets."""

    unit: str
    targets: tuple[str, ...]
    bullets_per_action: int = 1


@dataclass(frozen=True, slots=True)
class StopSuppressing(Command):
    """Stop suppressing."""

    unit: str


@dataclass(frozen=True, slots=True)
class Uncover(Command):
    """Leave cover."""

    unit: str


@dataclass(frozen=True, slots=True)
class TakeCover(Command):
    """Take cover behind some material: a listed one, or with the class that goes through it; 0 for the listed one's.

    From everybody or only from some; `exposed` is the size that shows of whoever shoots over it, "" for tiny.
    """

    unit: str
    material: str
    full: bool = True
    penetrated_by: int = 0
    towards: tuple[str, ...] = ()
    exposed: str = ""


@dataclass(frozen=True, slots=True)
class ChangeStance(Command):
    """Stand up, kneel, lie down to fire, or fall: standing, kneeling, prone_firing, prone."""

    unit: str
    stance: str


@dataclass(frozen=True, slots=True)
class ChangeMovement(Command):
    """Start to move, or stop: still, subtle, slow, fast."""

    unit: str
    movement: str


@dataclass(frozen=True, slots=True)
class GiveUp(Command):
    """Give up the fight."""

    unit: str


HandlingCommand = Aim | Reload | Draw | Clear | Cycle | Hide | Search
SuppressionCommand = Suppress | StopSuppressing
PostureCommand = Uncover | TakeCover | ChangeStance | ChangeMovement | GiveUp
Doing = HandlingCommand | SuppressionCommand | PostureCommand
COMMANDS = (
    Aim,
    Reload,
    Draw,
    Clear,
    Cycle,
    Hide,
    Search,
    Suppress,
    StopSuppressing,
    Uncover,
    TakeCover,
    ChangeStance,
    ChangeMovement,
    GiveUp,
)


def named(state: State, id_: str, place: str = "command.unit") -> Unit:
    """The unit a command names; raises `BattleFileError`."""
    return state.find(id_) or state.unit(one_of(id_, [unit.id for unit in state.units], "unit of this battle", place))


def cost(state: State, command: Doing) -> int:
    """The actions a command takes."""
    unit = named(state, command.unit)
    match command:
        case Aim(_, actions):
            return actions
        case Reload():
            return unit.weapon.model.reload_actions if unit.weapon else 1
        case Draw(_, weapon):
            there = unit.carries(weapon)
            return DRAWS[there.place if there else Place.ELSEWHERE]
        case Clear() | Cycle() | Suppress():
            return 1
        case Hide() | Search() | StopSuppressing():
            return 0
        case _:
            return _cost_of_change(state.edition.action_costs, command)


def _cost_of_change(costs: ActionCosts, command: PostureCommand) -> int:
    """The actions that a change takes, for which the rules give no number (EHZ-6.4)."""
    match command:
        case ChangeStance(_, stance):
            return costs.fall if stance == Stance.PRONE else costs.stance
        case ChangeMovement():
            return costs.movement
        case TakeCover():
            return costs.take_cover
        case Uncover():
            return costs.leave_cover
        case GiveUp():
            return costs.give_up


def covered(state: State, command: Doing) -> int:
    """How many actions of it suppressing fire must cover (EHZ-6.1): a check that costs no action counts as one."""
    return 1 if isinstance(command, Hide | Search) else cost(state, command)
