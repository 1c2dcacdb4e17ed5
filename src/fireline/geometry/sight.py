"""What an eye sees of a body in space: a picture of the body, and of what stands before it.  Lengths are inches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.geometry.solids import GRID, Point3, Solid

Blockers = Sequence[tuple[str, Solid]]

COARSE, FINE = 128, 512
"""How many pixels wide and high a window is, and how many where the first look leaves a doubt."""
ENOUGH = 8
"""So many pixels decide an answer for sure."""
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
        forward = _unit(direction) if any(direction) else (1.0, 0.0, 0.0)
        right = _unit(_cross(forward, (0.0, 0.0, 1.0) if abs(forward[2]) < STEEP else (1.0, 0.0, 0.0)))
        up = _cross(right, forward)
        if tilted:
            lean = _unit(_plus(up, right, TILT))
            right, up = _unit(_plus(right, up, -TILT)), lean
        return cls(_snapped(eye), forward, right, up, half)

    @classmethod
    def on(cls, eye: Point3, target: Solid, *, tilted: bool = False) -> View:
        """A tight window on all of a solid, and a rim of two coarse pixels around it.

        An eye within the solid or close by it would need a window wider than `WIDEST`. It then looks towards the
        middle of the solid through a window of that width, 152 degrees from side to side, and what is not in it, beside
        the eye or behind it, is left out. Raises `ValueError` for a solid without triangles.
        """
        from fireline.geometry.rasteriser import extent

        view = cls.towards(eye, _minus(target.ball[0], _snapped(eye)), WIDEST, tilted=tilted)
        left, right, low, high, nearest = extent(target.corners, view.camera())
        if nearest <= 0:
            return view
        tight = cls.towards(eye, view.way((left + right) / 2, (low + high) / 2), WIDEST, tilted=tilted)
        # All of the solid is within the rectangle, and so within its corners.
        ways = [view.way(x, y) for x in (left, right) for y in (low, high)]
        if min(_dot(way, tight.forward) for way in ways) <= 0:
            return view
        half = max(abs(_dot(way, side) / _dot(way, tight.forward)) for way in ways for side in (tight.right, tight.up))
        half *= 1 + RIM
        return replace(tight, half=max(half, NARROWEST)) if half <= WIDEST else view

    def way(self, x: float, y: float) -> Point3:
        """The way from the eye to what lies so far to the right and up at a depth of 1."""
        return _plus(_plus(self.forward, self.right, x), self.up, y)

    def camera(self, widened: float = 0.0, far: float = inf) -> NDArray[np.float64]:
        """The view as `rasteriser.draw` takes it, with the pixels to widen by and the depth to draw to."""
        return np.array([self.eye, self.right, self.up, self.forward, (self.half, widened, far)])

    def may_show(self, solid: Solid, far: float) -> bool:
        """Whether a solid may be in the window, or within a coarse pixel of it, and not beyond a depth."""
        centre, radius = solid.ball
        away = _minus(centre, self.eye)
        depth = _dot(away, self.forward)
        wide = self.half * (1 + 2 / COARSE)
        slant = radius * sqrt(1 + wide * wide)
        return (
            depth - radius < far
            and depth + radius > 0
            and abs(_dot(away, self.right)) - wide * depth <= slant
            and abs(_dot(away, self.up)) - wide * depth <= slant
        )


class PartSeen(NamedTuple):
    """A part of a body: how many pixels it has when it is taken for itself, and how many of them are seen."""

    name: str
    pixels: int
    visible: int

    @property
    def share(self) -> Fraction:
        """How much of it is seen; 0 for a part that has no pixel."""
        return Fraction(self.visible, self.pixels or 1)


@dataclass(frozen=True, slots=True)
class Seen:
    """What an eye sees of a body, in pixels of a window of `size` x `size`.

    `hidden` has every blocker that hides some of it, with its pixels, the most first; `parts` every part of the body's
    solid, in their order. `close` says that whether there is anything to see, or anything hidden, is too close to
    call: see `look`.
    """

    pixels: int
    visible: int
    hidden: tuple[tuple[str, int], ...]
    parts: tuple[PartSeen, ...]
    size: int
    close: bool

    @property
    def clear(self) -> bool:
        """Whether any of the body is seen."""
        return self.visible > 0

    @property
    def covered(self) -> bool:
        """Whether any of the body is hidden."""
        return self.visible < self.pixels

    @property
    def share(self) -> Fraction:
        """How much of the body is seen; 0 for a body that has no pixel, such as a sheet seen edge-on."""
        return Fraction(self.visible, self.pixels or 1)

    def hidden_share(self, name: str) -> Fraction:
        """How much of the body a blocker hides."""
        return Fraction(dict(self.hidden).get(name, 0), self.pixels or 1)


def look(eye: Point3, target: Solid, blockers: Blockers) -> Seen:
    """What an eye sees of a body, `target`, past the blockers, each of them a name and a solid.

    Pixels are counted through the tilted window `View.on` the body. A pixel of the body is hidden if a blocker is
    nearer there than the nearest point of the body, by more than a thousandth of an inch (`rasteriser.CONTACT`). It
    counts for the blocker that the ray from the eye meets first, for the first named of equally near ones; blockers of
    the same name count as one. The body hides nothing of itself: each part is taken as if the others were not there.
    Triangles count from both sides. What is no farther before the eye than that thousandth hides nothing, so that an
    eye on the face of a wall looks along it.

    Two answers hang on the counts: whether anything is seen, and whether anything is hidden. The first look has
    128 x 128 pixels. It leaves a doubt, and one of 512 x 512 decides, where

    - an answer is yes by fewer than 8 pixels;
    - nothing is seen, but some would be if the body's triangles were a pixel larger on every side: a gap beside it;
    - nothing is hidden, but some would be if the blockers' triangles were a pixel larger: contact with the outline, or
      a blocker thinner than a pixel. What is then not nearer than the body, larger by a pixel too, does not count.

    Triangles are made larger each in its own plane, so that the ground under a figure or a wall at its back is no
    contact. The answer is `close` if the finer look leaves a doubt too, or does not find what the first one found.
    Less than a pixel within the outline may be missed, such as a short slit between two blockers before all of it.

    Raises `ValueError` for a body without triangles.
    """
    view = View.on(eye, target, tilted=True)
    centre, radius = target.ball
    far = _dot(_minus(centre, view.eye), view.forward) + radius
    near = [(name, solid) for name, solid in blockers if len(solid) and view.may_show(solid, far)]
    coarse = _look_in(view, target, near, far, COARSE)
    if not coarse.close:
        return coarse
    fine = _look_in(view, target, near, far, FINE)
    lost = (coarse.clear and not fine.clear) or (coarse.covered and not fine.covered)
    return replace(fine, close=fine.close or lost)


def _look_in(view: View, target: Solid, blockers: Blockers, far: float, size: int) -> Seen:
    """One look through a window of one size; `close` says that it leaves a doubt."""
    from fireline.geometry.rasteriser import draw_parts, share_out

    solids = [solid for _, solid in blockers]
    before, codes = _drawn(solids, view.camera(far=far), size)
    body, hidden = np.zeros((size, size)), np.zeros(len(blockers), dtype=np.int64)
    part_pixels, part_visible = np.zeros((2, len(target.parts)), dtype=np.int64)
    draw_parts(target.corners, target.part_of, view.camera(), body, before, part_pixels, part_visible)
    pixels, visible = share_out(body, before, codes, hidden)
    close = 0 < visible < ENOUGH or 0 < pixels - visible < ENOUGH
    if visible == 0 and not close:
        larger, _ = _drawn([target], view.camera(1.0), size)
        close = _seen_of(larger, before) > 0
    if visible == pixels and not close:
        before, _ = _drawn(solids, view.camera(1.0, far), size)
        if _seen_of(body, before) < pixels:
            larger, _ = _drawn([target], view.camera(1.0), size)
            close = _seen_of(np.where(body > 0, larger, 0), before) < pixels
    by_name: dict[str, int] = {}
    for (name, _), count in zip(blockers, hidden.tolist(), strict=True):
        by_name[name] = by_name.get(name, 0) + count
    counts = zip(target.parts, part_pixels.tolist(), part_visible.tolist(), strict=True)
    return Seen(
        pixels=pixels,
        visible=visible,
        hidden=tuple(sorted(((n, c) for n, c in by_name.items() if c), key=lambda one: (-one[1], one[0]))),
        parts=tuple(PartSeen(*count) for count in counts),
        size=size,
        close=close,
    )


def _drawn(
    solids: Sequence[Solid], camera: NDArray[np.float64], size: int
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """The nearness of solids in a window, and which of them is there."""
    from fireline.geometry.rasteriser import draw

    nearness, codes = np.zeros((size, size)), np.zeros((size, size), dtype=np.int32)
    for n, solid in enumerate(solids):
        draw(solid.corners, np.arange(len(solid)), camera, nearness, codes, n, 0)
    return nearness, codes


def _seen_of(body: NDArray[np.float64], before: NDArray[np.float64]) -> int:
    """How many pixels of a body are not hidden by what is before it; both are given by their nearness."""
    from fireline.geometry.rasteriser import share_out

    _, visible = share_out(body, before, np.zeros(body.shape, dtype=np.int32), np.zeros(1, dtype=np.int64))
    return visible


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
    from fireline.geometry.rasteriser import draw

    nearness, codes = np.zeros((size, size)), np.full((size, size), -1, dtype=np.int32)
    starts = [0]
    for solid in solids:
        draw(solid.corners, np.arange(len(solid)), view.camera(), nearness, codes, starts[-1], 1)
        starts.append(starts[-1] + len(solid))
    part_of = np.concatenate([*(solid.part_of for solid in solids), [-1]])
    shades = np.concatenate([*(_shades(solid, view) for solid in solids), [0.0]])
    nothing = codes < 0
    number = np.searchsorted(np.array(starts), codes, side="right") - 1
    depth = np.full((size, size), inf)
    depth[~nothing] = 1 / nearness[~nothing]
    return Painted(number, part_of[codes], depth, shades[codes])


def _shades(solid: Solid, view: View) -> NDArray[np.float64]:
    """How light each triangle is on the side that the eye sees."""
    a, b, c = (solid.corners[:, k] - np.array(view.eye) for k in range(3))
    x, y, z = (_crossed(b - a, c - a, axis) for axis in range(3))
    length = np.sqrt(x * x + y * y + z * z)
    towards_eye = np.sign(-(x * a[:, 0] + y * a[:, 1] + z * a[:, 2])) / np.where(length > 0, length, 1)
    light = _unit(_plus(_plus(_minus(view.up, view.forward), view.right, -0.5), view.up, 0.5))
    lit = (x * light[0] + y * light[1] + z * light[2]) * towards_eye
    shades: NDArray[np.float64] = 0.35 + 0.65 * np.clip(lit, 0.0, 1.0)
    return shades


def _crossed(a: NDArray[np.float64], b: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    j, k = (axis + 1) % 3, (axis + 2) % 3
    crossed: NDArray[np.float64] = a[:, j] * b[:, k] - a[:, k] * b[:, j]
    return crossed


def _snapped(a: Point3) -> Point3:
    return round(a[0] * GRID) / GRID, round(a[1] * GRID) / GRID, round(a[2] * GRID) / GRID


def _minus(a: Point3, b: Point3) -> Point3:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _plus(a: Point3, b: Point3, times: float) -> Point3:
    return a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times


def _dot(a: Point3, b: Point3) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Point3, b: Point3) -> Point3:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _unit(a: Point3) -> Point3:
    most = max(abs(value) for value in a)
    x, y, z = a[0] / most, a[1] / most, a[2] / most
    length = sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length
