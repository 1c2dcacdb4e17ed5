"""The map of Duel of Ages: spaces, dots and drawn walls, with a shot, its card and a legend, or a threat map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fireline.draw.board import BoardPicture, Judged
from fireline.draw.canvas import Canvas, Pen, Point
from fireline.draw.hexes import HALF, SIZE, HexGrid
from fireline.draw.legend import Item, draw_legend, range_item, shooter_and_target, sight_items
from fireline.draw.palette import BLUE, INK, PAPER, PURPLE, VERMILLION, WHITE
from fireline.draw.patterns import Patterns, looks_in
from fireline.draw.sightline import draw_shooter
from fireline.draw.text import clip, clip_middle
from fireline.draw.threatmap import draw_cells
from fireline.game.battle import Battle
from fireline.game.drawing import Drawing, ThreatMap
from fireline.game.shot import Shot
from fireline.geometry.grid import GRID
from fireline.geometry.hexes import Hex
from fireline.rulesets.duel_of_ages.board import Board, Team, space_name
from fireline.rulesets.duel_of_ages.drawing.line import dot_at, draw_number, draw_shot, seen_from, spaces_seen
from fireline.rulesets.duel_of_ages.editions import NUMBERS
from fireline.rulesets.duel_of_ages.pieces import TERRAIN, Card, Weapon
from fireline.rulesets.duel_of_ages.state import Hero, State, StepKind
from fireline.ruling import Ruling, Sight

GROUND = {Team.WHITE: WHITE, Team.BLACK: INK}
LETTERS = {Team.WHITE: INK, Team.BLACK: WHITE}
RIM = {Team.WHITE: BLUE, Team.BLACK: VERMILLION}
BELOW = 22.0
"""How far below the centre of its space a token lies, so that it leaves the dot free."""


def draw_hero(layer: Pen, hero: Hero, at: Point) -> None:
    """A hero's token around this place."""
    token = layer.group(kind=f"hero {hero.team}", note=describe_hero(hero), at=at, data_unit=hero.id)
    outline(token, hero.team)
    ink = LETTERS[hero.team]
    token.text((0, -1), clip_middle(hero.id, 58, 12), 12, bold=True, anchor="middle", fill=ink, kind="hero-id")
    health = f"{hero.wounds}/{hero.health or '?'}{' done' if hero.done else ''}"
    token.text((0, 11), health, 11, anchor="middle", fill=ink, kind="wounds")


def outline(pen: Pen, team: Team, scale: float = 1.0) -> None:
    """The token itself: rounded for white, cut corners for black."""
    x, y, cut, width = 33 * scale, 14 * scale, 7 * scale, max(3 * scale, 2)
    if team is Team.WHITE:
        pen.rect(
            (-x, -y), (2 * x, 2 * y), rx=cut, kind="token", fill=WHITE, stroke=BLUE, stroke_width=max(3 * scale, 2)
        )
        return
    corners = [(-x + cut, -y), (x - cut, -y), (x, -y + cut), (x, y - cut), (x - cut, y), (-x + cut, y)]
    corners += [(-x, y - cut), (-x, -y + cut)]
    pen.polygon(corners, kind="token", fill=GROUND[team], stroke=RIM[team], stroke_width=width)


def describe_hero(hero: Hero) -> str:
    """A hero in words."""
    cards = [_card(card) for card in hero.cards]
    done = ["has acted in this step"] if hero.done else []
    wounds = f"{hero.wounds} of {hero.health or '?'} wounds"
    return ", ".join([f"{hero.id}: {hero.team}", f"on {space_name(hero.space)}", wounds, *cards, *done])


def _card(card: Card) -> str:
    if not isinstance(card, Weapon):
        return "a card face down"
    return card.name if card.face_up else f"{card.name} face down"


def draw_archway(pen: Pen) -> None:
    """A small arch."""
    pen.path("M-7 8 V-1 a7 7 0 0 1 14 0 V8 Z", fill=PAPER, stroke=INK, stroke_width=2)


MARGIN, HEAD = 36.0, 66.0
DROP = 28.0
"""How far below the middle of a space a large number stands, where it leaves the dot free."""


def draw(battle: Battle, shot: Shot | None = None, viewer: str = "") -> str:
    """The map as SVG; with a shot, its line of sight and its card; seen from a hero, the dots it sees."""
    state: State = battle.state
    if shot is None:
        canvas = Canvas(_name(battle), "\n".join(_told(state)))
        return _compose(canvas, battle, facts(state), _grid(state.board), viewer=viewer).finish()
    judged = Judged.of(battle, shot)
    return _compose(judged.canvas(), battle, facts(state), _grid(state.board), judged).finish()


