"""What a unit may do beside shooting: what every kind of it says of itself, and what all of them are asked.

`handling`, `suppression`, `posture` and `hiding` hold the kinds, each with its reasons against it and what it makes
happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar, cast

from fireline.chance import Dice
from fireline.game.command import Command
from fireline.game.event import Event, values_of
from fireline.rulesets.endless_horizons import covering, legality
from fireline.rulesets.endless_horizons.armoury import Weapon
from fireline.rulesets.endless_horizons.editions import NUMBERS, RULES
from fireline.rulesets.endless_horizons.prose import weapon_title
from fireline.rulesets.endless_horizons.state import State, Unit
from fireline.ruling import Asks, Checks, Refusal

CHECKED = NUMBERS.cite("EHZ-6.1.check")


class Doing(Command):
    """Base of everything that a unit does beside shooting."""

    address: ClassVar[str] = ""
    """The number of the rules that says how many actions it takes, "" for none."""
    is_check: ClassVar[bool] = False
    """Whether it is a check, which counts as an action under suppression even where it costs none (EHZ-6.1)."""
    any_turn: ClassVar[bool] = False
    """Whether it may be done out of turn, too."""
    ends: ClassVar[str] = ""
    """Why one's own suppressing fire ends with it, "" where that goes on (EHZ-6.1)."""
    helps: ClassVar[str] = ""
    """What a plan calls it that makes later shots possible or better by it, "" for what cannot."""
    opens: ClassVar[bool] = False
    """Whether whoever does it leaves cover, so that those who suppress him may shoot out of turn (EHZ-6.2)."""
    told: ClassVar[str] = ""
    """What a menu says behind the unit's name, with what the command says (`{0.target}`) and the `{weapon}` in hand."""
    choices: ClassVar[tuple[str, ...]] = ()
    """What a menu offers of the word that it says; () for what says none."""
    makes: ClassVar[Callable[..., Event] | None] = None
    """The event that it leads to: with what the command says, and the actions that it takes."""
    checks: ClassVar[Checks[Acting[Any]]]
    """The reasons against it, beside those against everything that units do."""

    unit: str

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.checks = Checks(RULES)

    @classmethod
    def offers(cls, state: State, unit: Unit) -> Iterable[Doing]:
        """What a menu offers a unit of it, allowed or not."""
        saying = cast("Callable[..., Doing]", cls)  # a kind that has choices says one of them
        return [saying(unit.id, choice) for choice in cls.choices] if cls.choices else [saying(unit.id)]

    def cost(self, state: State) -> int:
        """The actions it takes."""
        return state.edition.actions(self.address) if self.address else 0

    def ends_fire(self, unit: Unit) -> str:
        """Why the unit's own suppressing fire ends with it, "" where that goes on."""
        return self.ends

    def does(self, acting: Acting[Any], dice: Dice) -> Iterator[Event]:
        """What it makes happen by itself where it is legal."""
        if self.makes:
            yield self.makes(**values_of(self) | {"actions": acting.actions})

    def happens(self, state: State, dice: Dice) -> Iterator[Event]:
        """With what suppressing fire adds: one's own ends, others cover it, who leaves cover may be shot at (EHZ-6)."""
        acting = Acting.of(state, self)
        over = self.ends_fire(acting.unit) if acting.unit.suppressing else ""
        if over:
            yield covering.SuppressionEnded(self.unit, over)
        covers = tuple(covering.covers(state, acting.unit, acting.covered, idle=bool(over)))
        yield from covers
        yield from self.does(acting, dice)
        if self.opens:
            yield from covering.openings(state, acting.unit, covers)

    def refusals(self, state: State) -> tuple[Refusal, ...]:
        acting = Acting.of(state, self)
        return (*refusals(acting), *self.checks(acting))

    def label(self, state: State) -> str:
        return f"{self.unit}: {self.words(weapon_title(state, self.unit))}"

    def words(self, weapon: str) -> str:
        """What it is, as a menu says it behind the unit's name; *weapon* is the one in hand."""
        return self.told.format(self, weapon=weapon)


C = TypeVar("C", bound=Doing)


@dataclass(frozen=True, slots=True)
class Acting(Generic[C]):
    """A command with everything the rules ask about it: who is to do it, and how many actions it takes."""

    state: State
    command: C
    unit: Unit
    actions: int

    @classmethod
    def of(cls, state: State, command: C) -> Acting[C]:
        """A command of a unit; raises `BattleFileError` where there is no such unit."""
        return cls(state, command, state.named(command.unit, "command.unit"), command.cost(state))

    @property
    def weapon(self) -> Weapon | None:
        """The weapon in hand."""
        return self.unit.weapon

    @property
    def gun(self) -> Weapon | None:
        """The firearm in hand."""
        return self.unit.gun

    @property
    def covered(self) -> int:
        """How many actions of it suppressing fire must cover (EHZ-6.1)."""
        if self.command.is_check and not self.actions:
            return self.state.edition.house[CHECKED]
        return self.actions


refusals = Checks[Acting[Any]](RULES)


refusals.against("EHZ-6.3", lambda acting: legality.over(acting.state), asks=Asks.SHOOTER)
refusals.against(
    "EHZ-6.3", lambda acting: not acting.command.any_turn and legality.not_the_turn_of(acting.state, acting.unit)
)
refusals.against("EHZ-1.4", lambda acting: legality.out_of_the_fight(acting.unit), asks=Asks.SHOOTER)
refusals.against("EHZ-4.3", lambda acting: legality.too_few(acting.unit, acting.actions), asks=Asks.WAY)


def allowed(state: State, unit: Unit, said: Iterable[Doing]) -> Iterator[Doing]:
    """Those of some commands of a unit that have no reason against them; what they have in common is asked once."""
    if refusals.bar(Acting(state, Doing(unit.id), unit, 0), Asks.SHOOTER):
        return
    for command in said:
        acting = Acting(state, command, unit, command.cost(state))
        if not refusals.bar(acting, Asks.TARGET, Asks.WAY, Asks.SIGHT) and not command.checks.bar(acting):
            yield command
