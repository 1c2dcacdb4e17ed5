"""What blocks a line between hexes: a policy for edges and corners, applied to an exact trace.

Rulebooks agree that an obstruction whose inside is crossed blocks; they differ about a line along an edge and
about a corner that is only touched. Both are arguments here. The two end hexes never obstruct.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Literal

from fireline.geometry.hexes import EdgeRun, Hex, Trace

if TYPE_CHECKING:
    from fractions import Fraction


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


@dataclass(frozen=True, slots=True)
class Block:
    """One thing that blocks a line: its kind, its hexes and the place on the line where it begins to."""

    kind: Literal["crossing", "edge", "sides", "corner"]
    hexes: tuple[Hex, ...]
    at: Fraction


Obstructed = Container[Hex] | Callable[[Hex], bool]


def blocks(trace: Trace, obstructed: Obstructed, *, edges: Edges, corners: Corners) -> tuple[Block, ...]:
    """Everything that blocks the line, in order along it; () when the line is clear.

    With `Edges.SIDES` every edge obstructed on both sides is a block of its own; only where there is none,
    the first obstruction on the left and the first on the right make one block of kind "sides", at the later
    of the two.

    >>> from fireline.geometry.hexes import trace
    >>> line, both = trace(Hex(0, 0), Hex(2, 2)), {Hex(1, 0), Hex(1, 2)}
    >>> blocks(line, both, edges=Edges.BOTH, corners=Corners.IGNORE)
    ()
    >>> blocks(line, both, edges=Edges.SIDES, corners=Corners.IGNORE)
    (Block(kind='sides', hexes=(Hex(q=1, r=0), Hex(q=1, r=2)), at=Fraction(2, 3)),)
    """
    obstructs = obstructed if callable(obstructed) else obstructed.__contains__
    found: list[Block] = []
    runs: list[EdgeRun] = []
    for part in trace.segments[1:-1]:
        if isinstance(part, EdgeRun):
            runs.append(part)
        elif obstructs(part.hex):
            found.append(Block("crossing", (part.hex,), part.enter))
    beside: list[Block] = []
    if trace.touches and corners is Corners.COUNT:
        beside = [Block("corner", (t.hex,), t.at) for t in trace.touches if obstructs(t.hex)]
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
