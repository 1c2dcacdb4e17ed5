"""The map of Duel of Ages: spaces, dots and drawn walls, and a shot on it with what each space on its line costs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise
from typing import Any

from fireline.draw.board import BoardDrawing, looks_in
from fireline.draw.canvas import BLUE, GREEN, INK, MUTED, PAPER, PURPLE, VERMILLION, WHITE, Pen, Point, clip_middle
from fireline.draw.hexes import APART, HALF, SIZE, HexGrid, Line, draw_ends, draw_line, draw_range, draw_shooter
from fireline.draw.legend import Item, range_item, shooter_and_target, sight_items
from fireline.draw.marks import cross, ring
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.drawing import ThreatMap
from fireline.geometry.hexes import Hex, distance
from fireline.geometry.polygons import GRID
from fireline.rulesets.duel_of_ages.board import Board, Team, space_name
from fireline.rulesets.duel_of_ages.editions import NUMBERS
from fireline.rulesets.duel_of_ages.legality import declare
from fireline.rulesets.duel_of_ages.pieces import TERRAIN, Card, Weapon
from fireline.rulesets.duel_of_ages.shot import Shooting
from fireline.rulesets.duel_of_ages.sight import Look, Met, survey
from fireline.rulesets.duel_of_ages.state import Hero, State, StepKind
from fireline.ruling import Sight

TAG = 15.0
"""How far a cost stands from the line, in pixels."""
GROUND = {Team.WHITE: WHITE, Team.BLACK: INK}
LETTERS = {Team.WHITE: INK, Team.BLACK: WHITE}
RIM = {Team.WHITE: BLUE, Team.BLACK: VERMILLION}
BELOW = 22.0
"""How far below the centre of its space a token lies, so that it leaves the dot free."""


def draw_hero(layer: Pen, hero: Hero, at: Point) -> None:
    """A hero's token around this place; white and black also in the dark."""
    note = describe_hero(hero)
    token = layer.group(kind=f"hero {hero.team}", note=note, at=at, data_unit=hero.id, data_fill="kept")
    outline(token, hero.team)
    ink = LETTERS[hero.team]
    token.text((0, -1), clip_middle(hero.id, 58, 12), 12, bold=True, anchor="middle", fill=ink, kind="hero-id")
    health = f"{hero.wounds}/{hero.health or '?'}{' done' if hero.done else ''}"
    token.text((0, 11), health, 11, anchor="middle", fill=ink, kind="wounds")


def outline(pen: Pen, team: Team, scale: float = 1.0) -> None:
    """The token itself: rounded for white, cut corners for black."""
    x, y, cut = 33 * scale, 14 * scale, 7 * scale
    look: dict[str, Any] = {"kind": "token", "fill": GROUND[team], "stroke": RIM[team]}
    look["stroke_width"] = max(3 * scale, 2)
    if team is Team.WHITE:
        pen.rect((-x, -y), (2 * x, 2 * y), rx=cut, **look)
        return
    corners = [(-x + cut, -y), (x - cut, -y), (x, -y + cut), (x, y - cut), (x - cut, y), (-x + cut, y)]
    corners += [(-x, y - cut), (-x, -y + cut)]
    pen.polygon(corners, **look)


def _swatch(pen: Pen, team: Team) -> None:
    """A token for the legend."""
    outline(pen.group(data_fill="kept"), team, scale=0.5)


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


def spaces_seen(state: State, start: Hex, *, grenade: bool = False) -> frozenset[Hex]:
    """The spaces that are seen from one of them, itself included."""
    seen = survey(state.board, start, grenade=grenade, edition=state.edition)
    return frozenset([start, *(space for space, stealth in seen.items() if stealth is not None)])


def draw_shot(layers: tuple[Pen, Pen, Pen], grid: HexGrid, battle: Battle, shot: Shot) -> None:
    """Range, path, line and marks of a shot: what lies under the walls, under the heroes, and over everything."""
    under, beneath, over = layers
    shooting = declare(battle.state, shot)
    _draw_range(under, grid, shooting)
    draw_ends(under, grid, shooting.shooter.space, shooting.space)
    if battle.state.step is StepKind.REACTION:
        _draw_path(beneath, over, grid, battle, shooting)
    look, sight = shooting.look, shooting.sight
    if look is None or sight is None:
        return
    line = Line(dot_at(grid, look.board, look.start), dot_at(grid, look.board, look.end))
    draw_line(beneath, line, sight)
    for one in look.met:
        _draw_crossed(under, grid, look, one)
        _draw_met(over, grid, line, look, one)
    for wall in look.walls:
        at = line.at(wall.contacts[0].start)
        if wall.blocks:
            cross(over, at, note=f"blocked by wall {wall.number}", data_blocker=f"wall {wall.number}")
        else:
            ring(over, at, f"the line only touches wall {wall.number}")
    if look.own.blocks:
        cross(over, line.at(Fraction(0)), note=f"blocked by the {look.own.what} of the shooter")


