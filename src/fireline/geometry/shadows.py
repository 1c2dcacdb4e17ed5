"""Faces that are looked through, and what hides a body from everywhere in one: proofs without a picture.  Inches.

The way from a place to a point crosses a flat side where the ways from the corners of the face cross it, or between
them. So a point that a convex side hides from each corner is hidden from every place of the face, and what lies between
three such points is hidden too. A surface of many triangles hides a pixel of a body where both are wide enough around
it, whichever eye of the face looks. What is not proven here is left to pictures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil, hypot, inf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.geometry.outlines import Point2
from fireline.geometry.solids import Point3, Solid
from fireline.geometry.view import COARSE, RIM

AROUND = 1.5
"""How much larger than the ball around a body the space is in which anything may be before it."""
STEP = 0.125
"""How close the places of an opening lie that are tried where the first nine do not show all, in inches;"""
MOST_STEPS = 16
"""but not more than so many steps in a row or a column."""


class Face(NamedTuple):
    """An upright rectangle that is looked through, so far to the left of where it begins and of the way it runs.

    `shut` are the corners of a flat convex quadrilateral that nobody sees through from there, if one is known.
    """

    start: Point3
    way: Point2
    width: float
    height: float
    aside: float = 0.0
    shut: tuple[Point3, ...] = ()

    def place(self, along: float, up: float) -> Point3:
        """A place in it, so far along it and so far above its lower edge."""
        (x, y, z), (dx, dy) = self.start, self.way
        return x + dx * along - dy * self.aside, y + dy * along + dx * self.aside, z + up


def places_in(face: Face) -> tuple[list[Point2], list[Point2]]:
    """The places in a face that are tried: nine, and where they do not show all a grid."""
    wide, high = face.width, face.height
    from_middle = sorted(
        _grid(wide, high, 2, 2), key=lambda spot: abs(spot[0] / wide - 0.5) + abs(spot[1] / high - 0.5)
    )
    return from_middle, _grid(wide, high, *_steps(face))


def _steps(face: Face) -> tuple[int, int]:
    """How many columns and rows of places the grid over a face has."""
    columns, rows = (min(max(2 * ceil(length / STEP / 2), 2), MOST_STEPS) for length in (face.width, face.height))
    return columns, rows


def gap_of(face: Face) -> float:
    """How far apart the places of the grid over a face are at the most."""
    columns, rows = _steps(face)
    return max(face.width / columns, face.height / rows)


def _grid(wide: float, high: float, columns: int, rows: int) -> list[Point2]:
    """Places over a face, its edges among them, row by row from the lower one up."""
    return [(wide * x / columns, high * y / rows) for y in range(rows + 1) for x in range(columns + 1)]


def between(balls: NDArray[np.float64], face: Face, body: Solid) -> NDArray[np.intp]:
    """Those in balls, as a `Crowd` has them, that may be before a body anywhere in a face, or a little beside it."""
    middle, (centre, radius) = np.array(face.place(face.width / 2, face.height / 2)), body.ball
    way, from_middle = np.array(centre) - middle, balls[:, :3] - middle
    along = np.clip((from_middle * way).sum(axis=1) / max((way * way).sum(), 1 / 4096), 0, 1)
    away = np.sqrt(((from_middle - along[:, None] * way) ** 2).sum(axis=1))
    return np.flatnonzero(away <= balls[:, 3] + max(hypot(face.width, face.height) / 2, AROUND * radius))


def part_between(solid: Solid, face: Face, body: Solid) -> Solid:
    """Those triangles of a solid that may be before a body anywhere in a face."""
    near = between(solid.triangle_balls, face, body)
    return Solid(solid.corners[near], solid.part_of[near], solid.parts)


Floats = NDArray[np.float64]

AWAY = 1 / 64
"""A side lies so far before the body, and the face so far before the side: more than contact in any window."""
SPARE = 1 / 128
"""So far within the shadow of a side is what it hides, more than any rounding."""
MOST = 256
"""So many triangles of a body are taken together, in their order."""
FEW = 3
"""So many sides are asked about, those that hide most corners of the box around the body."""
SPOTS = 32
"""So many places of a patch of triangles are tried for the middle of a disc in it."""
OUTSIDE = -1
"""The way of a triangle that shows its outside to an eye: the volume of both is below 0."""
DISC = 0.7072
"""A disc with so many pixels of a window as its radius has the centre of a pixel in it."""


class Shade(NamedTuple):
    """What is proven of a body: that all of it is hidden from everywhere, and that a pixel of it is."""

    all: bool = False
    some: bool = False


def shade(eyes: Floats, body: Solid, sides: Sequence[Floats], surfaces: Sequence[Floats] = ()) -> Shade:
    """What is hidden of a body from everywhere between some eyes, the corners of a rectangle.

    By flat sides, arrays of the shape (n, 4, 3), or some of it by surfaces of triangles, of the shape (n, 3, 3).
    """
    every, box = np.concatenate([np.empty((0, 4, 3)), *sides]), _box_of(body)
    upright = np.cross(every[:, 1] - every[:, 0], every[:, 2] - every[:, 0])
    upright /= np.sqrt((upright * upright).sum(axis=1))[:, None]
    before, beyond = ((points @ upright.T - (every[:, 0] * upright).sum(axis=1)).T for points in (eyes, box))
    way = np.sign(before[:, :1])
    between = every[((before * way).min(axis=1) >= AWAY) & ((beyond * way).max(axis=1) <= -AWAY)]
    triangles, look = next(body.blocks()), _Look.at(eyes, body)
    corners = _in_shadow(eyes, between, box)
    ends = corners.sum(axis=1)
    best = np.argsort(-ends, kind="stable")[:FEW]
    if ends.max(initial=0) == len(box):
        return Shade(all=True, some=look is not None and look.has_a_pixel(triangles[:MOST]))
    if look is None:
        return Shade()
    hidden, some = np.zeros(len(triangles), dtype=np.bool_), False
    whole = len(triangles) == len(body) and bool(corners[best].any(axis=0).all())
    for side in best[ends[best] > 0].tolist():  # the others may hide something too, but seldom
        found = _in_shadow(eyes, between[[side]], triangles.reshape(-1, 3)).reshape(-1, 3).all(axis=1)
        if (found & ~hidden).any():
            hidden |= found
            some = some or look.has_a_pixel(triangles[hidden][:MOST])
            if some and (not whole or hidden.all()):
                return Shade(all=whole, some=True)
    if some:
        return Shade(some=True)
    return Shade(some=look.has_a_pixel_behind(triangles, box, surfaces))


def _box_of(body: Solid) -> Floats:
    """The corners of the upright box around a body."""
    low_high = np.array(body.bounds)
    return np.array([[low_high[(n >> axis) & 1, axis] for axis in range(3)] for n in range(8)])


def _in_shadow(eyes: Floats, sides: Floats, points: Floats) -> NDArray[np.bool_]:
    """Which points each side hides from every one of the eyes; the points lie beyond all sides."""
    corners = sides[None] - eyes[:, None, None]
    planes = np.cross(corners, np.roll(corners, -1, axis=2))
    length = np.sqrt((planes * planes).sum(axis=3, keepdims=True))
    planes *= np.sign((planes * corners.mean(axis=2, keepdims=True)).sum(axis=3, keepdims=True))
    planes /= np.where(length > 0, length, 1)
    within = planes @ (points - eyes[:, None]).transpose(0, 2, 1)[:, None]
    hidden: NDArray[np.bool_] = ((within >= SPARE) | (length == 0)).all(axis=(0, 2))
    return hidden


class _Look(NamedTuple):
    """How eyes around a middle look at a body, and how large a disc around a point of it has a pixel in it for sure.

    Triangles that show the same side to every eye are a surface. Over the window, how many of them lie on each other
    changes at their rim alone: at the edges that no two of them have in common. So where one lies they cover all that
    is not beyond the rim. They have a pixel if no rim comes into a disc of `DISC` pixels around a point in them.

    How large a pixel may be, and how far from the middle of its window the body, follows from the ball around it. In
    the first view of `View.on` the body is within t of the middle on either side, t the tangent of half the ball's
    angle, so that the tight window's middle is within sqrt(2) t of it and the corners of the window within as much of
    that.
    """

    eyes: Floats
    middle: Floats
    spread: float
    """How far an eye is from the middle."""
    needed: float
    """How wide such a disc is, in inches, at the far end of the body."""

    @classmethod
    def at(cls, eyes: Floats, body: Solid) -> _Look | None:
        """The look at a body; None from so near that nothing is proven."""
        centre, radius = np.array(body.ball[0]), body.ball[1]
        middle = eyes.mean(axis=0)
        spread = sqrt(((eyes - middle) ** 2).sum(axis=1).max())
        away = sqrt(((centre - middle) ** 2).sum())
        near = away - spread
        if near < 3 * radius:
            return None
        t = radius / sqrt(near * near - radius * radius)
        half = sqrt(2) * t * sqrt(1 + 2 * t * t) / (1 - t * t / 2)
        return cls(eyes, middle, spread, DISC * 2 * half * (1 + RIM) / COARSE * (away + spread + radius))

    def has_a_pixel(self, triangles: Floats) -> bool:
        """Whether some of the body's triangles have a pixel wherever the eye is."""
        surfaces = self._surfaces(triangles)
        return any((self._clear(_spots_of(one, SPOTS), _rim(one)) >= self.needed).any() for one, _ in surfaces)

    def has_a_pixel_behind(self, body: Floats, box: Floats, blockers: Sequence[Floats]) -> bool:
        """Whether the body has one that a surface of a blocker covers, all of it before the box around the body."""
        ahead = box.mean(axis=0) - self.middle
        ahead /= sqrt((ahead * ahead).sum())
        end = ((box - self.middle) @ ahead).min() - AWAY
        nearer = (blocker[((blocker - self.middle) @ ahead).max(axis=1) <= end] for blocker in blockers)
        before = [surface for triangles in nearer for surface in self._surfaces(triangles, AWAY)]
        # The side of a body that is turned away ends where the other does: it seldom proves more.
        for surface in (surface for surface, way in self._surfaces(body) if way == OUTSIDE):
            spots = _spots_of(surface, 3 * SPOTS)
            for one, way in before:
                behind = spots[self._covered(spots, one, way)]
                for rim in (one, surface):
                    behind = behind[self._clear(behind, _rim(rim)) >= self.needed] if len(behind) else behind
                if len(behind):
                    return True
        return False

    def _surfaces(self, triangles: Floats, away: float = 0.0) -> Iterator[tuple[Floats, int]]:
        """Those of some triangles that show one side to every eye, so far away, and those that show the other."""
        upright = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        volumes = ((triangles[None, :, 0] - self.eyes[:, None]) * upright).sum(axis=2)
        least = away * np.sqrt((upright * upright).sum(axis=1))
        for way in (OUTSIDE, -OUTSIDE):
            nearest = (volumes * way).min(axis=0)
            facing = triangles[(nearest > 0) & (nearest >= least)]
            if len(facing):
                yield facing, way

    def _covered(self, spots: Floats, facing: Floats, way: int) -> NDArray[np.bool_]:
        """Which spots a surface covers, seen from the middle."""
        corners = facing - self.middle
        planes = np.cross(corners, np.roll(corners, -1, axis=1)) * way
        return np.asarray(((planes @ (spots - self.middle).T) > 0).all(axis=1).any(axis=0))

    def _clear(self, spots: Floats, rim: Floats) -> Floats:
        """How wide a disc around each spot, seen from any eye, no edge of a rim comes into.

        The way from an eye to a spot differs from the way from the middle by at most `turn`. Along that a point of the
        rim lies so far beside the spot, and so much deeper or less deep that it may seem nearer.
        """
        ways = spots - self.middle
        far = np.sqrt((ways * ways).sum(axis=1))
        ways, turn = ways / far[:, None], (2 * self.spread / (2 * far - self.spread))[:, None]
        apart = rim - spots[:, None, None]
        deeper = (apart * ways[:, None, None]).sum(axis=3)
        beside = apart - deeper[..., None] * ways[:, None, None]
        start, along = beside[:, :, 0], beside[:, :, 1] - beside[:, :, 0]
        share = -(start * along).sum(axis=2) / np.maximum((along * along).sum(axis=2), 2.0**-60)
        nearest = start + np.clip(share, 0, 1)[..., None] * along
        aside = np.sqrt((nearest * nearest).sum(axis=2))
        clear: Floats = (aside * (1 - turn * turn / 2) - np.abs(deeper).max(axis=2) * turn).min(axis=1, initial=inf)
        return clear


def _spots_of(surface: Floats, most: int) -> Floats:
    """Corners and middles of triangles, so many at most."""
    spots = np.concatenate([surface.reshape(-1, 3), surface.mean(axis=1)])
    return spots[:: -(-len(spots) // most)]


def _rim(triangles: Floats) -> Floats:
    """The edges, from corner to corner, that no two of these triangles have in common."""
    edges = np.stack([triangles, np.roll(triangles, -1, axis=1)], axis=2).reshape(-1, 6)
    forth, back = (np.ascontiguousarray(one).view("V48")[:, 0].tolist() for one in (edges, np.roll(edges, 3, axis=1)))
    alone = Counter(forth)
    alone.subtract(back)
    rim: Floats = edges[np.array([alone[edge] != 0 for edge in forth])].reshape(-1, 2, 3)
    return rim
