"""A threat map: the board with a chance in every cell, on one scale of blue that is as good in grey."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from fireline.formats.picture import draw
from fireline.formats.picture.canvas import Pen, Point, number, write
from fireline.formats.picture.palette import MUTED, PAPER, WHITE
from fireline.formats.picture.text import clip, wrap
from fireline.formats.picture.threatscale import draw_borders, draw_scale, shade, text_on, told
from fireline.game.battle import Battle
from fireline.ruling.prose import percent

NAMESPACE = "http://www.w3.org/2000/svg"
MARGIN = 36.0
_UNDER = {"ancients": "hexes", "blightmeer": "pieces", "duel-of-ages": "spaces"}
"""The layer of a board's picture that the cells lie on, by game; tokens and names are drawn after it."""
_NUMBERS, _ROOMY = 18.0, 60.0
"""So wide must a cell be for a number, and for a large one, in pixels."""
_OPACITY = 0.86
"""The board shines through a little."""


class ThreatCell(NamedTuple):
    """One place of the map: its chance, whether the unit can stand there, and what is said of it."""

    place: str
    chance: Fraction
    stands: bool = True
    note: str = ""


class ThreatMap(NamedTuple):
    """What a map shows: a title, what it is about in a line, the unit that is put everywhere, and the cells."""

    title: str
    about: str
    unit: str
    cells: Sequence[ThreatCell]

    @property
    def described(self) -> str:
        """The map for those who do not see it: every place where there is a chance, the greatest first."""
        threatened = sorted((cell for cell in self.cells if cell.chance), key=lambda cell: -cell.chance)
        lines = [f"{cell.place}: {percent(cell.chance)} ({cell.chance})" for cell in threatened]
        return "\n".join([self.about, *(lines or ["Nobody can be hit anywhere."])])


def draw_threat(battle: Battle, chart: ThreatMap) -> str:
    """The map over the picture of the board, as SVG."""
    game = battle.ruleset.id.partition("@")[0]
    if game == "endless-horizons":
        from fireline.formats.picture.threatfield import draw_distances, draw_points

        return (draw_points if "," in chart.cells[0].place else draw_distances)(battle, chart)
    svg = ET.fromstring(draw(battle).replace(f' xmlns="{NAMESPACE}"', "", 1))  # noqa: S314 - it is our own picture
    shapes = _table_cells(battle, chart.cells) if game == "blightmeer" else _cells_of(svg)
    layers = {child.get("class"): place for place, child in enumerate(svg)}
    _label(svg, chart)
    _draw_cells(svg, layers[_UNDER[game]] + 1, chart, shapes)
    return _finished(svg, chart)


def _cells_of(svg: ET.Element) -> dict[str, list[Point]]:
    """The corners of every cell that a board's picture has named."""
    named = ((cell.get("data-cell"), cell.get("points")) for cell in svg.iter("polygon"))
    return {name: _corners(points) for name, points in named if name and points}


def _corners(points: str) -> list[Point]:
    pairs = (pair.split(",") for pair in points.split())
    return [(float(x), float(y)) for x, y in pairs]


def _table_cells(battle: Battle, cells: Sequence[ThreatCell]) -> dict[str, list[Point]]:
    """The squares of a grid on a table, from the middles that name them."""
    from fireline.formats.picture.tableplan import Plan
    from fireline.formats.picture.tabletop import HEAD
    from fireline.formats.picture.tabletop import MARGIN as LEFT

    plan = Plan((LEFT, HEAD), battle.state.width, battle.state.depth)
    middles = {cell.place: tuple(map(Fraction, cell.place.split(","))) for cell in cells}
    columns, rows = (_sides(sorted({middle[axis] for middle in middles.values()})) for axis in (0, 1))
    return {
        place: [plan.point(map(float, corner)) for corner in _square(columns[x], rows[y])]
        for place, (x, y) in middles.items()
    }


