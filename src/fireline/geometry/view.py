"""A window before an eye: where it is, which way it looks, how far it opens, and what is painted in it.  Inches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf, sqrt

import numpy as np
from numpy.typing import NDArray

from fireline.geometry.drawing import drawer
from fireline.geometry.measures import GRID
from fireline.geometry.solids import Point3, Solid

COARSE = 128
"""How many pixels wide and high a window is."""
RIM = 1 / 32
"""How much larger a window is than the body in it: two pixels on each side of a coarse one."""
WIDEST, NARROWEST = 4.0, 2.0**-20
"""The tangents of half the widest and half the narrowest opening angle of a window on a body."""
STEEP = 0.95
"""The sine of the angle from which on a view up or down is steep."""
TILT = sqrt(5) - 2
"""How far a window leans to the right for every pixel up while pixels are counted.

Edges of walls and limbs stand upright and lie level. Along the columns and rows of an upright window a whole line of
pixels would fall on one side of such an edge or on the other; in this window they fall as evenly as they can.
"""


# Points and ways in space are reckoned in one order, so that every machine finds the same.
def snapped(a: Point3) -> Point3:
    """The nearest point on the grid of the solids."""
    return round(a[0] * GRID) / GRID, round(a[1] * GRID) / GRID, round(a[2] * GRID) / GRID


def minus(a: Point3, b: Point3) -> Point3:
    """The way from b to a."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def plus(a: Point3, b: Point3, times: float) -> Point3:
    """The point so many times b beyond a."""
    return a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times


def dot(a: Point3, b: Point3) -> float:
    """How far the two go the same way: their scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Point3, b: Point3) -> Point3:
    """What stands upright on both: their vector product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def unit(a: Point3) -> Point3:
    """The same way, one inch long; not for (0, 0, 0)."""
    most = max(abs(a[0]), abs(a[1]), abs(a[2]))
    x, y, z = a[0] / most, a[1] / most, a[2] / most
    length = sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length


@dataclass(frozen=True, slots=True)
class View:
    """A square window before an eye: where the eye is, the unit vectors of its view, and how far the window opens.

    `half` is the tangent of half the opening angle. The eye is on the grid of the solids.
    """

    eye: Point3
    forward: Point3
    right: Point3
    up: Point3
    half: float

    @classmethod
    def towards(cls, eye: Point3, direction: Point3, half: float, *, tilted: bool = False) -> View:
        """The view in a direction, upright; in a steep one, up or down, +x of the table is up.

        Without a direction, (0, 0, 0), it looks along +x. `tilted` leans it to the right by `TILT`.
        """
        forward = unit(direction) if any(direction) else (1.0, 0.0, 0.0)
        right = unit(cross(forward, (0.0, 0.0, 1.0) if abs(forward[2]) < STEEP else (1.0, 0.0, 0.0)))
        up = cross(right, forward)
        if tilted:
            lean = unit(plus(up, right, TILT))
            right, up = unit(plus(right, up, -TILT)), lean
        return cls(snapped(eye), forward, right, up, half)

    @classmethod
    def on(cls, eye: Point3, target: Solid, *, tilted: bool = False) -> View:
        """A tight window on all of a solid, and a rim of two coarse pixels around it.

        An eye within the solid or close by it would need a window wider than `WIDEST`. It then looks towards the
        middle of the solid through a window of that width, 152 degrees from side to side, and what is not in it, beside
        the eye or behind it, is left out. Raises `ValueError` for a solid without triangles.
        """
        view = cls.towards(eye, minus(target.ball[0], snapped(eye)), WIDEST, tilted=tilted)
        corners = target.corners
        left, right, low, high, nearest = drawer(len(corners)).extent(corners, view.camera())
        if nearest <= 0:
            return view
        tight = cls.towards(eye, view.way((left + right) / 2, (low + high) / 2), WIDEST, tilted=tilted)
        # All of the solid is within the rectangle, and so within its corners.
        ways = [view.way(x, y) for x in (left, right) for y in (low, high)]
        if min([dot(way, tight.forward) for way in ways]) <= 0:
            return view
        half = max([abs(dot(way, side) / dot(way, tight.forward)) for way in ways for side in (tight.right, tight.up)])
        half *= 1 + RIM
        if half > WIDEST:
            return view
        return cls(tight.eye, tight.forward, tight.right, tight.up, max(half, NARROWEST))

    def way(self, x: float, y: float) -> Point3:
        """The way from the eye to what lies so far to the right and up at a depth of 1."""
        return plus(plus(self.forward, self.right, x), self.up, y)

    def camera(self, widened: float = 0.0, far: float = inf) -> NDArray[np.float64]:
        """The view as `rasteriser.draw` takes it, with the pixels to widen by and the depth to draw to."""
        return np.array([self.eye, self.right, self.up, self.forward, (self.half, widened, far)])

    def may_show(self, balls: NDArray[np.float64], far: float) -> NDArray[np.intp]:
        """Which of many solids may be in the window, or within a coarse pixel of it, and not beyond a depth.

        They are told by balls around them, rows of x, y, z and radius.
        """
        x, y, z = (balls[:, axis] - self.eye[axis] for axis in range(3))
        depth, aside, above = (x * a + y * b + z * c for a, b, c in (self.forward, self.right, self.up))
        wide, radius = self.half * (1 + 2 / COARSE), balls[:, 3]
        room = radius * sqrt(1 + wide * wide) + wide * depth
        there = (depth - radius < far) & (depth + radius > 0) & (abs(aside) <= room) & (abs(above) <= room)
        return np.flatnonzero(there)


