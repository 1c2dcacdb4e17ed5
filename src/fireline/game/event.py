"""What logs hold: frozen values of plain data, and the events among them: what has happened, in the past tense.

An event holds everything that its three methods need, faces too, so a log replays without any randomness.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import FrozenInstanceError, dataclass, field, fields
from enum import Flag, auto
from fractions import Fraction
from functools import cache
from itertools import islice
from operator import attrgetter
from types import ModuleType, NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    NamedTuple,
    Never,
    Self,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
)

from fireline.game.entries import error_at, shown
from fireline.game.errors import BattleFileError, Code
from fireline.ruling import Explained
from fireline.ruling.prose import average, exactly, percent, plural
from fireline.ruling.told import tells

if TYPE_CHECKING:
    from pydantic import TypeAdapter

    from fireline.chance import Dist
    from fireline.game.battle import Battle

V = TypeVar("V", bound="Value")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value:
    """Base of commands, events and results: what derives from it is a frozen dataclass, whether it says so or not.

    What all have alike stands here: made anew for each class, it would take longer than most answers.
    """

    __slots__ = ()
    _held = attrgetter("__class__")
    """What the fields of a value hold; its class where it has none."""

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:
        super().__init_subclass__()
        if "__slots__" not in vars(cls):  # else it has been made before, and is made anew with slots
            made: Any = dataclass(frozen=True, eq=False, repr=False, kw_only=kw_only)(cls)
            if names := [one.name for one in fields(made) if one.compare]:
                cls._held = attrgetter(*names)
            for name in ("__setattr__", "__delattr__"):  # which it has from here: a decorator would not have two
                delattr(cls, name)

    def __eq__(self, other: object) -> bool:
        return self.__class__ is other.__class__ and self._held(self) == self._held(other)

    def __hash__(self) -> int:
        return hash(self._held(self))

    def __repr__(self) -> str:
        said = (f"{name}={value!r}" for name, value in values_of(self).items())
        return f"{type(self).__qualname__}({', '.join(said)})"

    def __setattr__(self, name: str, value: object) -> Never:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> Never:
        raise FrozenInstanceError(f"cannot delete field {name!r}")


def values_of(value: Value) -> dict[str, Any]:
    """What it says, by its fields."""
    known: Any = value
    return {one.name: getattr(value, one.name) for one in fields(known)}


def snake_case(kind: type[Any]) -> str:
    """The name of a class in lower case, as texts and logs write it: `take_cover`."""
    return _parted(kind.__name__)


@cache
def _parted(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def kinds_in(base: type[V], *modules: ModuleType) -> tuple[type[V], ...]:
    """Every class of values that these modules define and that derives from a base, in their order; no base of others.

    Args:
        base: What the classes derive from.
        modules: The modules whose own classes count, not what they import.
    """
    found = [(one.__name__, kind) for one in modules for kind in vars(one).values() if isinstance(kind, type)]
    known = [kind for home, kind in found if issubclass(kind, base) and kind.__module__ == home]
    return tuple(kind for kind in known if not any(kind in other.__mro__[1:] for other in known))


def without_none(hint: Any) -> Any:
    """An annotation without None."""
    if get_origin(hint) not in {Union, UnionType}:
        return hint
    first, *others = (one for one in get_args(hint) if one is not NoneType)
    return Union[(first, *others)] if others else first


def read_value(kind: type[V], values: Mapping[str, Any], place: str, holder: str) -> V:
    """A value of this kind, which says so at a place; raises `BattleFileError`.

    `holder` begins the sentence about what cannot be written down at all: "Shoot holds a value that no command".
    """
    from pydantic import ValidationError

    known: Any = kind
    reader: TypeAdapter[V] = _reader(known)
    try:
        return reader.validate_json(json.dumps(values), strict=True)
    except ValidationError as wrong:
        error = wrong.errors(include_url=False)[0]
        raise error_at(error, ".".join([place, *map(str, error["loc"])])) from None
    except (TypeError, ValueError, RecursionError):
        raise BattleFileError(Code.WRONG_TYPE, f"{holder} can hold", place) from None


@cache
def _reader(kind: Any) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


# --- what has happened ----------------------------------------------------------------------


SHOWN = 12
"""So many kinds of events are named where one is unknown."""


class Event(Value):
    """Base of every ruleset's events.

    A game's events say what they do, tell and cost, each with the type of the game's own state:

    >>> class FlagStruck(Event):
    ...     def after(self, state: str) -> str:
    ...         return state.replace("flag", "")
    >>> FlagStruck().after("mast, flag"), FlagStruck().story("mast"), FlagStruck().losses(), FlagStruck().data()
    ('mast, ', (), (), {'event': 'flag_struck'})
    """

    def after(self, state: Any) -> Any:
        """The battle after the event; it throws no dice.

        Args:
            state: The state of the game before it.

        Returns:
            The state afterwards, the same object if nothing changes.
        """
        return state

    def story(self, state: Any) -> Iterable[Explained]:
        """Tell what happened.

        Args:
            state: The state of the game before it.

        Returns:
            The sentences, each with its rule.
        """
        return ()

    takes: ClassVar[Damage | None] = None
    """What it takes, once, from the unit that its first field names; None where `losses` says it, or for nothing."""

    def losses(self) -> Iterable[Loss]:
        """What it takes from whom; for goals, plans, `at_least` in threats, and the cost of an answer."""
        names: Any = self.__match_args__
        return () if self.takes is None else (Loss(getattr(self, names[0]), self.takes),)

    def data(self) -> dict[str, Any]:
        """The event as it stands in a log or a JSON answer."""
        return {"event": snake_case(type(self))} | values_of(self)

    @property
    def thrower(self) -> str:
        """The id of the unit that threw the dice, if it is not the one that carried out the command; otherwise ""."""
        return ""


def read_event(data: object, kinds: Iterable[type[Event]], place: str = "") -> Event:
    """Read an event from a log; raises `BattleFileError` if its kind is unknown or it is malformed."""
    known = {snake_case(kind): kind for kind in kinds}
    if not isinstance(data, Mapping) or not isinstance(data.get("event"), str) or data["event"] not in known:
        some = ", ".join([*islice(known, SHOWN), *["..."] * (len(known) > SHOWN)])
        raise BattleFileError(Code.UNKNOWN_NAME, f"no event of this game; known: {some}", place)
    kind = known[data["event"]]
    values = {key: value for key, value in data.items() if key != "event"}
    if unknown := set(values) - {f.name for f in fields(kind)}:
        raise BattleFileError(Code.UNKNOWN_KEY, f"{data['event']} has no {shown(min(unknown, key=str))}", place)
    return read_value(kind, values, place, f"{data['event']} holds a value that no log")


# --- what it costs --------------------------------------------------------------------------


class Kind(Flag):
    """What a loss means in any game; goals, threats and plans count by this, never by the game's words.

    One loss may be both: an Ancients leader who is killed counts as a block, and is out of play.
    """

    OTHER = 0
    """Neither: a weapon that jams, an injury that heals."""
    HARM = auto()
    """A step towards being out of play; a unit can take several: a block, a Wound, a hit."""
    OUT = auto()
    """The unit is out of play."""


class Damage(NamedTuple):
    """One kind of loss as a game calls it: `Damage("holes", Kind.HARM, one="hole")`."""

    name: str
    """The plural, or the word for a state: "blocks", "eliminated"."""
    kind: Kind
    one: str = ""
    """The singular; "" for a state, which is not counted."""
    of: str = ""
    """What a ledger calls it where that is another word: "leader" for what is "killed"."""

    def __str__(self) -> str:
        return self.name


@tells("unit what=what.name number")
class Loss(NamedTuple):
    """A number of blocks, Wounds, hits ... that one unit suffered."""

    unit: str
    what: Damage
    number: int = 1


def number_of(kind: Kind, losses: Iterable[Loss], counts: Callable[[str], bool]) -> int:
    """How many losses of a kind the counted units suffered."""
    return sum(loss.number for loss in losses if kind in loss.what.kind and counts(loss.unit))


Toll = tuple[tuple[tuple[str, Damage], int], ...]
"""The cost of one ending: how much of each kind each unit loses."""


class LossOdds(NamedTuple):
    """One kind of loss of one unit: how much of it, 0 included, with each exact chance."""

    unit: str
    what: Damage
    number: Dist[int]

    @property
    def least(self) -> int:
        """How much of it is certain."""
        return min(self.number)

    @property
    def more(self) -> Fraction:
        """The chance of more than that."""
        return self.number.probability(lambda number: number > self.least)

    @property
    def name(self) -> str:
        """The loss in words: what is certain, or what else may be lost."""
        if not self.what.one:
            return self.what.name
        certain = plural(self.least, self.what.one)
        if not self.more:
            return f"{certain} lost"
        return f"{f'more than {certain}' if self.least else f'any {self.what}'} lost"

    def __str__(self) -> str:
        return self.told(exactly)

    def told(self, chance: Callable[[Fraction], str] = percent) -> str:
        """The loss in words, with its chance and its average."""
        if not self.more:
            return f"{self.name} for certain"
        mean = f", {average(self.number.mean())} on average" if self.what.one else ""
        return f"{self.name} {chance(self.more)}{mean}"


class LossLine(NamedTuple):
    """What one unit may lose by an attack: how much on average, each number with its chance, the chance of any."""

    unit: str
    side: str
    title: str
    what: str
    expected: Fraction
    p: Mapping[int, Fraction]
    any: Fraction

    @classmethod
    def of(cls, one: LossOdds, side: str, title: str) -> Self:
        """A loss of a unit of this side, which people call this."""
        number = one.number
        chances = dict(sorted(number.items()))
        return cls(one.unit, side, title, one.what.of or one.what.name, number.mean(), chances, number.at_least(1))


class NetLoss(NamedTuple):
    """The harm expected to enemies less the harm to one's own side, and what it is counted in."""

    expected: Fraction
    of: str


