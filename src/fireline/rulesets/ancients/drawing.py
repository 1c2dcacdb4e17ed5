"""The hex board of Commands & Colors: Ancients, with a shot, its card and a legend, or a threat map over it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property, partial

from fireline.draw.board import BoardDrawing, RuledShot, looks_in
from fireline.draw.canvas import (
    BLUE,
    BOTTOM_TINT,
    GREEN,
    INK,
    MUTED,
    PAPER,
    SKY,
    TOP_TINT,
    VERMILLION,
    WHITE,
    YELLOW,
    Pen,
    Point,
    clip,
    clip_middle,
)
from fireline.draw.hexes import (
    HALF,
    SIZE,
    HexGrid,
    Line,
    draw_ends,
    draw_line,
    draw_marks,
    draw_met,
    draw_range,
    draw_shooter,
)
from fireline.draw.legend import Item, shot_items
from fireline.draw.marks import badge
from fireline.game.drawing import ThreatMap
from fireline.geometry.hexes import HEXSIDES, Hex, distance
from fireline.rulesets.ancients.board import ROW_LETTERS, Board, Side, hex_name
from fireline.rulesets.ancients.editions import NUMBERS
from fireline.rulesets.ancients.pieces import UNITS, Symbol, UnitType
from fireline.rulesets.ancients.state import Leader, State, Unit
from fireline.ruling import Sight
from fireline.ruling.prose import capital

SIDE_COLOUR = {Side.BOTTOM: BLUE, Side.TOP: VERMILLION}
SIDE_TINT = {Side.BOTTOM: BOTTOM_TINT, Side.TOP: TOP_TINT}
_CLASS_COLOUR = {Symbol.GREEN: GREEN, Symbol.BLUE: SKY, Symbol.RED: VERMILLION}
_HALF, _ABOVE, _BELOW = 37.0, -28.0, 20.0
MOST_PIPS = 6
"""Blocks that a token has room for; more of them are told as a number."""
BADGES = {"M": "moved", "B": "battled", "N": "not ordered"}


def draw_unit(board: Pen, unit: Unit, at: Point) -> None:
    """A unit's token around the centre of its hex."""
    badges = list(badges_of(unit))
    states = "".join(f", {BADGES[letter]}" for letter in badges)
    note = f"{unit.id}: {unit}, {unit.side}, {unit.blocks} of {unit.type.blocks} blocks{states}"
    token = board.group(kind=f"unit {unit.side}", note=note, at=at, data_unit=unit.id)
    outline(token, unit.side)
    symbol(token, unit.type, (-24, -14), 7.5)
    token.text((-11, -9), unit.type.short, 14, bold=True)
    token.text((-32, 5), clip_middle(unit.id, 49 if len(badges) > 1 else 64, 11), 11, kind="unit-id")
    if unit.type.blocks > MOST_PIPS:
        token.text((-32, 17), f"{unit.blocks} of {unit.type.blocks}", 11, kind="pips")
    for n in range(unit.type.blocks if unit.type.blocks <= MOST_PIPS else 0):
        left = SIDE_COLOUR[unit.side] if n < unit.blocks else WHITE
        token.circle((-27 + 11 * n, 13), 3.8, kind="pip", fill=left, stroke=INK, stroke_width=1)
    for n, letter in enumerate(badges):
        badge(token, letter, (33, -17 + 15 * n), note=BADGES[letter])


def badges_of(unit: Unit) -> Iterator[str]:
    """The letters of a unit's states."""
    yield from (
        letter for letter, holds in (("M", unit.moved > 0), ("B", unit.battled), ("N", not unit.ordered)) if holds
    )


