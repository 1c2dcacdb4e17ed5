"""Where nothing comes near the line between two units, all of a body is seen: sure without a look (BLM-5.1)."""

from __future__ import annotations

from functools import lru_cache
from math import atan, sqrt, tan
from typing import TYPE_CHECKING

from fireline.rulesets.blightmeer import scene
from fireline.rulesets.blightmeer.state import State, Unit

if TYPE_CHECKING:
    from fireline.geometry.solids import Point3, Solid

SPARE = 0.1
"""Inches to spare between what might hide a body and the rays that end on it."""
WIDE = 0.35
"""The widest window reckoned with here, half its angle in radians: in a narrow one all pixels are about alike."""


def unhindered(state: State, viewer: Unit, target: Unit) -> bool:
    """Whether all of a body is seen for sure; False leaves it to a look.

    Every ray from the eye to the body stays as near to the line from the eye to the body's middle as the body itself
    reaches. So what keeps farther away hides nothing. That there is something to see at all is sure where one of the
    body's triangles is larger, as the eye has it, than the pixels of a look.
    """
    eye, body = scene.placed(viewer).eyes, scene.placed(target).body
    return not scene.near_line(state, viewer, target, body.ball[1] + SPARE) and _is_plain(eye, body)


@lru_cache(maxsize=scene.VIEWS)
def _is_plain(eye: Point3, body: Solid) -> bool:
    """Whether an eye far enough from a body sees a triangle of it in which a pixel of a look fits for sure."""
    import numpy as np

    from fireline.geometry.bulk import LARGE
    from fireline.geometry.vectors import cross, dot, minus, unit
    from fireline.geometry.view import COARSE, RIM, STEEP

    if len(body) >= LARGE:  # a pixel fits in none of so many
        return False
    centre, radius = body.ball
    way = minus(centre, eye)
    far = sqrt(dot(way, way))
    if far <= 2 * radius:
        return False
    half = 2 * atan(sqrt(2) * radius / sqrt(far * far - radius * radius))  # no window on the body is wider
    if half > WIDE:
        return False
    pixel = 2 * tan(half) * (1 + RIM) / COARSE
    forward = unit(way)
    right = unit(cross(forward, (0.0, 0.0, 1.0) if abs(forward[2]) < STEEP else (1.0, 0.0, 0.0)))
    frame = np.array([right, cross(right, forward), forward])
    seen = (body.corners - np.array(eye)) @ frame.T
    flat = seen[:, :, :2] / seen[:, :, 2:]
    a, b, c = flat[:, 0], flat[:, 1], flat[:, 2]
    ab, ac, bc = b - a, c - a, c - b
    area = np.abs(ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0])
    around = sum(np.hypot(side[:, 0], side[:, 1]) for side in (ab, ac, bc))
    return bool((area > pixel * around).any())  # the circle in the triangle has a radius of area / around
