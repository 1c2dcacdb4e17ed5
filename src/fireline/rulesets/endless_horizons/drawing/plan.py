"""The field in metres: where people stand from above, to be edited and to shoot on, and threat maps of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil, hypot
from typing import NamedTuple, TypeAlias

from fireline.draw.canvas import (
    INK,
    MUTED,
    RULE,
    WHITE,
    BoardPicture,
    Canvas,
    Pen,
    Point,
    clip,
    width_of,
)
from fireline.draw.hexes import draw_stroke
from fireline.draw.marks import Box, Labels
from fireline.draw.sides import COLOURS, TINTS, looks_by_unit
from fireline.draw.threatmap import FIELD, FIELD_LEFT, draw_cells, draw_strip
from fireline.game.battle import Battle
from fireline.game.drawing import ThreatMap
from fireline.game.places import point_named
from fireline.rulesets.endless_horizons.board import Wall
from fireline.rulesets.endless_horizons.drawing.bands import Scale, metres
from fireline.rulesets.endless_horizons.places import PLACES, first_distance, round_step
from fireline.rulesets.endless_horizons.state import State, Unit

LEFT, HEAD, WIDE = 36.0, 80.0, 800.0
STEP, MARGIN = 10, 10
"""Metres between two lines of the plan, and at least around everybody."""
LEAST = (60, 40)
SHELF = 64.0
MOST_LINES = 40


Spot: TypeAlias = tuple[Fraction, Fraction]
"""A point of the field in metres."""


class Aim(NamedTuple):
    """The line of a shot, from point to point, and the range band in which it ends, "" beyond them."""

    start: Spot
    end: Spot
    band: str
    legal: bool


class Laid(NamedTuple):
    """The plan as it is drawn: its ground, how far down it reaches, where everybody is, and where a point lies."""

    ground: Pen
    low: float
    spots: Mapping[str, Point]
    spot: Callable[[Spot], Point]


def draw(battle: Battle, viewer: str = "") -> str:
    """The plan as SVG, with the range of a unit, "" for nobody's; a step of its grid is told below it."""
    state: State = battle.state
    canvas = Canvas(state.name or battle.ruleset.name, "\n".join(_told(unit) for unit in state.units) or "Nobody yet.")
    canvas.heading(LEFT, state.name or battle.ruleset.name, "Where everybody stands, in metres.", WIDE)
    low = draw_plan(canvas, battle, state.find(viewer)).low
    return canvas.finish(LEFT + WIDE + LEFT, low + 28)


