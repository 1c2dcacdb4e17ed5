"""What flat sides hide of a body from everywhere in a face: proofs that need no picture.  Lengths are inches.

The way from a place to a point crosses a flat side where the ways from the corners of the face cross it, or between
them. So a point that a convex side hides from each corner is hidden from every place of the face, and what lies between
three such points is hidden too. What is not proven here is left to pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, atan, cos, sqrt
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
MOST = 512
"""So many of a body's triangles are asked about, the largest."""
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
    seen, ends = _with_a_pixel(eyes, body), _in_shadow(eyes, between, box)
    if ends.all(axis=1).any():
        return Shade(all=True, some=len(seen) > 0)
    between = between[ends.any(axis=1)]  # the others may hide something too, but seldom
    hidden = _in_shadow(eyes, between, seen.reshape(-1, 3)).reshape(len(between), len(seen), 3)
    return Shade(some=bool(hidden.all(axis=2).any()))


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


def _with_a_pixel(eyes: Floats, body: Solid) -> Floats:
    """Triangles of a body that have a pixel in the window on it, of whatever size, from everywhere between the eyes.

    They contain a disc of `DISC` pixels. How large a pixel may be, and how far from the middle of its window the body,
    follows from the ball around it. In the first view of `View.on` the body is within t of the middle on either side,
    t the tangent of half the ball's angle, so that the tight window's middle is within sqrt(2) t of it and the corners
    of the window within as much of that.
    """
    centre, radius = np.array(body.ball[0]), body.ball[1]
    middle = eyes.mean(axis=0)
    spread = sqrt(((eyes - middle) ** 2).sum(axis=1).max())
    near = sqrt(((centre - middle) ** 2).sum()) - spread
    if near < 3 * radius:
        return np.empty((0, 3, 3))
    t = radius / sqrt(near * near - radius * radius)
    half = sqrt(2) * t * sqrt(1 + 2 * t * t) / (1 - t * t / 2)
    corners = next(body.blocks())
    upright = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    chosen = np.argsort((upright * upright).sum(axis=1))[-MOST:]
    corners, upright = corners[chosen], upright[chosen]
    ways = corners[None] - eyes[:, None, None]
    volumes, away = (ways[:, :, 0] * upright).sum(axis=2), np.sqrt((ways * ways).sum(axis=3))
    edges = np.sqrt(((corners - np.roll(corners, 1, axis=1)) ** 2).sum(axis=2))
    least = (away.min(axis=(0, 2)) - spread - edges.max(axis=1)) * cos(asin(radius / near) + atan(sqrt(2) * t))
    across = np.maximum(volumes.min(axis=0), (-volumes).min(axis=0)) / away.max(axis=(0, 2)) ** 3
    around = edges.sum(axis=1) * sqrt(1 + 2 * half * half)
    seen: Floats = corners[across * least >= DISC * 2 * half * (1 + RIM) / COARSE * around]
    return seen
