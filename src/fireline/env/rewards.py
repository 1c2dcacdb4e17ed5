"""Limits, where a game is cut off; and rewards: what is lost, shared out so that every step adds up to nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.event import Kind, Loss
from fireline.game.ruleset import UnitView

Number = int | Fraction
MOST = 10**6


@dataclass(frozen=True)
class Limits:
    """Where a game is cut off: after so many turns (a `NextTurn` each), or so many commands.

    Raises `BattleFileError` unless both are whole numbers from 1 to a million.
    """

    turns: int = 20
    commands: int = 1000

    def __post_init__(self) -> None:
        for name, limit in (("turns", self.turns), ("commands", self.commands)):
            within_bounds(f"limits.{name}", limit, 1)


def within_bounds(place: str, number: object, least: int) -> None:
    """Raise `BattleFileError` unless a number is whole, and from `least` to a million."""
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= MOST:
        problem = f"{shown(number)} is not between {least} and {MOST}; give a whole number"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, place)


@dataclass(frozen=True)
class Rewards:
    """What losses weigh: `harm` each step towards being out of play (a block, a Wound), `out` each unit put out of it.

    A side loses what its losses weigh, and the other sides win it in equal shares, so rewards add up to 0.
    Raises `BattleFileError` for a weight below 0.
    """

    harm: Number = 1
    out: Number = 1

    def __post_init__(self) -> None:
        for name, weight in (("harm", self.harm), ("out", self.out)):
            if not isinstance(weight, int | Fraction) or weight < 0:
                problem = f"{weight!r} is no weight; a weight is a whole number or a Fraction from 0"
                raise BattleFileError(Code.OUT_OF_RANGE, problem, f"rewards.{name}")

    def weigh(self, loss: Loss) -> Number:
        """What one loss weighs, from 0."""
        kind = loss.what.kind
        return loss.number * (self.harm * (Kind.HARM in kind) + self.out * (Kind.OUT in kind))

    def of(self, losses: Iterable[Loss], agent_of: Mapping[str, int], agents: int) -> tuple[Number, ...]:
        """What each of so many agents wins by losses, a number for each; together they are 0.

        `agent_of` says whose each unit is, by its id.
        """
        lost: list[Number] = [0] * agents
        for loss in losses:
            lost[agent_of[loss.unit]] += self.weigh(loss)
        return shared(lost)

    def forfeited(self, units: Iterable[UnitView], agent: int, agents: int) -> tuple[Number, ...]:
        """What each of so many agents wins if one gives up these units: as if it lost all that they have left.

        Returns a number for each; together they are 0.
        """
        lost: list[Number] = [0] * agents
        lost[agent] = sum(((unit.left or 0) * self.harm + self.out for unit in units if not unit.out), 0)
        return shared(lost)


def shared(lost: list[Number]) -> tuple[Number, ...]:
    """What each agent wins: the others' losses in equal shares, less its own.

    >>> shared([3, 1])
    (-2, 2)
    """
    others = len(lost) - 1
    total = sum(lost, 0)
    if others == 1:
        return lost[1] - lost[0], lost[0] - lost[1]
    return tuple(Fraction(total - own, others) - own for own in lost)


def added(one: tuple[Number, ...], other: tuple[Number, ...]) -> tuple[Number, ...]:
    """Both together."""
    return tuple(a + b for a, b in zip(one, other, strict=True))
