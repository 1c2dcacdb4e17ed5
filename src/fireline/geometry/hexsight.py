"""What blocks a line between hexes: a policy for edges and corners, applied to an exact trace.

Rulebooks agree that an obstruction whose inside is crossed blocks; they differ about a line along an edge and
about a corner that is only touched. Both are arguments here. The two end hexes never obstruct.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Literal

from fireline.geometry.hexes import ORIGIN, Crossing, EdgeRun, Hex, Trace, distance, trace

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


@dataclass(frozen=True, slots=True)
class Enclosed:
    """The obstructed hexes of a board whose edge obstructs too: every hex off the board counts.

    >>> Hex(9, 9) in Enclosed(board={Hex(0, 0), Hex(1, 0)}, hexes={Hex(1, 0)})
    True
    """

    board: Container[Hex]
    hexes: Container[Hex]

    def __contains__(self, h: object) -> bool:
        return isinstance(h, Hex) and (h in self.hexes or h not in self.board)


def blocks(trace: Trace, obstructed: Obstructed, *, edges: Edges, corners: Corners) -> tuple[Block, ...]:
    """Everything that blocks the line, in order along it; () when the line is clear.

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


def choose(
    trace: Trace,
    value: Callable[[Hex], int],
    pick: Callable[[int, int], int] = min,
    *,
    same_side: bool = False,
) -> tuple[int, tuple[Hex, ...]]:
    """What a line costs when somebody chooses a side at each edge run, and the hexes that count, in order.

    `value` is a hex's cost; `pick` chooses between the cost on the left and on the right (`min` for the
    shooter, `max` for the target; a tie goes left). With `same_side` one choice holds for the whole line. The
    end hexes and hexes touched in a corner cost nothing.

    >>> choose(trace(Hex(0, 0), Hex(1, 1)), {Hex(1, 0): 3, Hex(0, 1): 2}.__getitem__)
    (2, (Hex(q=0, r=1),))
    """
    between = trace.segments[1:-1]
    lefts = [part.left if isinstance(part, EdgeRun) else part.hex for part in between]
    rights = [part.right if isinstance(part, EdgeRun) else part.hex for part in between]
    ways = [(lefts, rights)] if same_side else [([lt], [rt]) for lt, rt in zip(lefts, rights, strict=True)]
    total, chosen = 0, list[Hex]()
    for left, right in ways:
        on_left, on_right = sum(map(value, left)), sum(map(value, right))
        cost = pick(on_left, on_right)
        total += cost
        chosen += left if cost == on_left else right
    return total, tuple(chosen)


# A line prepared for a bitmask of obstructed hexes: a bit of the first number blocks by itself; of each pair,
# a bit of both numbers together does. The board's edge may block a line for good: NEVER_CLEAR.
Line = tuple[int, tuple[tuple[int, int], ...]]
NEVER_CLEAR: Line = (0, ((0, 0),))


class SightTable:
    """The yes-or-no answer of `blocks` for the lines of one board under one policy, by bitmasks.

    Every hex off the board counts as obstructed, as in `Enclosed`, unless `off_board_obstructs` is False. The
    lines from a hex are prepared when it first looks.

    >>> row = [Hex(0, 0), Hex(1, 0), Hex(2, 0)]
    >>> table = SightTable(row, edges=Edges.BOTH, corners=Corners.IGNORE)
    >>> table.clear(row[0], row[2], table.mask([])), table.clear(row[0], row[2], table.mask([row[1]]))
    (True, False)
    """

    __slots__ = ("_bits", "_corners", "_edges", "_off", "_reached", "_rows")

    def __init__(
        self, board: Iterable[Hex], *, edges: Edges, corners: Corners, off_board_obstructs: bool = True
    ) -> None:
        self._bits = {h: 2 << i for i, h in enumerate(dict.fromkeys(board))}
        self._off = 1 if off_board_obstructs else 0  # one bit for all hexes off the board
        self._edges = edges
        self._corners = corners
        self._rows: dict[Hex, dict[Hex, Line]] = {}
        self._reached: dict[tuple[Hex, int | None], list[tuple[Hex, int, tuple[tuple[int, int], ...]]]] = {}

    def mask(self, hexes: Iterable[Hex]) -> int:
        """The bitmask of some hexes of the board; masks are joined with | and parted with & and ~."""
        mask = 0
        for h in hexes:
            mask |= self._bits[h]
        return mask

    def clear(self, a: Hex, b: Hex, mask: int) -> bool:
        """Whether nothing blocks the line from `a` to `b` when the hexes of `mask` are obstructed."""
        try:
            alone, pairs = self._rows[a][b]
        except KeyError:
            alone, pairs = self._row(a)[b]
        if mask & alone:
            return False
        return _open(pairs, mask) if pairs else True

    def seen(self, a: Hex, mask: int, reach: int | None = None) -> list[Hex]:
        """The other hexes of the board, up to `reach` hexes away, to which the line from `a` is clear.

        This is the quick way to ask about many lines from one hex.
        """
        lines = self._reached.get((a, reach))
        if lines is None:
            near = {b: line for b, line in self._row(a).items() if reach is None or distance(a, b) <= reach}
            lines = self._reached[a, reach] = [(b, *line) for b, line in near.items() if b != a]
        return [b for b, alone, pairs in lines if not mask & alone and (not pairs or _open(pairs, mask))]

    def _row(self, a: Hex) -> dict[Hex, Line]:
        row = self._rows.get(a)
        if row is None:
            if a not in self._bits:
                raise KeyError(a)
            row = self._rows[a] = {b: self._line(a, b) for b in self._bits}
        return row

    def _line(self, a: Hex, b: Hex) -> Line:
        line = trace(ORIGIN, b.minus(a))  # moved here, not by trace(): its cache stays with the lines asked about
        alone = left = right = 0
        pairs: list[tuple[int, int]] = []
        for part in line.segments[1:-1]:
            if isinstance(part, Crossing):
                alone |= self._bit(a.plus(part.hex))
            else:
                pairs.append((self._bit(a.plus(part.left)), self._bit(a.plus(part.right))))
                left |= pairs[-1][0]
                right |= pairs[-1][1]
        if self._corners is Corners.COUNT:
            for touch in line.touches:
                alone |= self._bit(a.plus(touch.hex))
        if self._edges is Edges.EITHER:
            return _settled(alone | left | right, [])
        if self._edges is Edges.NONE:
            return _settled(alone, [])
        return _settled(alone, pairs if self._edges is Edges.BOTH else [(left, right)])

    def _bit(self, h: Hex) -> int:
        return self._bits.get(h, self._off)


def _open(pairs: tuple[tuple[int, int], ...], mask: int) -> bool:
    for left, right in pairs:  # noqa: SIM110 (a generator would take twice as long)
        if (mask & left and mask & right) or not left:
            return False
    return True


def _settled(alone: int, pairs: list[tuple[int, int]]) -> Line:
    """The line with the bit of the hexes off the board (1), which is in no mask, taken as set."""
    unsettled: list[tuple[int, int]] = []
    for left, right in pairs:
        if left & 1:
            alone |= right
        elif right & 1:
            alone |= left
        elif left and right:  # 0: off a board whose edge does not obstruct
            unsettled.append((left, right))
    return NEVER_CLEAR if alone & 1 else (alone, tuple(unsettled))
