"""The map of Duel of Ages: spaces, dots and drawn walls, with a shot, its card and a legend, or a threat map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any

from fireline.draw.boards import BoardDrawing
from fireline.draw.canvas import Pen, Point
from fireline.draw.hexes import HALF, SIZE, HexGrid
from fireline.draw.legend import Item, range_item, shooter_and_target, sight_items
from fireline.draw.palette import BLUE, INK, PAPER, PURPLE, VERMILLION, WHITE
from fireline.draw.patterns import looks_in
from fireline.draw.sightline import draw_shooter
from fireline.draw.text import clip_middle
from fireline.game.drawing import ThreatMap
from fireline.geometry.grid import GRID
from fireline.geometry.hexes import Hex
from fireline.rulesets.duel_of_ages.board import Team, space_name
from fireline.rulesets.duel_of_ages.drawing.line import dot_at, draw_number, draw_shot, seen_from, spaces_seen
from fireline.rulesets.duel_of_ages.editions import NUMBERS
from fireline.rulesets.duel_of_ages.pieces import TERRAIN, Card, Weapon
from fireline.rulesets.duel_of_ages.state import Hero, State, StepKind
from fireline.ruling import Sight

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
        return facts(self.state)

    def told(self) -> Iterator[str]:
        board = self.state.board
        yield self.facts()
        yield from map(describe_hero, self.state.heroes)
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
        for hero, at in zip(state.heroes, self.tokens(), strict=True):
            draw_hero(heroes, hero, at)
        dots = canvas.group(kind="dots")
        if self.judged:
            self._dots(dots, seen_from(state, self.judged.shot))
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
        centres = (self.grid.centre(hero.space) for hero in self.state.heroes)
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
            if any(hero.team is team for hero in state.heroes):
                yield f"{team}, wounds/health", partial(outline, team=team, scale=0.5)
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
            yield "what a space costs", _cost
        if state.step is StepKind.REACTION:
            yield "moved into: open", partial(draw_number, number="2", open_=True)
            yield "closed to a reaction", partial(draw_number, number="2", open_=False)


def facts(state: State) -> str:
    """Whose step it is, and the decks."""
    whose = f" of {state.team}" if state.team else ""
    piles = [(pile.list, pile) for pile in state.decks]
    decks = " and ".join(f"{deck.id} ({len(pile.left)} of {len(deck.cards)} left)" for deck, pile in piles)
    return f"{state.step.capitalize()} step{whose}. Decks of white and black: {decks}."


def _dot(pen: Pen, *, hollow: bool) -> None:
    pen.circle((4, 0), 4, fill=WHITE if hollow else INK, stroke=INK)


def _cost(pen: Pen) -> None:
    pen.rect((-8, -8), (24, 16), rx=4, fill=WHITE, stroke=INK, stroke_width=1.4)
    pen.text((4, 4), "+2", 11, bold=True, anchor="middle")


DRAWING = DotMap.drawing()
