"""Threat maps in metres: a strip of distances, or a grid of points around everybody on the field."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from fireline.draw.canvas import Canvas, Pen, Point
from fireline.draw.marks import Box, Labels
from fireline.draw.palette import BLUE, BOTTOM_TINT, INK, MUTED, RULE, TOP_TINT, VERMILLION, WHITE
from fireline.draw.text import clip, width_of
from fireline.draw.threatmap import draw_borders, draw_reach, finish, shade, text_on, told
from fireline.game.battle import Battle
from fireline.game.drawing import ThreatMap
from fireline.rulesets.endless_horizons.drawing.bands import metres
from fireline.rulesets.endless_horizons.places import PLACES, first_distance
from fireline.rulesets.endless_horizons.state import State
from fireline.ruling.prose import percent

LEFT, MAIN, HEAD, HIGH = 48.0, 760.0, 84.0, 220.0
_NUMBERS = 16.0


def draw(battle: Battle, chart: ThreatMap) -> str:
    """The map over points where the field has them, else over distances."""
    return (draw_points if "," in chart.cells[0].place else draw_distances)(battle, chart)


def draw_distances(battle: Battle, chart: ThreatMap) -> str:
    """A bar for every distance, as high as the chance and as dark."""
    canvas = _begun(battle, chart)
    places = [first_distance(cell.place) for cell in chart.cells]
    apart = places[1] - places[0] if len(places) > 1 else Fraction(1)
    wide = MAIN / len(places)
    low = HEAD + HIGH
    for level in range(0, 101, 25):
        y = low - HIGH * level / 100
        canvas.line((LEFT, y), (LEFT + MAIN, y), stroke=RULE, stroke_width=1)
        canvas.text((LEFT - 6, y + 4), f"{level}", 11, anchor="end", fill=MUTED)
    bars, every = canvas.group(kind="threat"), max(1, round(60 / wide))
    for n, cell in enumerate(chart.cells):
        x, tall = LEFT + n * wide, HIGH * float(cell.chance)
        bar = bars.group(note=cell.note or f"{metres(float(places[n]))}: {percent(cell.chance)}", data_place=cell.place)
        bar.rect(
            (x + 0.5, low - tall), (wide - 1, max(tall, 0.1)), fill=shade(cell.chance), stroke=INK, stroke_width=0.6
        )
        if cell.chance and wide >= _NUMBERS:
            bars.text((x + wide / 2, low - tall - 5), told(cell.chance, short=True), 11, anchor="middle")
        if not n % every:
            canvas.text((x + wide / 2, low + 17), metres(float(places[n])), 11, anchor="middle", fill=MUTED)
    here = first_distance(PLACES.at(battle.state, chart.unit))
    x = LEFT + wide * (0.5 + float((here - places[0]) / apart))
    # A place of the strip is as far from every enemy; whoever is nearer to some stands on none.
    if LEFT <= x <= LEFT + MAIN and PLACES.is_even(battle.state, chart.unit):
        mark = canvas.group(kind="here", note=f"{chart.unit} is at {metres(float(here))}")
        mark.path(f"M{x:.2f} {low + 22:.2f} l7 12 h-14 z", fill=VERMILLION, stroke=INK)
        mark.text((min(x + 12, LEFT + MAIN - 120), low + 34), f"{clip(chart.unit, 110, 12)} now", 12)
    canvas.frame((0, HEAD - 20), (LEFT + MAIN + LEFT, HIGH + 60))
    return finish(canvas, chart, (LEFT, low + 58), MAIN)


def draw_points(battle: Battle, chart: ThreatMap) -> str:
    """A cell for every point, and a mark for everybody."""
    canvas, state = _begun(battle, chart), _state(battle)
    points = [tuple(map(Fraction, cell.place.split(","))) for cell in chart.cells]
    xs, ys = sorted({point[0] for point in points}), sorted({point[1] for point in points})
    side = min(MAIN / len(xs), 640.0 / len(ys))
    apart = float(xs[1] - xs[0]) if len(xs) > 1 else 1.0

    def at(x: Fraction, y: Fraction) -> Point:
        return LEFT + side * (float(x - xs[0]) / apart + 0.5), HEAD + side * (float(ys[-1] - y) / apart + 0.5)

    ground, shapes = canvas.group(kind="threat"), dict[str, list[Point]]()
    canvas.rect((LEFT, HEAD), (side * len(xs), side * len(ys)), fill="none", stroke=MUTED)
    for cell, (px, py) in zip(chart.cells, points, strict=True):
        x, y = at(px, py)
        corners = [(x - side / 2, y - side / 2), (x + side / 2, y - side / 2)]
        corners += [(x + side / 2, y + side / 2), (x - side / 2, y + side / 2)]
        shapes[cell.place] = corners
        group = ground.group(note=cell.told, data_place=cell.place)
        group.polygon(corners, fill=shade(cell.chance) if cell.chance else WHITE, stroke=WHITE, stroke_width=0.6)
        if cell.chance and side >= _NUMBERS + 4:
            ink = text_on(cell.chance)
            group.text((x, y + 4), told(cell.chance, short=True), 11, anchor="middle", fill=ink)
    draw_borders(ground, [(shapes[cell.place], cell.chance) for cell in chart.cells])
    draw_reach(ground, chart, shapes)
    _draw_people(
        canvas.group(kind="people"), state, chart.unit, [(unit.id, at(*unit.at)) for unit in state.units if unit.at]
    )
    low = HEAD + side * len(ys)
    for n in range(0, len(xs), max(1, round(70 / side))):
        canvas.text((at(xs[n], ys[0])[0], low + 16), metres(float(xs[n])), 11, anchor="middle", fill=MUTED)
    for n in range(0, len(ys), max(1, round(50 / side))):
        canvas.text((LEFT - 5, at(xs[0], ys[n])[1] + 4), f"{float(ys[n]):g}", 11, anchor="end", fill=MUTED)
    canvas.frame((0, HEAD - 8), (LEFT + side * len(xs) + LEFT, side * len(ys) + 34))
    return finish(canvas, chart, (LEFT, low + 40), MAIN)


def _draw_people(layer: Pen, state: State, unit: str, people: Sequence[tuple[str, Point]]) -> None:
    own, labels = state.unit(unit), Labels(Box(0, HEAD - 20, LEFT + MAIN, float("inf")))
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


def _state(battle: Battle) -> State:
    state: State = battle.state
    return state


def _begun(battle: Battle, chart: ThreatMap) -> Canvas:
    canvas = Canvas(chart.title, chart.described)
    canvas.heading(LEFT, _state(battle).name or battle.ruleset.name, clip(chart.title, MAIN, 12.5), MAIN)
    return canvas
