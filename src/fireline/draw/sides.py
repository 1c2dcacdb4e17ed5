"""How the sides of a battle look wherever they are drawn: 0 blue, 1 vermillion, 2 neither."""

from __future__ import annotations

from collections.abc import Iterable

from fireline.draw.palette import BLUE, BOTTOM_TINT, MUTED, PAPER, TOP_TINT, VERMILLION

COLOURS, TINTS = (BLUE, VERMILLION, MUTED), (BOTTOM_TINT, TOP_TINT, PAPER)
"""The rim and the ground of each look."""
NAMED = {"blue": 0, "red": 1, "orange": 1}
"""Sides that are named after a colour have it."""
NEITHER = 2


def looks(sides: Iterable[str]) -> dict[str, int]:
    """The look of every side; those that no colour names take what is left, in this order.

    >>> looks(["red", "white", "black"])
    {'red': 1, 'white': 0, 'black': 2}
    """
    sides = list(sides)
    named = {side: NAMED[side.casefold()] for side in sides if side.casefold() in NAMED}
    free = iter([look for look in (0, 1) if look not in named.values()])
    return {side: named[side] if side in named else next(free, NEITHER) for side in sides}
