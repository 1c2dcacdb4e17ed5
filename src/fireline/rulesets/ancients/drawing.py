"""The hex board of Commands & Colors: Ancients, with a shot, its card and a legend, or a threat map over it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from fireline.draw.board import BoardPicture, Judged
from fireline.draw.canvas import Canvas, Pen, Point
from fireline.draw.hexes import HALF, SIZE, HexGrid
from fireline.draw.legend import Item, draw_legend, range_item, shooter_and_target, sight_items
from fireline.draw.marks import badge
from fireline.draw.palette import (
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
)
from fireline.draw.patterns import Patterns, looks_in
from fireline.draw.sightline import Line, draw_ends, draw_line, draw_marks, draw_met, draw_range, draw_shooter
from fireline.draw.text import clip, clip_middle
from fireline.draw.threatmap import draw_cells
from fireline.game.battle import Battle
from fireline.game.drawing import Drawing, ThreatMap
from fireline.game.shot import Shot
from fireline.geometry.hexes import HEXSIDES, Hex, distance
from fireline.rulesets.ancients.board import ROW_LETTERS, Board, Side, hex_name
from fireline.rulesets.ancients.editions import NUMBERS
from fireline.rulesets.ancients.pieces import UNITS, Symbol, UnitType
from fireline.rulesets.ancients.state import Leader, State, Unit
from fireline.ruling import Ruling, Sight

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


MARGIN, HEAD = 36.0, 66.0


def _grid(board: Board) -> HexGrid:
    """The hexes in the picture, the first row of the board on top."""
    return HexGrid((MARGIN + HALF, HEAD + SIZE - 1.5 * SIZE * board.shape.top))


def draw(battle: Battle, shot: Shot | None = None, viewer: str = "") -> str:
    """The board as SVG; with a shot, its line of sight and its card; seen from a unit, its range."""
    state: State = battle.state
    if shot is None:
        return _compose(Canvas(_name(battle), "\n".join(_told(state))), battle, _facts(state), viewer=viewer).finish()
    judged = Judged.of(battle, shot)
    return _compose(judged.canvas(), battle, _facts(state), judged).finish()


def draw_threat(battle: Battle, chart: ThreatMap) -> str:
    """The board with a chance in every hex."""
    board: Board = battle.state.board
    title = clip(chart.title, _width(board), 12.5)
    picture = _compose(Canvas(chart.title, chart.described), battle, title)
    return draw_cells(picture, chart, {name: _grid(board).corners(hex_) for name, hex_ in board.hexes.items()})


def _name(battle: Battle) -> str:
    return battle.state.name or battle.ruleset.name


def _width(board: Board) -> float:
    return max(_across(board), 420)


def _across(board: Board) -> float:
    """From the leftmost corner of the board to the rightmost: indented rows of full length stick out."""
    shape = board.shape
    return HALF * (2 * shape.columns + shape.equal_rows)


def _facts(state: State) -> str:
    """Whose turn it is, and the banners won."""
    wide = _width(state.board) / 4
    whose = zip((Side.TOP, Side.BOTTOM), state.banners, strict=True)
    banners = ", ".join(f"{clip(state.army(side), wide, 12.5)} {won}" for side, won in whose)
    return f"{clip(capital(state.army(state.turn)), wide, 12.5)} fires. Victory Banners: {banners}."


def _compose(
    canvas: Canvas, battle: Battle, facts: str, judged: Judged | None = None, viewer: str = ""
) -> BoardPicture:
    state: State = battle.state
    board, patterns, grid = state.board, Patterns(canvas, LOOKS), _grid(state.board)
    wide, high = _width(board), SIZE * (1.5 * board.shape.rows + 0.5)
    canvas.heading(MARGIN, _name(battle), facts, wide)
    ground = _draw_ground(canvas, patterns, board)
    under, names, walls = canvas.group(kind="under"), canvas.group(kind="names"), canvas.group(kind="ramparts")
    _draw_names(names, patterns, board)
    _draw_ramparts(walls, board)
    _draw_pieces(canvas, state)
    if judged:
        _draw_shot(under, canvas.group(kind="over"), state, judged)
    elif isinstance(shooter := state.find(viewer), Unit):
        draw_range(under, grid, _within(board, shooter.hex, shooter.type.range))
        draw_shooter(under, grid, shooter.hex)
    canvas.frame((0, HEAD - 8), (MARGIN + _across(board) + MARGIN, high + 16))
    ruling = judged.ruling if judged else None
    low = draw_legend(canvas, (MARGIN, HEAD + high + 26), wide, items(patterns, state, ruling))
    tokens = [grid.centre(piece.hex) for piece in state.pieces]
    picture = BoardPicture(canvas, ground, MARGIN + wide + MARGIN, low, tokens)
    if judged:
        picture.add_card(judged, HEAD, MARGIN)
    return picture


def _draw_ground(canvas: Canvas, patterns: Patterns, board: Board) -> Pen:
    kinds, grid = dict(board.terrain), _grid(board)
    patterns.define(sorted(set(kinds.values())))
    layer = canvas.group(kind="hexes")
    for name, hex_ in board.hexes.items():
        kind, ground = kinds.get(hex_, ""), board.terrain_at(hex_)
        note = f"{name}: {ground.name}" if ground else name
        hooks = {"data_cell": name} | ({"data_terrain": kind} if kind else {})
        look = {"fill": patterns.paint(kind), "stroke": "#8B919C"}
        layer.polygon(grid.corners(hex_), kind="hex", note=note, **look, stroke_width=1, **hooks)
    return layer


def _draw_names(layer: Pen, patterns: Patterns, board: Board) -> None:
    """Hex names and letters of terrain, each in a corner of its hex that no token covers."""
    kinds, grid = dict(board.terrain), _grid(board)
    for name, hex_ in board.hexes.items():
        kind, (x, y) = kinds.get(hex_, ""), grid.centre(hex_)
        look = patterns.look(kind)
        layer.text((x, y - 35), name, 11, anchor="middle", fill=look.text, halo=look.tint, kind="hex-name")
        if ground := board.terrain_at(hex_):
            patterns.letter(layer, kind, ground.letter, (x, y + 43))
    for row in range(board.shape.rows):
        layer.text((14, HEAD + SIZE * (1 + 1.5 * row) + 5), ROW_LETTERS[row], 15, bold=True, fill=MUTED)


def _draw_ramparts(layer: Pen, board: Board) -> None:
    for hex_, sides in board.ramparts:
        for side in HEXSIDES:
            if side in sides:
                wall = layer.group(kind="rampart", note=f"rampart on the {side} side of {hex_name(hex_)}")
                draw_rampart(wall, *_grid(board).side(hex_, side, 0.93))


def _draw_pieces(canvas: Canvas, state: State) -> None:
    tokens, grid = canvas.group(kind="pieces"), _grid(state.board)
    for unit in state.units:
        draw_unit(tokens, unit, grid.centre(unit.hex))
    for leader in state.leaders:
        attached = state.unit_at(leader.hex) is not None
        draw_leader(tokens, leader, grid.centre(leader.hex), attached=attached)


def _within(board: Board, start: Hex, reach: int) -> list[Hex]:
    """The hexes of the board within range, none of them for no range."""
    return [hex_ for hex_ in board.hexes.values() if distance(start, hex_) <= reach] if reach else []


def _draw_shot(under: Pen, over: Pen, state: State, judged: Judged) -> None:
    shooter, target, grid = state.unit(judged.shot.shooter), state.find(judged.shot.target), _grid(state.board)
    draw_range(under, grid, _within(state.board, shooter.hex, int(judged.ruling.summary["range"])))
    sight = judged.ruling.line_of_sight
    if target is None or not isinstance(sight, Sight):
        return
    line = Line(grid.centre(shooter.hex), grid.centre(target.hex))
    draw_met(under, grid, state.board.hexes, sight)
    draw_ends(under, grid, shooter.hex, target.hex)
    draw_line(under, line, sight)
    draw_marks(over, line, sight)


def capital(name: str) -> str:
    """A name as a sentence begins with it."""
    return name[:1].upper() + name[1:]


def _told(state: State) -> Iterator[str]:
    """Who stands where on which ground."""
    rows, columns = state.board.shape[:2]
    yield f"{capital(state.army(state.turn))} fires. Board of {rows} rows and {columns} columns."
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


LOOKS = looks_in(NUMBERS.tables)


WIDEST = 240.0
"""The room for the name of a type."""


def items(patterns: Patterns, state: State, ruling: Ruling | None) -> Iterator[Item]:
    """Labels with their icons."""
    for side in (Side.BOTTOM, Side.TOP):
        if any(piece.side is side for piece in state.pieces):
            yield army_of(state, side), partial(outline, side=side, scale=0.42)
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
            yield clip(ground.name, WIDEST, 12.5), partial(patterns.swatch, kind=ground.id, letter=ground.letter)
    if state.board.ramparts:
        yield "rampart", partial(draw_rampart, a=(-14, 0), b=(16, 0))
    if ruling:
        yield from _shot_items(ruling)


def army_of(state: State, side: Side) -> str:
    """What an army is called, and whose it is."""
    name = state.army(side)
    return name if name == str(side) else f"{clip(name, WIDEST, 12.5)} ({side})"


def _shot_items(ruling: Ruling) -> Iterator[Item]:
    yield from shooter_and_target()
    if ruling.summary["range"]:
        yield range_item(str(ruling.summary["range"]))
    if isinstance(sight := ruling.line_of_sight, Sight):
        yield from sight_items(sight, "hex")


def draw_rampart(pen: Pen, a: Point, b: Point) -> None:
    """A wall of this length: a thick mark with gaps like battlements."""
    pen.line(a, b, stroke=INK, stroke_width=8)
    pen.line(a, b, stroke=WHITE, stroke_width=3, stroke_dasharray="4 5")


DRAWING: Drawing[State] = Drawing(board=draw, threat=draw_threat)
