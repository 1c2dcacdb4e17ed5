"""What an owed answer (a retreat, a flight, Protect) costs the side that gives it, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from fireline.chance import Dist
from fireline.game.battle import Battle
from fireline.game.command import Command
from fireline.game.losses import Damage, Loss
from fireline.game.odds import Headline
from fireline.game.transitions import Transition, resolved, transitions
from fireline.ruling.gains import average
from fireline.ruling.prose import percent, plural

LossTotals = tuple[tuple[tuple[str, Damage], int], ...]
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
        if not self.more:
            return f"{self.name} for certain"
        mean = f", {average(self.number.mean())} on average" if self.what.one else ""
        return f"{self.name} {self.more} ({percent(self.more)}){mean}"


@dataclass(frozen=True)
class Cost:
    """What one answer costs the side that gives it, including every answer that follows from it."""

    suffered: tuple[LossOdds, ...]
    more: Fraction
    """The chance to lose more than is certain."""

    @property
    def headline(self) -> Headline:
        """The certain loss, or the chance of an uncertain one."""
        certain = [one for one in self.suffered if not one.more]
        unsure = [one for one in self.suffered if one.more]
        if not unsure:
            return Headline(_told(certain, lambda one: one.name), Fraction(1))
        if len(unsure) == 1:
            return Headline(_told(unsure, lambda one: one.name), self.more)
        sure = any(one.least for one in self.suffered)
        return Headline("more lost than is certain" if sure else "anything lost", self.more)

    def __str__(self) -> str:
        return _told(self.suffered, str)


def cost(battle: Battle, command: Command) -> Cost:
    """What a legal answer costs the side that owes it.

    Raises `IllegalCommand`, `ValueError` if nothing is owed, and `BattleFileError` for a game that counts no losses.
    """
    if battle.owing is None:
        raise ValueError("nobody owes an answer")
    battle.ruleset.needs(battle.ruleset.losses, "counts no losses, so no answer has a cost")

    def toll(one: Transition) -> LossTotals:
        return _toll(loss for loss in one.losses if battle.side(loss.unit) == battle.owing)

    tolls = resolved(transitions(battle, command)).map(toll)
    kinds = dict.fromkeys(kind for one in tolls for kind, _ in one)
    suffered = [LossOdds(battle.title(unit), what, tolls.map(_of((unit, what)))) for unit, what in kinds]
    least = {kind: min(map(_of(kind), tolls)) for kind in kinds}
    more = tolls.probability(lambda one: any(number > least[kind] for kind, number in one))
    return Cost(tuple(sorted(suffered, key=lambda one: one.more > 0)), more)


def _toll(losses: Iterable[Loss]) -> LossTotals:
    """Losses added up by unit and kind, in the order in which they are first suffered."""
    added: Counter[tuple[str, Damage]] = Counter()
    for unit, what, number in losses:
        added[unit, what] += number
    return tuple(added.items())


def _of(kind: tuple[str, Damage]) -> Callable[[LossTotals], int]:
    return lambda toll: dict(toll).get(kind, 0)


def _told(suffered: Sequence[LossOdds], how: Callable[[LossOdds], str]) -> str:
    """Losses unit by unit."""
    units = dict.fromkeys(one.unit for one in suffered)
    told = (f"{unit}: {', '.join(how(one) for one in suffered if one.unit == unit)}" for unit in units)
    return "; ".join(told) or "nothing lost"