def draw_threat(battle: Battle, chart: ThreatMap) -> str:
    """The map with a chance in every space."""
    board: Board = battle.state.board
    grid = _grid(board)
    title = clip(chart.title, _size(board, grid)[0], 12.5)
    corners = {space_name(space): grid.corners(space) for space, _ in board.spaces}
    return draw_cells(_compose(Canvas(chart.title, chart.described), battle, title, grid), chart, corners)


def _name(battle: Battle) -> str:
    return battle.state.name or battle.ruleset.name


def _places(board: Board, grid: HexGrid) -> tuple[list[float], list[float]]:
    """Where the spaces lie, from left to right and from top to bottom."""
    xs, ys = zip(*(grid.centre(space) for space, _ in board.spaces), strict=True)
    return sorted(xs), sorted(ys)


def _grid(board: Board) -> HexGrid:
    """The hexes in the picture, so that the map begins at its margins."""
    xs, ys = _places(board, HexGrid((0.0, 0.0)))
    return HexGrid((MARGIN + HALF - xs[0], HEAD + SIZE - ys[0]))


def _size(board: Board, grid: HexGrid) -> tuple[float, float]:
    """How wide and high the map is drawn."""
    xs, ys = _places(board, grid)
    return max(xs[-1] - xs[0] + 2 * HALF, 420), ys[-1] - ys[0] + 2 * SIZE


def _compose(
    canvas: Canvas, battle: Battle, facts: str, grid: HexGrid, judged: Judged | None = None, viewer: str = ""
) -> BoardPicture:
    state: State = battle.state
    board, patterns = state.board, Patterns(canvas, LOOKS)
    wide, high = _size(board, grid)
    canvas.heading(MARGIN, _name(battle), facts, wide)
    ground = _draw_spaces(canvas, grid, patterns, board)
    under = canvas.group(kind="under")
    _draw_walls(canvas.group(kind="walls"), grid, board)
    _draw_names(canvas.group(kind="names"), grid, patterns, board)
    beneath = canvas.group(kind="sight-line")
    tokens = _draw_heroes(canvas.group(kind="heroes"), grid, state)
    dots = canvas.group(kind="dots")
    if judged:
        _draw_dots(dots, grid, board, seen_from(state, judged.shot))
        draw_shot((under, beneath, canvas.group(kind="over")), grid, battle, judged.shot)
    elif looks := state.find(viewer):
        _draw_dots(dots, grid, board, spaces_seen(state, looks.space))
        draw_shooter(under, grid, looks.space)
    else:
        _draw_dots(dots, grid, board, None)
    canvas.frame((MARGIN - 14, HEAD - 8), (wide + 28, high + 16))
    canvas.measure(grid.origin, 2 * HALF, 1.5 * SIZE, HALF)
    ruling = judged.ruling if judged else None
    low = draw_legend(canvas, (MARGIN, HEAD + high + 26), wide, items(patterns, state, ruling))
    picture = BoardPicture(canvas, ground, MARGIN + wide + MARGIN, low, tokens, DROP)
    if judged:
        picture.add_card(judged, HEAD, MARGIN)
    return picture


def _draw_heroes(layer: Pen, grid: HexGrid, state: State) -> list[Point]:
    """The heroes; answers where their tokens are."""
    tokens = []
    for hero in state.heroes:
        x, y = grid.centre(hero.space)
        tokens.append((x, y + BELOW))
        draw_hero(layer, hero, tokens[-1])
    return tokens


def _draw_spaces(canvas: Canvas, grid: HexGrid, patterns: Patterns, board: Board) -> Pen:
    patterns.define(sorted({kind for _, kind in board.spaces}))
    layer = canvas.group(kind="spaces")
    for space, kind in board.spaces:
        look = {"fill": patterns.paint(kind), "stroke": "#8B919C"}
        hooks = {"data_cell": space_name(space), "data_terrain": kind}
        note = f"{space_name(space)}: {TERRAIN[kind].name}"
        layer.polygon(grid.corners(space), kind="space", note=note, **look, stroke_width=1, **hooks)
    return layer


def _draw_names(layer: Pen, grid: HexGrid, patterns: Patterns, board: Board) -> None:
    """Names of spaces and letters of terrain, each where no token covers it."""
    for space, kind in board.spaces:
        tint, (x, y) = patterns.look(kind).tint, grid.centre(space)
        layer.text((x, y - 34), space_name(space), 11, anchor="middle", fill=INK, halo=tint, kind="space-name")
        if kind != "clear":
            patterns.letter(layer, kind, TERRAIN[kind].letter, (x - 29, y - 12))


