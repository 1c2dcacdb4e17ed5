"""Hexes, the exact line between two hex centres or any two points inside hexes, and what blocks a line.

A hex is an axial pair (q, r) in a 60-degree basis. What a line crosses, what it touches and in which order do
not change when the board is sheared, so everything is decided in axial coordinates with integers and
Fractions: no square root, no rounding, no epsilon. Distances are in hexes; a place on a line is a Fraction
from 0 (the first centre) to 1 (the last).

Rulebooks agree that an obstruction whose inside is crossed blocks a line; they differ about a line along an edge and
about a corner that is only touched. Both are arguments of `blocks`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from heapq import heappop, heappush
from math import lcm
from typing import Literal, NamedTuple


class Hex(NamedTuple):
    """A hex by its axial coordinates, also used for the step from one hex to another.

    >>> Hex(2, 1).plus(HEXSIDES["NE"])
    Hex(q=3, r=0)
    """

    q: int
    r: int

    def plus(self, step: Hex) -> Hex:
        """The hex one `step` further."""
        return Hex(self.q + step.q, self.r + step.r)

    def minus(self, other: Hex) -> Hex:
        """The step that leads here from `other`."""
        return Hex(self.q - other.q, self.r - other.r)


ORIGIN = Hex(0, 0)
# Clockwise from east on a board with pointy tops and r growing downwards.
HEXSIDES: dict[str, Hex] = {
    "E": Hex(1, 0),
    "SE": Hex(0, 1),
    "SW": Hex(-1, 1),
    "W": Hex(-1, 0),
    "NW": Hex(0, -1),
    "NE": Hex(1, -1),
}
DIRECTIONS: tuple[Hex, ...] = tuple(HEXSIDES.values())


def distance(a: Hex, b: Hex) -> int:
    """The number of hexes from `a` to `b`, counting `b` and not `a`.

    >>> distance(Hex(0, 0), Hex(3, 1))
    4
    """
    dq, dr = b[0] - a[0], b[1] - a[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def neighbours(h: Hex) -> tuple[Hex, ...]:
    """The six hexes around `h`, in the order of `DIRECTIONS`."""
    return tuple(h.plus(step) for step in DIRECTIONS)


@cache
def within(reach: int) -> tuple[Hex, ...]:
    """The steps to every hex up to so many away, the hex itself among them."""
    return tuple(
        Hex(q, r) for q in range(-reach, reach + 1) for r in range(max(-reach, -q - reach), min(reach, reach - q) + 1)
    )


def way(start: Hex, end: Hex, onward: Callable[[Hex], Iterable[Hex]]) -> tuple[Hex, ...] | None:
    """The hexes that are entered on the shortest way to a hex, () to where it starts; None where there is no way.

    `onward` says which of its neighbours can be entered from one; of ways of one length it is the first in that order.
    The search goes towards the end (A*): hexes from which it is farther are looked at only if all nearer ones fail.
    """
    front: list[tuple[int, tuple[int, ...], Hex, tuple[Hex, ...]]] = [(distance(start, end), (), start, ())]
    passed = set[Hex]()
    while front:
        _, turns, here, entered = heappop(front)
        if here == end:
            return entered
        if here not in passed:
            passed.add(here)
            steps = len(entered) + 1
            for n, there in enumerate(onward(here)):
                if there not in passed:
                    heappush(front, (steps + distance(there, end), (*turns, n), there, (*entered, there)))
    return None


def to_axial(col: int, row: int) -> Hex:
    """The hex in a column and a row of a board, both from 0, on which every odd row lies half a hex further right.

    >>> to_axial(4, 2)
    Hex(q=3, r=2)
    """
    return Hex(col - row // 2, row)


def to_offset(h: Hex) -> tuple[int, int]:
    """The column and the row of a hex on such a board.

    >>> to_offset(Hex(3, 2))
    (4, 2)
    """
    return h.q + h.r // 2, h.r


class Crossing(NamedTuple):
    """The line crosses the inside of a hex for enter < t < leave."""

    hex: Hex
    enter: Fraction
    leave: Fraction


class EdgeRun(NamedTuple):
    """The line runs along the edge that two hexes share, for enter < t < leave.

    `left` is on the left hand of a person who walks from the first hex to the last, on a board seen from
    above with r growing downwards.
    """

    left: Hex
    right: Hex
    enter: Fraction
    leave: Fraction


class Touch(NamedTuple):
    """The line meets a hex in one corner and nowhere else."""

    hex: Hex
    at: Fraction


class Trace(NamedTuple):
    """All that a line from centre to centre meets, in order: `segments` tile 0..1 without a gap.

    The first and the last segment are the crossings of the two end hexes (one and the same for a line of no
    length).
    """

    segments: tuple[Crossing | EdgeRun, ...]
    touches: tuple[Touch, ...]

    @property
    def crossed(self) -> tuple[Crossing, ...]:
        """The hexes whose inside is crossed, in order, both ends included."""
        return tuple(s for s in self.segments if isinstance(s, Crossing))

    @property
    def runs(self) -> tuple[EdgeRun, ...]:
        """The stretches along edges, in order."""
        return tuple(s for s in self.segments if isinstance(s, EdgeRun))


@lru_cache(maxsize=1 << 14)  # holds every pair of a board of 128 hexes
def trace(a: Hex, b: Hex) -> Trace:
    """The exact line from the centre of `a` to the centre of `b`.

    >>> [(c.hex.q, c.hex.r) for c in trace(Hex(0, 0), Hex(3, 1)).crossed]
    [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (3, 1)]
    >>> trace(Hex(0, 0), Hex(1, 1)).runs
    (EdgeRun(left=Hex(q=1, r=0), right=Hex(q=0, r=1), enter=Fraction(1, 3), leave=Fraction(2, 3)),)
    """
    line = trace_points(ORIGIN, Hex(b[0] - a[0], b[1] - a[1]), 1)
    segments = tuple(
        Crossing(s.hex.plus(a), s.enter, s.leave)
        if isinstance(s, Crossing)
        else EdgeRun(s.left.plus(a), s.right.plus(a), s.enter, s.leave)
        for s in line.segments
    )
    return Trace(segments, tuple(Touch(t.hex.plus(a), t.at) for t in line.touches))


def forget_lines() -> None:
    """Forget every line remembered, as a benchmark of cold answers needs."""
    trace.cache_clear()
    trace_points.cache_clear()


def _toward(d: Hex, x: Hex) -> int:
    """How far `x` lies in direction `d`: the neighbour's centre at 2, the edge shared with it at 1."""
    return d.q * (2 * x.q + x.r) + d.r * (x.q + 2 * x.r)


