"""Grounds of a board: a pale tint under a pattern of its own, and a letter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from fireline.draw.canvas import INK, MUTED, PAPER, WHITE, Canvas, Pen, Point


class Look(NamedTuple):
    """How a kind of ground is drawn: tint, size of the pattern's tile, lines and dots in it, and their colour."""

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


def looks_in(tables: Mapping[str, Any]) -> Mapping[str, Look]:
    """The looks of grounds by their ids, as a game's data has them under `looks`."""
    found = {kind: Look(**row) for kind, row in tables["looks"].items()}
    return {
        kind: look._replace(tile=(look.tile[0], look.tile[1]), dots=tuple((x, y) for x, y in look.dots))
        for kind, look in found.items()
    }


class Patterns:
    """The looks of a picture's grounds by their ids; what has none is open."""

    def __init__(self, canvas: Canvas, looks: Mapping[str, Look]) -> None:
        self._defs, self._uid, self._looks = canvas.defs, canvas.uid, looks

    def look(self, kind: str | None) -> Look:
        """How a ground is drawn."""
        return self._looks.get(kind or "", OPEN)

    def paint(self, kind: str) -> str:
        """What to fill a cell of this ground with."""
        return f"url(#{kind}-{self._uid})" if kind in self._looks else PAPER

    def define(self, kinds: Iterable[str]) -> None:
        """Put the patterns of these grounds among the picture's definitions."""
        for kind in kinds:
            if kind in self._looks:
                self._define(kind, self._looks[kind])

    def _define(self, kind: str, look: Look) -> None:
        pattern = self._defs.add(
            "pattern", id=f"{kind}-{self._uid}", patternUnits="userSpaceOnUse", width=look.tile[0], height=look.tile[1]
        )
        pattern.rect((0, 0), look.tile, fill=look.tint)
        for dot in look.dots:
            pattern.circle(dot, 1.9, fill=look.mark)
        if look.lines:
            pattern.path(look.lines, fill="none", stroke=look.mark, stroke_width=look.width)

    def cell(self, pen: Pen, name: str, corners: Iterable[Point], kind: str, note: str, what: str) -> None:
        """A cell of a board with its ground; `what` a cell is called, and what it is told with."""
        hooks = {"data_cell": name} | ({"data_terrain": kind} if kind else {})
        look: dict[str, Any] = {"fill": self.paint(kind), "stroke": "#8B919C", "stroke_width": 1}
        pen.polygon(corners, kind=what, note=note, **look, **hooks)

    def letter(self, pen: Pen, kind: str, letter: str, at: Point) -> None:
        """The letter of a ground, on a spot free of its pattern."""
        look = self.look(kind)
        pen.circle(at, 7.5, fill=look.tint)
        pen.text((at[0], at[1] + 4.5), letter, 12.5, bold=True, anchor="middle", fill=look.text, kind="letter")

    def swatch(self, pen: Pen, kind: str, letter: str) -> None:
        """A ground for the legend."""
        pen.rect((-18, -12), (36, 24), fill=self.paint(kind), stroke=MUTED, stroke_width=1)
        self.letter(pen, kind, letter, (0, 0))
