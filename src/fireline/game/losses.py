"""Losses: what an event takes from whom, and the ledger of an attack: what it costs every unit of either side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Flag, auto
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, Self

from fireline.ruling.prose import average, exactly, percent, plural
from fireline.ruling.told import tells

if TYPE_CHECKING:
    from fireline.chance import Dist
    from fireline.game.battle import Battle


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
    tolls = over.map(toll)
    order = {unit.id: number for number, unit in enumerate(battle.units)}
    kinds = sorted(
        dict.fromkeys(kind for one in tolls for kind, _ in one),
        key=lambda kind: (order.get(kind[0], len(order)), not kind[1].kind & Kind.HARM, kind[1].name),
    )
    return Ledger(
        lines=tuple(LossOdds(unit, what, tolls.map(share_of((unit, what)))) for unit, what in kinds),
        net=net(battle, shooter, over),
        measure=battle.ruleset.losses or "",
        units={unit: (battle.side(unit), battle.title(unit)) for unit, _ in kinds},
    )


def net(battle: Battle, shooter: str, over: Dist[tuple[Loss, ...]]) -> Fraction:
    """The harm expected to enemies of the shooter, less the harm to its own side and itself."""
    is_enemy = enemies_of(battle, shooter)
    return over.mean(lambda lost: Fraction(balance(lost, is_enemy)))


def toll(losses: Iterable[Loss]) -> Toll:
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
