"""The field in metres: where people stand from above, to be edited and to shoot on, and threat maps of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from fireline.draw.canvas import Canvas, Pen, Point
from fireline.draw.marks import Box, Labels
from fireline.draw.palette import (
    BLUE,
    BOTTOM_TINT,
    COLOURS,
    INK,
    MUTED,
    RULE,
    TINTS,
    TOP_TINT,
    VERMILLION,
    WHITE,
    looks,
)
from fireline.draw.sightline import draw_stroke
from fireline.draw.text import clip, width_of
from fireline.draw.threatmap import draw_borders, finish, shade, text_on, told
from fireline.game.battle import Battle
from fireline.game.drawing import ThreatMap
from fireline.rulesets.endless_horizons.board import Wall
from fireline.rulesets.endless_horizons.drawing.bands import PARTS, metres
from fireline.rulesets.endless_horizons.places import PLACES, first_distance
from fireline.rulesets.endless_horizons.state import State, Unit
from fireline.ruling.prose import percent

LEFT, HEAD, WIDE = 36.0, 80.0, 800.0
STEP, MARGIN = 10, 10
"""Metres between two lines of the plan, and at least around everybody."""
LEAST = (60, 40)
SHELF = 64.0
MOST_LINES = 40


class Aim(NamedTuple):
    """The line of a shot, from point to point, and the range band in which it ends, "" beyond them."""

    start: tuple[Fraction, Fraction]
    end: tuple[Fraction, Fraction]
    band: str
    legal: bool


def is_mapped(state: State) -> bool:
    """Whether everybody stands at a point, so that the plan is the board."""
    return all(unit.at for unit in state.units)


def draw(battle: Battle, viewer: str = "") -> str:
    """The plan as SVG, with the range of a unit, "" for nobody's; a step of its grid is told below it."""
    state: State = battle.state
    canvas = Canvas(state.name or battle.ruleset.name, "\n".join(_told(unit) for unit in state.units) or "Nobody yet.")
    canvas.heading(LEFT, state.name or battle.ruleset.name, "Where everybody stands, in metres.", WIDE)
    low = draw_plan(canvas, battle, state.find(viewer))
    return canvas.finish(LEFT + WIDE + LEFT, low + 28)


