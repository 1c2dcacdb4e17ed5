"""What counts: what a plan maximises, each with a weight, and what an owed answer costs the side that gives it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import Any

from fireline.chance import CappedCount
from fireline.game.battle import Battle
from fireline.game.command import Command, Shot
from fireline.game.entries import fraction_of, one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.event import Kind, LossOdds, Toll, balance, enemies_of, losses_of, number_of, sum_losses
from fireline.game.odds import Headline
from fireline.game.planning import ALL_DIFFERENT, Planning
from fireline.game.preview import ShotPreview
from fireline.game.transitions import Transition, resolved, shot_transitions, transitions

NET, LOSSES, KILLS = "net", "losses", "kills"
HEAVIEST = 10**6
FACES_ALIKE = ALL_DIFFERENT._replace(face=lambda _: None)
"""Keeps apart what is gained, not which faces fell (cards drawn)."""


@dataclass(frozen=True)
class Goal:
    """A weighted sum of counts by name; every weight is more than 0.

    `net` counts the harm done to enemies (blocks, Wounds, hits) less that to one's own side, `losses` the harm to
    enemies alone, `kills` the enemies put out of play; the id of a unit counts its own harm. Any other name is a field
    of the outcomes of shots; true counts as 1.
    """

    weights: tuple[tuple[str, Fraction], ...] = ((NET, Fraction(1)),)
    units: tuple[str, ...] = ()
    """Which of the names are units."""

    def __str__(self) -> str:
        return ", ".join(name if weight == 1 else f"{name} x {weight}" for name, weight in self.weights)

    def of(self, happened: Transition, counts: Callable[[str], bool] = lambda _: True) -> Fraction:
        """What a shot with this result is worth; only losses of these units count, by id: see `enemies_of`."""
        return sum((weight * self._count(name, happened, counts) for name, weight in self.weights), Fraction(0))

    def expected(self, battle: Battle, shot: Shot) -> Fraction:
        """What a legal shot is expected to be worth to the side that takes it."""
        if self == Goal():
            return ShotPreview(battle, shot).attack.net
        counts = enemies_of(battle, shot.shooter)
        return shot_transitions(battle, shot, FACES_ALIKE).mean(lambda one: self.of(one, counts))

    def upper_bound(self, battle: Battle, shooter: str) -> Fraction:
        """The most that one shot of a unit is expected to be worth in this phase, whatever has happened before it.

        What it costs one's own side only takes away from that. Raises `BattleFileError` for a game without planning,
        and for a count without a proven bound.
        """
        most = planning_of(battle).upper_bound(battle.state, shooter)
        harm = {NET, *self.units}
        counted = [(LOSSES if name in harm else name, weight) for name, weight in self.weights]
        for name, _ in counted:
            if name not in most:
                raise BattleFileError(
                    Code.UNSUPPORTED,
                    f"{battle.ruleset.id} proves no bound on {name}, so it is no goal of a plan",
                    "goal",
                )
        return sum((weight * most[name] for name, weight in counted), Fraction(0))

    def _count(self, name: str, happened: Transition, counts: Callable[[str], bool]) -> Fraction:
        if name in self.units:
            return Fraction(number_of(Kind.HARM, happened.losses, lambda unit: unit == name))
        if name == NET:
            return Fraction(balance(happened.losses, counts))
        if name in {LOSSES, KILLS}:
            return Fraction(number_of(Kind.HARM if name == LOSSES else Kind.OUT, happened.losses, counts))
        value = getattr(happened.outcome, name)
        if isinstance(value, CappedCount):
            raise BattleFileError(
                Code.UNSUPPORTED,
                f"{name} is counted only up to {value} in this game, so it has no exact average",
                "goal",
            )
        return Fraction(value)


def planning_of(battle: Battle) -> Planning[Any]:
    """The game's `Planning`; raises `BattleFileError` if it has none."""
    planning = battle.ruleset.needs(battle.ruleset.planning, "has no planning, so there is no plan")
    return planning.under(battle.ruleset.rulebook)


def goal_of(spec: str, battle: Battle, shots: Iterable[Shot]) -> Goal:
    """Read a goal as typed: "net", "kills", "warriors=2,flags=1/2"; raises `BattleFileError`.

    `shots` are legal ones, whose outcomes say which fields there are.
    """
    fields, counted = _fields(battle, shots), [NET, LOSSES, KILLS]
    enemies = {
        unit for one in battle.ruleset.shooters(battle.state) for unit in battle.ruleset.targets(battle.state, one)
    }
    weights: dict[str, Fraction] = {}
    for part in spec.split(","):
        name, equals, weight = (word.strip() for word in part.partition("="))
        one_of(name, [*counted, *fields, *sorted(enemies)], "goal of this battle", "goal")
        if name not in fields:
            battle.ruleset.needs(battle.ruleset.losses, f"counts no losses, so {name} is no goal")
        if name in weights:
            raise BattleFileError(Code.DUPLICATE, f"{shown(name)} stands there twice", "goal")
        weights[name] = _weight(weight) if equals else Fraction(1)
    known = {*counted, *fields}
    return Goal(tuple(weights.items()), tuple(name for name in weights if name not in known))


def _fields(battle: Battle, shots: Iterable[Shot]) -> list[str]:
    """The fields of outcomes that are numbers or booleans."""
    for shot in shots:
        outcome: Any = next(iter(battle.outcomes(shot)))
        return [name for name, value in outcome._asdict().items() if isinstance(value, Rational)]
    return []


def _weight(text: str) -> Fraction:
    try:
        weight = fraction_of(text)
    except ValueError:
        weight = Fraction(0)
    if not 0 < weight <= HEAVIEST:
        raise BattleFileError(Code.MALFORMED, f"{shown(text)} is no weight; a number above 0, e.g. 2 or 1/2", "goal")
    return weight


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
        return sum_losses(loss for loss in one.losses if battle.side(loss.unit) == battle.owing)

    tolls = resolved(transitions(battle, command)).map(own)
    suffered = losses_of(battle, tolls)
    least = {(one.unit, one.what): one.least for one in suffered}
    more = tolls.probability(lambda one: any(number > least[kind] for kind, number in one))
    titled = (one._replace(unit=battle.title(one.unit)) for one in suffered)
    return Cost(tuple(sorted(titled, key=lambda one: one.more > 0)), more)


def _told(suffered: Sequence[LossOdds], how: Callable[[LossOdds], str]) -> str:
    """Losses unit by unit."""
    units = dict.fromkeys(one.unit for one in suffered)
    told = (f"{unit}: {', '.join(how(one) for one in suffered if one.unit == unit)}" for unit in units)
    return "; ".join(told) or "nothing lost"
