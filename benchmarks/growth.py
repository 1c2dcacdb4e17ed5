"""Curves of growth: seconds by the number of units, both on scales of powers, a panel for each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from fireline.draw.canvas import INK, MUTED, PAPER, RULE, Canvas, Pen, Point, points
from fireline.formats.report.figures import LINES

WIDE, HIGH = 560.0, 330.0
LEFT, RIGHT, TOP, BOTTOM = 62.0, 138.0, 34.0, 44.0
"""The margins of a panel: numbers, the names of curves, the name of the game, units."""
HEAD = 78.0
APART = 14.0
UNITS = {
    1.0: "1 s",
    10.0: "10 s",
    0.1: "100 ms",
    0.01: "10 ms",
    0.001: "1 ms",
    0.0001: "0.1 ms",
    0.00001: "10 \N{MICRO SIGN}s",
    100.0: "100 s",
}


class Curve(NamedTuple):
    """Seconds by the number of units, None where they are more than the limit; the goal with its number of units."""

    name: str
    seconds: Mapping[int, float | None]
    goal: tuple[int, float] | None = None
    dashed: bool = False


class Panel(NamedTuple):
    """The curves of one game, and the limit at which a question is given up."""

    name: str
    limit: float
    curves: Sequence[Curve]


class _Frame(NamedTuple):
    """Where numbers of units and seconds lie in a panel."""

    at: Point
    sizes: tuple[float, float]
    powers: tuple[int, int]

    def place(self, size: float, seconds: float) -> Point:
        first, last = map(log10, self.sizes)
        low, high = self.powers
        across, up = (log10(size) - first) / (last - first), (log10(seconds) - low) / (high - low)
        wide, tall = WIDE - LEFT - RIGHT, HIGH - TOP - BOTTOM
        return self.at[0] + LEFT + across * wide, self.at[1] + TOP + (1 - up) * tall


def draw(panels: Sequence[Panel]) -> str:
    """The panels, two side by side, as SVG."""
    told = "\n".join(_told(panel.name, curve) for panel in panels for curve in panel.curves)
    canvas = Canvas("How the whole board grows", told)
    under = "Processor time by units, both on scales of powers. Diamonds: goals. Arrows: given up at the limit."
    canvas.heading(40.0, "How the whole board grows", under, 2 * WIDE - 80)
    for n, panel in enumerate(panels):
        _panel(canvas, panel, (n % 2 * WIDE, HEAD + n // 2 * HIGH))
    return canvas.finish(2 * WIDE, HEAD + ceil(len(panels) / 2) * HIGH)


def _panel(pen: Pen, panel: Panel, at: Point) -> None:
    known = [(size, taken or panel.limit) for curve in panel.curves for size, taken in curve.seconds.items()]
    known += [curve.goal for curve in panel.curves if curve.goal]
    sizes = sorted({size for size, _ in known})
    powers = floor(log10(min(taken for _, taken in known))), ceil(log10(max(taken for _, taken in known)))
    frame = _Frame(at, (sizes[0], sizes[-1]), powers)
    _axes(pen, frame, panel.name, sizes)
    ends: list[float] = []
    for n, curve in enumerate(panel.curves):
        _curve(pen, frame, panel.limit, curve, MUTED if curve.dashed else LINES[n], ends)


def _axes(pen: Pen, frame: _Frame, name: str, sizes: Sequence[float]) -> None:
    first, last = frame.sizes
    pen.text((frame.at[0] + LEFT, frame.at[1] + 18), name, 14, bold=True)
    for power in range(frame.powers[0], frame.powers[1] + 1):
        (left, y), (right, _) = (frame.place(size, 10.0**power) for size in (first, last))
        pen.line((left, y), (right, y), stroke=RULE, stroke_width=1)
        pen.text((left - 8, y + 4), UNITS.get(10.0**power, f"{10.0**power:g} s"), 11, anchor="end", fill=MUTED)
    for size in sizes:
        x, y = frame.place(size, 10.0 ** frame.powers[0])
        pen.line((x, y), (x, y + 5), stroke=INK, stroke_width=1)
        pen.text((x, y + 18), f"{size:,}", 11, anchor="middle", fill=MUTED)
    x, y = frame.place((first * last) ** 0.5, 10.0 ** frame.powers[0])
    pen.text((x, y + 36), "units", 11, anchor="middle", fill=MUTED)


def _curve(pen: Pen, frame: _Frame, limit: float, curve: Curve, colour: str, ends: list[float]) -> None:
    dots = [
        (size, taken, frame.place(size, limit if taken is None else taken)) for size, taken in curve.seconds.items()
    ]
    dashes = "5 4" if curve.dashed else "none"
    line = points(at for _, _, at in dots)
    pen.add("polyline", points=line, fill="none", stroke=colour, stroke_width=2, stroke_dasharray=dashes)
    for size, taken, (x, y) in dots:
        if taken is None:
            note = f"{curve.name}, {size:,} units: more than {limit:g} s"
            pen.polygon([(x - 6, y + 3), (x + 6, y + 3), (x, y - 8)], fill=colour, note=note)
        elif not curve.dashed:
            pen.circle((x, y), 3.4, fill=colour, note=f"{curve.name}, {size:,} units: {taken:.4g} s")
    if curve.goal:
        size, goal = curve.goal
        x, y = frame.place(size, goal)
        shape = [(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)]
        note = f"{curve.name}, {size:,} units: goal {goal:g} s"
        pen.polygon(shape, fill=PAPER, stroke=colour, stroke_width=2, note=note)
    _, _, (x, y) = dots[-1]
    while any(abs(y - other) < APART for other in ends):
        y += 1
    ends.append(y)
    pen.text((frame.at[0] + WIDE - RIGHT + 12, y + 4), curve.name, 11, bold=True, fill=colour)


def _told(name: str, curve: Curve) -> str:
    """A curve in words, for those who do not see it."""
    if curve.dashed:
        return f"{name}: {curve.name} beside."
    said = (f"{size:,} units {'more' if taken is None else f'{taken:.3g} s'}" for size, taken in curve.seconds.items())
    goal = f"; goal for {curve.goal[0]:,} units {curve.goal[1]:g} s" if curve.goal else ""
    return f"{name}, {curve.name}: {', '.join(said)}{goal}."
