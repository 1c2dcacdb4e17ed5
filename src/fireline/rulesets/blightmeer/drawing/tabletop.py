"""The table of a Blightmeer battle seen from above, with a shot, its card, a threat map and a legend."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fireline.draw.board import BoardPicture, Judged
from fireline.draw.canvas import Canvas, Pen, Point
from fireline.draw.legend import Item, draw_legend
from fireline.draw.marks import Box, Labels, badge, cross, stroke
from fireline.draw.palette import COLOURS, GREEN, INK, MUTED, RULE, VERMILLION, WHITE, looks
from fireline.draw.patterns import Patterns
from fireline.draw.sightline import DASHES, RANGE_DASHES
from fireline.draw.text import clip, clip_middle, width_of
from fireline.draw.threatmap import draw_cells, squares
from fireline.game.battle import Battle
from fireline.game.drawing import Drawing, ThreatMap
from fireline.game.shot import Shot
from fireline.rulesets.blightmeer.drawing import plan as ground
from fireline.rulesets.blightmeer.drawing import scene, tokens
from fireline.rulesets.blightmeer.shot import Shooting, declare
from fireline.rulesets.blightmeer.state import State
from fireline.rulesets.blightmeer.terrain import Terrain, Wall
from fireline.ruling import Ruling, Visibility


def items(uid: str, state: State, ruling: Ruling | None, *, protects: bool = False) -> Iterator[Item]:
    """Labels with their icons."""
    for side in state.sides:
        if any(unit.side == side for unit in state.standing):
            yield clip(side, 160, 12.5), partial(tokens.ring, side=looks(state.sides)[side])
    yield "where it looks to", lambda pen: pen.polygon(((12, 0), (-2, -7), (-2, 7)), fill=MUTED)
    yield "Wounds left", partial(tokens.draw_pips, at=(-8, 0), wounds=3, colour=COLOURS[0])
    letters = {letter for unit in state.standing for letter in tokens.badges_of(unit)}
    for letter, meaning in tokens.BADGES.items():
        if letter in letters:
            yield meaning, partial(badge, letter=letter, at=(6, 0))
    kinds = {piece.kind for piece in state.terrain}
    for kind, name in ground.NAMES.items():
        if kind in kinds:
            yield f"{ground.LETTERS[kind]} {name}", partial(_swatch, kind=kind, uid=uid)
    if any(getattr(piece, "openings", ()) for piece in state.terrain):
        yield "window", _window
    if ruling:
        yield from _shot_items(ruling)
    if protects:
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


def _swatch(pen: Pen, kind: str, uid: str) -> None:
    high = 7.0 if kind == "wall" else 20.0
    pen.rect(
        (-16, -high / 2), (32, high), fill=ground.paint_of(kind, uid), stroke=INK if kind in ground.LOOKS else MUTED
    )


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


MARGIN, HEAD = 40.0, 66.0
GROUND = "#F5F2EA"
MOST_NAMED = 8
"""With more terrain than this, walls and windows have their names in tooltips only."""
_NAME = 11.5


def draw(battle: Battle, shot: Shot | None = None, viewer: str = "") -> str:
    """The table as SVG; with a shot, its line of sight and its card; seen from a unit, its range."""
    state: State = battle.state
    if shot is None:
        canvas = Canvas(state.name or battle.ruleset.name, describe_table(state))
        return compose(canvas, battle, _facts(state), viewer=viewer).finish()
    judged = Judged.of(battle, shot)
    return compose(judged.canvas(), battle, _facts(state), judged).finish()


def plan_of(state: State) -> ground.Plan:
    """Where the inches of the table lie in the picture."""
    return ground.Plan((MARGIN, HEAD), state.width, state.depth)


def describe_table(state: State) -> str:
    """Who stands where, and on what ground."""
    return "\n".join([_facts(state), *map(tokens.note_of, state.standing), *map(ground.note_of, state.terrain)])


def _facts(state: State) -> str:
    """Whose turn it is, on which table."""
    return f'Turn {state.number}: {state.turn} shoots. Table {state.width:g}" by {state.depth:g}".'


def compose(canvas: Canvas, battle: Battle, facts: str, judged: Judged | None = None, viewer: str = "") -> BoardPicture:
    """The table with its legend on this canvas; with a shot, its line of sight and its card."""
    state: State = battle.state
    plan, ruling = plan_of(state), judged.ruling if judged else None
    wide, high = max(plan.size[0], 420.0), plan.size[1]
    canvas.heading(MARGIN, state.name or battle.ruleset.name, clip(facts, wide, 12.5), wide)
    Patterns(canvas, ground.LOOKS).define(ground.LOOKS)
    _draw_ground(canvas, plan)
    hides = dict(ruling.line_of_sight.hidden) if ruling and isinstance(ruling.line_of_sight, Visibility) else {}
    terrain = canvas.group(kind="pieces")
    for piece in sorted(state.terrain, key=ground.top_of):
        if piece.id in hides:
            tokens.draw_rim(terrain, plan, piece, hides[piece.id])
        ground.draw_piece(terrain, plan, piece, canvas.uid)
    labels = Labels(Box(plan.at[0] + 2, plan.at[1] + 2, plan.at[0] + plan.size[0] - 2, plan.at[1] + high - 2))
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
    if judged:
        _draw_shot((under, over), labels, plan, declare(state, judged.shot), judged.ruling)
    elif shooter := state.find(viewer):
        if shooter.weapon:
            tokens.draw_range(under, plan, shooter, float(shooter.weapon.range))
        tokens.draw_shooter(under, plan, shooter)
    _draw_unit_names(names, plan, state, labels)
    _draw_terrain_names(names, plan, state, labels)
    canvas.frame((0, HEAD - 12), (MARGIN + plan.size[0] + 14, high + 40))
    canvas.measure(plan.point((0, 0)), plan.scale, -plan.scale)
    protects = bool(judged and judged.shot.details.get("protector"))
    shown = items(canvas.uid, state, ruling, protects=protects)
    low = draw_legend(canvas, (MARGIN, HEAD + high + 44), wide, shown)
    standing = [plan.point(unit.at) for unit in state.standing]
    picture = BoardPicture(canvas, terrain, MARGIN + wide + MARGIN, low, standing)
    if judged:
        picture.add_card(judged, HEAD, MARGIN)
    return picture


def _draw_ground(canvas: Canvas, plan: ground.Plan) -> None:
    """The table with a mark every six inches."""
    layer = canvas.group(kind="table")
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


def _draw_shot(pens: tuple[Pen, Pen], labels: Labels, plan: ground.Plan, shooting: Shooting, ruling: Ruling) -> None:
    """The shot under the units and over them."""
    under, over = pens
    state, target, sight = shooting.state, shooting.target, ruling.line_of_sight
    if ruling.summary["range"] is not None:
        tokens.draw_range(under, plan, shooting.shooter, float(ruling.summary["range"]))
    tokens.draw_shooter(under, plan, shooting.shooter)
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


def _draw_unit_names(layer: Pen, plan: ground.Plan, state: State, labels: Labels) -> None:
    for unit in state.standing:
        name, bold = clip_middle(unit.id, 110, _NAME), unit.side == state.turn
        wide = width_of(name, _NAME, bold=bold) + 6 + tokens.pips_width(unit.wounds)
        (x, y), r = plan.point(unit.at), float(unit.radius) * plan.scale + 8
        # Below, above, to the right, to the left, then farther away.
        spots = [(x - wide / 2, y + r), (x - wide / 2, y - r - 16), (x + r + 2, y - 8), (x - r - 2 - wide, y - 8)]
        spots += [(x - wide / 2, y + r + 16), (x - wide / 2, y - r - 32), (x + r, y + r), (x - r - wide, y + r)]
        left, top = labels.place((wide, 16), spots)
        layer.text((left, top + 12), name, _NAME, bold=bold, halo=GROUND, kind="unit-id")
        colour = COLOURS[looks(state.sides)[unit.side]]
        tokens.draw_pips(layer, (left + wide - tokens.pips_width(unit.wounds) + 4, top + 8), unit.wounds, colour)
        tokens.draw_badges(layer, plan, unit)


def _draw_terrain_names(layer: Pen, plan: ground.Plan, state: State, labels: Labels) -> None:
    crowded = len(state.terrain) > MOST_NAMED
    for piece in state.terrain:
        name = clip_middle(ground.label_of(piece), 150, _NAME)
        wide = width_of(name, _NAME)
        if crowded and (isinstance(piece, Wall) or _across(plan, piece) < wide / 2):
            continue
        left, top = labels.place((wide, 15), _spots(plan, piece, wide))
        layer.text((left, top + 12), name, _NAME, halo=WHITE, kind="terrain-id")
    for window in () if crowded else state.windows.values():
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
    xs = [plan.point(corner)[0] for outline in ground.footprints(piece) for corner in outline]
    return max(xs) - min(xs)


def _spots(plan: ground.Plan, piece: Terrain, wide: float) -> Iterator[Point]:
    """Places for a name on a piece of terrain, from its middle outwards, then around it; on a wall, beside it."""
    corners = [plan.point(corner) for outline in ground.footprints(piece) for corner in outline]
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


def draw_threat(battle: Battle, chart: ThreatMap) -> str:
    """The table with a chance in every square."""
    board = compose(Canvas(chart.title, chart.described), battle, chart.title)
    plan = plan_of(battle.state)
    shapes = {place: [plan.point(corner) for corner in square] for place, square in squares(chart.cells).items()}
    return draw_cells(board, chart, shapes)


def _eye(battle: Battle, shot: Shot) -> str:
    from fireline.rulesets.blightmeer.drawing import eyeview  # paints in three dimensions

    return eyeview.draw(battle, shot)


DRAWING: Drawing[State] = Drawing(board=draw, threat=draw_threat, eye=_eye, scene=scene)
