"""A board of squares or hexes with whoever stands on it, a shot with its card, a threat map: for any game on cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any, ClassVar, Protocol, TypeVar

from fireline.draw.board import BoardDrawing, Look
from fireline.draw.canvas import INK, Pen, Point, clip, clip_middle
from fireline.draw.hexes import HexGrid, draw_stroke
from fireline.draw.legend import Item
from fireline.draw.marks import cross
from fireline.draw.sides import COLOURS, NEITHER, TINTS, looks, looks_by_unit
from fireline.game.command import Shot
from fireline.game.drawing import Drawing, ThreatMap
from fireline.game.ruleset import UnitView
from fireline.geometry.hexes import Hex
from fireline.ruling import Sight
from fireline.ruling.prose import capital

SIZE = 72.0
"""The side of a square; large enough for the smallest text."""
RIM = 4.0
"""What a page shows around the cells, so that it cuts no line."""
S = TypeVar("S")
Kinds = Callable[[S], Mapping[str, str]]
"""The kind of terrain of the cells of a state that have any, by their names."""
Square = tuple[int, int]
"""How far to the right and how far up a square lies."""


class Layout(Protocol):
    """Where cells of one form lie in a picture, in pixels from where their board begins to be counted."""

    room: float
    """From the middle of a cell to where a number below its token stands."""

    def middle(self, cell: Any) -> Point:
        """The middle of a cell."""
        ...

    def corners(self, cell: Any) -> list[Point]:
        """The corners of a cell."""
        ...

    def point(self, x: float, y: float) -> Point:
        """A point of the board in the measure of its cells."""
        ...

    def name_at(self, cell: Any) -> tuple[Point, str]:
        """Where the name of a cell stands, and which part of it stands there."""
        ...


class SquareLayout:
    """Squares counted to the right and upwards.

    >>> SquareLayout().middle((0, 7))
    (36.0, -540.0)
    """

    room = SIZE / 2 - 2

    def middle(self, cell: Square) -> Point:
        """The middle of a square."""
        return self.point(cell[0] + 0.5, cell[1] + 0.5)

    def corners(self, cell: Square) -> list[Point]:
        """The corners of a square."""
        (x, y), half = self.middle(cell), SIZE / 2
        return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]

    def point(self, x: float, y: float) -> Point:
        """So many squares to the right of the lower left corner of 0, 0 and up from it."""
        return SIZE * x, -SIZE * y

    def name_at(self, cell: Square) -> tuple[Point, str]:
        """In the upper left corner."""
        x, y = self.corners(cell)[0]
        return (x + 4, y + 12), "start"


class HexLayout:
    """Hexes with pointy tops by their axial coordinates, the rows downwards."""

    room = 30.0
    grid = HexGrid((0, 0))

    def middle(self, cell: Hex) -> Point:
        """The centre of a hex."""
        return self.grid.centre(cell)

    def corners(self, cell: Hex) -> list[Point]:
        """The corners of a hex."""
        return self.grid.corners(cell)

    def point(self, x: float, y: float) -> Point:
        """A point by its axial coordinates in hexes."""
        return self.grid.point(x, y)

    def name_at(self, cell: Hex) -> tuple[Point, str]:
        """Below the upper corner."""
        x, y = self.middle(cell)
        return (x, y - 35), "middle"


def square_drawing(
    squares: Mapping[str, Square] | Callable[[S], Mapping[str, Square]],
    terrain: Kinds[S],
    looks: Mapping[str, Look],
) -> Drawing[S]:
    """What a game on squares draws, when it does not draw by itself.

    Args:
        squares: Every square by the name that `UnitView.place` has for it: how far to the right and how far up it lies;
            or what gives them for a state, where a battle says how large its board is.
        terrain: The kind of terrain of the squares of a state that have any, by their names.
        looks: How each kind is drawn.

    Returns:
        The drawing: the board with its units, a shot and its card, or a threat map.
    """
    return _drawing(squares, terrain, looks, SquareLayout())


def hex_drawing(
    hexes: Mapping[str, Hex] | Callable[[S], Mapping[str, Hex]],
    terrain: Kinds[S],
    looks: Mapping[str, Look],
) -> Drawing[S]:
    """What a game on hexes draws, when it does not draw by itself.

    Args:
        hexes: Every hex by the name that `UnitView.place` has for it; or what gives them for a state.
        terrain: The kind of terrain of the hexes of a state that have any, by their names.
        looks: How each kind is drawn.

    Returns:
        The drawing: the board with its units, a shot and its card, or a threat map.
    """
    return _drawing(hexes, terrain, looks, HexLayout())


def _drawing(cells: Any, terrain: Kinds[S], looks: Mapping[str, Look], layout: Layout) -> Drawing[S]:
    found = cells if callable(cells) else lambda _: cells
    own = {"cells_of": staticmethod(found), "kinds_at": staticmethod(terrain), "looks": looks}
    own |= {"layout": layout, "below": layout.room}
    board: type[CellBoard[S]] = type("Board", (CellBoard,), own)
    return board.drawing()


class CellBoard(BoardDrawing[S]):
    """The board of a game on cells; with a shot, its lines; else a ring around the viewer."""

    head, narrowest = 70.0, 0.0
    cells_of: ClassVar[staticmethod[[Any], Mapping[str, Any]]]
    kinds_at: ClassVar[staticmethod[[Any], Mapping[str, str]]]
    layout: ClassVar[Layout]

    @cached_property
    def board(self) -> Mapping[str, Any]:
        """The cells of this battle."""
        return self.cells_of(self.state)

    @cached_property
    def _span(self) -> tuple[Point, Point]:
        """The upper left and the lower right end of the board, as it is counted."""
        xs, ys = zip(*(corner for cell in self.board.values() for corner in self.layout.corners(cell)), strict=True)
        return (min(xs), min(ys)), (max(xs), max(ys))

    @property
    def size(self) -> Point:
        """As wide and as high as its cells."""
        (left, top), (right, low) = self._span
        return right - left, low - top

    def _there(self, point: Point) -> Point:
        """A point of the board in the picture."""
        (left, top), _ = self._span
        return self.margin + point[0] - left, self.head + point[1] - top

    def facts(self) -> str:
        """Whose turn it is."""
        return clip(f"{capital(self.battle.turn.words)}.", self.size[0], 12.5)

    def told(self) -> Iterator[str]:
        """Everybody with his side."""
        yield from (f"{unit.title}, {unit.side}" for unit in self.battle.units)

    def lay(self) -> Pen:
        """Cells, then the line of the shot, then units."""
        ground = self._ground(self.canvas.group(kind="cells"), self.canvas.group(kind="names"))
        tokens = self.canvas.group(kind="units")
        shot = self.judged.shot if self.judged else None
        ringed = {shot.shooter, shot.target} if shot else {self.viewer}
        look = looks_by_unit(self.battle)
        for unit in self._standing:
            at = self._middle(unit.place)
            _token(tokens.group(at=at, note=_note(unit), data_unit=unit.id), unit, look[unit.id])
            if unit.id in ringed:
                tokens.circle(at, 25, fill="none", stroke=INK, stroke_width=2.4)
        wide, high = self.size
        self.canvas.frame((self.margin - RIM, self.head - RIM), (wide + 2 * RIM, high + 2 * RIM))
        if self.judged and isinstance(sight := self.judged.ruling.line_of_sight, Sight):
            self._line(ground, self.judged.shot, sight)
        return ground

    def items(self) -> Iterator[Item]:
        """The sides, and the terrain that there is."""
        known = looks(self.battle)
        for side in self.battle.every_side:
            yield clip(side, 200, 12.5), partial(_disc, r=9, look=known[side], at=(4, 0))
        for kind in dict.fromkeys(self.kinds_at(self.state).values()):
            yield clip(kind, 200, 12.5), partial(self.patterns.swatch, kind=kind, letter="")

    def tokens(self) -> list[Point]:
        """The middles of the cells where somebody stands."""
        return [self._middle(unit.place) for unit in self._standing]

    def cells(self, chart: ThreatMap) -> dict[str, list[Point]]:
        """Every cell."""
        return {name: self._corners(cell) for name, cell in self.board.items()}

    def _corners(self, cell: Any) -> list[Point]:
        return [self._there(corner) for corner in self.layout.corners(cell)]

    @property
    def _standing(self) -> list[UnitView]:
        return [unit for unit in self.battle.units if unit.place in self.board]

    def _ground(self, layer: Pen, names: Pen) -> Pen:
        terrain = self.kinds_at(self.state)
        self.patterns.define(sorted(set(terrain.values())))
        for name, cell in self.board.items():
            kind = terrain.get(name, "")
            self.patterns.cell(layer, name, self._corners(cell), kind, f"{name}: {kind}" if kind else name, "cell")
            look, (at, anchor) = self.patterns.look(kind), self.layout.name_at(cell)
            names.text(self._there(at), name, 11, fill=look.text, halo=look.tint, anchor=anchor, kind="cell-name")
        return layer

    def _line(self, ground: Pen, shot: Shot, sight: Sight) -> None:
        """Every line of the ruling, else that from middle to middle; under the units, with a cross on what blocks."""
        by_id = {unit.id: unit.place for unit in self.battle.units}
        under = self.canvas.group_above(ground, kind="line")
        if sight.lines is None:
            start, end = (self._middle(by_id[id_]) for id_ in (shot.shooter, shot.target))
            draw_stroke(under, start, end, "sight", clear=sight.clear)
        for line in sight.lines or ():
            start, end = (self._there(self.layout.point(*map(float, point))) for point in (line.start, line.end))
            draw_stroke(under, start, end, "sight", clear=line.clear)
        for name in sight.blockers:
            if name in self.board:
                cross(under, self._middle(name), f"{name} blocks the line", data_blocker=name)

    def _middle(self, name: str) -> Point:
        return self._there(self.layout.middle(self.board[name]))


def _note(unit: UnitView) -> str:
    return ", ".join([unit.title, *filter(None, [unit.side]), *unit.flags, *(["out of play"] if unit.out else [])])


def _token(token: Pen, unit: UnitView, look: int) -> None:
    """A disc in the look of its side with the unit's id, and what is left of it; pale when it is out of play."""
    _disc(token, 20, look, opacity=0.5 if unit.out else 1)
    token.text((0, 2), clip_middle(unit.id, 34, 11), 11, anchor="middle", bold=True, kind="unit-id")
    if unit.left is not None:
        token.text((0, 14), str(unit.left), 11, anchor="middle")


def _disc(pen: Pen, r: float, look: int, at: Point = (0, 0), opacity: float = 1) -> None:
    """A disc in the colours of a side; a second rim, or dashes, tell the sides apart without them."""
    tint, rim, dashes = TINTS[look], COLOURS[look], "6 3" if look == NEITHER else "none"
    pen.circle(at, r, fill=tint, fill_opacity=opacity, stroke=rim, stroke_width=3, stroke_dasharray=dashes)
    if look == 1:
        pen.circle(at, r + 3.3, fill="none", stroke=rim, stroke_width=1.2)