def _draw_walls(layer: Pen, grid: HexGrid, board: Board) -> None:
    for n, wall in enumerate(board.walls, 1):
        corners = [grid.point(q / GRID, r / GRID) for q, r in wall]
        layer.polygon(
            corners, kind="wall", note=f"wall {n}", fill=INK, stroke=INK, stroke_width=1, data_wall=n, data_drawn=n
        )
    for a, b in board.archways:
        (ax, ay), (bx, by) = dot_at(grid, board, a), dot_at(grid, board, b)
        note = f"archway between {space_name(a)} and {space_name(b)}"
        arch = layer.group(kind="archway", note=note, at=((ax + bx) / 2, (ay + by) / 2))
        draw_archway(arch)


def _draw_dots(layer: Pen, grid: HexGrid, board: Board, seen: frozenset[Hex] | None) -> None:
    """Every dot; those that the shooter does not see are hollow."""
    for space, _ in board.spaces:
        hollow = seen is not None and space not in seen
        at = dot_at(grid, board, space)
        layer.circle(at, 5, fill=WHITE)
        layer.circle(at, 3.2, kind="dot hidden" if hollow else "dot", fill=WHITE if hollow else INK, stroke=INK)


def facts(state: State) -> str:
    """Whose step it is, and the decks."""
    whose = f" of {state.team}" if state.team else ""
    piles = [(pile.list, pile) for pile in state.decks]
    decks = " and ".join(f"{deck.id} ({len(pile.left)} of {len(deck.cards)} left)" for deck, pile in piles)
    return f"{state.step.capitalize()} step{whose}. Decks of white and black: {decks}."


def _told(state: State) -> Iterator[str]:
    """Who stands where on which ground, and what is drawn."""
    yield facts(state)
    yield from map(describe_hero, state.heroes)
    for space, kind in state.board.spaces:
        if kind != "clear":
            yield f"{space_name(space)}: {kind.replace('_', ' ')}"
    yield f"{len(state.board.spaces)} spaces, {len(state.board.walls)} walls, {len(state.board.archways)} archways."


LOOKS = looks_in(NUMBERS.tables)


def items(patterns: Patterns, state: State, ruling: Ruling | None) -> Iterator[Item]:
    """Labels with their icons."""
    for team in Team:
        if any(hero.team is team for hero in state.heroes):
            yield f"{team}, wounds/health", partial(outline, team=team, scale=0.5)
    kinds = {kind for _, kind in state.board.spaces}
    for ground in TERRAIN.values():
        if ground.id in kinds - {"clear"}:
            yield ground.name, partial(patterns.swatch, kind=ground.id, letter=ground.letter)
    if state.board.walls:
        yield "wall", lambda pen: pen.rect((-16, -5), (34, 10), fill=INK)
    if state.board.archways:
        yield "archway", draw_archway
    if ruling is None:
        yield "dot", partial(_dot, hollow=False)
        return
    yield from shooter_and_target()
    if reach := ruling.summary["range"]:
        yield range_item(f"{reach[0]} to {reach[1]}")
    yield "dot that the shooter sees", partial(_dot, hollow=False)
    yield "dot out of sight", partial(_dot, hollow=True)
    sight = ruling.line_of_sight
    if isinstance(sight, Sight):
        yield from sight_items(sight, "hex")
        if any(mark.chosen for mark in sight.marks):
            wedge = [(-4, 5), (12, 5), (4, -7)]
            yield "the side chosen", lambda pen: pen.polygon(wedge, fill=PURPLE, stroke=INK, stroke_width=1)
    if ruling.summary["stealth_bonus"]:
        yield "what a space costs", _cost
    if state.step is StepKind.REACTION:
        yield "moved into: open", partial(draw_number, number="2", open_=True)
        yield "closed to a reaction", partial(draw_number, number="2", open_=False)


def _dot(pen: Pen, *, hollow: bool) -> None:
    pen.circle((4, 0), 4, fill=WHITE if hollow else INK, stroke=INK)


def _cost(pen: Pen) -> None:
    pen.rect((-8, -8), (24, 16), rx=4, fill=WHITE, stroke=INK, stroke_width=1.4)
    pen.text((4, 4), "+2", 11, bold=True, anchor="middle")


DRAWING: Drawing[State] = Drawing(board=draw, threat=draw_threat)