@dataclass(frozen=True)
class Ledger:
    """What an attack costs whom: a line for each kind of loss that a unit of either side can suffer by it."""

    lines: tuple[LossOdds, ...]
    net: Fraction
    """The harm expected to enemies of the shooter, less the harm to its own side and itself."""
    measure: str
    """What harm is counted in: blocks, Wounds, wounds, hits."""
    units: Mapping[str, tuple[str, str]]
    """The side and the title of each unit that may lose something."""

    def others(self, target: str) -> tuple[LossOdds, ...]:
        """What anybody but the target may lose."""
        return tuple(one for one in self.lines if one.unit != target)

    @property
    def losses(self) -> tuple[LossLine, ...]:
        """Each kind of loss of each unit, as it is told."""
        return tuple(LossLine.of(one, *self.units[one.unit]) for one in self.lines)

    @property
    def harm(self) -> NetLoss:
        """The net of them, as it is told."""
        return NetLoss(self.net, self.measure)


def ledger(battle: Battle, shooter: str, over: Dist[tuple[Loss, ...]]) -> Ledger:
    """The ledger of an attack that costs what is listed, with each chance; `shooter` says whose enemies count."""
    lines = losses_of(battle, over.map(sum_losses))
    return Ledger(
        lines=lines,
        net=net(battle, shooter, over),
        measure=battle.ruleset.losses or "",
        units={one.unit: (battle.side(one.unit), battle.title(one.unit)) for one in lines},
    )