def outline(pen: Pen, side: Side, scale: float = 1.0) -> None:
    """The token itself: rounded with a peak upwards for bottom, cut corners with a peak downwards for top."""
    half, above, below, cut, peak = (scale * x for x in (_HALF, _ABOVE, _BELOW, 8, 6))
    if side is Side.BOTTOM:
        d = (
            f"M{-half + cut:g} {above:g} H{-peak:g} L0 {above - peak:g} L{peak:g} {above:g} H{half - cut:g}"
            f" Q{half:g} {above:g} {half:g} {above + cut:g} V{below - cut:g}"
            f" Q{half:g} {below:g} {half - cut:g} {below:g} H{-half + cut:g}"
            f" Q{-half:g} {below:g} {-half:g} {below - cut:g} V{above + cut:g}"
            f" Q{-half:g} {above:g} {-half + cut:g} {above:g} Z"
        )
    else:
        d = (
            f"M{-half + cut:g} {above:g} H{half - cut:g} L{half:g} {above + cut:g} V{below - cut:g}"
            f" L{half - cut:g} {below:g} H{peak:g} L0 {below + peak:g} L{-peak:g} {below:g} H{-half + cut:g}"
            f" L{-half:g} {below - cut:g} V{above + cut:g} Z"
        )
    width = max(3 * scale, 2)
    pen.path(d, kind="token", fill=SIDE_TINT[side], stroke=SIDE_COLOUR[side], stroke_width=width)


def symbol(pen: Pen, kind: UnitType, at: Point, r: float) -> None:
    """The class: green circle, blue triangle or red square, inside a white ring for types with a white border."""
    x, y = at
    if kind.border:
        _shape(pen, kind.symbol, (x, y), r + 3, WHITE)
    _shape(pen, kind.symbol, (x, y), r - 1 if kind.border else r, _CLASS_COLOUR[kind.symbol])


def _shape(pen: Pen, which: Symbol, at: Point, r: float, fill: str) -> None:
    x, y = at
    if which is Symbol.GREEN:
        pen.circle(at, r, fill=fill, stroke=INK, stroke_width=1.2)
    elif which is Symbol.BLUE:
        h = 1.2 * r
        corners = ((x, y - h), (x + 1.1 * r, y + 0.75 * r), (x - 1.1 * r, y + 0.75 * r))
        pen.polygon(corners, fill=fill, stroke=INK, stroke_width=1.2)
    else:
        pen.rect((x - 0.9 * r, y - 0.9 * r), (1.8 * r, 1.8 * r), fill=fill, stroke=INK, stroke_width=1.2)


def draw_leader(board: Pen, leader: Leader, at: Point, *, attached: bool) -> None:
    """A leader: a star with his name; below the token of the unit he is attached to."""
    where = "attached" if attached else "alone"
    note = f"Leader {leader.id}, {leader.side}, {where}"
    token = board.group(kind=f"leader {leader.side} {where}", note=note, at=at, data_unit=leader.id)
    colour = SIDE_COLOUR[leader.side]
    if attached:
        name = clip(leader.id, 42, 11)
        token.rect((-31, 21), (62, 16), rx=8, fill=PAPER, stroke=colour, stroke_width=1.5)
        star(token, (-22, 29), 7, YELLOW)
        token.text((-13, 33), name, 11, kind="leader-id")
        return
    up = -1 if leader.side is Side.BOTTOM else 1
    token.polygon(((-7, -4 + 15 * up), (7, -4 + 15 * up), (0, -4 + 26 * up)), fill=colour)
    token.circle((0, -4), 18, fill=SIDE_TINT[leader.side], stroke=colour, stroke_width=3)
    star(token, (0, -4), 13, YELLOW)
    token.text((0, 34), clip(leader.id, 60, 11), 11, anchor="middle", halo=PAPER, kind="leader-id")


def star(pen: Pen, at: Point, r: float, fill: str) -> None:
    """A five-pointed star, dark outlined."""
    corners = []
    for n in range(10):
        reach, angle = (r if n % 2 == 0 else 0.45 * r), math.pi * (n / 5 - 0.5)
        corners.append((at[0] + reach * math.cos(angle), at[1] + reach * math.sin(angle)))
    pen.polygon(corners, fill=fill, stroke=INK, stroke_width=1.2)


WIDEST = 240.0
"""The room for the name of a type."""


