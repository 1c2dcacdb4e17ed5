"""What a player may say beside a shot and the end of the round, and what each takes of the actions left."""

from __future__ import annotations

from dataclasses import dataclass

from fireline.game.command import Command
from fireline.game.entries import one_of
from fireline.rulesets.endless_horizons.pieces import DRAWS, Place
from fireline.rulesets.endless_horizons.state import State, Unit


@dataclass(frozen=True, slots=True)
class Aim(Command):
    """Spend actions on careful aim, for a shot later in the round."""

    unit: str
    actions: int = 1


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
    """Suppress these targets for so many actions of anybody, with so many bullets for each of them.

    Said again with the same targets and bullets it covers more actions.
    """

    unit: str
    targets: tuple[str, ...]
    bullets_per_action: int = 1
    actions: int = 1


@dataclass(frozen=True, slots=True)
class StopSuppressing(Command):
    """Stop suppressing."""

    unit: str


@dataclass(frozen=True, slots=True)
class Uncover(Command):
    """Leave cover."""

    unit: str


HandlingCommand = Aim | Reload | Draw | Clear | Cycle | Hide | Search
SuppressionCommand = Suppress | StopSuppressing | Uncover
COMMANDS = (Aim, Reload, Draw, Clear, Cycle, Hide, Search, Suppress, StopSuppressing, Uncover)


def named(state: State, id_: str, place: str = "command.unit") -> Unit:
    """The unit a command names; raises `BattleFileError`."""
    return state.unit(one_of(id_, [unit.id for unit in state.units], "unit of this battle", place))


def cost(state: State, command: HandlingCommand | SuppressionCommand) -> int:
    """The actions a command takes."""
    unit = named(state, command.unit)
    match command:
        case Aim(_, actions):
            return actions
        case Reload():
            return unit.weapon.model.reload_actions if unit.weapon else 1
        case Draw(_, weapon):
            there = unit.carries(weapon)
            where = there.where if there else Place.ELSEWHERE
            return DRAWS[where]
        case Clear() | Cycle():
            return 1
        case Suppress(_, targets, bullets):
            return 0 if suppresses_already(unit, targets, bullets) else 1
        case _:
            return 0


def suppresses_already(unit: Unit, targets: tuple[str, ...], bullets: int) -> bool:
    """Whether this suppression only goes on."""
    now = unit.suppressing
    return now is not None and (set(now.targets), now.bullets) == (set(targets), bullets)
