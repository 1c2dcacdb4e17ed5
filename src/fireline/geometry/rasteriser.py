"""Triangles drawn into a square window, the nearest in front: the compiled part of sight.

A window is `size` pixels wide and high, row 0 at the top. What is drawn is kept as *nearness*, one over the depth along
the view (0 where there is nothing), because nearness is linear in the window.

A pixel belongs to a triangle when the ray through its centre passes within three planes, each through the eye and an
edge. Two triangles with a common edge reckon its plane with opposite signs and otherwise the same bits, so that no ray
slips between them, and a triangle that reaches behind the eye needs no cutting. Nothing here may be reckoned in
another order or with fused operations: the same scene has the same picture on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor
from typing import TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from fireline.geometry.measures import CLUSTER, CONTACT, GRID, ROUNDING

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Codes = NDArray[np.int32]
Vector = tuple[float, float, float]
Bounds = tuple[int, int, int, int]
"""The first and last column and the first and last row of a part of a window; none, if a first is past its last."""
LINE = 16
"""So many pixels of a row are reckoned at once where a triangle has no more columns."""
Kernel = TypeVar("Kernel", bound=Callable[..., object])

SOLID = "Array(float64, 3, 'C', readonly=True)"
NUMBERS = "Array(int64, 1, 'C', readonly=True)"
VECTOR = "UniTuple(float64, 3)"
CAMERA = WINDOW = "float64[:, ::1]"
CODES = "int32[:, ::1]"
COUNTS = "int64[::1]"
BOUNDS = "UniTuple(int64, 4)"


def compiled(signature: str) -> Callable[[Kernel], Kernel]:
    """Compiles a function and keeps the machine code; where no file can be kept it is compiled at every start."""

    def compile_(kernel: Kernel) -> Kernel:
        try:
            made = njit(signature, cache=True, nogil=True, error_model="numpy")(kernel)
        except RuntimeError:
            made = njit(signature, nogil=True, error_model="numpy")(kernel)
        return cast("Kernel", made)

    return compile_


@compiled(f"{VECTOR}({SOLID}, int64, int64, {CAMERA})")
def _before(corners: Floats, triangle: int, corner: int, camera: Floats) -> Vector:
    """A corner as the camera has it: to the right, up, and in depth; the way to it from the eye is exact."""
    dx = corners[triangle, corner, 0] - camera[0, 0]
    dy = corners[triangle, corner, 1] - camera[0, 1]
    dz = corners[triangle, corner, 2] - camera[0, 2]
    x = dx * camera[1, 0] + dy * camera[1, 1] + dz * camera[1, 2]
    y = dx * camera[2, 0] + dy * camera[2, 1] + dz * camera[2, 2]
    z = dx * camera[3, 0] + dy * camera[3, 1] + dz * camera[3, 2]
    return x, y, z


@compiled(f"UniTuple(float64, 5)({SOLID}, {CAMERA})")
def extent(corners: Floats, camera: Floats) -> tuple[float, float, float, float, float]:
    """What a solid takes up before a camera: the least and greatest x / depth and y / depth, and the least depth.

    `camera` has four rows: eye, right, up, forward. If the least depth is not above 0, the rest tells nothing.
    """
    left = low = nearest = np.inf
    right = high = -np.inf
    for t in range(corners.shape[0]):
        for k in range(3):
            x, y, z = _before(corners, t, k, camera)
            nearest = min(nearest, z)
            if z > 0:
                x, y = x / z, y / z
                left, right, low, high = min(left, x), max(right, x), min(low, y), max(high, y)
    return left, right, low, high, nearest


@compiled(f"{BOUNDS}({VECTOR}, {VECTOR}, {VECTOR}, float64, float64, int64)")
def _bounds(a: Vector, b: Vector, c: Vector, half: float, spare: float, size: int) -> Bounds:
    """The columns and rows of a window that a triangle before the eye may cover, with some pixels to spare."""
    pa, pb, pc = 1 / a[2], 1 / b[2], 1 / c[2]
    xa, xb, xc, ya, yb, yc = a[0] * pa, b[0] * pb, c[0] * pc, a[1] * pa, b[1] * pb, c[1] * pc
    scale, end = size / (2 * half), size - 1.0
    left = ceil(min(max((min(xa, xb, xc) + half) * scale - 0.5 - spare, 0.0), size))
    right = floor(max(min((max(xa, xb, xc) + half) * scale - 0.5 + spare, end), -1.0))
    top = ceil(min(max((half - max(ya, yb, yc)) * scale - 0.5 - spare, 0.0), size))
    bottom = floor(max(min((half - min(ya, yb, yc)) * scale - 0.5 + spare, end), -1.0))
    return left, right, top, bottom


@compiled(f"{VECTOR}({VECTOR}, {VECTOR}, float64, float64)")
def _plane(a: Vector, b: Vector, side: float, wider: float) -> Vector:
    """The plane through the eye, a and b: positive on one side, which `side` turns, and moved out by `wider`."""
    x, y, z = a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    return x * side, y * side, z * side + wider * (abs(x) + abs(y))


@compiled(f"UniTuple(float64, 2)(float64, float64, {VECTOR}, float64, float64, float64)")
def _cut(first: float, last: float, plane: Vector, height: float, half: float, scale: float) -> tuple[float, float]:
    """The columns of a row, of those from `first` to `last`, that may be on the positive side of a plane.

    `height` is what the plane is in the middle of the row.
    """
    if plane[0] > 0:
        return max(first, (half - height / plane[0]) * scale - 0.5 - ROUNDING), last
    if plane[0] < 0:
        return first, min(last, (half - height / plane[0]) * scale - 0.5 + ROUNDING)
    return first, last


@compiled(
    f"void(UniTuple({VECTOR}, 3), {VECTOR}, UniTuple(float64, 2), {BOUNDS}, float64, int32,"
    f" float64[::1], {WINDOW}, {CODES})"
)
def _draw_narrow(  # noqa: PLR0913, PLR0917 - compiled code takes no objects
    planes: tuple[Vector, Vector, Vector],
    slope: Vector,
    depths: tuple[float, float],
    bounds: Bounds,
    half: float,
    mine: np.int32,
    across: Floats,
    nearness: Floats,
    codes: Codes,
) -> None:
    """Draw a triangle of few columns, `LINE` pixels of each row at once: quicker than to find which it may have.

    A pixel beside those columns is left as it is. `_cut` leaves out none that is within the planes.
    """
    (p, q, r), (left, right, top, bottom), (farthest, nearest) = planes, bounds, depths
    size = nearness.shape[0]
    pitch, start = 2 * half / size, min(left, size - LINE)
    x = across[start : start + LINE]
    for row in range(top, bottom + 1):
        y = half - (row + 0.5) * pitch
        p_there, q_there, r_there = p[1] * y + p[2], q[1] * y + q[2], r[1] * y + r[2]
        near_there = slope[1] * y + slope[2]
        line, line_codes = nearness[row, start : start + LINE], codes[row, start : start + LINE]
        for k in range(LINE):
            near = min(max(slope[0] * x[k] + near_there, farthest), nearest)
            there = (p[0] * x[k] + p_there >= 0) & (q[0] * x[k] + q_there >= 0) & (r[0] * x[k] + r_there >= 0)
            there &= (start + k >= left) & (start + k <= right)
            closer = there & (line[k] < near) & (near <= 1 / CONTACT)
            line[k] = near if closer else line[k]
            line_codes[k] = mine if closer else line_codes[k]


@compiled(f"{BOUNDS}({SOLID}, {COUNTS}, {CAMERA}, {WINDOW}, {CODES}, int64, int64)")
def draw(
    corners: Floats, chosen: Counts, camera: Floats, nearness: Floats, codes: Codes, code: int, step: int
) -> Bounds:
    """Draw the chosen triangles where they are nearer than what is there; the columns and rows they may have changed.

    `camera` has five rows: eye, right, up, forward, and last the tangent of half the opening angle, how many pixels
    every triangle is widened by on all sides, and the depth beyond which nothing matters. Triangle number n leaves
    `code` + n x `step` in `codes`. Where a triangle is widened it is as near as its plane, within the depths of its
    corners.
    """
    size, half, widened, far = nearness.shape[0], camera[4, 0], camera[4, 1], camera[4, 2]
    pitch, scale = 2 * half / size, size / (2 * half)
    across = (np.arange(size) + 0.5) * pitch - half
    columns_from = rows_from = size
    columns_to = rows_to = -1
    for n in range(chosen.shape[0]):
        t = chosen[n]
        a, b, c = _before(corners, t, 0, camera), _before(corners, t, 1, camera), _before(corners, t, 2, camera)
        low, high = min(a[2], b[2], c[2]), max(a[2], b[2], c[2])
        if low >= far or high <= 0:
            continue
        left, right, top, bottom = 0, size - 1, 0, size - 1
        nearest, farthest = np.inf, 0.0
        if low > 0:  # Otherwise it reaches behind the eye, and may be anywhere.
            left, right, top, bottom = _bounds(a, b, c, half, widened + ROUNDING, size)
            nearest, farthest = 1 / low, 1 / high
        if left > right or top > bottom:
            continue
        plane = _plane(b, c, 1.0, 0.0)
        volume = a[0] * plane[0] + a[1] * plane[1] + a[2] * plane[2]
        if volume == 0:  # Seen edge-on it covers nothing.
            continue
        side = 1.0 if volume > 0 else -1.0
        p, q, r = _plane(b, c, side, 0.0), _plane(c, a, side, 0.0), _plane(a, b, side, 0.0)
        by = 1 / abs(volume)
        slope = (p[0] + q[0] + r[0]) * by, (p[1] + q[1] + r[1]) * by, (p[2] + q[2] + r[2]) * by
        if widened > 0:
            wider = widened * pitch
            p, q, r = _plane(b, c, side, wider), _plane(c, a, side, wider), _plane(a, b, side, wider)
        columns_from, columns_to = min(columns_from, left), max(columns_to, right)
        rows_from, rows_to = min(rows_from, top), max(rows_to, bottom)
        mine = np.int32(code + t * step)
        if right - left < LINE <= size:
            _draw_narrow(
                (p, q, r),
                slope,
                (farthest, nearest),
                (left, right, top, bottom),
                half,
                mine,
                across,
                nearness,
                codes,
            )
            continue
        for row in range(top, bottom + 1):
            y = half - (row + 0.5) * pitch
            p_there, q_there, r_there = p[1] * y + p[2], q[1] * y + q[2], r[1] * y + r[2]
            near_there = slope[1] * y + slope[2]
            first, last = _cut(float(left), float(right), p, p_there, half, scale)
            first, last = _cut(first, last, q, q_there, half, scale)
            first, last = _cut(first, last, r, r_there, half, scale)
            if first > last:
                continue
            start, stop = ceil(first), floor(last) + 1
            x, line, line_codes = across[start:stop], nearness[row, start:stop], codes[row, start:stop]
            for k in range(stop - start):  # from 0 and without a branch, so that several pixels are reckoned at once
                near = min(max(slope[0] * x[k] + near_there, farthest), nearest)
                there = (p[0] * x[k] + p_there >= 0) & (q[0] * x[k] + q_there >= 0) & (r[0] * x[k] + r_there >= 0)
                closer = there & (line[k] < near) & (near <= 1 / CONTACT)
                line[k] = near if closer else line[k]
                line_codes[k] = mine if closer else line_codes[k]
    return columns_from, columns_to, rows_from, rows_to


@compiled("boolean(float64, float64)")
def hides(before: float, near: float) -> bool:
    """Whether something is before a point of a body, by more than contact: its depth less than the point's."""
    return before > near + CONTACT * before * near