def losses_of(battle: Battle, tolls: Dist[Toll]) -> tuple[LossOdds, ...]:
    """Each kind of loss of each unit in the order of the battle: harm, then states, then what puts it out of play."""
    order = {unit.id: number for number, unit in enumerate(battle.units)}

    def place(of: tuple[str, Damage]) -> tuple[int, bool, bool, str]:
        unit, (name, kind, *_) = of
        return order.get(unit, len(order)), not kind & Kind.HARM, bool(kind & Kind.OUT), name

    kinds = sorted({kind for one in tolls for kind, _ in one}, key=place)
    return tuple(LossOdds(unit, what, tolls.map(share_of((unit, what)))) for unit, what in kinds)


def net(battle: Battle, shooter: str, over: Dist[tuple[Loss, ...]]) -> Fraction:
    """The harm expected to enemies of the shooter, less the harm to its own side and itself."""
    is_enemy = enemies_of(battle, shooter)
    return over.mean(lambda lost: Fraction(balance(lost, is_enemy)))


def sum_losses(losses: Iterable[Loss]) -> Toll:
    """Losses added up by unit and kind, in the order in which they are first suffered."""
    added: Counter[tuple[str, Damage]] = Counter()
    for unit, what, number in losses:
        added[unit, what] += number
    return tuple(added.items())


def share_of(kind: tuple[str, Damage]) -> Callable[[Toll], int]:
    """How much of one kind of loss of one unit stands in a toll."""
    return lambda one: dict(one).get(kind, 0)


def balance(losses: Iterable[Loss], is_enemy: Callable[[str], bool]) -> int:
    """The harm to enemies less the harm to everybody else."""
    losses = tuple(losses)
    return number_of(Kind.HARM, losses, is_enemy) - number_of(Kind.HARM, losses, lambda unit: not is_enemy(unit))


def enemies_of(battle: Battle, unit: str) -> Callable[[str], bool]:
    """Whether somebody is an enemy of a unit: of another side, or anybody else if it has no side."""
    own = battle.side(unit)
    return lambda other: other != unit and (not own or battle.side(other) != own)