def _draw_crossed(pen: Pen, grid: HexGrid, look: Look, one: Met) -> None:
    """The outline of a space that the line crosses on its way."""
    if one.kind != "crosses" or one.spaces == (look.end,) or one.effect is None:
        return
    colour, dashes = (VERMILLION, "7 4") if one.effect.blocks else (GREEN, "none")
    hook: dict[str, Any] = {"data_blocker": one.names[0]} if one.effect.blocks else {}
    edge = pen.group(kind="crossed", note=f"the line crosses {one.names[0]}", **hook)
    corners = grid.corners(one.spaces[0], 0.92)
    edge.polygon(corners, fill="none", stroke=colour, stroke_width=3, stroke_dasharray=dashes)


def _draw_range(pen: Pen, grid: HexGrid, shooting: Shooting) -> None:
    """The outline of the spaces within the weapon's range."""
    weapon, start = shooting.weapon, shooting.shooter.space
    if weapon is None:
        return
    spaces = [space for space, _ in shooting.state.board.spaces]
    near = [one for one in spaces if weapon.min_range <= distance(start, one) <= weapon.max_range]
    draw_range(pen, grid.outline(near))


def _draw_path(under: Pen, over: Pen, grid: HexGrid, battle: Battle, shooting: Shooting) -> None:
    """The target's last move, numbered space by space from 1, its start: open to the reaction or closed."""
    action = shooting.target.last_action
    if action is None or not action.entered:
        return
    board = battle.state.board
    places = [dot_at(grid, board, space) for space in action.path]
    for a, b in pairwise(places):
        under.line(a, b, kind="path", stroke=MUTED, stroke_width=3, stroke_dasharray="3 6", stroke_linecap="round")
    for number, (space, (x, y)) in enumerate(zip(action.path, places, strict=True), 1):
        aimed = Shot(shooting.shooter.id, shooting.target.id, space=space_name(space))
        open_ = battle.check(aimed).legal
        note = f"{number}: {space_name(space)}, {'open' if open_ else 'closed'}"
        mark = over.group(kind="reaction open" if open_ else "reaction closed", note=note, at=(x + 26, y - 12))
        draw_number(mark, str(number), open_=open_)


def _draw_met(pen: Pen, grid: HexGrid, line: Line, look: Look, one: Met) -> None:
    """What one thing that is met costs; a cross where it blocks."""
    middle = (one.start + one.end) / 2
    if one.kind == "corner":
        ring(pen, line.at(one.start), f"the line touches a corner of {one.names[0]}")
    if one.kind == "edge":
        for n, (space, effect) in enumerate(zip(one.spaces, one.effects, strict=True)):
            side = line.side_of(grid.centre(space))
            chosen = n == one.counts
            note = f"{one.names[n]}, {effect}{': chosen' if chosen else ''}"
            _tag(pen, line.at(middle, side * (TAG + 7)), _words(effect.blocks, effect.stealth), note, chosen=chosen)
            if chosen:
                _arrow(pen, line, middle, side)
    elif one.effect and one.effect.stealth:
        x, y = grid.centre(one.spaces[0])
        at = (x, y - 19) if one.spaces == (look.end,) else line.at(middle, -TAG)
        _tag(pen, at, _words(one.effect.blocks, one.effect.stealth), f"{one.names[0]}, {one.effect}")
    if one.effect and one.effect.blocks:
        inside = Fraction(1, 8) if one.kind == "crosses" else Fraction(1, 2)
        at = line.at(one.start + inside * (one.end - one.start))
        pairs = zip(one.names, one.effects, strict=True)
        blockers = ", ".join(f"{effect.what} on {name}" for name, effect in pairs if effect.blocks)
        cross(pen, at, note=f"blocked by {blockers}")