@compiled(f"void({SOLID}, {NUMBERS}, {CAMERA}, {WINDOW}, {WINDOW}, {COUNTS}, {COUNTS})")
def draw_parts(
    corners: Floats, part_of: Counts, camera: Floats, body: Floats, before: Floats, pixels: Counts, visible: Counts
) -> None:
    """Draw a body into the window `body`, and count for each of its parts the pixels it has and those that are seen.

    Each part is taken for itself, as if the others were not there; `before` is the nearness of what may hide it.
    """
    starts = np.zeros(len(pixels) + 1, dtype=np.int64)
    for t in range(len(part_of)):
        starts[part_of[t] + 1] += 1
    for part in range(len(pixels)):
        starts[part + 1] += starts[part]
    order, filled = np.empty(len(part_of), dtype=np.int64), starts.copy()
    for t in range(len(part_of)):
        order[filled[part_of[t]]] = t
        filled[part_of[t]] += 1
    own, codes = np.zeros_like(body), np.empty(body.shape, dtype=np.int32)
    for part in range(len(pixels)):
        triangles = order[starts[part] : starts[part + 1]]
        left, right, top, bottom = draw(corners, triangles, camera, own, codes, 0, 0)
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                near = own[row, column]
                if near > 0:
                    pixels[part] += 1
                    visible[part] += not hides(before[row, column], near)
                    body[row, column] = max(body[row, column], near)
                    own[row, column] = 0


