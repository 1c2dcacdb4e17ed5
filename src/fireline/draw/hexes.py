"""Where the hexes of a board lie in a picture: pointy tops, sizes in pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from fireline.draw.canvas import Point, number
from fireline.geometry.hexes import HEXSIDES, Hex

SIZE = 52.0
"""From a hex's centre to its corners; large enough for the smallest text."""
HALF = SIZE * math.sqrt(3) / 2
# The first corner of each side, as a multiple of 60 degrees clockwise from the lower right corner.
_FIRST_CORNER = {"E": 5, "SE": 0, "SW": 1, "W": 2, "NW": 3, "NE": 4}
_CORNERS = ((HALF, SIZE / 2), (0.0, SIZE), (-HALF, SIZE / 2), (-HALF, -SIZE / 2), (0.0, -SIZE), (HALF, -SIZE / 2))


@dataclass(frozen=True)
class HexGrid:
    """The hexes around an origin: the centre of the hex (0, 0)."""

    origin: Point

    def centre(self, hex_: Hex) -> Point:
        """The centre of a hex."""
        return self.point(hex_.q, hex_.r)

    def point(self, q: float, r: float) -> Point:
        """A point by its axial coordinates in hexes."""
        return self.origin[0] + HALF * (2 * q + r), self.origin[1] + 1.5 * SIZE * r

    def corners(self, hex_: Hex, scale: float = 1.0) -> list[Point]:
        """The corners of a hex, drawn in or out by a scale."""
        x, y = self.centre(hex_)
        return [(x + scale * dx, y + scale * dy) for dx, dy in _CORNERS]

    def side(self, hex_: Hex, name: str, scale: float = 1.0) -> tuple[Point, Point]:
        """The two ends of a hexside."""
        corners, first = self.corners(hex_, scale), _FIRST_CORNER[name]
        return corners[first], corners[(first + 1) % 6]

    def outline(self, area: Iterable[Hex]) -> str:
        """The border of an area of hexes, as a path."""
        inside = set(area)
        sides = [
            self.side(hex_, name)
            for hex_ in sorted(inside)
            for name, step in HEXSIDES.items()
            if hex_.plus(step) not in inside
        ]
        return " ".join(chained(sides))


def chained(sides: list[tuple[Point, Point]]) -> list[str]:
    """Sides joined end to start into closed rings, so that dashes run on around corners."""
    following = {corner_of(a): b for a, b in sides}
    rings: list[str] = []
    while following:
        here = next(iter(following))
        ring = [here]
        while here in following:
            here = corner_of(following.pop(here))
            ring.append(here)
        rings.append("M" + " L".join(f"{x} {y}" for x, y in ring[:-1]) + " Z")
    return rings


def corner_of(point: Point) -> tuple[str, str]:
    """A corner, the same for every cell that has it, be it rounded otherwise."""
    return number(round(point[0], 1)), number(round(point[1], 1))
