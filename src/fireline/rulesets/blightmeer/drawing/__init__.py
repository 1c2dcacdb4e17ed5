"""The table of a Blightmeer battle seen from above, with a shot, its card, a threat map, a legend; and as triangles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from operator import attrgetter
from typing import TYPE_CHECKING

from fireline.draw.board import BoardDrawing, Patterns, RuledShot
from fireline.draw.canvas import (
    GREEN,
    INK,
    MUTED,
    RULE,
    VERMILLION,
    WHITE,
    Pen,
    Point,
    clip,
    clip_middle,
    width_of,
)
from fireline.draw.hexes import DASHES, RANGE_DASHES
from fireline.draw.legend import Item
from fireline.draw.marks import Box, Labels, badge, cross, stroke
from fireline.draw.sides import COLOURS, looks_of
from fireline.draw.threatmap import squares
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.drawing import Scene, ScenePart, SceneSolid, ThreatMap
from fireline.rulesets.blightmeer.drawing import plan as ground
from fireline.rulesets.blightmeer.drawing import tokens
from fireline.rulesets.blightmeer.landscape import KINDS
from fireline.rulesets.blightmeer.shot import declare
from fireline.rulesets.blightmeer.state import State
from fireline.rulesets.blightmeer.terrain import Terrain
from fireline.rulesets.blightmeer.walls import Wall
from fireline.ruling import Ruling, Visibility

if TYPE_CHECKING:
    from fireline.geometry.solids import Point3, Solid

GROUND = "#F5F2EA"
MOST_NAMED = 8
"""With more terrain than this, walls and windows have their names in tooltips only."""
_NAME = 11.5
DECIMALS = 4
"""Of an inch, as many as the precision of a screen needs."""
MOST_TRIANGLES = 20_000
"""The most triangles of a model that a page is sent; what has more is made coarser."""


class TableTop(BoardDrawing[State]):
    """The table with its terrain; with a shot, its line of sight; else the range of a unit."""

    margin, gap = 40.0, 44.0
    looks = ground.LOOKS

    @cached_property
    def plan(self) -> ground.Plan:
        """Where the inches of the table lie in the picture."""
        return ground.Plan((self.margin, self.head), self.state.table.width, self.state.table.depth)

    @property
    def size(self) -> Point:
        return self.plan.size

    def facts(self) -> str:
        """Whose turn it is, on which table."""
        state, wide = self.state, max(self.size[0], self.narrowest)
        table = f'Table {state.table.width:g}" by {state.table.depth:g}"'
        return clip(f"Turn {state.turn.number}: {state.turn.side} shoots. {table}.", wide, 12.5)

    def told(self) -> Iterator[str]:
        yield self.facts()
        yield from map(tokens.note_of, self.state.standing)
        yield from map(ground.note_of, self.state.terrain)

    def tokens(self) -> list[Point]:
        return [self.plan.point(unit.at) for unit in self.state.standing]

    def cells(self, chart: ThreatMap) -> dict[str, list[Point]]:
        return {place: self.plan.outline(tuple(square)) for place, square in squares(chart.cells).items()}

    def lay(self) -> Pen:
        canvas, plan, state, (wide, high) = self.canvas, self.plan, self.state, self.size
        self.patterns.define(self.looks)
        self._draw_ground(canvas.group(kind="table"))
        sight = self.ruling and self.ruling.line_of_sight
        hides = dict(sight.hidden) if isinstance(sight, Visibility) else {}
        terrain = canvas.group(kind="pieces")
        for piece in sorted(state.terrain, key=attrgetter("highest")):
            if piece.id in hides:
                tokens.draw_rim(terrain, plan, piece, hides[piece.id])
            ground.draw_piece(terrain, plan, piece, self.patterns)
        labels = Labels(Box(plan.at[0] + 2, plan.at[1] + 2, plan.at[0] + wide - 2, plan.at[1] + high - 2))
        under, units = canvas.group(kind="under"), canvas.group(kind="units")
        over, names = canvas.group(kind="over"), canvas.group(kind="names")
        for unit in state.standing:
            tokens.draw_unit(units, plan, state, unit)
            (x, y), r = plan.point(unit.at), float(unit.radius) * plan.scale + 4
            labels.take(Box(x - r, y - r, x + r, y + r))
            for x, y in tokens.badge_places(plan, unit):
                labels.take(Box(x - 8, y - 8, x + 8, y + 8))
        for wall in (piece for piece in state.terrain if isinstance(piece, Wall)):
            labels.take_line(plan.point(wall.start), plan.point(wall.end), 4)
        if self.judged:
            self._draw_shot(under, over, labels, self.judged)
        elif shooter := state.find(self.viewer):
            if shooter.weapon:
                tokens.draw_reach(under, plan, shooter, float(shooter.weapon.range))
            tokens.draw_shooter(under, plan, shooter)
        _draw_unit_names(names, plan, state, labels)
        _draw_terrain_names(names, plan, state, labels)
        canvas.frame((0, self.head - 12), (self.margin + wide + 14, high + 40))
        canvas.measure(plan.point((0, 0)), plan.scale, -plan.scale)
        return terrain

    def _draw_ground(self, layer: Pen) -> None:
        """The table with a mark every six inches."""
        plan = self.plan
        layer.rect(plan.at, plan.size, fill=GROUND, stroke=INK, stroke_width=2)
        left, low = plan.point((0, 0))
        for inches in range(0, int(plan.width) + 1, 6):
            x, top = plan.point((inches, plan.depth))
            if 0 < inches < plan.width:
                layer.line((x, top), (x, low), stroke=RULE, stroke_width=0.8)
            layer.line((x, low), (x, low + 6), stroke=INK, stroke_width=1.4)
            layer.text((x, low + 20), f'{inches}"', 11, anchor="middle", fill=MUTED)
        for inches in range(0, int(plan.depth) + 1, 6):
            right, y = plan.point((plan.width, inches))
            if 0 < inches < plan.depth:
                layer.line((left, y), (right, y), stroke=RULE, stroke_width=0.8)
            layer.line((left - 6, y), (left, y), stroke=INK, stroke_width=1.4)
            layer.text((left - 9, y + 4), f'{inches}"', 11, anchor="end", fill=MUTED)

    def _draw_shot(self, under: Pen, over: Pen, labels: Labels, judged: RuledShot) -> None:
        """The shot under the units and over them."""
        state, plan, shooting = self.state, self.plan, declare(self.state, judged.shot)
        shooter, target, sight = shooting.shooter, shooting.target, judged.ruling.line_of_sight
        if judged.ruling.summary["range"] is not None:
            tokens.draw_reach(under, plan, shooter, float(judged.ruling.summary["range"]))
        tokens.draw_shooter(under, plan, shooter)
        if shooting.protector:
            tokens.draw_protector(under, plan, shooting.protector, target)
        if isinstance(sight, Visibility):
            for name, share in sight.hidden:
                if unit := state.find(name):
                    tokens.draw_rim(under, plan, unit, share)
            tokens.draw_line(under, plan, sight, target)
            tokens.draw_gauge(under, plan, target, sight)
            tokens.draw_cross(over, plan, state, sight, target)
            labels.take_line(plan.point(sight.eye), plan.point(target.at))

    def items(self) -> Iterator[Item]:
        state = self.state
        for side in state.sides:
            if any(unit.side == side for unit in state.standing):
                yield clip(side, 160, 12.5), partial(tokens.ring, side=looks_of(state.sides)[side])
        yield "where it looks to", lambda pen: pen.polygon(((12, 0), (-2, -7), (-2, 7)), fill=MUTED)
        yield "Wounds left", partial(tokens.draw_pips, at=(-8, 0), wounds=3, colour=COLOURS[0])
        letters = {letter for unit in state.standing for letter in tokens.badges_of(unit)}
        for letter, meaning in tokens.BADGES.items():
            if letter in letters:
                yield meaning, partial(badge, letter=letter, at=(6, 0))
        for kind in KINDS.values():
            if any(type(piece) is kind for piece in state.terrain):
                yield f"{kind.letter} {kind.key}", partial(_swatch, kind=kind.kind, patterns=self.patterns)
        if any(getattr(piece, "openings", ()) for piece in state.terrain):
            yield "window", _window
        if self.judged:
            yield from _shot_items(self.judged.ruling)
            if self.judged.shot.details.get("protector"):
                yield "tries to Protect", partial(_ring, colour=tokens.CHOICE)


def _shot_items(ruling: Ruling) -> Iterator[Item]:
    yield "shooter", partial(_ring, colour=INK)
    if ruling.summary["range"] is not None:
        yield f'range {ruling.summary["range"]:g}"', partial(stroke, colour=INK, dashes=RANGE_DASHES, width=2.4)
    sight = ruling.line_of_sight
    if not isinstance(sight, Visibility):
        return
    if sight.clear:
        yield "line of sight", partial(stroke, colour=GREEN, dashes="none", width=3.6)
    else:
        yield "no line of sight", partial(stroke, colour=VERMILLION, dashes=DASHES, width=3.6)
        yield "what blocks it first", partial(cross, at=(4, 0), r=7)
    yield "how much of the target is seen", _gauge
    if sight.hidden:
        yield "hides a part of it", partial(stroke, colour=VERMILLION, dashes=tokens.BLOCKER_DASHES, width=3)


def _swatch(pen: Pen, kind: str, patterns: Patterns) -> None:
    high = 7.0 if kind == "wall" else 20.0
    rim = INK if kind in ground.LOOKS else MUTED
    pen.rect((-16, -high / 2), (32, high), fill=ground.paint_of(kind, patterns), stroke=rim)


def _window(pen: Pen) -> None:
    pen.rect((-16, -4), (32, 8), fill=INK)
    pen.rect((-8, -4), (16, 8), fill=WHITE)
    for y in (-4, 4):
        pen.line((-8, y), (8, y), stroke=INK, stroke_width=1.4)


def _ring(pen: Pen, colour: str) -> None:
    pen.circle((2, 0), 9, fill="none", stroke=colour, stroke_width=3.6)


def _gauge(pen: Pen) -> None:
    pen.path("M2 -9 A9 9 0 0 1 2 9", fill="none", stroke=GREEN, stroke_width=4)
    pen.path("M2 9 A9 9 0 0 1 2 -9", fill="none", stroke=VERMILLION, stroke_width=4, stroke_dasharray="4 3")


def _draw_unit_names(layer: Pen, plan: ground.Plan, state: State, labels: Labels) -> None:
    for unit in state.standing:
        name, bold = clip_middle(unit.id, 110, _NAME), unit.side == state.turn.side
        wide = width_of(name, _NAME, bold=bold) + 6 + tokens.pips_width(unit.wounds)
        (x, y), r = plan.point(unit.at), float(unit.radius) * plan.scale + 8
        # Below, above, to the right, to the left, then farther away.
        spots = [(x - wide / 2, y + r), (x - wide / 2, y - r - 16), (x + r + 2, y - 8), (x - r - 2 - wide, y - 8)]
        spots += [(x - wide / 2, y + r + 16), (x - wide / 2, y - r - 32), (x + r, y + r), (x - r - wide, y + r)]
        left, top = labels.place((wide, 16), spots)
        layer.text((left, top + 12), name, _NAME, bold=bold, halo=GROUND, kind="unit-id")
        colour = COLOURS[looks_of(state.sides)[unit.side]]
        tokens.draw_pips(layer, (left + wide - tokens.pips_width(unit.wounds) + 4, top + 8), unit.wounds, colour)
        for letter, at in zip(tokens.badges_of(unit), tokens.badge_places(plan, unit), strict=True):
            badge(layer, letter, at, note=tokens.BADGES[letter])


def _draw_terrain_names(layer: Pen, plan: ground.Plan, state: State, labels: Labels) -> None:
    crowded = len(state.terrain) > MOST_NAMED
    for piece in state.terrain:
        name = clip_middle(f'{piece.letter} {piece.id}, {piece.highest:.3g}"', 150, _NAME)
        wide = width_of(name, _NAME)
        if crowded and (isinstance(piece, Wall) or _across(plan, piece) < wide / 2):
            continue
        left, top = labels.place((wide, 15), _spots(plan, piece, wide))
        layer.text((left, top + 12), name, _NAME, halo=WHITE, kind="terrain-id")
    for window in () if crowded else state.terrain.windows.values():
        name = clip_middle(window.id, 110, 11)
        x, y = plan.point(window.point(window.width / 2))
        wide = width_of(name, 11)
        beside = [
            (x + aside - wide / 2, y + away) for away in (8, -22, 22, -36) for aside in (0, 0.6 * wide, -0.6 * wide)
        ]
        left, top = labels.place((wide, 14), beside)
        layer.text((left, top + 11), name, 11, fill=MUTED, halo=WHITE, kind="window-id")


def _across(plan: ground.Plan, piece: Terrain) -> float:
    """How wide a piece is in the picture."""
    xs = [x for x, _ in plan.outline(piece.footprint)]
    return max(xs) - min(xs)


def _spots(plan: ground.Plan, piece: Terrain, wide: float) -> Iterator[Point]:
    """Places for a name on a piece of terrain, from its middle outwards, then around it; on a wall, beside it."""
    corners = plan.outline(piece.footprint)
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, low = min(y for _, y in corners), max(y for _, y in corners)
    x, y = (left + right) / 2 - wide / 2, (top + low) / 2 - 7.5
    if isinstance(piece, Wall):
        yield from ((x + a * (wide / 2 + 10), y + b * 16) for b in (1, -1) for a in (0, 1, -1))
    else:
        parts = sorted(
            ((a, b) for a in (0, -0.3, 0.3) for b in (0, -0.3, 0.3)), key=lambda part: abs(part[0]) + abs(part[1])
        )
        yield from ((x + a * (right - left), y + b * (low - top)) for a, b in parts)
    yield from ((x, low + 4), (x, top - 19), (right + 5, y), (left - wide - 5, y))


def _eye(battle: Battle, shot: Shot) -> str:
    from fireline.rulesets.blightmeer.drawing import eyeview  # paints in three dimensions

    return eyeview.draw(battle, shot)


def scene(state: State) -> Scene:
    """The terrain and every unit that stands on the table as triangles, in inches, for a page that draws them."""
    terrain = (_solid(piece.id, "terrain", None, piece.solid, ()) for piece in state.terrain)
    models = ((unit, unit.placed) for unit in state.standing)
    units = (_solid(unit.id, "unit", unit.side, one.solid, unit.figure.tags, one.eyes) for unit, one in models)
    return Scene(state.table.width, state.table.depth, (*terrain, *units))


def _solid(
    name: str, kind: str, side: str | None, solid: Solid, tags: Sequence[str], eyes: Point3 | None = None
) -> SceneSolid:
    from fireline.geometry.bulk import coarse  # with numpy, as every solid

    solid, error = coarse(solid, MOST_TRIANGLES)
    seen_from = None if eyes is None else (round(eyes[0], DECIMALS), round(eyes[1], DECIMALS), round(eyes[2], DECIMALS))
    return SceneSolid(name, kind, side, tuple(_parts(solid, tags)), seen_from, round(error, DECIMALS) or None)


def _parts(solid: Solid, tags: Sequence[str]) -> Iterator[ScenePart]:
    for number, name in enumerate(solid.parts):
        corners = solid.corners[solid.part_of == number]
        if len(corners):
            yield ScenePart(name, tags[number] if tags else "terrain", corners.round(DECIMALS).ravel().tolist())


DRAWING = TableTop.drawing(eye=_eye, scene=scene)