@lru_cache(maxsize=1 << 14)
def window_on(eye: Point3, body: Solid) -> View:
    """The tilted window in which the pixels of a body are counted."""
    return View.on(eye, body, tilted=True)


def depth_of(view: View, body: Solid) -> float:
    """The depth beyond which nothing can hide any of a body."""
    centre, radius = body.ball
    return dot(minus(centre, view.eye), view.forward) + radius


@dataclass(frozen=True, slots=True)
class Painted:
    """A picture of solids, arrays of the shape (size, size) with the top row first.

    `solid` is the number of the solid that is seen in a pixel, -1 for none, and `part` the number of its part, -1 for
    none; `depth` is how far it is along the view, infinite for nothing; `shade` how light it is, from 0 to 1, 0 for
    nothing.
    """

    solid: NDArray[np.int64]
    part: NDArray[np.int64]
    depth: NDArray[np.float64]
    shade: NDArray[np.float64]


def paint(view: View, solids: Sequence[Solid], size: int) -> Painted:
    """What the eye sees of some solids in a window of `size` x `size` pixels, lit from above its left shoulder."""
    nearness, codes = np.zeros((size, size)), np.full((size, size), -1, dtype=np.int32)
    starts = [0]
    for solid in solids:
        solid.draw(view.camera(), nearness, codes, starts[-1], 1)
        starts.append(starts[-1] + len(solid))
    part_of = np.concatenate([*(solid.part_of for solid in solids), [-1]])
    shades = np.concatenate([*(_shades(block, view) for solid in solids for block in solid.blocks()), [0.0]])
    nothing = codes < 0
    number = np.searchsorted(np.array(starts), codes, side="right") - 1
    depth = np.full((size, size), inf)
    depth[~nothing] = 1 / nearness[~nothing]
    return Painted(number, part_of[codes], depth, shades[codes])


def _shades(corners: NDArray[np.float64], view: View) -> NDArray[np.float64]:
    """How light each triangle is on the side that the eye sees."""
    a, b, c = (corners[:, k] - np.array(view.eye) for k in range(3))
    x, y, z = (_crossed(b - a, c - a, axis) for axis in range(3))
    length = np.sqrt(x * x + y * y + z * z)
    towards_eye = np.sign(-(x * a[:, 0] + y * a[:, 1] + z * a[:, 2])) / np.where(length > 0, length, 1)
    light = unit(plus(plus(minus(view.up, view.forward), view.right, -0.5), view.up, 0.5))
    lit = (x * light[0] + y * light[1] + z * light[2]) * towards_eye
    shades: NDArray[np.float64] = 0.35 + 0.65 * np.clip(lit, 0.0, 1.0)
    return shades


def _crossed(a: NDArray[np.float64], b: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    j, k = (axis + 1) % 3, (axis + 2) % 3
    crossed: NDArray[np.float64] = a[:, j] * b[:, k] - a[:, k] * b[:, j]
    return crossed
