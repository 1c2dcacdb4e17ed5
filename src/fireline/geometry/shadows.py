"""What flat sides hide of a body from everywhere in a face: proofs that need no picture.  Lengths are inches.

The way from a place to a point crosses a flat side where the ways from the corners of the face cross it, or between
them. So a point that a convex side hides from each corner is hidden from every place of the face, and what lies between
three such points is hidden too. What is not proven here is left to pictures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.geometry.solids import Solid
from fireline.geometry.view import COARSE, RIM

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
DISC = 0.7072
"""A disc with so many pixels of a window as its radius has the centre of a pixel in it."""


class Shade(NamedTuple):
    """What is proven of a body: that all of it is hidden from everywhere, and that a pixel of it is."""

    all: bool = False
    some: bool = False


def shade(eyes: Floats, body: Solid, sides: Sequence[Floats]) -> Shade:
    """What flat sides, arrays of the shape (n, 4, 3), hide of a body from everywhere between some eyes in a plane."""
    every, low_high = np.concatenate([np.empty((0, 4, 3)), *sides]), np.array(body.bounds)
    box = np.array([[low_high[(n >> axis) & 1, axis] for axis in range(3)] for n in range(8)])
    upright = np.cross(every[:, 1] - every[:, 0], every[:, 2] - every[:, 0])
    upright /= np.sqrt((upright * upright).sum(axis=1))[:, None]
    before, beyond = ((points @ upright.T - (every[:, 0] * upright).sum(axis=1)).T for points in (eyes, box))
    way = np.sign(before[:, :1])
    between = every[((before * way).min(axis=1) >= AWAY) & ((beyond * way).max(axis=1) <= -AWAY)]
    if not len(between):
        return Shade()
    triangles = next(body.blocks())
    ends = _in_shadow(eyes, between, box).sum(axis=1)
    best = np.argsort(-ends, kind="stable")[:FEW]
    if ends[best[0]] == len(box):
        return Shade(all=True, some=_have_a_pixel(eyes, body, triangles[:MOST]))
    hidden = np.zeros(len(triangles), dtype=np.bool_)
    for side in best[ends[best] > 0].tolist():  # the others may hide something too, but seldom
        found = _in_shadow(eyes, between[[side]], triangles.reshape(-1, 3)).reshape(-1, 3).all(axis=1)
        if (found & ~hidden).any():
            hidden |= found
            if _have_a_pixel(eyes, body, triangles[hidden][:MOST]):
                return Shade(some=True)
    return Shade()


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


def _have_a_pixel(eyes: Floats, body: Solid, triangles: Floats) -> bool:
    """Whether some of a body's triangles have a pixel in the window on it, of whatever size, everywhere between eyes.

    Take those that show the same side to every eye. Over the window, how many of them lie on each other changes at
    their rim alone: at the edges that no two of them have in common. So where one lies they cover all that is not
    beyond the rim. They have a pixel if a disc of `DISC` pixels around a corner or the middle of one holds no rim.

    How large a pixel may be, and how far from the middle of its window the body, follows from the ball around it. In
    the first view of `View.on` the body is within t of the middle on either side, t the tangent of half the ball's
    angle, so that the tight window's middle is within sqrt(2) t of it and the corners of the window within as much of
    that. The way from an eye to a point of the body differs from the way between the middles by at most `turn`. Along
    that a point of the rim lies so far beside the other, and so much deeper or less deep that it may seem nearer.
    """
    centre, radius = np.array(body.ball[0]), body.ball[1]
    middle = eyes.mean(axis=0)
    spread = sqrt(((eyes - middle) ** 2).sum(axis=1).max())
    away = sqrt(((centre - middle) ** 2).sum())
    near = away - spread
    if near < 3 * radius:
        return False
    t = radius / sqrt(near * near - radius * radius)
    half = sqrt(2) * t * sqrt(1 + 2 * t * t) / (1 - t * t / 2)
    pixel = 2 * half * (1 + RIM) / COARSE
    turn = (radius + spread) / (near - radius)
    needed = DISC * pixel * (away + spread + radius)
    upright = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    volumes = ((triangles[None, :, 0] - eyes[:, None]) * upright).sum(axis=2)
    ahead = (centre - middle) / away
    right = np.cross(ahead, (0.0, 0.0, 1.0) if abs(ahead[2]) < 0.9 else (1.0, 0.0, 0.0))
    right /= sqrt((right * right).sum())
    axes = np.array([right, np.cross(right, ahead), ahead]).T
    for way in (1, -1):
        facing = triangles[(volumes * way).min(axis=0) > 0]
        if len(facing) and _widest(facing, axes, turn) >= needed:
            return True
    return False


def _widest(facing: Floats, axes: Floats, turn: float) -> float:
    """The largest disc around a corner or the middle of a triangle that no edge of the rim of all comes into."""
    rim = _rim(facing) @ axes
    middles = facing.mean(axis=1)
    spots = np.concatenate([facing.reshape(-1, 3), middles])
    spots = spots[:: -(-len(spots) // SPOTS)] @ axes
    start, along = rim[:, 0, :2], rim[:, 1, :2] - rim[:, 0, :2]
    from_start = spots[:, None, :2] - start
    share = (from_start * along).sum(axis=2) / np.maximum((along * along).sum(axis=1), 2.0**-60)
    beside = from_start - np.clip(share, 0, 1)[..., None] * along
    aside = np.sqrt((beside * beside).sum(axis=2))
    deeper = np.abs(spots[:, None, None, 2] - rim[None, :, :, 2]).max(axis=2)
    return float((aside * (1 - turn * turn / 2) - deeper * turn).min(axis=1).max())


def _rim(triangles: Floats) -> Floats:
    """The edges, from corner to corner, that no two of these triangles have in common."""
    edges = np.stack([triangles, np.roll(triangles, -1, axis=1)], axis=2).reshape(-1, 6)
    forth, back = (np.ascontiguousarray(one).view("V48")[:, 0].tolist() for one in (edges, np.roll(edges, 3, axis=1)))
    alone = Counter(forth)
    alone.subtract(back)
    rim: Floats = edges[np.array([alone[edge] != 0 for edge in forth])].reshape(-1, 2, 3)
    return rim