def _square(across: tuple[Fraction, Fraction], along: tuple[Fraction, Fraction]) -> list[tuple[Fraction, Fraction]]:
    (left, right), (low, high) = across, along
    return [(left, low), (right, low), (right, high), (left, high)]


def _sides(middles: Sequence[Fraction]) -> dict[Fraction, tuple[Fraction, Fraction]]:
    """Where each cell of a row begins and ends, from 0 on."""
    sides, start = dict[Fraction, tuple[Fraction, Fraction]](), Fraction(0)
    for middle in middles:
        end = 2 * middle - start
        sides[middle], start = (start, end), end
    return sides


def _draw_cells(svg: ET.Element, above: int, chart: ThreatMap, shapes: dict[str, list[Point]]) -> None:
    """The cells under the tokens, with their numbers; large numbers lie over everything."""
    under, over = ET.Element("g", {"class": "threat"}), Pen(svg).group(kind="threat-numbers")
    ground, tokens = Pen(under), _tokens(svg)
    dots = any(group.get("class") == "dots" for group in svg)
    for cell in chart.cells:
        corners = shapes[cell.place]
        group = ground.group(note=cell.note or f"{cell.place}: {percent(cell.chance)}", data_place=cell.place)
        if not cell.chance:
            group.polygon(corners, fill=PAPER, fill_opacity=0.01)  # for the pointer, which then reads why
            continue
        group.polygon(corners, fill=shade(cell.chance), fill_opacity=_OPACITY, stroke=WHITE, stroke_width=0.6)
        wide = max(x for x, _ in corners) - min(x for x, _ in corners)
        x, y = sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
        ink = text_on(cell.chance, _OPACITY)
        if wide <= _ROOMY:
            if wide >= _NUMBERS:
                group.text((x, y + 4), told(cell.chance, short=True), 11, anchor="middle", fill=ink)
        elif any(abs(x - a) < 20 and abs(y - b) < 30 for a, b in tokens):
            over.text((x, y + 45), told(cell.chance), 13, bold=True, anchor="middle", halo=WHITE)
        else:
            over.text((x, y + (28 if dots else 7)), told(cell.chance), 19, anchor="middle", fill=ink)
    draw_borders(ground, [(shapes[cell.place], cell.chance) for cell in chart.cells])
    svg.insert(above, under)


def _tokens(svg: ET.Element) -> list[Point]:
    """Where tokens stand, by their groups' places."""
    places = (group.get("transform", "") for group in svg.iter("g") if group.get("data-unit"))
    pairs = (place.removeprefix("translate(").rstrip(")").split() for place in places if place)
    return [(float(x), float(y)) for x, y in (pair for pair in pairs if len(pair) == 2)]


def _label(svg: ET.Element, chart: ThreatMap) -> None:
    """Title and description for those who do not see it, and the line below the board's name."""
    for tag, said in (("title", chart.title), ("desc", chart.described)):
        child = svg.find(tag)
        assert child is not None, "every picture has a title and a description"  # noqa: S101
        child.text = said
    for head in (line for line in svg.findall("text") if line.get("y") == "54"):
        head.text = clip(chart.title, float(svg.get("width", "0")) - 2 * MARGIN, 12.5)


def _finished(svg: ET.Element, chart: ThreatMap) -> str:
    """The picture with the scale below it."""
    width, low = float(svg.get("width", "0")), float(svg.get("height", "0"))
    pen = Pen(svg)
    low = draw_scale(pen, (MARGIN, low + 4), width - 2 * MARGIN)
    for line in wrap(chart.about, width - 2 * MARGIN, 12, most=6):
        pen.text((MARGIN, low), line, 12, fill=MUTED)
        low += 17
    paper = svg.find("rect")
    assert paper is not None, "every picture lies on paper"  # noqa: S101
    paper.set("height", number(low + 12))
    svg.set("xmlns", NAMESPACE)
    return write(svg, int(width), int(low + 12))
