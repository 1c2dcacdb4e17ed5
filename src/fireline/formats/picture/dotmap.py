"""The map of Duel of Ages: spaces, dots and drawn walls, with a shot, its card and a legend."""

from __future__ import annotations

from typing import Any

from fireline.formats.picture import terrain
from fireline.formats.picture.canvas import Canvas, Pen
from fireline.formats.picture.card import WIDTH, Card
from fireline.formats.picture.dotlegend import draw_legend
from fireline.formats.picture.dotline import dot_at, draw_shot, seen_from, spaces_seen
from fireline.formats.picture.dotmarks import draw_archway
from fireline.formats.picture.dotwords import describe_map, facts
from fireline.formats.picture.grid import HALF, SIZE, Grid
from fireline.formats.picture.heroes import draw_hero
from fireline.formats.picture.legend import draw_letter
from fireline.formats.picture.palette import INK, MUTED, WHITE
from fireline.formats.picture.sightline import draw_shooter
from fireline.formats.picture.text import clip
from fireline.formats.picture.words import describe_shot, title_of_shot
from fireline.game.battle import Battle
from fireline.game.odds import Odds
from fireline.game.shot import Shot
from fireline.geometry.grid import GRID
from fireline.geometry.hexes import Hex
from fireline.rulesets.duel_of_ages.board import Board, space_name
from fireline.rulesets.duel_of_ages.pieces import TERRAIN
from fireline.rulesets.duel_of_ages.state import State
from fireline.ruling import Ruling

MARGIN, HEAD = 36.0, 66.0


def draw(battle: Battle, shot: Shot | None = None, viewer: str = "") -> str:
    """The map as SVG; with a shot, its line of sight and its card; seen from a hero, the dots it sees."""
    state: State = battle.state
    name = state.name or battle.ruleset.name
    if shot is None:
        return _compose(Canvas(name, describe_map(state)), battle, None, None, None, viewer)
    ruling = battle.check(shot)
    odds = battle.odds(shot) if ruling.legal else None
    canvas = Canvas(title_of_shot(ruling, odds), describe_shot(ruling, odds))
    return _compose(canvas, battle, shot, ruling, odds)


def _compose(
    canvas: Canvas,
    battle: Battle,
    shot: Shot | None,
    ruling: Ruling | None,
    odds: Odds[Any] | None,
    viewer: str = "",
) -> str:
    state: State = battle.state
    board, bare = state.board, Grid((0.0, 0.0))
    places = [bare.centre(space) for space, _ in board.spaces]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    wide = max(max(x for x, _ in places) - left + 2 * HALF, 420)
    high = max(y for _, y in places) - top + 2 * SIZE
    grid = Grid((MARGIN + HALF - left, HEAD + SIZE - top))
    canvas.text((MARGIN, 34), clip(state.name or battle.ruleset.name, wide, 20, bold=True), 20, bold=True)
    canvas.text((MARGIN, 54), facts(state), 12.5, fill=MUTED)
    _draw_spaces(canvas, grid, board)
    under = canvas.group(kind="under")
    _draw_walls(canvas.group(kind="walls"), grid, board)
    _draw_names(canvas.group(kind="names"), grid, board)
    beneath = canvas.group(kind="sight-line")
    heroes = canvas.group(kind="heroes")
    for hero in state.heroes:
        draw_hero(heroes, hero, grid.centre(hero.space))
    looks = state.find(viewer)
    seen = seen_from(state, shot, ruling) if shot and ruling else spaces_seen(state, looks.space) if looks else None
    _draw_dots(canvas.group(kind="dots"), grid, board, seen)
    if shot and ruling:
        draw_shot((under, beneath, canvas.group(kind="over")), grid, battle, shot)
    elif looks:
        draw_shooter(under, grid, looks.space)
    canvas.frame((MARGIN - 14, HEAD - 8), (wide + 28, high + 16))
    low = draw_legend(canvas, (MARGIN, HEAD + high + 26), wide, state, ruling)
    width = MARGIN + wide + MARGIN
    if ruling:
        low = max(low, Card(canvas, (width, HEAD), WIDTH).draw(ruling, odds))
        width += WIDTH + MARGIN
    return canvas.finish(width, low + 24)


def _draw_spaces(canvas: Canvas, grid: Grid, board: Board) -> None:
    for kind in sorted({kind for _, kind in board.spaces}):
        terrain.define(canvas.defs, kind, canvas.uid)
    layer = canvas.group(kind="spaces")
    for space, kind in board.spaces:
        paint, note = terrain.paint(kind, canvas.uid), f"{space_name(space)}: {TERRAIN[kind].name}"
        hooks = {"data_cell": space_name(space), "data_terrain": kind}
        layer.polygon(
            grid.corners(space), kind="space", note=note, fill=paint, stroke="#8B919C", stroke_width=1, **hooks
        )


def _draw_names(layer: Pen, grid: Grid, board: Board) -> None:
    """Names of spaces and letters of terrain, each where no token covers it."""
    for space, kind in board.spaces:
        look, (x, y) = terrain.look_of(kind), grid.centre(space)
        layer.text((x, y - 34), space_name(space), 11, anchor="middle", fill=INK, halo=look.tint, kind="space-name")
        if kind != "clear":
            draw_letter(layer, look, TERRAIN[kind].letter, (x - 29, y - 12))


def _draw_walls(layer: Pen, grid: Grid, board: Board) -> None:
    for n, wall in enumerate(board.walls, 1):
        corners = [grid.point(q / GRID, r / GRID) for q, r in wall]
        layer.polygon(corners, kind="wall", note=f"wall {n}", fill=INK, stroke=INK, stroke_width=1, data_wall=n)
    for a, b in board.archways:
        (ax, ay), (bx, by) = dot_at(grid, board, a), dot_at(grid, board, b)
        note = f"archway between {space_name(a)} and {space_name(b)}"
        arch = layer.group(kind="archway", note=note, at=((ax + bx) / 2, (ay + by) / 2))
        draw_archway(arch)


def _draw_dots(layer: Pen, grid: Grid, board: Board, seen: frozenset[Hex] | None) -> None:
    """Every dot; those that the shooter does not see are hollow."""
    for space, _ in board.spaces:
        hollow = seen is not None and space not in seen
        at = dot_at(grid, board, space)
        layer.circle(at, 5, fill=WHITE)
        layer.circle(at, 3.2, kind="dot hidden" if hollow else "dot", fill=WHITE if hollow else INK, stroke=INK)
