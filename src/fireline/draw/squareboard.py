"""A board of squares with whoever stands on it, a shot with its card, a threat map: for any game that names squares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, ClassVar, TypeVar

from fireline.draw.board import BoardDrawing, Look
from fireline.draw.canvas import INK, Pen, Point, clip, clip_middle
from fireline.draw.hexes import draw_stroke
from fireline.draw.legend import Item
from fireline.draw.marks import cross
from fireline.draw.sides import COLOURS, NEITHER, TINTS, looks, side_of, sides
from fireline.game.command import Shot
from fireline.game.drawing import Drawing, ThreatMap
from fireline.game.ruleset import UnitView
from fireline.ruling import Sight
from fireline.ruling.prose import capital

SIZE = 72.0
"""The side of a square; large enough for the smallest text."""
Square = tuple[int, int]
"""How far to the right and how far up a square lies."""


@dataclass(frozen=True)
class SquareGrid:
    """Squares counted to the right and upwards; `at` is the upper left corner of the highest square of column 0.

    >>> SquareGrid(rows=8, at=(0, 0)).middle((0, 7))
    (36.0, 36.0)
    """

    rows: int
    at: Point

    @classmethod
    def around(cls, squares: Iterable[Square], at: Point) -> SquareGrid:
        """The grid of a board that has these squares, from 0, 0 on."""
        return cls(1 + max(row for _, row in squares), at)

    def middle(self, square: Square) -> Point:
        """The middle of a square."""
        column, row = square
        return self.point((column + 0.5, row + 0.5))

    def point(self, point: tuple[Fraction | float, Fraction | float]) -> Point:
        """A point of the board, so many squares to the right of the lower left corner of 0, 0 and up from it."""
        right, up = map(float, point)
        return self.at[0] + SIZE * right, self.at[1] + SIZE * (self.rows - up)

    def corners(self, square: Square, scale: float = 1.0) -> list[Point]:
        """The corners of a square, drawn in or out by a scale."""
        (x, y), half = self.middle(square), scale * SIZE / 2
        return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


S = TypeVar("S")
Squares = Mapping[str, Square]
"""Every square by the name that `UnitView.place` has for it."""


def square_drawing(
    squares: Squares | Callable[[S], Squares], terrain: Callable[[S], Mapping[str, str]], looks: Mapping[str, Look]
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
    found = squares if callable(squares) else lambda _: squares
    own = {"squares_of": staticmethod(found), "kinds_at": staticmethod(terrain), "looks": looks}
    board: type[SquareBoard[S]] = type("Board", (SquareBoard,), own)
    return board.drawing()


class SquareBoard(BoardDrawing[S]):
    """The board of a game on squares; with a shot, its line; else a ring around the viewer."""

    head, narrowest, below = 70.0, 0.0, SIZE / 2 - 2
    squares_of: ClassVar[staticmethod[[Any], Squares]]
    kinds_at: ClassVar[staticmethod[[Any], Mapping[str, str]]]

    @cached_property
    def squares(self) -> Squares:
        """The squares of this battle."""
        return self.squares_of(self.state)

    @cached_property
    def grid(self) -> SquareGrid:
        """The squares in the picture."""
        return SquareGrid.around(self.squares.values(), (self.margin, self.head))

    @property
    def size(self) -> Point:
        """As wide and as high as its squares."""
        return SIZE * (1 + max(column for column, _ in self.squares.values())), SIZE * self.grid.rows

    def facts(self) -> str:
        """Whose turn it is."""
        return clip(f"{capital(self.battle.turn.words)}.", self.size[0], 12.5)

    def told(self) -> Iterator[str]:
        """Everybody with his side."""
        yield from (f"{unit.title}, {unit.side}" for unit in self.battle.units)

    def lay(self) -> Pen:
        """Squares, then the line of the shot, then units."""
        ground = self._ground(self.canvas.group(kind="squares"), self.canvas.group(kind="names"))
        tokens = self.canvas.group(kind="units")
        shot = self.judged.shot if self.judged else None
        ringed = {shot.shooter, shot.target} if shot else {self.viewer}
        whose, look = side_of(self.battle), looks(self.battle)
        for unit in self._standing:
            at = self._middle(unit.place)
            _token(tokens.group(at=at, note=_note(unit), data_unit=unit.id), unit, look[whose[unit.id]])
            if unit.id in ringed:
                tokens.circle(at, 25, fill="none", stroke=INK, stroke_width=2.4)
        self.canvas.frame((self.margin, self.head), self.size)
        if self.judged and isinstance(sight := self.judged.ruling.line_of_sight, Sight):
            self._line(ground, self.judged.shot, sight)
        return ground

    def items(self) -> Iterator[Item]:
        """The sides, and the terrain that there is."""
        for side in sides(self.battle):
            yield clip(side, 200, 12.5), partial(_disc, r=9, look=looks(self.battle)[side], at=(4, 0))
        for kind in dict.fromkeys(self.kinds_at(self.state).values()):
            yield clip(kind, 200, 12.5), partial(self.patterns.swatch, kind=kind, letter="")

    def tokens(self) -> list[Point]:
        """The middles of the squares where somebody stands."""
        return [self._middle(unit.place) for unit in self._standing]

    def cells(self, chart: ThreatMap) -> dict[str, list[Point]]:
        """Every square."""
        return {name: self.grid.corners(square) for name, square in self.squares.items()}

    @property
    def _standing(self) -> list[UnitView]:
        return [unit for unit in self.battle.units if unit.place in self.squares]

    def _ground(self, layer: Pen, names: Pen) -> Pen:
        terrain = self.kinds_at(self.state)
        self.patterns.define(sorted(set(terrain.values())))
        for name, square in self.squares.items():
            kind, corners = terrain.get(name, ""), self.grid.corners(square)
            self.patterns.cell(layer, name, corners, kind, f"{name}: {kind}" if kind else name, "square")
            (x, y), look = corners[0], self.patterns.look(kind)
            names.text((x + 4, y + 12), name, 11, fill=look.text, halo=look.tint, kind="square-name")
        return layer

    def _line(self, ground: Pen, shot: Shot, sight: Sight) -> None:
        """Every line of the ruling, else that from middle to middle; under the units, with a cross on what blocks."""
        by_id = {unit.id: unit.place for unit in self.battle.units}
        under = self.canvas.group_above(ground, kind="line")
        if sight.lines is None:
            start, end = (self._middle(by_id[id_]) for id_ in (shot.shooter, shot.target))
            draw_stroke(under, start, end, "sight", clear=sight.clear)
        for line in sight.lines or ():
            draw_stroke(under, self.grid.point(line.start), self.grid.point(line.end), "sight", clear=line.clear)
        for name in sight.blockers:
            cross(under, self._middle(name), f"{name} blocks the line", data_blocker=name)

    def _middle(self, name: str) -> Point:
        return self.grid.middle(self.squares[name])


def _note(unit: UnitView) -> str:
    return ", ".join([unit.title, *filter(None, [unit.side]), *unit.flags, *(["out of play"] if unit.out else [])])


def _token(token: Pen, unit: UnitView, look: int) -> None:
    """A disc in the look of its side with the unit's id, and what is left of it; pale when it is out of play."""
    _disc(token, 20, look, opacity=0.5 if unit.out else 1)
    token.text((0, 2), clip_middle(unit.id, 34, 11), 11, anchor="middle", bold=True)
    if unit.left is not None:
        token.text((0, 14), str(unit.left), 11, anchor="middle")


def _disc(pen: Pen, r: float, look: int, at: Point = (0, 0), opacity: float = 1) -> None:
    """A disc in the colours of a side; a second rim, or dashes, tell the sides apart without them."""
    tint, rim, dashes = TINTS[look], COLOURS[look], "6 3" if look == NEITHER else "none"
    pen.circle(at, r, fill=tint, fill_opacity=opacity, stroke=rim, stroke_width=3, stroke_dasharray=dashes)
    if look == 1:
        pen.circle(at, r + 3.3, fill="none", stroke=rim, stroke_width=1.2)
