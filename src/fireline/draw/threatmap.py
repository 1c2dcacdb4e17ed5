"""A threat map: a board with a chance in every cell, on one scale of blue that is as good in grey."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fireline.draw.board import BoardPicture
from fireline.draw.canvas import Canvas, Point
from fireline.draw.palette import MUTED, PAPER, WHITE
from fireline.draw.text import wrap
from fireline.draw.threatscale import BARRED, CONTACT, draw_borders, draw_mark, draw_scale, shade, text_on, told
from fireline.game.drawing import ThreatMap

MARGIN = 36.0
_NUMBERS, _ROOMY = 18.0, 60.0
"""So wide must a cell be for a number, and for a large one, in pixels."""
_OPACITY = 0.86
"""The board shines through a little."""


def draw_cells(board: BoardPicture, chart: ThreatMap, shapes: Mapping[str, Sequence[Point]]) -> str:
    """The map over a board as SVG; `shapes` are the corners of every cell's place.

    The cells lie under the tokens, with their numbers; large numbers lie over everything.
    """
    ground = board.canvas.group_above(board.ground, kind="threat")
    over, marks = board.canvas.group(kind="threat-numbers"), list[tuple[Sequence[Point], str]]()
    for cell in chart.cells:
        corners = shapes[cell.place]
        group = ground.group(note=cell.told, data_place=cell.place)
        if cell.contact:
            marks.append((corners, CONTACT))
        if not cell.stands:
            marks.append((corners, BARRED))
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
        elif any(abs(x - a) < 20 and abs(y - b) < 30 for a, b in board.tokens):
            over.text((x, y + board.below), told(cell.chance), 13, bold=True, anchor="middle", halo=WHITE)
        else:
            over.text((x, y + board.drop), told(cell.chance), 19, anchor="middle", fill=ink)
    draw_borders(ground, [(shapes[cell.place], cell.chance) for cell in chart.cells])
    for corners, kind in marks:
        draw_mark(ground, corners, kind)
    return finish(board.canvas, chart, (MARGIN, board.low + 28), board.width - 2 * MARGIN)


def finish(canvas: Canvas, chart: ThreatMap, at: Point, width: float) -> str:
    """The map as SVG, with the scale and what the map is about from this corner downwards."""
    left, low = at[0], draw_scale(canvas, at, width)
    for line in wrap(chart.about, width, 12, most=6):
        canvas.text((left, low), line, 12, fill=MUTED)
        low += 17
    return canvas.finish(left + width + left, low + 12)