def draw_plan(canvas: Canvas, battle: Battle, shooter: Unit | None = None, shot: Aim | None = None) -> float:
    """Grid, ranges, the line of a shot and everybody, as the board of a picture; answers how far down it reaches."""
    state: State = battle.state
    walls = [corner for wall in state.walls for corner in (wall.start, wall.end)]
    (left, low), (right, high) = _span([*(unit.at for unit in state.units if unit.at), *walls])
    scale = WIDE / float(right - left)
    tall = float(high - low) * scale
    origin = LEFT - float(left) * scale, HEAD + float(high) * scale
    step = _draw_grid(canvas.group(kind="grid"), (left, low, right, high), scale, tall)

    def spot(at: tuple[Fraction, Fraction]) -> Point:
        return origin[0] + float(at[0]) * scale, origin[1] - float(at[1]) * scale

    shelf = [unit for unit in state.units if not unit.at]
    bottom = HEAD + tall + 24
    below = {unit.id: (LEFT + 40 + (n % 10) * 76, bottom + 26 + (n // 10) * SHELF) for n, unit in enumerate(shelf)}
    spots = {unit.id: spot(unit.at) if unit.at else below[unit.id] for unit in state.units}
    labels = _taken(state.units, spots, HEAD + tall)
    if shooter and shooter.at and shooter.gun:
        reach = float(shooter.gun.model.effective_range) * scale
        _draw_ranges(canvas, spot(shooter.at), reach, tall, shot.band if shot else "", labels)
    for wall in state.walls:
        _draw_wall(canvas.group(kind="walls"), wall, spot(wall.start), spot(wall.end))
    if shot:
        _draw_aim(canvas.group(kind="aim"), spot(shot.start), spot(shot.end), legal=shot.legal)
    look = looks(battle.sides)
    tokens = canvas.group(kind="people")
    for unit in state.units:
        _draw_token(tokens, unit, spots[unit.id], look.get(unit.side or "", 2))
    _draw_names(tokens, state.units, spots, labels)
    note = f"One square is {step} metres." + (" Below: at distances that are written down." if shelf else "")
    canvas.text((LEFT, HEAD + tall + 18), note, 12.5, fill=MUTED)
    whole = tall + 32 + (SHELF * (1 + (len(shelf) - 1) // 10) if shelf else 0)
    canvas.frame((2, HEAD - 20), (LEFT + WIDE + 18, whole + 20))
    canvas.measure(origin, scale, -scale)
    return HEAD + whole


def _draw_ranges(canvas: Canvas, at: Point, reach: float, tall: float, marked: str, labels: Labels) -> None:
    """Where each range band ends, as far as the plan shows it; the marked one is heavy."""
    clip = f"plan-{canvas.uid}"
    canvas.defs.add("clipPath", id=clip).rect((LEFT, HEAD), (WIDE, tall))
    layer, names = canvas.group(kind="ranges", clip_path=f"url(#{clip})"), canvas.group(kind="range-names")
    for band, _, end in PARTS:
        r = reach * end
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


def _draw_aim(layer: Pen, start: Point, end: Point, *, legal: bool) -> None:
    draw_stroke(layer, start, end, f"shot {'clear' if legal else 'refused'}", clear=legal)
    for at in (start, end):
        layer.circle(at, 20, fill=WHITE, stroke=INK, stroke_width=2)


def _span(points: Sequence[tuple[Fraction, Fraction]]) -> tuple[tuple[int, int], tuple[int, int]]:
    """What the plan shows, in whole squares: `LEAST`, and with a margin whoever stands beyond it."""
    ends = [_ends([point[n] for point in points], least) for n, least in enumerate(LEAST)]
    (left, right), (low, high) = ends
    return (left, low), (right, high)


def _ends(numbers: Sequence[Fraction], least: int) -> tuple[int, int]:
    first, last = min(numbers, default=Fraction(0)), max(numbers, default=Fraction(0))
    start = int((first - MARGIN) // STEP) * STEP if first < 0 else 0
    end = -int(-(last + MARGIN) // STEP) * STEP if last > least else least
    return start, max(end, start + least)


def _draw_grid(layer: Pen, span: tuple[int, int, int, int], scale: float, tall: float) -> int:
    """Lines, and their metres at the edges; answers how far apart they are."""
    left, low, right, high = span
    tens = (STEP * 10**power for power in range(9))
    rounds = [n * ten for ten in tens for n in (1, 2, 5)]
    step: int = next(step for step in rounds if right - left <= step * MOST_LINES)
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


def _draw_token(layer: Pen, unit: Unit, at: tuple[float, float], look: int) -> None:
    """A disc for a person, a square for a thing, with the cover drawn as a bar below it."""
    token = layer.group(kind="person", note=_told(unit), at=at, data_unit=unit.id)
    tint, rim = TINTS[look], COLOURS[look]
    rims = [(16.5, 1.2), (13.0, 3.0)] if look == 1 else [(13.0, 3.0)]
    for r, wide in rims:  # a second rim tells the sides apart without their colours
        if unit.firing_stance:
            token.circle((0, 0), r, fill=tint, stroke=rim, stroke_width=wide)
        else:
            token.rect((-r, -r), (2 * r, 2 * r), rx=4, fill=tint, stroke=rim, stroke_width=wide)
    if unit.cover:
        token.rect((-17, 16), (34, 5), fill=INK if unit.cover.full else MUTED)
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


# --- threat maps: a strip of distances, or a grid of points around everybody --------------

EDGE, ACROSS, TOP, HIGH = 48.0, 760.0, 84.0, 220.0
_NUMBERS = 16.0


def draw_threat(battle: Battle, chart: ThreatMap) -> str:
    """The map over points where the field has them, else over distances."""
    return (_draw_points if "," in chart.cells[0].place else _draw_distances)(battle, chart)


def _draw_distances(battle: Battle, chart: ThreatMap) -> str:
    """A bar for every distance, as high as the chance and as dark."""
    canvas = _begun(battle, chart)
    places = [first_distance(cell.place) for cell in chart.cells]
    apart = places[1] - places[0] if len(places) > 1 else Fraction(1)
    wide = ACROSS / len(places)
    low = TOP + HIGH
    for level in range(0, 101, 25):
        y = low - HIGH * level / 100
        canvas.line((EDGE, y), (EDGE + ACROSS, y), stroke=RULE, stroke_width=1)
        canvas.text((EDGE - 6, y + 4), f"{level}", 11, anchor="end", fill=MUTED)
    bars, every = canvas.group(kind="threat"), max(1, round(60 / wide))
    for n, cell in enumerate(chart.cells):
        x, tall = EDGE + n * wide, HIGH * float(cell.chance)
        bar = bars.group(note=cell.note or f"{metres(float(places[n]))}: {percent(cell.chance)}", data_place=cell.place)
        bar.rect(
            (x + 0.5, low - tall), (wide - 1, max(tall, 0.1)), fill=shade(cell.chance), stroke=INK, stroke_width=0.6
        )
        if cell.chance and wide >= _NUMBERS:
            bars.text((x + wide / 2, low - tall - 5), told(cell.chance, short=True), 11, anchor="middle")
        if not n % every:
            canvas.text((x + wide / 2, low + 17), metres(float(places[n])), 11, anchor="middle", fill=MUTED)
    here = first_distance(PLACES.at(battle.state, chart.unit))
    x = EDGE + wide * (0.5 + float((here - places[0]) / apart))
    # A place of the strip is as far from every enemy; whoever is nearer to some stands on none.
    if EDGE <= x <= EDGE + ACROSS and PLACES.is_even(battle.state, chart.unit):
        mark = canvas.group(kind="here", note=f"{chart.unit} is at {metres(float(here))}")
        mark.path(f"M{x:.2f} {low + 22:.2f} l7 12 h-14 z", fill=VERMILLION, stroke=INK)
        mark.text((min(x + 12, EDGE + ACROSS - 120), low + 34), f"{clip(chart.unit, 110, 12)} now", 12)
    canvas.frame((0, TOP - 20), (EDGE + ACROSS + EDGE, HIGH + 60))
    return finish(canvas, chart, (EDGE, low + 58), ACROSS)


def _draw_points(battle: Battle, chart: ThreatMap) -> str:
    """A cell for every point, and a mark for everybody."""
    canvas, state = _begun(battle, chart), battle.state
    points = [tuple(map(Fraction, cell.place.split(","))) for cell in chart.cells]
    xs, ys = sorted({point[0] for point in points}), sorted({point[1] for point in points})
    side = min(ACROSS / len(xs), 640.0 / len(ys))
    apart = float(xs[1] - xs[0]) if len(xs) > 1 else 1.0

    def at(x: Fraction, y: Fraction) -> Point:
        return EDGE + side * (float(x - xs[0]) / apart + 0.5), TOP + side * (float(ys[-1] - y) / apart + 0.5)

    ground, shapes = canvas.group(kind="threat"), list[tuple[list[Point], Fraction]]()
    canvas.rect((EDGE, TOP), (side * len(xs), side * len(ys)), fill="none", stroke=MUTED)
    for cell, (px, py) in zip(chart.cells, points, strict=True):
        x, y = at(px, py)
        corners = [(x - side / 2, y - side / 2), (x + side / 2, y - side / 2)]
        corners += [(x + side / 2, y + side / 2), (x - side / 2, y + side / 2)]
        shapes.append((corners, cell.chance))
        group = ground.group(note=cell.told, data_place=cell.place)
        group.polygon(corners, fill=shade(cell.chance) if cell.chance else WHITE, stroke=WHITE, stroke_width=0.6)
        if cell.chance and side >= _NUMBERS + 4:
            ink = text_on(cell.chance)
            group.text((x, y + 4), told(cell.chance, short=True), 11, anchor="middle", fill=ink)
    draw_borders(ground, shapes)
    _draw_people(
        canvas.group(kind="people"), state, chart.unit, [(unit.id, at(*unit.at)) for unit in state.units if unit.at]
    )
    low = TOP + side * len(ys)
    for n in range(0, len(xs), max(1, round(70 / side))):
        canvas.text((at(xs[n], ys[0])[0], low + 16), metres(float(xs[n])), 11, anchor="middle", fill=MUTED)
    for n in range(0, len(ys), max(1, round(50 / side))):
        canvas.text((EDGE - 5, at(xs[0], ys[n])[1] + 4), f"{float(ys[n]):g}", 11, anchor="end", fill=MUTED)
    canvas.frame((0, TOP - 8), (EDGE + side * len(xs) + EDGE, side * len(ys) + 34))
    return finish(canvas, chart, (EDGE, low + 40), ACROSS)


def _draw_people(layer: Pen, state: State, unit: str, people: Sequence[tuple[str, Point]]) -> None:
    own, labels = state.unit(unit), Labels(Box(0, TOP - 20, EDGE + ACROSS, float("inf")))
    for _, (x, y) in people:
        labels.take(Box(x - 9, y - 9, x + 9, y + 9))
    for id_, (x, y) in people:
        enemy = state.unit(id_).is_enemy_of(own)
        mark = layer.group(kind="target" if id_ == unit else "unit", note=id_, at=(x, y), data_unit=id_)
        if enemy:
            mark.rect((-7, -7), (14, 14), rx=3, fill=BOTTOM_TINT, stroke=BLUE, stroke_width=2.5)
        else:
            mark.circle((0, 0), 8, fill=TOP_TINT, stroke=VERMILLION, stroke_width=2.5)
        name = clip(id_, 120, 11.5, bold=id_ == unit)
        wide = width_of(name, 11.5, bold=id_ == unit)
        spots = [(x + 12, y - 20), (x - 12 - wide, y - 20), (x + 12, y + 6), (x - 12 - wide, y + 6)]
        left, top = labels.place((wide, 15), [*spots, (x - wide / 2, y + 14), (x - wide / 2, y - 30)])
        mark.text((left - x, top + 12 - y), name, 11.5, bold=id_ == unit, halo=WHITE, kind="unit-id")


def _begun(battle: Battle, chart: ThreatMap) -> Canvas:
    canvas = Canvas(chart.title, chart.described)
    canvas.heading(EDGE, battle.state.name or battle.ruleset.name, clip(chart.title, ACROSS, 12.5), ACROSS)
    return canvas