def draw_plan(
    canvas: Canvas,
    battle: Battle,
    shooter: Unit | None = None,
    shot: Aim | None = None,
    around: Sequence[Spot] = (),
) -> Laid:
    """Grid, ranges, the line of a shot and everybody, as the board of a picture that has room for these points."""
    state: State = battle.state
    walls = [corner for wall in state.walls for corner in (wall.start, wall.end)]
    points = [*(unit.at for unit in state.units if unit.at), *walls, *around]
    (left, right), (low, high) = (_ends([point[n] for point in points], least) for n, least in enumerate(LEAST))
    scale = WIDE / float(right - left)
    tall = float(high - low) * scale
    origin = LEFT - float(left) * scale, HEAD + float(high) * scale
    ground = canvas.group(kind="grid")
    step = _draw_grid(ground, (left, low, right, high), scale, tall)

    def spot(at: Spot) -> Point:
        return origin[0] + float(at[0]) * scale, origin[1] - float(at[1]) * scale

    shelf = [unit for unit in state.units if not unit.at]
    bottom = HEAD + tall + 40
    below = {unit.id: (LEFT + 40 + (n % 10) * 76, bottom + 26 + (n // 10) * SHELF) for n, unit in enumerate(shelf)}
    spots = {unit.id: spot(unit.at) if unit.at else below[unit.id] for unit in state.units}
    labels = _taken(state.units, spots, HEAD + tall)
    if shooter and shooter.at and shooter.gun:
        reach = Scale(float(shooter.gun.model.effective_range) * scale, state.edition.house)
        _draw_ranges(canvas, spot(shooter.at), reach, tall, shot.band if shot else "", labels)
    for wall in state.walls:
        _draw_wall(canvas.group(kind="walls"), wall, spot(wall.start), spot(wall.end))
    if shot:
        aim, ends = canvas.group(kind="aim"), (spot(shot.start), spot(shot.end))
        draw_stroke(aim, *ends, f"shot {'clear' if shot.legal else 'refused'}", clear=shot.legal)
        for at in ends:
            aim.circle(at, 20, fill=WHITE, stroke=INK, stroke_width=2)
    look = looks_by_unit(battle)
    tokens = canvas.group(kind="people")
    for unit in state.units:
        _draw_token(tokens, unit, spots[unit.id], look[unit.id], 0.6 if around else 1.0)
    _draw_names(tokens, state.units, spots, labels)
    note = f"One square is {step} metres." + (" Below: at distances that are written down." if shelf else "")
    canvas.text((LEFT, HEAD + tall + 34), note, 12.5, fill=MUTED)
    whole = tall + 48 + (SHELF * (1 + (len(shelf) - 1) // 10) if shelf else 0)
    canvas.frame((2, HEAD - 20), (LEFT + WIDE + 18, whole + 20))
    canvas.measure(origin, scale, -scale)
    return Laid(ground, HEAD + whole, spots, spot)


def _draw_ranges(canvas: Canvas, at: Point, reach: Scale, tall: float, marked: str, labels: Labels) -> None:
    """Where each range band ends, as far as the plan shows it; the marked one is heavy."""
    clip = canvas.id_of("plan")
    canvas.defs.add("clipPath", id=clip).rect((LEFT, HEAD), (WIDE, tall))
    layer, names = canvas.group(kind="ranges", clip_path=f"url(#{clip})"), canvas.group(kind="range-names")
    corner = max(at[0] - LEFT, LEFT + WIDE - at[0]), max(at[1] - HEAD, HEAD + tall - at[1])
    for band, _, r in reach.bands:
        if r > hypot(*corner):  # a circle of thousands of pixels takes long to draw where it is clipped away
            continue
        wide, dashes = (3, "none") if band == marked else (1.5, "7 5")
        layer.circle(at, r, kind=f"range {band}", fill="none", stroke=INK, stroke_width=wide, stroke_dasharray=dashes)
        around = ((at[0], at[1] - r), (at[0], at[1] + r), (at[0] + r, at[1]), (at[0] - r, at[1]))
        shown = [(x, y) for x, y in around if x - 30 > LEFT and x + 30 < LEFT + WIDE and HEAD + 8 < y < HEAD + tall - 8]
        if shown:
            wide = width_of(band, 12, bold=True)
            left, top = labels.place((wide, 14), [(x - wide / 2, y - 7) for x, y in shown])
            names.text((left, top + 11), band, 12, bold=True, halo=WHITE)


def _draw_wall(layer: Pen, wall: Wall, start: Point, end: Point) -> None:
    """Black, with a gap along it where it hides only a part."""
    low = "" if wall.cover.full else " that hides a part"
    note = f"{wall.id}: wall of {wall.cover.material}{low}"
    item = layer.group(kind="terrain wall", note=note, data_terrain=wall.id)
    item.line(start, end, stroke=INK, stroke_width=7)
    if low:
        item.line(start, end, stroke=WHITE, stroke_width=3)


def _ends(numbers: Sequence[Fraction], least: int) -> tuple[int, int]:
    """What the plan shows along an axis, in whole squares: the least, and with a margin whoever stands beyond it."""
    first, last = min(numbers, default=Fraction(0)), max(numbers, default=Fraction(0))
    start = int((first - MARGIN) // STEP) * STEP if first < 0 else 0
    end = -int(-(last + MARGIN) // STEP) * STEP if last > least else least
    return start, max(end, start + least)


def _draw_grid(layer: Pen, span: tuple[int, int, int, int], scale: float, tall: float) -> int:
    """Lines, and their metres at the edges; answers how far apart they are."""
    left, low, right, high = span
    step = STEP * int(round_step(Fraction(right - left, STEP), MOST_LINES))
    layer.rect((LEFT, HEAD), (WIDE, tall), kind="field", fill=WHITE, stroke=INK, stroke_width=1.2)
    across = range(-(-left // step) * step, right + 1, step)
    told = step * ceil((max(width_of(str(x), 11) for x in across) + 6) / (step * scale))  # numbers keep apart
    for x in across:
        at = LEFT + (x - left) * scale
        layer.line((at, HEAD), (at, HEAD + tall), stroke=RULE, stroke_width=1)
        if x % told == 0:
            layer.text((at, HEAD - 5), str(x), 11, anchor="middle", fill=MUTED)
    for y in range(-(-low // step) * step, high + 1, step):
        at = HEAD + (high - y) * scale
        layer.line((LEFT, at), (LEFT + WIDE, at), stroke=RULE, stroke_width=1)
        layer.text((LEFT - 4, at + 4), str(y), 11, anchor="end", fill=MUTED)
    return step


def _draw_token(layer: Pen, unit: Unit, at: Point, look: int, size: float) -> None:
    """A disc for a person, a square for a thing, with the cover drawn as a bar below it; initials in a whole one."""
    token = layer.group(kind="person", note=_told(unit), at=at, data_unit=unit.id)
    tint, rim = TINTS[look], COLOURS[look]
    rims = [(16.5, 1.2), (13.0, 3.0)] if look == 1 else [(13.0, 3.0)]
    for whole, wide in rims:  # a second rim tells the sides apart without their colours
        r = size * whole
        if unit.firing_stance:
            token.circle((0, 0), r, fill=tint, stroke=rim, stroke_width=wide)
        else:
            token.rect((-r, -r), (2 * r, 2 * r), rx=4, fill=tint, stroke=rim, stroke_width=wide)
    if unit.cover:
        token.rect((-17 * size, 16 * size), (34 * size, 5), fill=INK if unit.cover.full else MUTED)
    if size == 1:
        token.text((0, 4.5), _initials(unit.id), 11, bold=True, anchor="middle")


def _taken(units: Sequence[Unit], spots: Mapping[str, Point], low: float) -> Labels:
    """Room for names: none on a token, nor on the line below the plan."""
    labels = Labels(Box(LEFT, HEAD, LEFT + WIDE + LEFT, float("inf")))
    labels.take(Box(LEFT, low + 5, LEFT + WIDE, low + 22))
    for unit in units:
        x, y = spots[unit.id]
        labels.take(Box(x - 17, y - 14, x + 17, y + (22 if unit.cover else 14)))
    return labels


def _draw_names(layer: Pen, units: Sequence[Unit], spots: Mapping[str, Point], labels: Labels) -> None:
    """Every name below its token, or beside or above it where it would cover others."""
    for unit in units:
        (x, y), name = spots[unit.id], clip(unit.id, 90, 11.5)
        wide, low = width_of(name, 11.5), 23 if unit.cover else 17
        around = [(x - wide / 2, y + low), (x + 19, y - 7), (x - 19 - wide, y - 7), (x - wide / 2, y - 30)]
        left, top = labels.place((wide, 14), around)
        layer.text((left, top + 11), name, 11.5, halo=WHITE)


def _initials(name: str) -> str:
    """Two letters for a token: of two words their first, of one word the first two.

    >>> _initials("alpha medic"), _initials("jack"), _initials("shooter-2")
    ('am', 'ja', 's2')
    """
    first, *others = name.replace("-", " ").split() or [name]
    return first[:1] + others[-1][:1] if others else first[:2]


def _told(unit: Unit) -> str:
    """Who stands there, for those who do not see it."""
    weapon = f", {unit.weapon}" if unit.weapon else ""
    cover = f", behind {unit.cover.material}" if unit.cover else ""
    return f"{unit.id}: {unit.size}{weapon}{cover}"


def draw_threat(battle: Battle, chart: ThreatMap) -> str:
    """The map over the plan where the field has points, else over distances."""
    state: State = battle.state
    canvas, name = Canvas(chart.title, chart.described), state.name or battle.ruleset.name
    if "," in chart.cells[0].place:
        canvas.heading(LEFT, name, clip(chart.title, WIDE, 12.5), WIDE)
        shapes = _squares(chart)
        laid = draw_plan(canvas, battle, around=[corner for square in shapes.values() for corner in square])
        board = BoardPicture(canvas, laid.ground, LEFT + WIDE + LEFT, laid.low, list(laid.spots.values()))
        return draw_cells(board, chart, {place: [*map(laid.spot, square)] for place, square in shapes.items()})
    canvas.heading(FIELD_LEFT, name, clip(chart.title, FIELD, 12.5), FIELD)
    # A place of the strip is as far from every enemy; whoever is nearer to some stands on none.
    here = first_distance(PLACES.at(state, chart.unit)) if PLACES.is_even(state, chart.unit) else None
    far = [first_distance(cell.place) for cell in chart.cells]
    return draw_strip(canvas, chart, far, here, lambda far: metres(float(far)))


def _squares(chart: ThreatMap) -> dict[str, list[Spot]]:
    """The corners of the square around every place, half as far from it as places are apart."""
    middles = {cell.place: point_named(cell.place, ("x", "y"), "metres") for cell in chart.cells}
    xs = sorted({x for x, _ in middles.values()})
    half = (xs[1] - xs[0]) / 2 if len(xs) > 1 else Fraction(1, 2)
    around = ((-half, -half), (half, -half), (half, half), (-half, half))
    return {place: [(x + dx, y + dy) for dx, dy in around] for place, (x, y) in middles.items()}