class HexBoard(BoardDrawing[State]):
    """The board, the first row on top; with a shot, its line of sight; else the range of a unit."""

    looks = looks_in(NUMBERS.tables)

    @cached_property
    def grid(self) -> HexGrid:
        """The hexes in the picture."""
        top = self.state.board.top
        return HexGrid((self.margin + HALF, self.head + SIZE - 1.5 * SIZE * top))

    @property
    def size(self) -> Point:
        """From the leftmost corner of the board to the rightmost: indented rows of full length stick out."""
        board = self.state.board
        return HALF * (2 * board.columns + board.equal_rows), SIZE * (1.5 * board.rows + 0.5)

    def facts(self) -> str:
        """Whose turn it is, and the banners won."""
        state, wide = self.state, max(self.size[0], self.narrowest) / 4
        whose = ((Side.TOP, state.banners.top), (Side.BOTTOM, state.banners.bottom))
        banners = ", ".join(f"{clip(state.army(side), wide, 12.5)} {won}" for side, won in whose)
        return f"{clip(capital(state.army(state.turn.side)), wide, 12.5)} fires. Victory Banners: {banners}."

    def told(self) -> Iterator[str]:
        state = self.state
        size = f"{state.board.rows} rows and {state.board.columns} columns"
        yield f"{capital(state.army(state.turn.side))} fires. Board of {size}."
        for unit in state.units:
            states = [f"moved {unit.moved}"] if unit.moved else []
            states += [f"battled {unit.battled} times" if unit.battled > 1 else "battled"] if unit.battled else []
            states += [] if unit.ordered else ["not ordered"]
            yield ", ".join([f"{unit.id}: {unit}, {unit.side}, {unit.blocks} of {unit.type.blocks} blocks", *states])
        for leader in state.leaders:
            yield f"Leader {leader.id} on {hex_name(leader.hex)}, {leader.side}"
        for hex_, name in state.board.terrain:
            yield f"{hex_name(hex_)}: {state.board.kinds[name].name}"
        for hex_, sides in state.board.ramparts:
            yield f"{hex_name(hex_)}: rampart on {', '.join(sides)}"

    def lay(self) -> Pen:
        canvas, state = self.canvas, self.state
        ground = self._ground(canvas.group(kind="hexes"))
        under, names, walls = canvas.group(kind="under"), canvas.group(kind="names"), canvas.group(kind="ramparts")
        self._names(names)
        self._ramparts(walls)
        self._pieces(canvas.group(kind="pieces"))
        if self.judged:
            self._shot(under, canvas.group(kind="over"), self.judged)
        elif isinstance(shooter := state.find(self.viewer), Unit):
            draw_range(under, self.grid.outline(_within(state.board, shooter.hex, shooter.type.range)))
            draw_shooter(under, self.grid, shooter.hex)
        canvas.frame((0, self.head - 8), (self.margin + self.size[0] + self.margin, self.size[1] + 16))
        return ground

    def tokens(self) -> list[Point]:
        return [self.grid.centre(piece.hex) for piece in self.state.pieces]

    def cells(self, chart: ThreatMap) -> dict[str, list[Point]]:
        return {name: self.grid.corners(hex_) for name, hex_ in self.state.board.hexes.items()}

    def _ground(self, layer: Pen) -> Pen:
        board, kinds = self.state.board, dict(self.state.board.terrain)
        self.patterns.define(sorted(set(kinds.values())))
        for name, hex_ in board.hexes.items():
            ground = board.terrain_at(hex_)
            note = f"{name}: {ground.name}" if ground else name
            self.patterns.cell(layer, name, self.grid.corners(hex_), kinds.get(hex_, ""), note, "hex")
        return layer

    def _names(self, layer: Pen) -> None:
        """Hex names and letters of terrain, each in a corner of its hex that no token covers."""
        board, kinds = self.state.board, dict(self.state.board.terrain)
        for name, hex_ in board.hexes.items():
            kind, (x, y) = kinds.get(hex_, ""), self.grid.centre(hex_)
            look = self.patterns.look(kind)
            layer.text((x, y - 35), name, 11, anchor="middle", fill=look.text, halo=look.tint, kind="hex-name")
            if ground := board.terrain_at(hex_):
                self.patterns.letter(layer, kind, ground.letter, (x, y + 43))
        for row in range(board.rows):
            layer.text((14, self.head + SIZE * (1 + 1.5 * row) + 5), ROW_LETTERS[row], 15, bold=True, fill=MUTED)

    def _ramparts(self, layer: Pen) -> None:
        for hex_, sides in self.state.board.ramparts:
            for side in HEXSIDES:
                if side in sides:
                    wall = layer.group(kind="rampart", note=f"rampart on the {side} side of {hex_name(hex_)}")
                    draw_rampart(wall, *self.grid.side(hex_, side, 0.93))

    def _pieces(self, layer: Pen) -> None:
        for unit in self.state.units:
            draw_unit(layer, unit, self.grid.centre(unit.hex))
        for leader in self.state.leaders:
            attached = self.state.unit_at(leader.hex) is not None
            draw_leader(layer, leader, self.grid.centre(leader.hex), attached=attached)

    def _shot(self, under: Pen, over: Pen, judged: RuledShot) -> None:
        state, grid, sight = self.state, self.grid, judged.ruling.line_of_sight
        shooter, target = state.unit(judged.shot.shooter), state.find(judged.shot.target)
        draw_range(under, grid.outline(_within(state.board, shooter.hex, int(judged.ruling.summary["range"]))))
        if target is None or not isinstance(sight, Sight):
            return
        line = Line(grid.centre(shooter.hex), grid.centre(target.hex))
        draw_met(under, grid, state.board.hexes, sight)
        draw_ends(under, grid, shooter.hex, target.hex)
        draw_line(under, line, sight)
        draw_marks(over, line, sight)

    def items(self) -> Iterator[Item]:
        state = self.state
        for side in (Side.BOTTOM, Side.TOP):
            if any(piece.side is side for piece in state.pieces):
                name = state.army(side)
                whose = name if name == str(side) else f"{clip(name, WIDEST, 12.5)} ({side})"
                yield whose, partial(outline, side=side, scale=0.42)
        present = {unit.type.id: unit.type for unit in state.units}
        for id_ in dict.fromkeys((*UNITS, *present)):
            if kind := present.get(id_):
                border = ", white border" if kind.border else ""
                label = f"{kind.short} {clip(kind.name, WIDEST, 12.5)} ({kind.symbol}{border})"
                yield label, partial(symbol, kind=kind, at=(4, 0), r=8)
        if state.leaders:
            yield "leader", partial(star, at=(4, 0), r=10, fill=YELLOW)
        letters = {letter for unit in state.units for letter in badges_of(unit)}
        for letter, meaning in BADGES.items():
            if letter in letters:
                yield meaning, partial(badge, letter=letter, at=(6, 0))
        kinds = {name for _, name in state.board.terrain}
        for ground in state.board.kinds.values():
            if ground.id in kinds:
                swatch = partial(self.patterns.swatch, kind=ground.id, letter=ground.letter)
                yield clip(ground.name, WIDEST, 12.5), swatch
        if state.board.ramparts:
            yield "rampart", partial(draw_rampart, a=(-14, 0), b=(16, 0))
        if self.ruling:
            yield from shot_items(self.ruling, str(self.ruling.summary["range"] or ""), "hex")


def _within(board: Board, start: Hex, reach: int) -> list[Hex]:
    """The hexes of the board within range, none of them for no range."""
    return [hex_ for hex_ in board.hexes.values() if distance(start, hex_) <= reach] if reach else []


def draw_rampart(pen: Pen, a: Point, b: Point) -> None:
    """A wall of this length: a thick mark with gaps like battlements."""
    pen.line(a, b, stroke=INK, stroke_width=8)
    pen.line(a, b, stroke=WHITE, stroke_width=3, stroke_dasharray="4 5")


DRAWING = HexBoard.drawing()
