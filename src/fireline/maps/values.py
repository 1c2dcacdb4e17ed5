"""Values out of files that anybody may have written: numbers, lists and mappings, or an error that says where."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.maps import MapWall, Spot
from fireline.ruling.prose import plural

FINE = 10_000
"""Points of a map are put on a grid of a ten-thousandth of a square."""
FARTHEST = 10_000_000
MOST_WALLS = 5_000
MOST_CELLS = 62_500
"""Hexes of a map, such as 250 times 250."""
LONGEST_NAME = 40


def number(value: object, place: str, *, least: float = -FARTHEST, most: float = FARTHEST) -> Fraction:
    """A number exactly as the file writes it; raises `BattleFileError`."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BattleFileError(Code.WRONG_TYPE, f"{shown(value)} is not a number", place)
    if not least <= value <= most:
        raise BattleFileError(Code.OUT_OF_RANGE, f"{shown(value)} is not between {least:,} and {most:,}", place)
    return Fraction(value) if isinstance(value, int) else Fraction(Decimal(repr(value)))


def whole(value: object, place: str, *, least: int = 0, most: int = FARTHEST) -> int:
    """A whole number; raises `BattleFileError`."""
    found = number(value, place, least=least, most=most)
    if found.denominator != 1:
        raise BattleFileError(Code.WRONG_TYPE, f"{shown(value)} is not a whole number", place)
    return int(found)


def listed(value: object, place: str) -> list[Any]:
    """A list, () for nothing; raises `BattleFileError`."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise BattleFileError(Code.WRONG_TYPE, f"{shown(value)} is not a list", place)
    return value


def mapped(value: object, place: str) -> Mapping[str, Any]:
    """A mapping, empty for nothing; raises `BattleFileError`."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise BattleFileError(Code.WRONG_TYPE, f"{shown(value)} is not a mapping of keys to values", place)
    return value


def named(value: object, usual: str = "") -> str:
    """A name on one line, short enough to be shown."""
    text = "".join(one if one.isprintable() else " " for one in value) if isinstance(value, str) else ""
    return " ".join(text.split())[:LONGEST_NAME] or usual


def on_grid(x: Fraction, y: Fraction) -> Spot:
    """A point in squares on the grid of a ten-thousandth."""
    return Fraction(round(x * FINE), FINE), Fraction(round(y * FINE), FINE)


def tidied(walls: list[MapWall]) -> tuple[tuple[MapWall, ...], list[str]]:
    """Walls without those of no length and those that stand twice, and how many went; raises `BattleFileError`."""
    long = [wall for wall in walls if wall.start != wall.end]
    once = list({(*sorted((wall.start, wall.end)), wall[2:]): wall for wall in long}.values())
    told = [
        f"{plural(count, 'wall')} {what}"
        for count, what in ((len(walls) - len(long), "of no length"), (len(long) - len(once), "standing twice"))
        if count
    ]
    if len(once) > MOST_WALLS:
        raise BattleFileError(Code.TOO_LARGE, f"has {len(once):,} walls; at most {MOST_WALLS:,}")
    return tuple(once), told
