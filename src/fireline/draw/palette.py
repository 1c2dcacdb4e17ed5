"""The colours of every picture, and of the sides in it: neutral paper and ink, and the Okabe-Ito set."""

from __future__ import annotations

from collections.abc import Iterable

PAPER = "#FBFAF7"
WHITE = "#FFFFFF"
INK = "#1E2430"
MUTED = "#5B6270"
"""Text that matters less: a line of a sum that does not apply, a rule ID."""
RULE = "#C9CCD2"
"""Hairlines that separate; they carry no meaning."""

BLUE = "#0072B2"
VERMILLION = "#D55E00"
GREEN = "#009E73"
SKY = "#56B4E9"
YELLOW = "#F0E442"
PURPLE = "#CC79A7"
SERIES = (BLUE, VERMILLION, GREEN, PURPLE, SKY)
"""The colours of things that are compared, one after another; something else tells them apart as well."""

BOTTOM_TINT = "#E6F1F8"
TOP_TINT = "#FBEBE0"

TEXT_ON = {
    INK: (PAPER, WHITE, BOTTOM_TINT, TOP_TINT),
    MUTED: (PAPER, WHITE),
    WHITE: (INK,),
}
"""Which colours of text stand on which grounds, for the check of contrast."""
MARKS_ON = {BLUE: (PAPER, WHITE), VERMILLION: (PAPER, WHITE), GREEN: (PAPER, WHITE)}
"""The same for marks."""


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


def rgb(colour: str) -> tuple[int, int, int]:
    """The three parts of a colour.

    >>> rgb("#0072B2")
    (0, 114, 178)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another in it.

    >>> mixed("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    parts = [round(a + (b - a) * share) for a, b in zip(rgb(colour), rgb(other), strict=True)]
    return "#{:02X}{:02X}{:02X}".format(*parts)
