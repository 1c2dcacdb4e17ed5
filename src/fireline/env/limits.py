"""Where a game is cut off, and the bounds of the numbers that a match is prepared with."""

from __future__ import annotations

from dataclasses import dataclass

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code

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