def _words(blocks: bool, stealth: int) -> str:  # noqa: FBT001 - the two halves of a cost
    return "\N{MULTIPLICATION SIGN}" if blocks else f"+{stealth}"


def _tag(pen: Pen, at: Point, text: str, note: str, *, chosen: bool = True) -> None:
    """A cost beside the line; of a side not chosen it is pale and smaller."""
    tag = pen.group(kind="cost" if chosen else "cost left-out", note=note, at=at)
    colour = INK if chosen else MUTED
    tag.rect((-11, -8), (22, 16), rx=4, fill=WHITE, stroke=colour, stroke_width=1.4 if chosen else 0.8)
    tag.text((0, 4), text, 11, bold=chosen, anchor="middle", fill=colour)


def _arrow(pen: Pen, line: Line, place: Fraction, side: int) -> None:
    """A wedge from an edge run to the side chosen."""
    dx, dy = (line.bx - line.ax) / line.length, (line.by - line.ay) / line.length
    (x, y), (tx, ty) = line.at(place, side * (APART + 2)), line.at(place, side * (APART + 10))
    corners = [(x - 5 * dx, y - 5 * dy), (x + 5 * dx, y + 5 * dy), (tx, ty)]
    pen.polygon(corners, kind="chosen", note="the side chosen", fill=PURPLE, stroke=INK, stroke_width=1)


def dot_at(grid: HexGrid, board: Board, space: Hex) -> Point:
    """Where a space's dot lies in the picture."""
    dot = board.dot_of(space)
    return grid.point(dot.q / GRID, dot.r / GRID)


def draw_number(pen: Pen, number: str, *, open_: bool) -> None:
    """A space of a move: a solid ring where it is open to a reaction, a dashed one where it is closed."""
    colour, dashes = (GREEN, "none") if open_ else (VERMILLION, "3 2.5")
    pen.circle((0, 0), 9, fill=WHITE, stroke=colour, stroke_width=2.6, stroke_dasharray=dashes)
    pen.text((0, 4), number, 11, bold=True, anchor="middle")


