"""What a unit may do beside shooting: what every kind of it says of itself, what all are asked, what suppression adds.

`handling`, `suppression` and `posture` hold the kinds, each with its reasons against it and what it makes happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from fireline.chance import Dice
from fireline.game.command import Command
from fireline.game.event import Event, values_of
from fireline.rulesets.endless_horizons import legality
from fireline.rulesets.endless_horizons.editions import NUMBERS, RULES
from fireline.rulesets.endless_horizons.events import UnitEvent, armed, weapon_of
from fireline.rulesets.endless_horizons.prose import weapon_title
from fireline.rulesets.endless_horizons.state import State, Unit
from fireline.ruling import Asks, Checks, Explained, Refusal
from fireline.ruling.prose import plural

CHECKED = NUMBERS.cite("EHZ-6.1.check")
SUPPRESSION, OPENING = RULES.cite("EHZ-6.1"), RULES.cite("EHZ-6.2")
RUN_OUT = "the bullets have run out"
FIRED, FAILED = "the weapon fires a shot of its own", "the weapon fails"


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
            yield SuppressionEnded(self.unit, over)
        spent_on_it = tuple(covers(state, acting.unit, acting.covered, idle=bool(over)))
        yield from spent_on_it
        yield from self.does(acting, dice)
        if self.opens:
            yield from openings(state, acting.unit, spent_on_it)

    def refusals(self, state: State) -> tuple[Refusal, ...]:
        acting = Acting.of(state, self)
        return (*common(acting), *self.checks(acting))

    def label(self, state: State) -> str:
        return f"{self.unit}: {self.words(weapon_title(state, self.unit))}"

    def words(self, weapon: str) -> str:
        """What it is, as a menu says it behind the unit's name; *weapon* is the one in hand."""
        return self.told.format(self, weapon=weapon)


C = TypeVar("C", bound=Doing)


class Acting(NamedTuple, Generic[C]):
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
    def covered(self) -> int:
        """How many actions of it suppressing fire must cover (EHZ-6.1)."""
        if self.command.is_check and not self.actions:
            return self.state.edition.house[CHECKED]
        return self.actions


common = Checks[Acting[Any]](RULES)


common.against("EHZ-6.3", lambda acting: legality.over(acting.state), asks=Asks.SHOOTER)
common.against(
    "EHZ-6.3", lambda acting: not acting.command.any_turn and legality.not_the_turn_of(acting.state, acting.unit)
)
common.against("EHZ-1.4", lambda acting: legality.out_of_the_fight(acting.unit), asks=Asks.SHOOTER)
common.against("EHZ-4.3", lambda acting: legality.too_few(acting.unit, acting.actions), asks=Asks.WAY)


def allowed(state: State, unit: Unit, said: Iterable[Doing]) -> Iterator[Doing]:
    """Those of some commands of a unit that have no reason against them; what they have in common is asked once."""
    every = (Acting(state, command, unit, command.cost(state)) for command in said)
    for acting in common.unbarred(every, Acting(state, Doing(unit.id), unit, 0)):
        if not acting.command.checks.bar(acting):
            yield acting.command


class SuppressionFired(UnitEvent):
    """Suppressing fire covered so many actions of somebody."""

    actor: str
    bullets_per_action: int
    covered: int

    @property
    def _bullets(self) -> int:
        return self.covered * self.bullets_per_action

    def changed(self, unit: Unit) -> Unit:
        shown = unit.showing or unit.suppresses_over_cover
        unit = armed(unit, loaded=weapon_of(unit).loaded - self._bullets)
        return replace(unit, fired=unit.fired + self._bullets, showing=shown)

    def story(self, state: State) -> tuple[Explained, ...]:
        whose = f"{'an action' if self.covered == 1 else plural(self.covered, 'action')} of {self.actor}"
        spent_on = f"{plural(self._bullets, 'bullet')} for {whose}"
        return (Explained(SUPPRESSION, f"{self.unit}'s suppressing fire: {spent_on}."),)


class SuppressionEnded(UnitEvent):
    """Suppressing fire stopped."""

    because: str

    def changed(self, unit: Unit) -> Unit:
        return replace(unit, suppressing=None)

    def story(self, state: State) -> tuple[Explained, ...]:
        ends = Explained(SUPPRESSION, f"{self.unit} suppresses no more: {self.because}.")
        reloads = Explained(OPENING, f"{self.unit} reloads in his own turn.")
        return (ends, reloads) if self.because == RUN_OUT else (ends,)


class OpeningGiven(UnitEvent):
    """Whoever suppresses may shoot out of turn at somebody who left cover."""

    target: str

    def changed(self, unit: Unit) -> Unit:
        now = unit.suppressing
        assert now is not None, "who may shoot out of turn suppresses somebody"  # noqa: S101
        openings = tuple(dict.fromkeys((*now.openings, self.target)))
        return replace(unit, suppressing=replace(now, openings=openings))

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(OPENING, f"{self.unit} may shoot at {self.target} out of turn."),)


def openings(state: State, left: Unit, covers: Iterable[Event]) -> Iterator[Event]:
    """Who may shoot out of turn at somebody who left cover: all who suppress it and have not ended just now."""
    if not state.edition.suppression_shots:
        return
    ended = {event.unit for event in covers if isinstance(event, SuppressionEnded)}
    for other in state.units:
        if other.suppressing and left.id in other.suppressing.targets and other.id not in ended:
            yield OpeningGiven(other.id, left.id)


def covers(state: State, actor: Unit, actions: int, *, idle: bool) -> Iterator[Event]:
    """The bullets that all who suppress spend on these actions; whoever has too few left ends before the next."""
    for one in state.units:
        if one.suppressing is None or one.gun is None or not actions or (idle and one.id == actor.id):
            continue
        paid = one.covers(actions)
        if paid:
            yield SuppressionFired(one.id, actor.id, one.suppressing.bullets, paid)
        if paid < actions:
            yield SuppressionEnded(one.id, RUN_OUT)
