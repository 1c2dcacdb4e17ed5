"""The legend under the map of Duel of Ages: only what the picture shows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fireline.draw.canvas import Pen
from fireline.draw.legend import Item, range_item, shooter_and_target, sight_items
from fireline.draw.palette import INK, PURPLE, WHITE
from fireline.draw.patterns import Patterns
from fireline.rulesets.duel_of_ages.board import Team
from fireline.rulesets.duel_of_ages.drawing import heroes
from fireline.rulesets.duel_of_ages.drawing.marks import draw_archway, draw_number
from fireline.rulesets.duel_of_ages.pieces import TERRAIN
from fireline.rulesets.duel_of_ages.state import State, StepKind
from fireline.ruling import Ruling, Sight


def items(patterns: Patterns, state: State, ruling: Ruling | None) -> Iterator[Item]:
    """Labels with their icons."""
    for team in Team:
        if any(hero.team is team for hero in state.heroes):
            yield f"{team}, wounds/health", partial(heroes.outline, team=team, scale=0.5)
    kinds = {kind for _, kind in state.board.spaces}
    for ground in TERRAIN.values():
        if ground.id in kinds - {"clear"}:
            yield ground.name, partial(patterns.swatch, kind=ground.id, letter=ground.letter)
    if state.board.walls:
        yield "wall", _wall
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
            yield "the side chosen", _chosen
    if ruling.summary["stealth_bonus"]:
        yield "what a space costs", _cost
    if state.step is StepKind.REACTION:
        yield "moved into: open", partial(draw_number, number="2", open_=True)
        yield "closed to a reaction", partial(draw_number, number="2", open_=False)


def _wall(pen: Pen) -> None:
    pen.rect((-16, -5), (34, 10), fill=INK)


def _dot(pen: Pen, *, hollow: bool) -> None:
    pen.circle((4, 0), 4, fill=WHITE if hollow else INK, stroke=INK)


def _chosen(pen: Pen) -> None:
    pen.polygon([(-4, 5), (12, 5), (4, -7)], fill=PURPLE, stroke=INK, stroke_width=1)


def _cost(pen: Pen) -> None:
    pen.rect((-8, -8), (24, 16), rx=4, fill=WHITE, stroke=INK, stroke_width=1.4)
    pen.text((4, 4), "+2", 11, bold=True, anchor="middle")
