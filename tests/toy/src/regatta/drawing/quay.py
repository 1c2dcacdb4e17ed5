"""The quay as a row of berths, with a shot along it and its card, or a threat map over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from fireline.draw.board import BoardPicture, Judged
from fireline.draw.canvas import Canvas, Pen, Point
from fireline.draw.legend import Item, draw_legend, range_item, shooter_and_target, sight_items
from fireline.draw.marks import badge
from fireline.draw.palette import INK, MUTED, PAPER
from fireline.draw.patterns import WAVE, Look, Patterns
from fireline.draw.sides import looks
from fireline.draw.sightline import RANGE_DASHES
from fireline.draw.text import clip
from fireline.draw.threatmap import draw_cells
from fireline.game.battle import Battle
from fireline.game.drawing import ThreatMap
from fireline.game.shot import Shot
from fireline.ruling import Sight
from fireline.ruling.prose import plural
from regatta.drawing.boats import described, draw_boat, draw_hull
from regatta.drawing.fire import draw_fire, draw_shooter
from regatta.drawing.layout import HEAD, HIGH, MARGIN, STONES, WIDE, centre, corners
from regatta.state import Boat, State

GROUNDS = {
    "water": Look("#E2EFF7", (16, 20), WAVE.format(10), mark="#B5D3E6"),
    "stone": Look("#E8E4DC", (24, 12), "M0 0 H24 M0 6 H24 M6 0 V6 M18 6 V12", mark="#C4BDAF", width=1.1),
}


def draw(battle: Battle, shot: Shot | None = None, viewer: str = "") -> str:
    """The quay as SVG; with a shot, its line of fire and its card; seen from a boat, how far it fires."""
    state: State = battle.state
    if shot is None:
        canvas = Canvas(_name(battle), "\n".join(map(described, state.boats)))
        return _compose(canvas, battle, facts(state), viewer=state.find(viewer)).finish()
    judged = Judged.of(battle, shot)
    return _compose(judged.canvas(), battle, facts(state), judged).finish()


def draw_threat(battle: Battle, chart: ThreatMap) -> str:
    """The quay with a chance in every berth."""
    state: State = battle.state
    canvas = Canvas(chart.title, chart.described)
    title = clip(chart.title, _width(state), 12.5)
    shapes = {str(berth): corners(berth) for berth in range(1, state.quay + 1)}
    return draw_cells(_compose(canvas, battle, title), chart, shapes)


def facts(state: State) -> str:
    """The line under the heading."""
    watch = f"{clip(state.watch, 200, 12.5)} has the watch" + (", which is over" if state.over else "")
    return f"{watch}; cannons reach {plural(state.reach, 'berth')}{', in fog' if state.fog else ''}."


def _name(battle: Battle) -> str:
    return battle.state.name or battle.ruleset.name


def _width(state: State) -> float:
    return max(state.quay * WIDE, 420)


def _compose(
    canvas: Canvas, battle: Battle, line: str, judged: Judged | None = None, viewer: Boat | None = None
) -> BoardPicture:
    state: State = battle.state
    wide = _width(state)
    canvas.heading(MARGIN, _name(battle), line, wide)
    ground = _draw_berths(canvas, state)
    under, beneath = canvas.group(kind="under"), canvas.group(kind="fire")
    tokens = _draw_boats(canvas.group(kind="boats"), state)
    if judged:
        draw_fire((under, beneath, canvas.group(kind="over")), state, judged)
    elif viewer:
        draw_shooter(under, viewer.berth)
        _draw_range(under, state, viewer)
    canvas.frame((MARGIN - 14, HEAD - 8), (wide + 28, STONES + HIGH + 16))
    low = draw_legend(canvas, (MARGIN, HEAD + STONES + HIGH + 30), wide, _items(state, judged, viewer))
    picture = BoardPicture(canvas, ground, MARGIN + wide + MARGIN, low, tokens)
    if judged:
        picture.add_card(judged, HEAD, MARGIN)
    return picture


def _draw_berths(canvas: Canvas, state: State) -> Pen:
    """The stones of the quay with the numbers of the berths, and the water before them."""
    patterns = Patterns(canvas, GROUNDS)
    patterns.define(GROUNDS)
    long = state.quay * WIDE
    canvas.rect((MARGIN, HEAD), (long, STONES), kind="quay", fill=patterns.paint("stone"), stroke=MUTED)
    layer = canvas.group(kind="berths")
    for berth in range(1, state.quay + 1):
        look = {"fill": patterns.paint("water"), "stroke": "#8B919C"}
        layer.polygon(corners(berth), kind="berth", note=f"berth {berth}", stroke_width=1, data_cell=berth, **look)
    names = canvas.group(kind="berth-names")
    for berth in range(1, state.quay + 1):
        x, _ = centre(berth)
        names.text((x, HEAD + 20), str(berth), 13, anchor="middle", fill=INK, halo=GROUNDS["stone"].tint)
    return layer


def _draw_boats(layer: Pen, state: State) -> Sequence[Point]:
    """The boats; answers where they lie."""
    look = looks(state.flags)
    for boat in state.boats:
        draw_boat(layer, boat, centre(boat.berth), look[boat.flag])
    return [centre(boat.berth) for boat in state.boats]


def _draw_range(pen: Pen, state: State, boat: Boat) -> None:
    """Around the berths that a boat reaches."""
    first, last = max(boat.berth - state.reach, 1), min(boat.berth + state.reach, state.quay)
    at, size = corners(first)[0], ((last - first + 1) * WIDE, HIGH)
    pen.rect(at, size, fill="none", stroke=PAPER, stroke_width=6)
    pen.rect(at, size, kind="range", fill="none", stroke=INK, stroke_width=2.6, stroke_dasharray=RANGE_DASHES)


def _items(state: State, judged: Judged | None, viewer: Boat | None) -> Iterator[Item]:
    look = looks(state.flags)
    for flag in state.flags:
        yield clip(flag, 160, 12.5), partial(draw_hull, look=look[flag], scale=0.3)
    yield "sound planks of four", lambda pen: pen.text((0, 4), "3/4", 11, anchor="middle")
    yield "a cannon", lambda pen: pen.circle((6, 0), 2.2, fill=INK)
    if any(boat.fired for boat in state.boats):
        yield "has fired", partial(badge, letter="F", at=(4, 0))
    if judged:
        yield from shooter_and_target()
        if isinstance(sight := judged.ruling.line_of_sight, Sight):
            yield from sight_items(sight, "berth")
    elif viewer:
        yield range_item(plural(state.reach, "berth"))
