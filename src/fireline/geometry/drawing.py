"""Triangles drawn into a square window, the nearest in front, by numpy: the first looks of a process.

To load the compiled code of `rasteriser` takes longer than to draw a few windows without it. What is here reckons each
number as it does, in the same order, so that both draw the same picture to the last bit; what a picture is, and which
pixels a triangle has, is told there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.geometry.measures import CONTACT, ROUNDING

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Codes = NDArray[np.int32]
Vectors = tuple[Floats, Floats, Floats]
"""The x, y and z of many vectors."""

FEW = 1 << 22
"""How much is drawn here in one process: triangles, their rows, and the pixels that they may have in them."""
AT_ONCE = 1 << 19
"""For about so many pixels of triangles arrays are made at once."""

_drawn = 0


def drawer(triangles: int = 0) -> ModuleType:
    """What draws so many triangles now: this module or the compiled `rasteriser`, as `is_little` says."""
    if is_little(triangles):
        return sys.modules[__name__]
    from fireline.geometry import rasteriser

    return rasteriser


def is_little(work: int) -> bool:
    """Whether so much more is still drawn here.

    The one rule: once this process has drawn more than `FEW`, or has loaded the compiled code for something else, the
    compiled code draws.
    """
    global _drawn  # noqa: PLW0603 - of the whole process
    _drawn += work
    return _drawn <= FEW and "fireline.geometry.rasteriser" not in sys.modules


class _Spans(NamedTuple):
    """The pixels that triangles may have, a row of one triangle each: from column `start` on, `length` of them."""

    triangle: Whole
    row: Whole
    start: Whole
    length: Whole


class _Triangles(NamedTuple):
    """Triangles before a camera: their numbers, the planes of their edges, and how near they are."""

    number: Whole
    planes: tuple[Vectors, Vectors, Vectors]
    near: Vectors
    nearest: Floats
    farthest: Floats
    bounds: tuple[Whole, Whole, Whole, Whole]
    """The first and last column and the first and last row that each may have."""


def extent(corners: Floats, camera: Floats) -> tuple[float, float, float, float, float]:
    """What a solid takes up before a camera, as `rasteriser.extent` has it."""
    x, y, z = _before(corners.reshape(-1, 3), camera)
    nearest, there = float(z.min()), z > 0
    if not there.any():
        return np.inf, -np.inf, np.inf, -np.inf, nearest
    x, y = x[there] / z[there], y[there] / z[there]
    return float(x.min()), float(x.max()), float(y.min()), float(y.max()), nearest


def draw(corners: Floats, chosen: Whole, camera: Floats, nearness: Floats, codes: Codes, code: int, step: int) -> None:
    """Draw the chosen triangles where they are nearer than what is there, as `rasteriser.draw` does."""
    made, half = _triangles(corners[chosen], camera, len(nearness)), float(camera[4, 0])
    _, _, top, bottom = made.bounds
    here = is_little(int((bottom - top + 1).sum()))
    spans = _spans(made.planes, made.bounds, half, len(nearness)) if here else None
    if spans is None or not is_little(int(spans.length.sum())):
        drawer().draw(corners, chosen, camera, nearness, codes, code, step)
        return
    flat, flat_codes = nearness.reshape(-1), codes.reshape(-1)
    for mine, pixels, near in _pixels(made, spans, half, len(nearness)):
        before = flat[pixels]
        np.maximum.at(flat, pixels, near)
        won = np.flatnonzero((near > before) & (near == flat[pixels]))[::-1]  # of equally near ones the first is last
        flat_codes[pixels[won]] = code + chosen[mine[won]] * step


def draw_parts(
    corners: Floats, part_of: Whole, camera: Floats, body: Floats, before: Floats, pixels: Whole, visible: Whole
) -> None:
    """Draw a body into `body` and count for each part the pixels it has and is seen in, as `rasteriser` does."""
    order = np.argsort(part_of, kind="stable")
    starts = np.searchsorted(part_of[order], np.arange(len(pixels) + 1))
    for part in range(len(pixels)):
        triangles = order[starts[part] : starts[part + 1]]
        own, codes = np.zeros_like(body), np.empty(body.shape, dtype=np.int32)
        draw(corners, triangles, camera, own, codes, 0, 0)
        pixels[part] += np.count_nonzero(own)
        visible[part] += np.count_nonzero((own > 0) & ~_hides(before, own))
        np.maximum(body, own, out=body)


def count(corners: Floats, camera: Floats, own: Floats, codes: Codes, before: Floats) -> tuple[int, int]:
    """Count the pixels of a body and those that are seen past what is before it, as `rasteriser` does."""
    draw(corners, np.arange(len(corners)), camera, own, codes, 0, 0)
    there = own > 0
    visible = int(np.count_nonzero(there & ~_hides(before, own)))
    own.fill(0)
    return int(np.count_nonzero(there)), visible


def share_out(body: Floats, before: Floats, codes: Codes, hidden: Whole) -> tuple[int, int]:
    """Count the pixels of a body and those that are seen; the others go to the codes of what is before them."""
    there = body > 0
    behind = there & _hides(before, body)
    hidden += np.bincount(codes[behind], minlength=len(hidden))
    pixels = int(np.count_nonzero(there))
    return pixels, pixels - int(np.count_nonzero(behind))


def _hides(before: Floats, near: Floats) -> NDArray[np.bool_]:
    hides: NDArray[np.bool_] = before > near + CONTACT * before * near
    return hides


def _before(points: Floats, camera: Floats) -> Vectors:
    """Points as the camera has them: to the right, up, and in depth."""
    dx, dy, dz = (points[:, axis] - camera[0, axis] for axis in range(3))
    x, y, z = (dx * row[0] + dy * row[1] + dz * row[2] for row in camera[1:4])
    return x, y, z


def _plane(a: Vectors, b: Vectors, side: Floats, wider: float) -> Vectors:
    """The plane through the eye, a and b: positive on one side, which `side` turns, and moved out by `wider`."""
    x, y, z = a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    return x * side, y * side, z * side + wider * (abs(x) + abs(y))


def _triangles(corners: Floats, camera: Floats, size: int) -> _Triangles:
    """Those of these triangles that may have a pixel."""
    half, widened, far = camera[4].tolist()
    pitch = 2 * half / size
    seen = _before(corners.reshape(-1, 3), camera)
    depth = seen[2].reshape(-1, 3)
    low, high = depth.min(axis=1), depth.max(axis=1)
    a, b, c = ((seen[0][k::3], seen[1][k::3], seen[2][k::3]) for k in range(3))
    left, right, top, bottom = _bounds(a, b, c, low > 0, half, widened + ROUNDING, size)
    x, y, z = _plane(b, c, np.ones(len(low)), 0.0)
    volume = a[0] * x + a[1] * y + a[2] * z
    there = (low < far) & (high > 0) & (left <= right) & (top <= bottom) & (volume != 0)
    number = np.flatnonzero(there)
    low, high, volume = low[there], high[there], volume[there]
    left, right, top, bottom = left[there], right[there], top[there], bottom[there]
    a, b, c = ((x[there], y[there], z[there]) for x, y, z in (a, b, c))
    side = np.where(volume > 0, 1.0, -1.0)
    planes = p, q, r = _plane(b, c, side, 0.0), _plane(c, a, side, 0.0), _plane(a, b, side, 0.0)
    by = 1 / abs(volume)
    near = ((p[0] + q[0] + r[0]) * by, (p[1] + q[1] + r[1]) * by, (p[2] + q[2] + r[2]) * by)
    if widened > 0:
        wider = widened * pitch
        planes = _plane(b, c, side, wider), _plane(c, a, side, wider), _plane(a, b, side, wider)
    with np.errstate(divide="ignore"):
        nearest, farthest = np.where(low > 0, 1 / low, np.inf), np.where(low > 0, 1 / high, 0.0)
    return _Triangles(number, planes, near, nearest, farthest, (left, right, top, bottom))


def _bounds(
    a: Vectors, b: Vectors, c: Vectors, before: NDArray[np.bool_], half: float, spare: float, size: int
) -> tuple[Whole, Whole, Whole, Whole]:
    """The columns and rows of a window that triangles may cover; all, where one reaches behind the eye."""
    scale, end = size / (2 * half), size - 1.0
    with np.errstate(all="ignore"):  # of what is behind the eye nothing is used
        pa, pb, pc = 1 / a[2], 1 / b[2], 1 / c[2]
        across, up = ((a[n] * pa, b[n] * pb, c[n] * pc) for n in range(2))
        left = (np.minimum(np.minimum(*across[:2]), across[2]) + half) * scale - 0.5 - spare
        right = (np.maximum(np.maximum(*across[:2]), across[2]) + half) * scale - 0.5 + spare
        top = (half - np.maximum(np.maximum(*up[:2]), up[2])) * scale - 0.5 - spare
        bottom = (half - np.minimum(np.minimum(*up[:2]), up[2])) * scale - 0.5 + spare
    first = [np.where(before, np.ceil(np.clip(one, 0.0, size)), 0.0).astype(np.int64) for one in (left, top)]
    last = [np.where(before, np.floor(np.clip(one, -1.0, end)), end).astype(np.int64) for one in (right, bottom)]
    return first[0], last[0], first[1], last[1]


def _spans(
    planes: tuple[Vectors, Vectors, Vectors], bounds: tuple[Whole, Whole, Whole, Whole], half: float, size: int
) -> _Spans:
    """The columns that each triangle may have in each of its rows, between the planes of its edges."""
    left, right, top, bottom = bounds
    pitch, scale = 2 * half / size, size / (2 * half)
    triangle, row = _counted(top, bottom - top + 1)
    y = half - (row + 0.5) * pitch
    first, last = left[triangle].astype(np.float64), right[triangle].astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        for plane in planes:
            x, up, ahead = (axis[triangle] for axis in plane)
            at = (half - (up * y + ahead) / x) * scale - 0.5
            first = np.where(x > 0, np.maximum(first, at - ROUNDING), first)
            last = np.where(x < 0, np.minimum(last, at + ROUNDING), last)
    some = np.flatnonzero(first <= last)
    start = np.ceil(first[some]).astype(np.int64)
    length = np.floor(last[some]).astype(np.int64) + 1 - start
    return _Spans(triangle[some], row[some], start, np.maximum(length, 0))


def _counted(start: Whole, length: Whole) -> tuple[Whole, Whole]:
    """For each of many runs of whole numbers, from `start` on: which run, and which number."""
    which = np.repeat(np.arange(len(start)), length)
    ends = np.cumsum(length)
    return which, np.arange(len(which)) - np.repeat(ends - length - start, length)


def _pixels(made: _Triangles, spans: _Spans, half: float, size: int) -> Iterator[tuple[Whole, Whole, Floats]]:
    """The pixels that triangles cover: whose each is, its number in the window, and how near it is."""
    pitch = 2 * half / size
    across = (np.arange(size) + 0.5) * pitch - half
    ends = np.cumsum(spans.length)
    cuts = np.searchsorted(ends, np.arange(AT_ONCE, int(ends[-1]) if len(ends) else 0, AT_ONCE))
    for start, stop in zip([0, *cuts.tolist()], [*cuts.tolist(), len(ends)], strict=True):
        t, row, length = spans.triangle[start:stop], spans.row[start:stop], spans.length[start:stop]
        y = half - (row + 0.5) * pitch
        span, column = _counted(spans.start[start:stop], length)
        x, mine = across[column], t[span]
        inside = np.ones(len(x), dtype=bool)
        for plane in made.planes:
            inside &= plane[0][mine] * x + (plane[1][t] * y + plane[2][t])[span] >= 0
        near = made.near[0][mine] * x + (made.near[1][t] * y + made.near[2][t])[span]
        near = np.minimum(np.maximum(near, made.farthest[mine]), made.nearest[mine])
        inside &= near <= 1 / CONTACT
        yield made.number[mine[inside]], row[span[inside]] * size + column[inside], near[inside]
