"""Terrain of the hex board: a pale tint under a pattern of its own, and a letter."""

from __future__ import annotations

from typing import NamedTuple

from fireline.formats.picture.canvas import Pen
from fireline.formats.picture.palette import INK, PAPER, WHITE


class Look(NamedTuple):
    """How a kind of terrain is drawn: tint, size of the pattern's tile, lines and dots in it, and their colour."""

    tint: str
    tile: tuple[float, float] = (12, 12)
    lines: str = ""
    dots: tuple[tuple[float, float], ...] = ()
    mark: str = INK
    width: float = 1.4

    @property
    def text(self) -> str:
        """The colour of text on it."""
        return WHITE if self.tint == INK else INK


OPEN = Look(PAPER)
_WAVE = "M0 {0} q 4 -5 8 0 t 8 0"
LOOKS = {
    "forest": Look("#DCEBD8", (14, 14), dots=((3.5, 3.5), (10.5, 10.5)), mark="#4C7A55"),
    "hill": Look("#F1E7D2", (26, 18), "M1 17 Q 13 -5 25 17 M7 17 Q 13 4 19 17", mark="#A5834F"),
    "broken_ground": Look("#ECE5DD", (18, 16), "M2 9 l4 -6 l4 6 M10 15 l3 -4 l3 4", mark="#86705A"),
    "marsh": Look("#E4EDE2", (22, 18), "M3 10 h12 M6 10 v-4 M9 10 v-7 M12 10 v-4", mark="#5F8467"),
    "ford": Look("#E2EFF7", (16, 20), _WAVE.format(6), dots=((4, 15), (12, 15)), mark="#5D93B5"),
    "river": Look("#CFE5F4", (16, 10), _WAVE.format(6), mark="#4A87AE"),
    "sea": Look("#C3DDF0", (16, 16), _WAVE.format(5) + _WAVE.format(9), mark="#3F7CA4", width=1.8),
    "lake": Look("#D6E9F2", (16, 18), _WAVE.format(9), mark="#4A87AE"),
    "bridge": Look("#EDE4D4", (16, 11), "M0 3 h16 M0 8 h16 M4 3 v5 M12 3 v5", mark="#8C7350"),
    "fortified_camp": Look("#F3E4DA", (10, 10), "M-2 12 L12 -2 M-2 2 L2 -2 M8 12 L12 8", mark="#A87A5C"),
    "city_wall": Look(INK),
    "water": Look("#D6E9F2", (16, 18), _WAVE.format(9), mark="#4A87AE"),
    "deep_water": Look("#B9D7EC", (16, 12), _WAVE.format(4) + _WAVE.format(10), mark="#2F6C98", width=1.8),
    "woods": Look("#DCEBD8", (14, 14), dots=((3.5, 3.5), (10.5, 10.5)), mark="#4C7A55"),
    "swamp": Look("#E4EDE2", (22, 18), "M3 10 h12 M6 10 v-4 M9 10 v-7 M12 10 v-4", mark="#5F8467"),
    "fire": Look("#FBE6D6", (18, 18), "M5 14 q -3 -5 2 -9 q 0 4 3 5 q 1 3 -2 4", mark="#B5561C"),
    "rough": Look("#ECE5DD", (18, 16), "M2 9 l4 -6 l4 6 M10 15 l3 -4 l3 4", mark="#86705A"),
    "building": Look("#EFE3E0", (9, 9), "M-2 11 L11 -2 M-2 2 L2 -2 M7 11 L11 7", mark="#96736A"),
    "dome": Look("#E6E2F0", (26, 26), "M13 3 a10 10 0 1 0 0.01 0 M13 8 a5 5 0 1 0 0.01 0", mark="#75689B", width=2),
}


def look_of(terrain: str | None) -> Look:
    """The look of a terrain by its id, that of open ground for none."""
    return LOOKS.get(terrain or "", OPEN)


def define(defs: Pen, terrain: str, uid: str) -> None:
    """Put a terrain's pattern among a picture's definitions."""
    look = look_of(terrain)
    pattern = defs.add(
        "pattern",
        id=f"{terrain}-{uid}",
        patternUnits="userSpaceOnUse",
        width=look.tile[0],
        height=look.tile[1],
    )
    pattern.rect((0, 0), look.tile, fill=look.tint)
    for dot in look.dots:
        pattern.circle(dot, 1.9, fill=look.mark)
    if look.lines:
        pattern.path(look.lines, fill="none", stroke=look.mark, stroke_width=look.width)


def paint(terrain: str, uid: str) -> str:
    """What to fill a hex with."""
    return f"url(#{terrain}-{uid})" if terrain in LOOKS else PAPER
