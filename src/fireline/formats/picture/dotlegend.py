"""The legend under the map of Duel of Ages: only what the picture shows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fireline.formats.picture import heroes, terrain
from fireline.formats.picture.canvas import Canvas, Pen
from fireline.formats.picture.dotmarks import draw_archway, draw_number
from fireline.formats.picture.legend import Icon, draw_letter, lay_out, shooter_and_target, sight_items, stroke
from fireline.formats.picture.palette import INK, MUTED, PURPLE, WHITE
from fireline.formats.picture.sightline import RANGE_DASHES
from fireline.rulesets.duel_of_ages.board import Team
from fireline.rulesets.duel_of_ages.pieces import TERRAIN, Terrain
from fireline.rulesets.duel_of_ages.state import State, Step
from fireline.ruling import Ruling, Sight


def draw_legend(canvas: Canvas, at: tuple[float, float], width: float, state: State, ruling: Ruling | None) -> float:
    """The legend from this corner, in lines of this width; answers how far down it reaches."""
    return lay_out(canvas, at, width, _items(canvas.uid, state, ruling))


def _items(uid: str, state: State, ruling: Ruling | None) -> Iterator[tuple[str, Icon]]:
    for team in Team:
        if any(hero.team is team for hero in state.heroes):
            yield f"{team}, wounds/health", partial(heroes.outline, team=team, scale=0.5)
    kinds = {kind for _, kind in state.board.spaces}
    for ground in TERRAIN.values():
        if ground.id in kinds - {"clear"}:
            yield ground.name, partial(_swatch, ground=ground, uid=uid)
    if state.board.walls:
        yield "wall", _wall
    if state.board.archways:
        yield "archway", draw_archway
    if ruling is None:
        yield "dot", partial(_dot, hollow=False)
        return
    yield from shooter_and_target()
    if reach := ruling.summary["range"]:
        yield f"range {reach[0]} to {reach[1]}", partial(stroke, colour=INK, dashes=RANGE_DASHES, width=2.6)
    yield "dot that the shooter sees", partial(_dot, hollow=False)
    yield "dot out of sight", partial(_dot, hollow=True)
    sight = ruling.line_of_sight
    if isinstance(sight, Sight):
        yield from sight_items(sight)
        if any(mark.chosen for mark in sight.marks):
            yield "the side chosen", _chosen
    if ruling.summary["stealth_bonus"]:
        yield "what a space costs", _cost
    if state.step is Step.REACTION:
        yield "moved into: open", partial(draw_number, number="2", open_=True)
        yield "closed to a reaction", partial(draw_number, number="2", open_=False)


def _swatch(pen: Pen, ground: Terrain, uid: str) -> None:
    look = terrain.look_of(ground.id)
    pen.rect((-18, -12), (36, 24), fill=terrain.paint(ground.id, uid), stroke=MUTED, stroke_width=1)
    draw_letter(pen, look, ground.letter, (0, 0))


def _wall(pen: Pen) -> None:
    pen.rect((-16, -5), (34, 10), fill=INK)


def _dot(pen: Pen, *, hollow: bool) -> None:
    pen.circle((4, 0), 4, fill=WHITE if hollow else INK, stroke=INK)


def _chosen(pen: Pen) -> None:
    pen.polygon([(-4, 5), (12, 5), (4, -7)], fill=PURPLE, stroke=INK, stroke_width=1)


def _cost(pen: Pen) -> None:
    pen.rect((-8, -8), (24, 16), rx=4, fill=WHITE, stroke=INK, stroke_width=1.4)
    pen.text((4, 4), "+2", 11, bold=True, anchor="middle")
