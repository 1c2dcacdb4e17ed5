"""Lines against walls in compiled code: `polygons.touches` for many lines and polygons, in 64-bit integers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray


@njit(cache=True)
def blocked(
    lines: NDArray[np.int64], corners: NDArray[np.int64], starts: NDArray[np.int64], boxes: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """For each line whether it meets a polygon."""
    found = np.zeros(len(lines), dtype=np.bool_)
    for n in range(len(lines)):
        ax, ay, bx, by = lines[n, 0], lines[n, 1], lines[n, 2], lines[n, 3]
        left, right, low, high = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        dx, dy = bx - ax, by - ay
        for p in range(len(boxes)):
            if boxes[p, 0] > right or boxes[p, 2] < left or boxes[p, 1] > high or boxes[p, 3] < low:
                continue
            # A polygon of which the whole box lies on one side of the line is not met.
            above = below = 0
            for x in (boxes[p, 0], boxes[p, 2]):
                for y in (boxes[p, 1], boxes[p, 3]):
                    side = dx * (y - ay) - dy * (x - ax)
                    above += side > 0
                    below += side < 0
            if above < 4 and below < 4 and _touches(ax, ay, bx, by, corners, starts[p], starts[p + 1]):
                found[n] = True
                break
    return found


@njit(cache=True)
def _touches(ax: int, ay: int, bx: int, by: int, corners: NDArray[np.int64], first: int, end: int) -> bool:
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    x0, y0 = corners[end - 1, 0], corners[end - 1, 1]
    side0 = dx * (y0 - ay) - dy * (x0 - ax)
    odd = False
    for n in range(first, end):
        x1, y1 = corners[n, 0], corners[n, 1]
        side1 = dx * (y1 - ay) - dy * (x1 - ax)
        if side1 == 0:
            along = dx * (x1 - ax) + dy * (y1 - ay)
            if 0 <= along <= length and (length > 0 or (x1 == ax and y1 == ay)):
                return True
        elif (side0 > 0 and side1 < 0) or (side0 < 0 and side1 > 0):
            ex, ey = x1 - x0, y1 - y0
            of_a, of_b = ex * (ay - y0) - ey * (ax - x0), ex * (by - y0) - ey * (bx - x0)
            if (of_a <= 0 and of_b >= 0) or (of_b <= 0 and of_a >= 0):
                return True
        if (y0 > ay) != (y1 > ay):
            lean = (x1 - x0) * (ay - y0) - (y1 - y0) * (ax - x0)
            if lean == 0:
                return True
            if (lean > 0) == (y1 > y0):
                odd = not odd
        elif y0 == ay and y1 == ay and (x0 - ax) * (x1 - ax) <= 0:
            return True
        x0, y0, side0 = x1, y1, side1
    return odd
