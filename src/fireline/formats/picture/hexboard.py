"""The hex board of Commands & Colors: Ancients, with a shot, its card and a legend."""

from __future__ import annotations

from typing import Any

from fireline.formats.picture import terrain
from fireline.formats.picture.canvas import Canvas, Pen
from fireline.formats.picture.card import WIDTH, Card
from fireline.formats.picture.grid import HALF, SIZE, Grid
from fireline.formats.picture.legend import draw_legend, draw_letter, draw_rampart
from fireline.formats.picture.palette import MUTED
from fireline.formats.picture.sightline import draw_ends, draw_line, draw_marks, draw_met, draw_range, draw_shooter
from fireline.formats.picture.text import clip
from fireline.formats.picture.tokens import draw_leader, draw_unit
from fireline.formats.picture.words import capital, describe_board, describe_shot, title_of_shot
from fireline.game.battle import Battle
from fireline.game.odds import Odds
from fireline.game.shot import Shot
from fireline.geometry.hexes import HEXSIDES
from fireline.rulesets.ancients.board import ROW_LETTERS, Board, Side, hex_name
from fireline.rulesets.ancients.state import State, Unit
from fireline.ruling import Ruling, Sight

MARGIN, HEAD = 36.0, 66.0


def draw(battle: Battle, shot: Shot | None = None, viewer: str = "") -> str:
    """The board as SVG; with a shot, its line of sight and its card; seen from a unit, its range."""
    state: State = battle.state
    name = state.name or battle.ruleset.name
    if shot is None:
        canvas = Canvas(name, describe_board(state))
        return _compose(canvas, state, name, None, None, None, viewer)
    ruling = battle.check(shot)
    odds = battle.odds(shot) if ruling.legal else None
    canvas = Canvas(title_of_shot(ruling, odds), describe_shot(ruling, odds))
    return _compose(canvas, state, name, shot, ruling, odds)


def _compose(
    canvas: Canvas,
    state: State,
    name: str,
    shot: Shot | None,
    ruling: Ruling | None,
    odds: Odds[Any] | None,
    viewer: str = "",
) -> str:
    board = state.board
    wide = max(2 * HALF * board.columns, 420)
    high = SIZE * (1.5 * board.rows + 0.5)
    width = MARGIN + wide + MARGIN
    canvas.text((MARGIN, 34), clip(name, wide, 20, bold=True), 20, bold=True)
    whose = zip((Side.TOP, Side.BOTTOM), state.banners, strict=True)
    banners = ", ".join(f"{clip(state.army(side), wide / 4, 12.5)} {won}" for side, won in whose)
    facts = f"{clip(capital(state.army(state.turn)), wide / 4, 12.5)} fires. Victory Banners: {banners}."
    canvas.text((MARGIN, 54), facts, 12.5, fill=MUTED)
    grid = Grid((MARGIN + HALF, HEAD + SIZE))
    _draw_ground(canvas, grid, board)
    under, names, walls = canvas.group(kind="under"), canvas.group(kind="names"), canvas.group(kind="ramparts")
    _draw_names(names, grid, board)
    _draw_ramparts(walls, grid, board)
    _draw_pieces(canvas, grid, state)
    if shot and ruling:
        _draw_shot(under, canvas.group(kind="over"), grid, state, shot, ruling)
    elif isinstance(shooter := state.find(viewer), Unit):
        draw_range(under, grid, board, shooter.hex, shooter.type.range)
        draw_shooter(under, grid, shooter.hex)
    canvas.frame((0, HEAD - 8), (MARGIN + 2 * HALF * board.columns + MARGIN, high + 16))
    low = draw_legend(canvas, (MARGIN, HEAD + high + 26), wide, state, ruling)
    if ruling:
        low = max(low, Card(canvas, (width, HEAD), WIDTH).draw(ruling, odds))
        width += WIDTH + MARGIN
    return canvas.finish(width, low + 24)


def _draw_ground(canvas: Canvas, grid: Grid, board: Board) -> None:
    kinds = dict(board.terrain)
    for kind in sorted(set(kinds.values()) & terrain.LOOKS.keys()):
        terrain.define(canvas.defs, kind, canvas.uid)
    layer = canvas.group(kind="hexes")
    for name, hex_ in board.hexes.items():
        kind, ground = kinds.get(hex_, ""), board.terrain_at(hex_)
        paint = terrain.paint(kind, canvas.uid)
        note = f"{name}: {ground.name}" if ground else name
        hooks = {"data_cell": name} | ({"data_terrain": kind} if kind else {})
        layer.polygon(grid.corners(hex_), kind="hex", note=note, fill=paint, stroke="#8B919C", stroke_width=1, **hooks)


def _draw_names(layer: Pen, grid: Grid, board: Board) -> None:
    """Hex names and letters of terrain, each in a corner of its hex that no token covers."""
    kinds = dict(board.terrain)
    for name, hex_ in board.hexes.items():
        look, (x, y) = terrain.look_of(kinds.get(hex_)), grid.centre(hex_)
        layer.text((x, y - 35), name, 11, anchor="middle", fill=look.text, halo=look.tint, kind="hex-name")
        if ground := board.terrain_at(hex_):
            draw_letter(layer, look, ground.letter, (x, y + 43))
    for row in range(board.rows):
        layer.text((14, HEAD + SIZE * (1 + 1.5 * row) + 5), ROW_LETTERS[row], 15, bold=True, fill=MUTED)


def _draw_ramparts(layer: Pen, grid: Grid, board: Board) -> None:
    for hex_, sides in board.ramparts:
        for side in HEXSIDES:
            if side in sides:
                wall = layer.group(kind="rampart", note=f"rampart on the {side} side of {hex_name(hex_)}")
                draw_rampart(wall, *grid.side(hex_, side, 0.93))


def _draw_pieces(canvas: Canvas, grid: Grid, state: State) -> None:
    tokens = canvas.group(kind="pieces")
    for unit in state.units:
        draw_unit(tokens, unit, grid.centre(unit.hex))
    for leader in state.leaders:
        attached = state.unit_at(leader.hex) is not None
        draw_leader(tokens, leader, grid.centre(leader.hex), attached=attached)


def _draw_shot(under: Pen, over: Pen, grid: Grid, state: State, shot: Shot, ruling: Ruling) -> None:
    shooter, target = state.unit(shot.shooter), state.find(shot.target)
    draw_range(under, grid, state.board, shooter.hex, int(ruling.summary["range"]))
    sight = ruling.line_of_sight
    if target is None or not isinstance(sight, Sight):
        return
    ends = shooter.hex, target.hex
    draw_met(under, grid, state.board, sight)
    draw_ends(under, grid, *ends)
    draw_line(under, grid, ends, sight)
    draw_marks(over, grid, ends, sight)
