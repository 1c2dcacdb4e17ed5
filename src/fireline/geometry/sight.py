"""What an eye sees of a body in space: a picture of the body, and of what stands before it.  Lengths are inches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil, hypot, inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.geometry.drawing import drawer
from fireline.geometry.outlines import Point2
from fireline.geometry.solids import Point3, Solid
from fireline.geometry.view import COARSE, View, depth_of, window_on

Blockers = Sequence[tuple[str, Solid]]

FINE = 512
"""How many pixels wide and high a window is where the first look, with `COARSE`, leaves a doubt."""
ENOUGH = 8
"""So many pixels decide an answer for sure."""
NOWHERE = (0.0, 0.0, 0.0, -inf)
"""The ball around what has no triangles, which is in no window and over no place."""
AROUND = 1.5
"""How much larger than the ball around a body the space is in which anything may be before it."""
NEARER = 1 + 2.0**-20
"""How much farther than its ball a body may reach for the rounding."""
FEW = 96
"""So many triangles nearly always have enough pixels."""
NOTHING = Fraction(0)
STEP = 0.125
"""How close the places of an opening lie that are tried where the first nine do not show all, in inches;"""
MOST = 16
"""but not more than so many steps in a row or a column."""
FINEST = 1 / 256
"""Around the best of them better ones are sought down to this step."""


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
    nearer there than the nearest point of the body, by more than a thousandth of an inch (`measures.CONTACT`). It
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
    view = window_on(eye, target)
    far = depth_of(view, target)
    coarse = _look_in(view, target, blockers, far, COARSE)
    if not coarse.close:
        return coarse
    fine = _look_in(view, target, blockers, far, FINE)
    lost = (coarse.clear and not fine.clear) or (coarse.covered and not fine.covered)
    return replace(fine, close=fine.close or lost)


class Face(NamedTuple):
    """An upright rectangle that is looked through, so far to the left of where it begins and of the way it runs."""

    start: Point3
    way: Point2
    width: float
    height: float
    aside: float = 0.0

    def place(self, along: float, up: float) -> Point3:
        """A place in it, so far along it and so far above its lower edge."""
        (x, y, z), (dx, dy) = self.start, self.way
        return x + dx * along - dy * self.aside, y + dy * along + dx * self.aside, z + up


class Place(NamedTuple):
    """A place to look from and what is seen from there; in a face, where in it that is and how it was sought.

    `tried` counts the places, and `gap` is the widest better place that may have been missed, 0 if there can be none.
    """

    eye: Point3
    seen: Seen
    at: Point2 | None = None
    tried: int = 1
    gap: float = 0.0


class Crowd:
    """Solids with names and a ball around each, so that few are looked at where many stand, and the others not built.

    `balls` has rows of x, y, z and radius; `solid` builds one of them by its number.
    """

    def __init__(self, names: Sequence[str], balls: NDArray[np.float64], solid: Callable[[int], Solid]) -> None:
        self.names, self.balls, self._solid = names, balls, solid

    def look(self, eye: Point3, body: Solid, absent: Collection[str], *others: tuple[str, Solid]) -> Seen:
        """What an eye sees of a body past all but those who are absent, and past the others."""
        return _remembered(eye, body, (*self._named(self._before(eye, body), absent), *others))

    def share(self, eye: Point3, body: Solid) -> Fraction:
        """How much of a body is seen past all of them, as `look` says."""
        blockers = tuple(self._named(self._before(eye, body), ()))
        return NOTHING if _all_hidden(eye, body, blockers) else look(eye, body, blockers).share

    def look_through(self, face: Face, body: Solid, absent: Collection[str], *others: tuple[str, Solid]) -> Place:
        """From where in a face most of a body is seen: the first of equally good places.

        Nine places are tried first: the centre, the middles of the edges, the corners. Where none shows the whole body,
        so is a grid of places over the face, and then what is around the best of them, in ever smaller steps.
        """
        near = self._between(face, body)
        return _best_place(face, body, (*self._named(near, absent), *others))

    def _before(self, eye: Point3, body: Solid) -> NDArray[np.intp]:
        """Those that may be before a body."""
        window = window_on(eye, body)
        return window.may_show(self.balls, depth_of(window, body))

    def _named(self, numbers: NDArray[np.intp], absent: Collection[str]) -> Iterable[tuple[str, Solid]]:
        return ((self.names[n], self._solid(n)) for n in map(int, numbers) if self.names[n] not in absent)

    def _between(self, face: Face, body: Solid) -> NDArray[np.intp]:
        """Those that may be before a body anywhere in a face, or a little beside it."""
        middle, (centre, radius) = np.array(face.place(face.width / 2, face.height / 2)), body.ball
        way, from_middle = np.array(centre) - middle, self.balls[:, :3] - middle
        along = np.clip((from_middle * way).sum(axis=1) / max((way * way).sum(), 1 / 4096), 0, 1)
        away = np.sqrt(((from_middle - along[:, None] * way) ** 2).sum(axis=1))
        return np.flatnonzero(away <= self.balls[:, 3] + max(hypot(face.width, face.height), AROUND * radius))


def balls_of(solids: Iterable[Solid]) -> NDArray[np.float64]:
    """A ball around each solid, as rows of a `Crowd`."""
    rows = [(*solid.ball[0], solid.ball[1]) if len(solid) else NOWHERE for solid in solids]
    return np.array(rows, dtype=np.float64).reshape(-1, 4)


_remembered = lru_cache(maxsize=1 << 15)(look)
"""The same, kept for whoever looks again: enough for all that two hundred figures see of each other."""


@lru_cache(maxsize=1 << 12)
def _best_place(face: Face, body: Solid, blockers: tuple[tuple[str, Solid], ...]) -> Place:
    names, solids = [name for name, _ in blockers], [solid for _, solid in blockers]
    crowd = Crowd(names, balls_of(solids), solids.__getitem__)
    wide, high = face.width, face.height
    tried: dict[Point2, Fraction] = {}

    def best(spots: Iterable[Point2]) -> Point2:
        for spot in spots:
            if spot not in tried:
                tried[spot] = crowd.share(face.place(*spot), body)
                if tried[spot] == 1:
                    return spot
        return max(tried, key=tried.__getitem__)

    spot = best(sorted(_grid(wide, high, 2, 2), key=lambda spot: abs(spot[0] / wide - 0.5) + abs(spot[1] / high - 0.5)))
    columns, rows = (min(max(2 * ceil(length / STEP / 2), 2), MOST) for length in (wide, high))
    gap = max(wide / columns, high / rows)
    if tried[spot] < 1:
        spot = best(_grid(wide, high, columns, rows))
    step = gap / 2
    while step >= FINEST and 0 < tried[spot] < 1:
        around = [(spot[0] + x * step, spot[1] + y * step) for y in (-1, 0, 1) for x in (-1, 0, 1)]
        better = best((x, y) for x, y in around if 0 <= x <= wide and 0 <= y <= high)
        step = step if better != spot else step / 2
        spot = better
    seen = crowd.look(face.place(*spot), body, ())
    return Place(face.place(*spot), seen, spot, len(tried), 0.0 if seen.share == 1 else gap)


def _grid(wide: float, high: float, columns: int, rows: int) -> list[Point2]:
    """Places over a face, its edges among them, row by row from the lower one up."""
    return [(wide * x / columns, high * y / rows) for y in range(rows + 1) for x in range(columns + 1)]


def forget_looks() -> None:
    """Forget what has been seen, as a benchmark of fresh answers needs."""
    _remembered.cache_clear()
    _best_place.cache_clear()


def _look_in(view: View, target: Solid, blockers: Blockers, far: float, size: int) -> Seen:
    """One look through a window of one size; `close` says that it leaves a doubt."""
    solids = [solid for _, solid in blockers]
    before, codes = _drawn(solids, view.camera(far=far), size)
    body, hidden = np.zeros((size, size)), np.zeros(len(blockers), dtype=np.int64)
    part_pixels, part_visible = np.zeros((2, len(target.parts)), dtype=np.int64)
    by = drawer(len(target))
    by.draw_parts(target.corners, target.part_of, view.camera(), body, before, part_pixels, part_visible)
    pixels, visible = by.share_out(body, before, codes, hidden)
    close = 0 < visible < ENOUGH or 0 < pixels - visible < ENOUGH
    if visible == 0 and not close and not _is_filled(before, depth_of(view, target) - 2 * target.ball[1]):
        larger, _ = _drawn([target], view.camera(1.0), size)
        close = _seen_of(larger, before) > 0
    if visible == pixels and blockers and not close:
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


def _all_hidden(eye: Point3, target: Solid, blockers: Blockers) -> bool:
    """Whether blockers fill the window before all of a body, so that `look` sees nothing of it; False in doubt.

    A few of the body's triangles tell that it has as many pixels as leave no doubt.
    """
    view = window_on(eye, target)
    far = depth_of(view, target)
    before, codes = _drawn([solid for _, solid in blockers], view.camera(far=far), COARSE)
    if not _is_filled(before, far - 2 * NEARER * target.ball[1]):
        return False
    own, few = np.zeros_like(before), np.arange(min(len(target), FEW))
    drawer(len(few)).draw(target.corners, few, view.camera(), own, codes, 0, 0)
    return bool(np.count_nonzero(own) >= ENOUGH)


def _drawn(
    solids: Sequence[Solid], camera: NDArray[np.float64], size: int
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """The nearness of solids in a window, and which of them is there."""
    nearness, codes = np.zeros((size, size)), np.zeros((size, size), dtype=np.int32)
    for n, solid in enumerate(solids):
        solid.draw(camera, nearness, codes, n, 0)
    return nearness, codes


def _is_filled(before: NDArray[np.float64], depth: float) -> bool:
    """Whether all of a window is hidden that is no nearer than a depth."""
    return depth > 0 and _seen_of(np.full(before.shape, 1 / depth), before) == 0


def _seen_of(body: NDArray[np.float64], before: NDArray[np.float64]) -> int:
    """How many pixels of a body are not hidden by what is before it; both are given by their nearness."""
    none = np.zeros(body.shape, dtype=np.int32), np.zeros(1, dtype=np.int64)
    visible: int = drawer().share_out(body, before, *none)[1]
    return visible