def hex_around(point: Hex, unit: int) -> Hex | None:
    """The hex that a point lies inside of, its coordinates in 1/`unit` of a hex; None on an edge or a corner.

    >>> hex_around(Hex(13, 2), 10), hex_around(Hex(5, 0), 10)
    (Hex(q=1, r=0), None)
    """
    for q in (point.q // unit, point.q // unit + 1):
        for r in (point.r // unit, point.r // unit + 1):
            away = Hex(point.q - q * unit, point.r - r * unit)
            if all(abs(_toward(d, away)) < unit for d in DIRECTIONS[:3]):
                return Hex(q, r)
    return None


@lru_cache(maxsize=1 << 13)
def trace_points(start: Hex, end: Hex, unit: int) -> Trace:
    """The exact line between two points that lie inside hexes, their coordinates in 1/`unit` of a hex.

    Hex by hex, each left by the side or corner reached first. Raises `ValueError` for a point on an edge.

    >>> [c.hex for c in trace_points(Hex(2, 0), Hex(14, -4), 10).crossed]
    [Hex(q=0, r=0), Hex(q=1, r=0)]
    """
    here, last = hex_around(start, unit), hex_around(end, unit)
    if here is None or last is None:
        raise ValueError(f"{start if here is None else end} lies inside no hex")
    aim = end.minus(start)
    # The sides a line in this direction can leave by, from left to right, and how soon it does: the place of an
    # exit on the line is a whole number of parts, of which the line has `parts`.
    ahead = sorted((d for d in DIRECTIONS if _toward(d, aim) > 0), key=lambda d: aim.q * d.r - aim.r * d.q)
    parts = lcm(*(_toward(d, aim) for d in ahead))
    pace = {d: parts // _toward(d, aim) for d in ahead}

    def passes(d: Hex, edges: int) -> int:
        """Where the line passes the edge that lies so many half hexes in this direction."""
        return (edges * unit - _toward(d, start)) * pace[d]

    enter = Fraction(0)
    segments: list[Crossing | EdgeRun] = []
    touches: list[Touch] = []
    while here != last:
        exits = [passes(d, _toward(d, here) + 1) for d in ahead]
        soonest = min(exits)
        leave = Fraction(soonest, parts)
        segments.append(Crossing(here, enter, leave))
        doors = [d for d, at in zip(ahead, exits, strict=True) if at == soonest]
        enter = leave
        if len(doors) == 1:
            here = here.plus(doors[0])
            continue
        # Two sides at once: the corner between them. The line goes on into the hex it heads for more, or,
        # heading for both alike, along the edge between the two.
        left, right = (here.plus(d) for d in doors)
        lean = _toward(doors[0], aim) - _toward(doors[1], aim)
        if lean == 0:
            here = left.plus(doors[1])
            enter = Fraction(passes(doors[0], _toward(doors[0], here) - 1), parts)
            segments.append(EdgeRun(left, right, leave, enter))
        else:
            here, missed = (left, right) if lean > 0 else (right, left)
            touches.append(Touch(missed, leave))
    segments.append(Crossing(here, enter, Fraction(1)))
    return Trace(tuple(segments), tuple(touches))


class Edges(Enum):
    """When a line along edges is blocked by what stands beside it."""

    BOTH = "both"  # both hexes of the same edge are obstructed
    SIDES = "sides"  # a hex on the left and a hex on the right, of the same edge or of two edges
    EITHER = "either"  # one hex beside the line is enough
    NONE = "none"  # a run along an edge never blocks


class Corners(Enum):
    """Whether an obstruction touched in one corner only blocks."""

    IGNORE = "ignore"
    COUNT = "count"


class Block(NamedTuple):
    """One thing that blocks a line: its kind, its hexes and the place on the line where it begins to."""

    kind: Literal["crossing", "edge", "sides", "corner"]
    hexes: tuple[Hex, ...]
    at: Fraction


Obstructed = Container[Hex] | Callable[[Hex], bool]


def blocks(line: Trace, obstructed: Obstructed, *, edges: Edges, corners: Corners) -> tuple[Block, ...]:
    """Everything that blocks the line, in order along it; () when the line is clear. The two end hexes never obstruct.

    With `Edges.SIDES` every edge obstructed on both sides is a block of its own; only where there is none,
    the first obstruction on the left and the first on the right make one block of kind "sides", at the later
    of the two.

    >>> line, both = trace(Hex(0, 0), Hex(2, 2)), {Hex(1, 0), Hex(1, 2)}
    >>> blocks(line, both, edges=Edges.BOTH, corners=Corners.IGNORE)
    ()
    >>> blocks(line, both, edges=Edges.SIDES, corners=Corners.IGNORE)
    (Block(kind='sides', hexes=(Hex(q=1, r=0), Hex(q=1, r=2)), at=Fraction(2, 3)),)
    """
    obstructs = obstructed if callable(obstructed) else obstructed.__contains__
    found: list[Block] = []
    runs: list[EdgeRun] = []
    for part in line.segments[1:-1]:
        if isinstance(part, EdgeRun):
            runs.append(part)
        elif obstructs(part.hex):
            found.append(Block("crossing", (part.hex,), part.enter))
    beside: list[Block] = []
    if line.touches and corners is Corners.COUNT:
        beside = [Block("corner", (t.hex,), t.at) for t in line.touches if obstructs(t.hex)]
    if runs and edges is not Edges.NONE:
        beside += _beside(runs, obstructs, edges)
    if beside:  # a corner comes before the hex that is entered there
        found = sorted(beside + found, key=lambda block: block.at)
    return tuple(found)


def _beside(runs: list[EdgeRun], obstructs: Callable[[Hex], bool], edges: Edges) -> list[Block]:
    """The blocks made by hexes on the two sides of the line's edge runs."""
    enough = 1 if edges is Edges.EITHER else 2
    found: list[Block] = []
    for run in runs:
        hexes = tuple(h for h in (run.left, run.right) if obstructs(h))
        if len(hexes) >= enough:
            found.append(Block("edge", hexes, run.enter))
    if edges is Edges.SIDES and not found:
        left = next((run for run in runs if obstructs(run.left)), None)
        right = next((run for run in runs if obstructs(run.right)), None)
        if left and right:
            found.append(Block("sides", (left.left, right.right), max(left.enter, right.enter)))
    return found