class DotMap(BoardDrawing[State]):
    """The map, beginning at its margins; with a shot, its line of sight; else the dots that a hero sees."""

    looks = looks_in(NUMBERS.tables)
    drop = 28.0

    @cached_property
    def _spans(self) -> list[list[float]]:
        """Where the spaces lie from left to right and from top to bottom, from the space 0,0."""
        points = [HexGrid((0.0, 0.0)).centre(space) for space, _ in self.state.board.spaces]
        return [sorted(numbers) for numbers in zip(*points, strict=True)]

    @cached_property
    def grid(self) -> HexGrid:
        """The hexes in the picture."""
        xs, ys = self._spans
        return HexGrid((self.margin + HALF - xs[0], self.head + SIZE - ys[0]))

    @property
    def size(self) -> Point:
        xs, ys = self._spans
        return xs[-1] - xs[0] + 2 * HALF, ys[-1] - ys[0] + 2 * SIZE

    def facts(self) -> str:
        """Whose step it is, and the decks."""
        state = self.state
        whose = f" of {state.team}" if state.team else ""
        decks = (state.decks.white, state.decks.black)
        white, black = (f"{pile.list.id} ({len(pile.left)} of {len(pile.list.cards)} left)" for pile in decks)
        return f"{state.step.capitalize()} step{whose}. Decks of white and black: {white} and {black}."

    def told(self) -> Iterator[str]:
        board = self.state.board
        yield self.facts()
        yield from map(describe_hero, self.state.units)
        for space, kind in board.spaces:
            if kind != "clear":
                yield f"{space_name(space)}: {kind.replace('_', ' ')}"
        yield f"{len(board.spaces)} spaces, {len(board.walls)} walls, {len(board.archways)} archways."

    def lay(self) -> Pen:
        canvas, grid, state = self.canvas, self.grid, self.state
        ground = self._spaces(canvas.group(kind="spaces"))
        under = canvas.group(kind="under")
        self._walls(canvas.group(kind="walls"))
        self._names(canvas.group(kind="names"))
        beneath, heroes = canvas.group(kind="sight-line"), canvas.group(kind="heroes")
        for hero, at in zip(state.units, self.tokens(), strict=True):
            draw_hero(heroes, hero, at)
        dots = canvas.group(kind="dots")
        if self.judged:
            shooting = declare(state, self.judged.shot)
            grenade = shooting.weapon is not None and shooting.weapon.grenade
            self._dots(dots, spaces_seen(state, shooting.shooter.space, grenade=grenade))
            draw_shot((under, beneath, canvas.group(kind="over")), grid, self.battle, self.judged.shot)
        elif looks := state.find(self.viewer):
            self._dots(dots, spaces_seen(state, looks.space))
            draw_shooter(under, grid, looks.space)
        else:
            self._dots(dots, None)
        wide, high = max(self.size[0], self.narrowest), self.size[1]
        canvas.frame((self.margin - 14, self.head - 8), (wide + 28, high + 16))
        canvas.measure(grid.origin, 2 * HALF, 1.5 * SIZE, HALF)
        return ground

    def tokens(self) -> list[Point]:
        centres = (self.grid.centre(hero.space) for hero in self.state.units)
        return [(x, y + BELOW) for x, y in centres]

    def cells(self, chart: ThreatMap) -> dict[str, list[Point]]:
        return {space_name(space): self.grid.corners(space) for space, _ in self.state.board.spaces}

    def _spaces(self, layer: Pen) -> Pen:
        board = self.state.board
        self.patterns.define(sorted({kind for _, kind in board.spaces}))
        for space, kind in board.spaces:
            name = space_name(space)
            note = f"{name}: {TERRAIN[kind].name}"
            self.patterns.cell(layer, name, self.grid.corners(space), kind, note, "space")
        return layer

    def _names(self, layer: Pen) -> None:
        """Names of spaces and letters of terrain, each where no token covers it."""
        for space, kind in self.state.board.spaces:
            tint, (x, y) = self.patterns.look(kind).tint, self.grid.centre(space)
            layer.text((x, y - 34), space_name(space), 11, anchor="middle", fill=INK, halo=tint, kind="space-name")
            if kind != "clear":
                self.patterns.letter(layer, kind, TERRAIN[kind].letter, (x - 29, y - 12))

    def _walls(self, layer: Pen) -> None:
        board = self.state.board
        for n, wall in enumerate(board.walls, 1):
            corners = [self.grid.point(q / GRID, r / GRID) for q, r in wall]
            look: dict[str, Any] = {"fill": INK, "stroke": INK, "stroke_width": 1}
            layer.polygon(corners, kind="wall", note=f"wall {n}", **look, data_wall=n, data_drawn=n)
        for a, b in board.archways:
            (ax, ay), (bx, by) = dot_at(self.grid, board, a), dot_at(self.grid, board, b)
            note = f"archway between {space_name(a)} and {space_name(b)}"
            draw_archway(layer.group(kind="archway", note=note, at=((ax + bx) / 2, (ay + by) / 2)))

    def _dots(self, layer: Pen, seen: frozenset[Hex] | None) -> None:
        """Every dot; those that the shooter does not see are hollow."""
        for space, _ in self.state.board.spaces:
            hollow = seen is not None and space not in seen
            at = dot_at(self.grid, self.state.board, space)
            layer.circle(at, 5, fill=WHITE)
            layer.circle(at, 3.2, kind="dot hidden" if hollow else "dot", fill=WHITE if hollow else INK, stroke=INK)

    def items(self) -> Iterator[Item]:
        state, ruling = self.state, self.ruling
        for team in Team:
            if any(hero.team is team for hero in state.units):
                yield f"{team}, wounds/health", partial(_swatch, team=team)
        kinds = {kind for _, kind in state.board.spaces}
        for ground in TERRAIN.values():
            if ground.id in kinds - {"clear"}:
                yield ground.name, partial(self.patterns.swatch, kind=ground.id, letter=ground.letter)
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
            yield "what a space costs", _priced
        if state.step is StepKind.REACTION:
            yield "moved into: open", partial(draw_number, number="2", open_=True)
            yield "closed to a reaction", partial(draw_number, number="2", open_=False)


def _dot(pen: Pen, *, hollow: bool) -> None:
    pen.circle((4, 0), 4, fill=WHITE if hollow else INK, stroke=INK)


def _priced(pen: Pen) -> None:
    pen.rect((-8, -8), (24, 16), rx=4, fill=WHITE, stroke=INK, stroke_width=1.4)
    pen.text((4, 4), "+2", 11, bold=True, anchor="middle")


DRAWING = DotMap.drawing()
