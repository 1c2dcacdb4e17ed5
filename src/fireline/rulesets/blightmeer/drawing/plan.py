"""Where the inches of a table lie in a picture, and its terrain: each kind with a tint, a pattern and a letter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fireline.draw.board import Look, Patterns
from fireline.draw.canvas import INK, PAPER, Pen, Point
from fireline.geometry.outlines import Outline, scaled
from fireline.rulesets.blightmeer.openings import Opening
from fireline.rulesets.blightmeer.terrain import Hill, Mesh, Terrain
from fireline.rulesets.blightmeer.walls import Wall

LONG = 760.0
"""How long the longer side of a table is drawn, if its inches are then of sensible size."""
_SMALLEST, _LARGEST = 7.0, 48.0


@dataclass(frozen=True)
class Plan:
    """A table of so many inches whose upper left corner, x 0 and the largest y, is at a place of the picture."""

    at: Point
    width: float
    depth: float

    @property
    def scale(self) -> float:
        """Pixels for an inch."""
        return min(max(LONG / max(self.width, self.depth), _SMALLEST), _LARGEST)

    @property
    def size(self) -> Point:
        """How wide and how high the table is drawn."""
        return self.width * self.scale, self.depth * self.scale

    def point(self, place: Iterable[float]) -> Point:
        """A place on the table; a third coordinate is left out."""
        x, y, *_ = place
        return self.at[0] + x * self.scale, self.at[1] + (self.depth - y) * self.scale

    def outline(self, outline: Outline) -> list[Point]:
        """A polygon on the table."""
        return [self.point(corner) for corner in outline]


LOOKS = {
    "box": Look("#EFE3D3", (10, 10), "M-2 12 L12 -2 M-2 2 L2 -2 M8 12 L12 8", mark="#B99B78"),
    "block": Look("#EADFD6", (12, 12), "M-2 14 L14 -2 M-2 -2 L14 14", mark="#B39C8A", width=1.0),
    "hill": Look("#F1E7D2", (26, 18), "M1 17 Q 13 -5 25 17", mark="#CDB58B", width=1.0),
}
RELIEF = "#BDB6A8"
CONTOUR = "#8A6B36"
THINNEST = 4.0
"""The least pixels that a wall is thick."""


def note_of(piece: Terrain) -> str:
    """A piece of terrain in words."""
    openings = [f"{'window' if one.window else 'door'} {one.id}" for one in getattr(piece, "openings", ())]
    return ", ".join([f"{piece.id}: {piece.key}", f'{piece.highest:.4g}" high', *openings])


def paint_of(kind: str, patterns: Patterns) -> str:
    """What to fill a kind with."""
    return {"wall": INK, "mesh": RELIEF}.get(kind) or patterns.paint(kind)


def draw_piece(layer: Pen, plan: Plan, piece: Terrain, patterns: Patterns) -> None:
    """One piece of terrain."""
    item = layer.group(kind=f"terrain {piece.kind}", note=note_of(piece), data_terrain=piece.id)
    match piece:
        case Wall():
            _draw_wall(item, plan, piece)
        case Hill():
            _draw_hill(item, plan, piece, patterns)
        case Mesh():
            _draw_mesh(item, plan, piece)
        case _:
            fill = paint_of(piece.kind, patterns)
            item.polygon(plan.outline(piece.footprint), fill=fill, stroke=INK, stroke_width=1.6)


def _draw_wall(item: Pen, plan: Plan, wall: Wall) -> None:
    """Black; an opening is a gap, which a window closes with two thin lines."""
    across = max(wall.thickness, THINNEST / plan.scale) / 2
    item.polygon(plan.outline(wall.strip(0.0, wall.length, across)), fill=INK)
    for one in wall.openings:
        _draw_opening(item.group(kind="opening"), plan, wall, one, across)


def _draw_opening(item: Pen, plan: Plan, wall: Wall, opening: Opening, across: float) -> None:
    gap = plan.outline(wall.strip(opening.along, opening.end, across * 1.15))
    item.polygon(gap, fill=PAPER)
    if opening.window:
        for side in ((0, 1), (2, 3)):
            item.line(gap[side[0]], gap[side[1]], stroke=INK, stroke_width=1.4)


def _draw_hill(item: Pen, plan: Plan, hill: Hill, patterns: Patterns) -> None:
    """Its foot, and a contour for each terrace or for the flat top of a slope."""
    item.polygon(plan.outline(hill.outline), fill=paint_of("hill", patterns), stroke=CONTOUR, stroke_width=2)
    rings = [terrace.outline for terrace in hill.terraces[1:]] or [scaled(hill.outline, hill.top)]
    for ring in rings:
        dashes = "none" if hill.steps else "6 3"
        item.polygon(
            plan.outline(ring), kind="contour", fill="none", stroke=CONTOUR, stroke_width=1.4, stroke_dasharray=dashes
        )


def _draw_mesh(item: Pen, plan: Plan, mesh: Mesh) -> None:
    """The mesh in relief, as it is seen from above."""
    from fireline.draw.relief import embed, from_above  # paints in three dimensions

    pixels, (x, y), length = from_above(mesh.solid, plan.scale)
    size = length * plan.scale
    embed(item, pixels, plan.point((x, y + length)), (size, size), note=note_of(mesh))
