"""What an owed answer (a retreat, a flight, Protect) costs the side that gives it, exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from fireline.game.battle import Battle
from fireline.game.command import Command
from fireline.game.losses import LossOdds, Toll, share_of, toll
from fireline.game.odds import Headline
from fireline.game.transitions import Transition, resolved, transitions


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

    def own(one: Transition) -> Toll:
        return toll(loss for loss in one.losses if battle.side(loss.unit) == battle.owing)

    tolls = resolved(transitions(battle, command)).map(own)
    kinds = dict.fromkeys(kind for one in tolls for kind, _ in one)
    suffered = [LossOdds(battle.title(unit), what, tolls.map(share_of((unit, what)))) for unit, what in kinds]
    least = {kind: min(map(share_of(kind), tolls)) for kind in kinds}
    more = tolls.probability(lambda one: any(number > least[kind] for kind, number in one))
    return Cost(tuple(sorted(suffered, key=lambda one: one.more > 0)), more)


def _told(suffered: Sequence[LossOdds], how: Callable[[LossOdds], str]) -> str:
    """Losses unit by unit."""
    units = dict.fromkeys(one.unit for one in suffered)
    told = (f"{unit}: {', '.join(how(one) for one in suffered if one.unit == unit)}" for unit in units)
    return "; ".join(told) or "nothing lost"