@compiled(f"UniTuple(int64, 2)({SOLID}, {CAMERA}, {WINDOW}, {CODES}, {WINDOW})")
def count(corners: Floats, camera: Floats, own: Floats, codes: Codes, before: Floats) -> tuple[int, int]:
    """Count the pixels of a body and those that are seen past what is before it.

    `own` is an empty window to draw in, and is empty afterwards; what `codes` has then tells nothing.
    """
    left, right, top, bottom = draw(corners, np.arange(len(corners)), camera, own, codes, 0, 0)
    pixels = visible = 0
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            near = own[row, column]
            pixels += near > 0
            visible += (near > 0) & (not hides(before[row, column], near))
            own[row, column] = 0
    return pixels, visible


@compiled(f"UniTuple(int64, 2)({WINDOW}, {WINDOW}, {CODES}, {COUNTS})")
def share_out(body: Floats, before: Floats, codes: Codes, hidden: Counts) -> tuple[int, int]:
    """Count the pixels of a body and those that are seen; the others go to the codes of what is before them."""
    pixels = visible = 0
    for row in range(body.shape[0]):
        for column in range(body.shape[1]):
            near = body[row, column]
            if near > 0:
                pixels += 1
                if hides(before[row, column], near):
                    hidden[codes[row, column]] += 1
                else:
                    visible += 1
    return pixels, visible


# --- clusters -------------------------------------------------------------------------------
# A cluster is passed over where its ball is beside the window, behind the eye, too far, or behind what is drawn already
# in every pixel that it may cover. Nothing of it would have been drawn, so that no pixel differs.


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
