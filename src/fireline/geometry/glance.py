"""Whether an eye sees a body, and whether all of it: the answers of a look, without counting what hides how much.

Most answers are plain long before all of a picture is drawn. Each short cut is a proof that the whole picture would say
the same; where none holds, the picture is drawn as `sight.look` draws it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from math import ceil, floor, sqrt
from threading import Lock, local

import numpy as np

from fireline.geometry.bulk import Bulk
from fireline.geometry.drawing import ROUNDING
from fireline.geometry.rasteriser import (
    BOUNDS,
    CAMERA,
    CODES,
    COUNTS,
    SOLID,
    WINDOW,
    Bounds,
    Codes,
    Counts,
    Floats,
    compiled,
    draw_within,
    hides,
)
from fireline.geometry.sight import ENOUGH, FINE
from fireline.geometry.solids import Point3, Solid
from fireline.geometry.view import COARSE, View, depth_of, window_on


class Glance(IntEnum):
    """What an eye sees of a body."""

    NOTHING = 0
    PART = 1
    ALL = 2
    UNSURE = 3
    """Nothing to be seen of it at all, or an eye too close by."""

    @property
    def clear(self) -> bool:
        """Whether any of the body is seen."""
        return self is not Glance.NOTHING

    @property
    def covered(self) -> bool:
        """Whether any of the body is hidden."""
        return self is not Glance.ALL


_NOTHING, _PART, _ALL, _UNSURE = map(int, Glance)
_CLOSE = 4
"""Single pixels would decide: a finer look is called for."""
MOST_TRIANGLES = 1 << 20
"""So many are held in a crowd."""
POINTS = "Array(float64, 2, 'C', readonly=True)"
FACES = "Array(int64, 2, 'C', readonly=True)"
_SPARSE = 24
"""Of so many triangles of a body one is drawn first."""


class Crowd:
    """The triangles of many solids in one array, so that compiled code draws any of them; the most recent ones."""

    def __init__(self) -> None:
        self._solids: dict[int, tuple[Solid, tuple[int, int]]] = {}
        self._room = np.empty((0, 3, 3))
        self._used = 0
        self._lock = Lock()

    def holding(self, solids: Sequence[Solid]) -> tuple[Floats, Counts]:
        """All triangles, and of each of these solids the first one among them and the one after its last."""
        known = self._solids
        with self._lock:
            if not all(id(solid) in known for solid in solids):
                self._hold(solids)
            runs = np.array([known[id(solid)][1] for solid in solids], dtype=np.int64)
            return self._room, runs.reshape(-1, 2)

    def _hold(self, solids: Sequence[Solid]) -> None:
        new = [solid for solid in solids if id(solid) not in self._solids]
        if self._used + sum(map(len, new)) > MOST_TRIANGLES:
            self._solids.clear()
            self._used, self._room, new = 0, np.empty((0, 3, 3)), list(solids)
        needed = self._used + sum(map(len, new))
        if needed > len(self._room):
            larger = np.empty((max(needed, 2 * len(self._room)), 3, 3))
            larger[: self._used] = self._room[: self._used]
            self._room = larger
        for solid in new:
            run = self._used, self._used + len(solid)
            self._room[slice(*run)] = solid.corners
            self._solids[id(solid)], self._used = (solid, run), run[1]


def window(eye: Point3, body: Solid) -> View:
    """The window of a look at a body: `view.window_on`, found sooner, for corners that meet are reckoned once."""
    if not isinstance(body, Bulk):
        body.spots  # noqa: B018 - found out here, and used by the window
    return window_on(eye, body)


def glance(view: View, body: Solid, crowd: Crowd, before: Sequence[Solid]) -> Glance:
    """What `sight.look` says is seen through the `window` on a body, past these solids, held in a crowd.

    `UNSURE` where there is no telling without that look.
    """
    if isinstance(body, Bulk) or any(isinstance(solid, Bulk) for solid in before):
        return Glance.UNSURE
    about = body.corners, body.spots, body.mesh.faces, *crowd.holding(before), view.camera(far=depth_of(view, body))
    found = _glance(*about, *_ROOM.of(COARSE), ENOUGH)
    return Glance(_glance(*about, *_ROOM.of(FINE), 1) if found == _CLOSE else found)


@compiled(f"int64[::1]({WINDOW}, {CAMERA})")
def may_show(balls: Floats, camera: Floats) -> Counts:
    """Which of many solids may be in a window and not beyond its depth, by balls around them: `View.may_show` of each.

    Rows of `balls` are x, y, z and radius.
    """
    found, count = np.empty(balls.shape[0], dtype=np.int64), 0
    wide = camera[4, 0] * (1 + 2 / COARSE)
    slant = sqrt(1 + wide * wide)
    for n in range(balls.shape[0]):
        x, y, z, radius = (
            balls[n, 0] - camera[0, 0],
            balls[n, 1] - camera[0, 1],
            balls[n, 2] - camera[0, 2],
            balls[n, 3],
        )
        depth = x * camera[3, 0] + y * camera[3, 1] + z * camera[3, 2]
        aside = x * camera[1, 0] + y * camera[1, 1] + z * camera[1, 2]
        above = x * camera[2, 0] + y * camera[2, 1] + z * camera[2, 2]
        room = radius * slant + wide * depth
        if depth - radius < camera[4, 2] and depth + radius > 0 and abs(aside) <= room and abs(above) <= room:
            found[count] = n
            count += 1
    return found[:count]


class _Room(local):
    """Windows to draw in, of each thread its own: new ones take longer to get than to fill."""

    def __init__(self) -> None:
        self._windows: dict[int, tuple[Floats, Codes]] = {}

    def of(self, size: int) -> tuple[Floats, Codes]:
        """Three windows of a size, and one for codes."""
        if size not in self._windows:
            self._windows[size] = np.zeros((3, size, size)), np.zeros((size, size), dtype=np.int32)
        return self._windows[size]


_ROOM = _Room()


@compiled(f"UniTuple(float64, 2)({POINTS}, {FACES}, {CAMERA}, int64, {COUNTS}, {COUNTS})")
def _around(
    spots: Floats, faces: Counts, camera: Floats, size: int, first: Counts, last: Counts
) -> tuple[float, float]:
    """Fill in the first and the last column of each row in which a body may be, larger by a pixel; how near it is.

    The greatest nearness of the body and the least; 0 for a body that reaches behind the eye.
    """
    half, nearest, farthest = camera[4, 0], 0.0, np.inf
    scale, spare = size / (2 * half), 1 + 2 * ROUNDING
    columns, rows = np.empty(spots.shape[0]), np.empty(spots.shape[0])
    for n in range(spots.shape[0]):
        dx, dy, dz = spots[n, 0] - camera[0, 0], spots[n, 1] - camera[0, 1], spots[n, 2] - camera[0, 2]
        depth = dx * camera[3, 0] + dy * camera[3, 1] + dz * camera[3, 2]
        if depth <= 0:
            return 0.0, 0.0
        near = 1 / depth
        nearest, farthest = max(nearest, near), min(farthest, near)
        x = (dx * camera[1, 0] + dy * camera[1, 1] + dz * camera[1, 2]) * near
        y = (dx * camera[2, 0] + dy * camera[2, 1] + dz * camera[2, 2]) * near
        columns[n], rows[n] = (x + half) * scale - 0.5, (half - y) * scale - 0.5
    for t in range(faces.shape[0]):
        a, b, c = faces[t, 0], faces[t, 1], faces[t, 2]
        left, right = min(columns[a], columns[b], columns[c]), max(columns[a], columns[b], columns[c])
        top, bottom = min(rows[a], rows[b], rows[c]), max(rows[a], rows[b], rows[c])
        start, stop = int(max(ceil(left - spare), 0)), int(min(floor(right + spare), size - 1))
        for row in range(max(ceil(top - spare), 0), min(floor(bottom + spare), size - 1) + 1):
            first[row], last[row] = min(first[row], start), max(last[row], stop)
    return nearest, farthest


@compiled(f"int64({WINDOW}, {COUNTS}, {COUNTS}, int64, int64, float64)")
def _hidden_down_to(before: Floats, first: Counts, last: Counts, row: int, bottom: int, near: float) -> int:
    """From a row down, the first one in which something so near would not be hidden all along."""
    while row <= bottom:
        for column in range(first[row], last[row] + 1):
            if not hides(before[row, column], near):
                return row
        row += 1
    return row


@compiled(f"boolean({WINDOW}, {COUNTS}, {COUNTS}, int64, int64, float64)")
def _hides_some(before: Floats, first: Counts, last: Counts, top: int, bottom: int, near: float) -> bool:
    """Whether something so near would be hidden anywhere."""
    for row in range(top, bottom + 1):
        for column in range(first[row], last[row] + 1):
            if hides(before[row, column], near):
                return True
    return False


@compiled(f"UniTuple(int64, 2)({WINDOW}, {WINDOW}, {BOUNDS})")
def _counted(body: Floats, before: Floats, within: Bounds) -> tuple[int, int]:
    """The pixels of a body, and those that are seen."""
    left, right, top, bottom = within
    pixels = visible = 0
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            near = body[row, column]
            if near > 0:
                pixels += 1
                visible += not hides(before[row, column], near)
    return pixels, visible


@compiled(f"boolean({WINDOW}, {BOUNDS}, int64)")
def _has(body: Floats, within: Bounds, enough: int) -> bool:
    """Whether a body has so many pixels."""
    left, right, top, bottom = within
    pixels = 0
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            pixels += body[row, column] > 0
        if pixels >= enough:
            return True
    return False


@compiled(f"boolean({WINDOW}, {WINDOW}, {BOUNDS}, float64, int64)")
def _is_part(some: Floats, before: Floats, within: Bounds, nearest: float, enough: int) -> bool:
    """Whether a body of which some triangles are drawn has so many pixels for sure that are seen, and that are hidden.

    Its other triangles can only be nearer, though none nearer than `nearest`.
    """
    left, right, top, bottom = within
    visible = hidden = 0
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            near = some[row, column]
            if near > 0:
                visible += not hides(before[row, column], near)
                hidden += hides(before[row, column], nearest)
        if visible >= enough and hidden >= enough:
            return True
    return False


@compiled(f"void({WINDOW}, {BOUNDS})")
def _wipe(window: Floats, within: Bounds) -> None:
    """Make these columns and rows of a window empty."""
    for row in range(within[2], within[3] + 1):
        window[row, within[0] : within[1] + 1] = 0


@compiled(f"void({SOLID}, int64[:, ::1], {CAMERA}, {WINDOW}, {CODES}, {BOUNDS})")
def _draw_runs(crowd: Floats, runs: Counts, camera: Floats, window: Floats, codes: Codes, within: Bounds) -> None:
    """Draw all of these solids."""
    for n in range(runs.shape[0]):
        draw_within(crowd, np.arange(runs[n, 0], runs[n, 1]), camera, window, codes, 0, 0, within)


@compiled(f"int64({SOLID}, {SOLID}, int64[:, ::1], {CAMERA}, {CAMERA}, {WINDOW}, {WINDOW}, {BOUNDS})")
def _on_the_edge(  # noqa: PLR0913, PLR0917 - compiled code takes no objects
    body: Floats,
    crowd: Floats,
    runs: Counts,
    larger: Floats,
    widened: Floats,
    own: Floats,
    before: Floats,
    within: Bounds,
) -> int:
    """Of a body that is all hidden or all seen, whether a pixel more on every side would make a difference."""
    wide, codes = np.zeros(own.shape), np.empty(own.shape, dtype=np.int32)
    pixels, visible = _counted(own, before, within)
    if visible == 0:
        draw_within(body, np.arange(body.shape[0]), larger, wide, codes, 0, 0, within)
        return _CLOSE if _counted(wide, before, within)[1] > 0 else _NOTHING
    fringe = np.zeros(own.shape)
    _draw_runs(crowd, runs, widened, fringe, codes, within)
    if _counted(own, fringe, within)[1] == pixels:
        return _ALL
    draw_within(body, np.arange(body.shape[0]), larger, wide, codes, 0, 0, within)
    wide = np.where(own > 0, wide, 0.0)
    return _ALL if _counted(wide, fringe, within)[1] == pixels else _CLOSE


@compiled(f"int64({SOLID}, {POINTS}, {FACES}, {SOLID}, int64[:, ::1], {CAMERA}, float64[:, :, ::1], {CODES}, int64)")
def _glance(  # noqa: PLR0912, PLR0913, PLR0917 - compiled code takes no objects
    body: Floats,
    spots: Floats,
    faces: Counts,
    crowd: Floats,
    runs: Counts,
    camera: Floats,
    windows: Floats,
    codes: Codes,
    enough: int,
) -> int:
    """A look through a window of one size, in which so many pixels are enough to be sure.

    Of one pixel all is sure: then no triangle is drawn larger. `camera` is for what may hide the body; `windows` and
    `codes` are room to draw in.
    """
    size = windows.shape[1]
    plain, larger, widened = camera.copy(), camera.copy(), camera.copy()
    plain[4, 2] = larger[4, 2] = np.inf
    larger[4, 1] = widened[4, 1] = 1.0
    first, last = np.full(size, size), np.full(size, -1)
    nearest, farthest = _around(spots, faces, camera, size, first, last)
    if farthest == 0:
        return _UNSURE
    top, bottom = 0, size - 1
    while top < size and first[top] > last[top]:
        top += 1
    while bottom > top and first[bottom] > last[bottom]:
        bottom -= 1
    if top > bottom:
        return _UNSURE
    within = (first.min(), last.max(), top, bottom)
    before, own, fringe = windows[0], windows[1], windows[2]
    _wipe(before, within)
    _wipe(own, within)

    # A few triangles of the body alone show that it has so many pixels, and in the end seen and hidden ones as well.
    sample = np.arange(0, body.shape[0], _SPARSE)
    draw_within(body, sample, plain, own, codes, 0, 0, within)
    there = _has(own, within, enough)
    row = top
    for n in range(runs.shape[0]):
        drawn = draw_within(crowd, np.arange(runs[n, 0], runs[n, 1]), camera, before, codes, 0, 0, within)
        if there and drawn[0] <= drawn[1]:
            row = _hidden_down_to(before, first, last, row, bottom, nearest)
            if row > bottom:  # hidden wherever any of it may be, a pixel larger or not
                return _NOTHING
    if not _hides_some(before, first, last, top, bottom, farthest):
        _wipe(fringe, within)
        if enough > 1:
            _draw_runs(crowd, runs, widened, fringe, codes, within)
        if there and not _hides_some(fringe, first, last, top, bottom, farthest):
            return _ALL
    elif _is_part(own, before, within, nearest, enough):
        return _PART

    draw_within(body, np.arange(body.shape[0]), plain, own, codes, 0, 0, within)
    pixels, visible = _counted(own, before, within)
    if pixels == 0:
        return _UNSURE
    if 0 < visible < enough or 0 < pixels - visible < enough:
        return _CLOSE
    if 0 < visible < pixels:
        return _PART
    if enough == 1:
        return _NOTHING if visible == 0 else _ALL
    return _on_the_edge(body, crowd, runs, larger, widened, own, before, within)
