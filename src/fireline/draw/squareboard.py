"""A board of squares with whoever stands on it, a shot with its card, a threat map: for any game that names squares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from fireline.draw.board import BoardPicture, Judged
from fireline.draw.canvas import Canvas, Pen, Point
from fireline.draw.legend import Item, draw_legend
from fireline.draw.marks import cross
from fireline.draw.palette import BLUE, GREEN, INK, PURPLE, VERMILLION, WHITE
from fireline.draw.patterns import Look, Patterns
from fireline.draw.sightline import draw_stroke
from fireline.draw.text import clip, clip_middle
from fireline.draw.threatmap import draw_cells
from fireline.game.battle import Battle
from fireline.game.drawing import Drawing, ThreatMap
from fireline.game.roster import UnitView
from fireline.game.shot import Shot
from fireline.ruling import Sight

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
        return self.at[0] + SIZE * (column + 0.5), self.at[1] + SIZE * (self.rows - row - 0.5)

    def corners(self, square: Square, scale: float = 1.0) -> list[Point]:
        """The corners of a square, drawn in or out by a scale."""
        (x, y), half = self.middle(square), scale * SIZE / 2
        return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


S = TypeVar("S")
LEFT, TOP = 36.0, 70.0
COLOURS = (VERMILLION, BLUE, GREEN, PURPLE)
"""Of the sides, in the order of the battle."""


def square_drawing(
    squares: Mapping[str, Square], terrain: Callable[[S], Mapping[str, str]], looks: Mapping[str, Look]
) -> Drawing[S]:
    """What a game on squares draws, when it does not draw by itself.

    Args:
        squares: Every square by the name that `UnitView.place` has for it: how far to the right and how far up it lies.
        terrain: The kind of terrain of the squares of a state that have any, by their names.
        looks: How each kind is drawn.
    """
    board = SquareBoard(squares, terrain, looks, SquareGrid.around(squares.values(), (LEFT, TOP)))
    return Drawing(board=board.draw, threat=board.draw_threat)


@dataclass(frozen=True)
class SquareBoard(Generic[S]):
    """The pictures of a game on squares."""

    squares: Mapping[str, Square]
    terrain: Callable[[S], Mapping[str, str]]
    looks: Mapping[str, Look]
    grid: SquareGrid

    def draw(self, battle: Battle, shot: Shot | None, viewer: str) -> str:
        """The board as SVG; with a shot, its line and its card; else a ring around the viewer."""
        if shot is None:
            words = "\n".join(f"{unit.title}, {unit.side}" for unit in battle.units)
            return self._board(Canvas(_title(battle), words), battle, {viewer}).finish()
        judged = Judged.of(battle, shot)
        picture = self._board(judged.canvas(), battle, {shot.shooter, shot.target})
        if isinstance(sight := judged.ruling.line_of_sight, Sight):
            self._line(picture, battle, shot, sight)
        picture.add_card(judged, TOP, LEFT)
        return picture.finish()

    def draw_threat(self, battle: Battle, chart: ThreatMap) -> str:
        """The board with a chance on every square."""
        corners = {name: self.grid.corners(square) for name, square in self.squares.items()}
        return draw_cells(self._board(Canvas(chart.title, chart.described), battle, set()), chart, corners)

    def _board(self, canvas: Canvas, battle: Battle, ringed: set[str]) -> BoardPicture:
        wide = SIZE * (1 + max(column for column, _ in self.squares.values()))
        high, patterns, terrain = SIZE * self.grid.rows, Patterns(canvas, self.looks), self.terrain(battle.state)
        words = battle.turn.words
        canvas.heading(LEFT, _title(battle), clip(f"{words[:1].upper()}{words[1:]}.", wide, 12.5), wide)
        ground = self._ground(canvas, patterns, terrain)
        tokens = canvas.group(kind="units")
        standing = [unit for unit in battle.units if unit.place in self.squares]
        for unit in standing:
            colour = _colour(battle, unit.side)
            _token(tokens.group(at=self._middle(unit.place), note=_note(unit), data_unit=unit.id), unit, colour)
            if unit.id in ringed:
                tokens.circle(self._middle(unit.place), 25, fill="none", stroke=INK, stroke_width=2.4)
        canvas.frame((LEFT, TOP), (wide, high))
        low = draw_legend(canvas, (LEFT, TOP + high + 26), wide, _legend(battle, patterns, terrain))
        middles = [self._middle(unit.place) for unit in standing]
        return BoardPicture(canvas, ground, LEFT + wide + LEFT, low, middles, below=SIZE / 2 - 2)

    def _ground(self, canvas: Canvas, patterns: Patterns, terrain: Mapping[str, str]) -> Pen:
        patterns.define(sorted(set(terrain.values())))
        layer, names = canvas.group(kind="squares"), canvas.group(kind="names")
        for name, square in self.squares.items():
            kind, corners = terrain.get(name, ""), self.grid.corners(square)
            hooks = {"data_cell": name} | ({"data_terrain": kind} if kind else {})
            paint = {"fill": patterns.paint(kind), "stroke": "#8B919C"}
            note = f"{name}: {kind}" if kind else name
            layer.polygon(corners, kind="square", note=note, **paint, stroke_width=1, **hooks)
            (x, y), look = corners[0], patterns.look(kind)
            names.text((x + 4, y + 12), name, 11, fill=look.text, halo=look.tint, kind="square-name")
        return layer

    def _line(self, picture: BoardPicture, battle: Battle, shot: Shot, sight: Sight) -> None:
        """From middle to middle, under the units, with a cross on whatever blocks."""
        by_id = {unit.id: unit.place for unit in battle.units}
        under = picture.canvas.group_above(picture.ground, kind="line")
        start, end = (self._middle(by_id[id_]) for id_ in (shot.shooter, shot.target))
        draw_stroke(under, start, end, "sight", clear=sight.clear)
        for name in sight.blockers:
            cross(under, self._middle(name), f"{name} blocks the line", data_blocker=name)

    def _middle(self, name: str) -> tuple[float, float]:
        return self.grid.middle(self.squares[name])


def _title(battle: Battle) -> str:
    return battle.data().get("name") or battle.ruleset.name


def _colour(battle: Battle, side: str) -> str:
    return COLOURS[battle.sides.index(side) % len(COLOURS)] if side else INK


def _note(unit: UnitView) -> str:
    return ", ".join([unit.title, *filter(None, [unit.side]), *unit.flags, *(["out of play"] if unit.out else [])])


def _token(token: Pen, unit: UnitView, colour: str) -> None:
    """A disc in the colour of its side with the unit's id, and what is left of it; pale when it is out of play."""
    token.circle((0, 0), 20, fill=WHITE, fill_opacity=0.5 if unit.out else 1, stroke=colour, stroke_width=4)
    token.text((0, 2), clip_middle(unit.id, 34, 11), 11, anchor="middle", bold=True)
    if unit.left is not None:
        token.text((0, 14), str(unit.left), 11, anchor="middle")


def _legend(battle: Battle, patterns: Patterns, terrain: Mapping[str, str]) -> Iterator[Item]:
    for side in battle.sides:
        yield clip(side, 200, 12.5), partial(_disc, colour=_colour(battle, side))
    for kind in dict.fromkeys(terrain.values()):
        yield clip(kind, 200, 12.5), partial(patterns.swatch, kind=kind, letter="")


def _disc(pen: Pen, colour: str) -> None:
    pen.circle((4, 0), 9, fill=WHITE, stroke=colour, stroke_width=4)
