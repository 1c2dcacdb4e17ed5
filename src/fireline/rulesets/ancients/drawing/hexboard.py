"""The hex board of Commands & Colors: Ancients, with a shot, its card and a legend, or a threat map over it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fireline.draw.board import BoardPicture, Judged
from fireline.draw.canvas import Canvas, Pen, Point
from fireline.draw.hexes import HALF, SIZE, HexGrid
from fireline.draw.legend import Item, draw_legend, range_item, shooter_and_target, sight_items
from fireline.draw.marks import badge
from fireline.draw.palette import INK, MUTED, WHITE, YELLOW
from fireline.draw.patterns import Patterns, looks_in
from fireline.draw.sightline import Line, draw_ends, draw_line, draw_marks, draw_met, draw_range, draw_shooter
from fireline.draw.text import clip
from fireline.draw.threatmap import draw_cells
from fireline.game.battle import Battle
from fireline.game.drawing import ThreatMap
from fireline.game.shot import Shot
from fireline.geometry.hexes import HEXSIDES, Hex, distance
from fireline.rulesets.ancients.board import ROW_LETTERS, Board, Side, hex_name
from fireline.rulesets.ancients.drawing.tokens import BADGES, badges_of, draw_leader, draw_unit, outline, star, symbol
from fireline.rulesets.ancients.editions import NUMBERS
from fireline.rulesets.ancients.pieces import UNITS
from fireline.rulesets.ancients.state import State, Unit
from fireline.ruling import Ruling, Sight

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
