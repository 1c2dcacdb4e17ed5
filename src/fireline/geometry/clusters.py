"""Clusters of triangles drawn into a window: those that no pixel can show are passed over, the others drawn as ever.

A cluster is passed over where its ball is beside the window, behind the eye, too far, or behind what is drawn already
in every pixel that it may cover. Nothing of it would have been drawn, so that no pixel differs.
"""

from __future__ import annotations

from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from fireline.geometry.measures import CLUSTER, GRID
from fireline.geometry.rasteriser import CAMERA, CODES, WINDOW, Codes, Floats, compiled, draw

POINTS = "Array(float64, 2, 'C', readonly=True)"
FACES = "Array(int32, 2, 'C', readonly=True)"
MOVE = "float64[::1]"
STEP = 1 / GRID
"""A step of the grid, a power of two: to multiply with it is to divide, to the last bit."""


@compiled(f"void({POINTS}, {FACES}, int64, int64, {MOVE}, float64[:, ::1], float64[:, :, ::1])")
def _gather(
    points: Floats, faces: NDArray[np.int32], start: int, stop: int, move: Floats, work: Floats, out: Floats
) -> None:
    """The corners of some triangles where they stand; reckoned as `Bulk.points` is, to the last bit.

    `work` is room for the numbers of each axis, one after the other, so that several are reckoned at once.
    """
    count = 3 * (stop - start)
    for n in range(start, stop):
        for k in range(3):
            p = faces[n, k]
            for axis in range(3):
                work[axis, 3 * (n - start) + k] = points[p, axis]
    for n in range(count):
        x, y, z = work[0, n] * move[5], work[1, n] * move[5], work[2, n] * move[5]
        work[0, n] = np.rint((x * move[3] - y * move[4] + move[0]) * GRID) * STEP
        work[1, n] = np.rint((x * move[4] + y * move[3] + move[1]) * GRID) * STEP
        work[2, n] = np.rint((z + move[2]) * GRID) * STEP
    for n in range(stop - start):
        for k in range(3):
            for axis in range(3):
                out[n, k, axis] = work[axis, 3 * n + k]


@compiled(f"void({POINTS}, {FACES}, float64[:, ::1], {MOVE}, {CAMERA}, {WINDOW}, {CODES}, int64, int64)")
def draw_clusters(  # noqa: PLR0913, PLR0917 - compiled code takes no objects
    points: Floats,
    faces: NDArray[np.int32],
    balls: Floats,
    move: Floats,
    camera: Floats,
    nearness: Floats,
    codes: Codes,
    code: int,
    step: int,
) -> None:
    """Draw all triangles where they are nearer than what is there, the nearest clusters first.

    `balls` are around the clusters where they stand. The rest is as `rasteriser.draw` has it.
    """
    size, half, widened, far = nearness.shape[0], camera[4, 0], camera[4, 1], camera[4, 2]
    scale, spare = size / (2 * half), widened + 1.0
    before = np.empty((len(balls), 3))
    for c in range(len(balls)):
        dx, dy, dz = balls[c, 0] - camera[0, 0], balls[c, 1] - camera[0, 1], balls[c, 2] - camera[0, 2]
        for axis in range(3):
            before[c, axis] = dx * camera[axis + 1, 0] + dy * camera[axis + 1, 1] + dz * camera[axis + 1, 2]
    work, corners, chosen = np.empty((3, 3 * CLUSTER)), np.empty((CLUSTER, 3, 3)), np.arange(CLUSTER)
    for c in np.argsort(before[:, 2] - balls[:, 3]):
        x, y, z, r = before[c, 0], before[c, 1], before[c, 2], balls[c, 3]
        if z - r >= far or z + r <= 0:
            continue
        left, right, top, bottom = 0, size - 1, 0, size - 1
        nearest = np.inf
        if z - r > 0:
            nearest = 1 / (z - r)
            x0, x1 = (x - r) / (z - r if x < r else z + r), (x + r) / (z - r if x > -r else z + r)
            y0, y1 = (y - r) / (z - r if y < r else z + r), (y + r) / (z - r if y > -r else z + r)
            left = ceil(min(max((x0 + half) * scale - 0.5 - spare, 0.0), size))
            right = floor(max(min((x1 + half) * scale - 0.5 + spare, size - 1.0), -1.0))
            top = ceil(min(max((half - y1) * scale - 0.5 - spare, 0.0), size))
            bottom = floor(max(min((half - y0) * scale - 0.5 + spare, size - 1.0), -1.0))
        shown = False
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                if nearness[row, column] < nearest:
                    shown = True
                    break
            if shown:
                break
        if not shown:
            continue
        start, stop = c * CLUSTER, min((c + 1) * CLUSTER, len(faces))
        _gather(points, faces, start, stop, move, work, corners)
        draw(corners[: stop - start], chosen[: stop - start], camera, nearness, codes, code + start * step, step)
