"""Tables for many lines of one board: whether a line is clear, by bitmasks of obstructed hexes."""

from __future__ import annotations

from collections.abc import Iterable

from fireline.geometry.hexes import ORIGIN, Crossing, Hex, distance, trace
from fireline.geometry.hexsight import Corners, Edges

# A line prepared for a bitmask of obstructed hexes: a bit of the first number blocks by itself; of each pair,
# a bit of both numbers together does. The board's edge may block a line for good: NEVER_CLEAR.
HexLine = tuple[int, tuple[tuple[int, int], ...]]
NEVER_CLEAR: HexLine = (0, ((0, 0),))
KEPT = 1 << 16
"""How many lines of one board are remembered; all are forgotten when there are more."""


class SightTable:
    """The yes-or-no answer of `blocks` for the lines of one board under one policy, by bitmasks.

    Every hex off the board counts as obstructed, as in `Enclosed`, unless `off_board_obstructs` is False. The
    A line is prepared when it is first asked about, and so many are remembered (`KEPT`).

    >>> row = [Hex(0, 0), Hex(1, 0), Hex(2, 0)]
    >>> table = SightTable(row, edges=Edges.BOTH, corners=Corners.IGNORE)
    >>> table.clear(row[0], row[2], table.mask([])), table.clear(row[0], row[2], table.mask([row[1]]))
    (True, False)
    """

    __slots__ = ("_bits", "_corners", "_edges", "_kept", "_off", "_reached", "_rows")

    def __init__(
        self, board: Iterable[Hex], *, edges: Edges, corners: Corners, off_board_obstructs: bool = True
    ) -> None:
        self._bits = {h: 2 << i for i, h in enumerate(dict.fromkeys(board))}
        self._off = 1 if off_board_obstructs else 0  # one bit for all hexes off the board
        self._edges = edges
        self._corners = corners
        self._rows: dict[Hex, dict[Hex, HexLine]] = {}
        self._kept = 0
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
            alone, pairs = self._prepared(a, b)
        return not mask & alone and (not pairs or _open(pairs, mask))

    def seen(self, a: Hex, mask: int, reach: int | None = None) -> list[Hex]:
        """The other hexes of the board, up to `reach` hexes away, to which the line from `a` is clear.

        This is the quick way to ask about many lines from one hex.
        """
        lines = self._reached.get((a, reach))
        if lines is None:
            if a not in self._bits:
                raise KeyError(a)
            near = (b for b in self._bits if b != a and (reach is None or distance(a, b) <= reach))
            lines = [(b, *self._line(a, b)) for b in near]
            self._remember(len(lines))
            self._reached[a, reach] = lines
        return [b for b, alone, pairs in lines if not mask & alone and (not pairs or _open(pairs, mask))]

    def _prepared(self, a: Hex, b: Hex) -> HexLine:
        if a not in self._bits or b not in self._bits:
            raise KeyError(b if a in self._bits else a)
        self._remember(1)
        line = self._rows.setdefault(a, {})[b] = self._line(a, b)
        return line

    def _remember(self, more: int) -> None:
        self._kept += more
        if self._kept > KEPT:
            self._rows.clear()
            self._reached.clear()
            self._kept = more

    def _line(self, a: Hex, b: Hex) -> HexLine:
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
            return _resolved(alone | left | right, [])
        if self._edges is Edges.NONE:
            return _resolved(alone, [])
        return _resolved(alone, pairs if self._edges is Edges.BOTH else [(left, right)])

    def _bit(self, h: Hex) -> int:
        return self._bits.get(h, self._off)


def _open(pairs: tuple[tuple[int, int], ...], mask: int) -> bool:
    for left, right in pairs:  # noqa: SIM110 (a generator would take twice as long)
        if (mask & left and mask & right) or not left:
            return False
    return True


def _resolved(alone: int, pairs: list[tuple[int, int]]) -> HexLine:
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
