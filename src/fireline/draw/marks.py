"""Small marks that several pictures share: badges, bars, crosses, rings, strokes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from fireline.draw.canvas import Pen, Point
from fireline.draw.palette import BLUE, INK, RULE, VERMILLION, WHITE


def badge(pen: Pen, letter: str, at: Point, note: str = "") -> None:
    """A letter in a small circle."""
    mark = pen.group(kind="badge", note=note, at=at)
    mark.circle((0, 0), 7.5, fill=WHITE, stroke=INK, stroke_width=1.3)
    mark.text((0, 4), letter, 11, bold=True, anchor="middle")


def bar(
    pen: Pen, at: Point, size: Point, share: Fraction, *, outlined: Fraction | None = None, colour: str = BLUE
) -> None:
    """A share as the filled part of a bar, from 0 at its left to 1; within an outline of a greater share, if given."""
    (x, y), (length, high) = at, size
    pen.rect(at, size, fill=WHITE, stroke=RULE, stroke_width=1)
    if outlined is not None:
        pen.rect(at, (length * float(outlined), high), kind="outlined", fill=WHITE, stroke=INK, stroke_width=1.3)
        y, high = y + high / 5, high * 3 / 5
    pen.rect((x, y), (length * float(share), high), kind="bar", fill=colour)


def cross(pen: Pen, at: Point, note: str = "", r: float = 9, **hooks: Any) -> None:
    """A heavy cross with a pale rim."""
    x, y = at
    d = f"M{x - r:.2f} {y - r:.2f} L{x + r:.2f} {y + r:.2f} M{x + r:.2f} {y - r:.2f} L{x - r:.2f} {y + r:.2f}"
    mark = pen.group(kind="cross", note=note, **hooks)
    mark.path(d, stroke=WHITE, stroke_width=9, stroke_linecap="round", fill="none")
    mark.path(d, stroke=INK, stroke_width=6, stroke_linecap="round", fill="none")
    mark.path(d, stroke=VERMILLION, stroke_width=3, stroke_linecap="round", fill="none")


def ring(pen: Pen, at: Point, note: str) -> None:
    """An open ring, where a line touches something."""
    pen.circle(at, 7, fill="none", stroke=WHITE, stroke_width=5)
    pen.circle(at, 7, kind="corner", note=note, fill="none", stroke=INK, stroke_width=2.2)


def stroke(pen: Pen, colour: str, dashes: str, width: float) -> None:
    """A stroke of this look, for a legend."""
    pen.line((-16, 0), (18, 0), stroke=colour, stroke_width=width, stroke_dasharray=dashes)
