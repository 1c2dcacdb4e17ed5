"""What a player may say beside a shot and the end of the round, what it takes, and what all of it is asked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar, get_args

from fireline.game.command import Command, Parameter
from fireline.rulesets.endless_horizons import legality
from fireline.rulesets.endless_horizons.editions import NUMBERS, RULES
from fireline.rulesets.endless_horizons.legality import CLEAR, CYCLE
from fireline.rulesets.endless_horizons.pieces import MATERIALS, RELOAD, Movement, Place, Size, Stance, pieces
from fireline.rulesets.endless_horizons.state import State, Unit, Weapon
from fireline.ruling import Checks
from fireline.ruling.prose import plural

BEGIN, CHECKED = NUMBERS.cite("EHZ-6.1.begin"), NUMBERS.cite("EHZ-6.1.check")
HIDE, SEARCH = NUMBERS.cite("EHZ-7.3.hide"), NUMBERS.cite("EHZ-7.3.search")


@dataclass(frozen=True, slots=True)
class Aim(Command):
    """Spend actions on careful aim, for a shot later in the round, at a target or at nobody named."""

    unit: str
    actions: Annotated[int, Parameter(least=1)] = 1
    target: Annotated[str, Parameter(kind="unit")] = ""


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
    wearer: Annotated[str, Parameter(kind="unit")]
    touching: bool = True


@dataclass(frozen=True, slots=True)
class Suppress(Command):
    """Suppress these targets: from then on every action of anybody is covered by so many bullets."""

    unit: str
    targets: Annotated[tuple[str, ...], Parameter(kind="unit")]
    bullets_per_action: Annotated[int, Parameter("bullets", least=1)] = 1


@dataclass(frozen=True, slots=True)
class StopSuppressing(Command):
    """Stop suppressing."""

    verb: ClassVar[str] = "stop"

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

    verb: ClassVar[str] = "cover"

    unit: str
    material: Annotated[str, Parameter(values=tuple(MATERIALS))]
    full: bool = True
    penetrated_by: Annotated[int, Parameter(least=0)] = 0
    towards: Annotated[tuple[str, ...], Parameter(kind="unit")] = ()
    exposed: Annotated[str, Parameter(values=tuple(map(str, Size)))] = ""


@dataclass(frozen=True, slots=True)
class ChangeStance(Command):
    """Stand up, kneel, lie down to fire, or fall: standing, kneeling, prone_firing, prone."""

    verb: ClassVar[str] = "stance"

    unit: str
    stance: Annotated[str, Parameter(values=tuple(map(str, Stance)))]


@dataclass(frozen=True, slots=True)
class ChangeMovement(Command):
    """Start to move, or stop: still, subtle, slow, fast."""

    verb: ClassVar[str] = "movement"

    unit: str
    movement: Annotated[str, Parameter(values=tuple(map(str, Movement)))]


@dataclass(frozen=True, slots=True)
class GiveUp(Command):
    """Give up the fight."""

    unit: str


SuppressionCommand = Suppress | StopSuppressing
Doing = (
    Aim | Reload | Draw | Clear | Cycle | Hide | Search | SuppressionCommand
    | Uncover | TakeCover | ChangeStance | ChangeMovement | GiveUp
)  # fmt: skip
COMMANDS: tuple[type[Command], ...] = get_args(Doing)


NUMBERED = {Clear: CLEAR, Cycle: CYCLE, Suppress: BEGIN, Hide: HIDE, Search: SEARCH}
"""Commands whose actions are a number of the rules."""
CHANGES = {ChangeMovement: "movement", TakeCover: "take_cover", Uncover: "leave_cover", GiveUp: "give_up"}
"""Changes for which the rules give no number: what the table calls each (EHZ-6.4)."""


def cost(state: State, command: Doing) -> int:
    """The actions a command takes."""
    if number := NUMBERED.get(type(command)):
        return state.edition.house[number]
    if change := CHANGES.get(type(command)):
        return state.edition.cost_of(change)
    unit = state.named(command.unit, "command.unit")
    match command:
        case Aim(_, actions):
            return actions
        case Reload():
            return unit.weapon.model.reload_actions if unit.weapon else state.edition.house[RELOAD]
        case Draw(_, weapon):
            there = unit.carries(weapon)
            return pieces(state.edition.house).draws[there.place if there else Place.ELSEWHERE]
        case ChangeStance(_, stance):
            return state.edition.cost_of("fall" if stance == Stance.PRONE else "stance")
        case _:  # whoever suppresses stops when they like
            return 0


def covered(state: State, command: Doing) -> int:
    """How many actions of it suppressing fire must cover (EHZ-6.1): a check that costs no action counts as one."""
    actions = cost(state, command)
    return state.edition.house[CHECKED] if not actions and isinstance(command, Hide | Search) else actions


@dataclass(frozen=True)
class Acting:
    """A command with everything the rules ask about it."""

    state: State
    command: Doing

    @cached_property
    def unit(self) -> Unit:
        """Who is to do it."""
        return self.state.named(self.command.unit, "command.unit")

    @cached_property
    def weapon(self) -> Weapon | None:
        """The weapon in hand."""
        return self.unit.weapon

    @cached_property
    def gun(self) -> Weapon | None:
        """The firearm in hand."""
        return self.unit.gun

    @cached_property
    def actions(self) -> int:
        """The actions it takes."""
        return cost(self.state, self.command)


refusals = Checks[Acting](RULES)


@refusals.rule("EHZ-6.3")
def round_goes_on(acting: Acting) -> str | None:
    """Actions are taken in a round."""
    return legality.over(acting.state)


@refusals.rule("EHZ-6.3")
def is_their_turn(acting: Acting) -> str | None:
    """Actions are taken in one's own turn; suppression ends whenever the suppressor likes."""
    free = isinstance(acting.command, StopSuppressing)
    return None if free else legality.not_the_turn_of(acting.state, acting.unit)


@refusals.rule("EHZ-1.4")
def is_in_the_fight(acting: Acting) -> str | None:
    """Whoever is out of the fight does nothing more."""
    return legality.out_of_the_fight(acting.unit)


@refusals.rule("EHZ-4.3")
def has_the_actions(acting: Acting) -> str | None:
    """What is done takes actions, where they are counted."""
    left, wanted = acting.unit.actions, acting.actions
    if left is None or wanted <= left:
        return None
    return f"It takes {plural(wanted, 'action')}; {acting.unit} has {left} left."
