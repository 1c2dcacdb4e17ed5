"""What is drawn: the quay as a row of berths, with a shot along it and its card, or a threat map over it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fireline.draw.board import BoardDrawing, RuledShot
from fireline.draw.canvas import GREEN, INK, PAPER, VERMILLION, Pen, Point, clip, clip_middle
from fireline.draw.hexes import draw_stroke
from fireline.draw.legend import Item, shot_items
from fireline.draw.sides import COLOURS, TINTS, looks
from fireline.game.drawing import ThreatMap
from fireline.ruling import Sight
from fireline.ruling.prose import plural
from regatta.state import Boat, State

MARGIN, HEAD, WIDE, HIGH = 36.0, 66.0, 64.0, 128.0
"""Where the quay lies in a picture, and how wide and high a berth is, in pixels."""


def described(boat: Boat) -> str:
    """A boat in words."""
    fate = "afloat" if boat.afloat else "sunk"
    return f"{boat}: {boat.flag}, {plural(boat.cannons, 'cannon')}, {plural(boat.holes, 'hole')}, {fate}"


def centre(berth: int) -> Point:
    """The middle of a berth."""
    return MARGIN + (berth - 0.5) * WIDE, HEAD + HIGH / 2


def corners(berth: int, inset: float = 0.0) -> list[Point]:
    """The corners of a berth from the upper left, so far inside its border."""
    (x, y), across, down = centre(berth), WIDE / 2 - inset, HIGH / 2 - inset
    return [(x - across, y - down), (x + across, y - down), (x + across, y + down), (x - across, y + down)]


def _draw_boat(layer: Pen, boat: Boat, look: int) -> None:
    token = layer.group(kind="boat", note=described(boat), at=centre(boat.berth), data_unit=boat.id)
    _draw_hull(token, look, 25)
    token.text((0, -8), clip_middle(boat.id, 44, 12), 12, bold=True, anchor="middle")
    token.text((0, 10), f"{boat.planks - boat.holes}/{boat.planks}, {boat.cannons}", 11, anchor="middle")


def _draw_hull(pen: Pen, look: int, half: float) -> None:
    hull = [(-half, -1.5 * half), (half, -1.5 * half), (half, half), (0, 1.5 * half), (-half, half)]
    pen.polygon(hull, fill=TINTS[look], stroke=COLOURS[look], stroke_width=2 + look)


def _draw_fire(layer: Pen, state: State, judged: RuledShot) -> None:
    """Shooter and target, the line between them and the berths that it crosses."""
    start, end = state.boat(judged.shot.shooter).berth, state.boat(judged.shot.target).berth
    layer.polygon(corners(start, 4), kind="shooter", fill="none", stroke=INK, stroke_width=5)
    layer.polygon(corners(end, 4), kind="target", fill="none", stroke=INK, stroke_width=2.4)
    sight = judged.ruling.line_of_sight
    assert isinstance(sight, Sight)
    draw_stroke(layer, centre(start), centre(end), "sight", clear=sight.clear)
    step = 1 if start < end else -1
    for mark, berth in zip(sight.marks, range(start + step, end, step), strict=True):
        note = f"blocked by {mark.obstructions[0]}" if mark.blocks else f"the line crosses {mark.places[0]}"
        layer.polygon(corners(berth, 5), note=note, fill="none", stroke=VERMILLION if mark.blocks else GREEN)


class Quay(BoardDrawing[State]):
    """The quay; with a shot, its line of fire."""

    gap = 30.0

    @property
    def size(self) -> Point:
        return max(self.state.quay * WIDE, 420), HIGH

    def facts(self) -> str:
        reach = plural(self.state.reach, "berth")
        return clip(f"{self.state.watch} has the watch; cannons reach {reach}.", self.size[0], 12.5)

    def told(self) -> Iterator[str]:
        return map(described, self.state.boats)

    def lay(self) -> Pen:
        ground = self.canvas.group(kind="berths")
        for berth in range(1, self.state.quay + 1):
            ground.polygon(corners(berth), kind="berth", note=f"berth {berth}", fill=PAPER, stroke=INK, data_cell=berth)
        fire, boats = self.canvas.group(kind="fire"), self.canvas.group(kind="boats")
        flags = looks(self.battle)
        for boat in self.state.boats:
            _draw_boat(boats, boat, flags[boat.flag])
        if self.judged:
            _draw_fire(fire, self.state, self.judged)
        self.canvas.frame((MARGIN, HEAD), self.size)
        return ground

    def items(self) -> Iterator[Item]:
        for flag, look in looks(self.battle).items():
            yield clip(flag, 160, 12.5), partial(_draw_hull, look=look, half=8)
        yield "sound planks of four, cannons", lambda pen: pen.text((0, 4), "3/4, 2", 11, anchor="middle")
        if self.ruling:
            yield from shot_items(self.ruling, "", "berth")

    def tokens(self) -> list[Point]:
        return [centre(boat.berth) for boat in self.state.boats]

    def cells(self, chart: ThreatMap) -> dict[str, list[Point]]:
        return {str(berth): corners(berth) for berth in range(1, self.state.quay + 1)}


DRAWING = Quay.drawing()
