"""What an eye sees of a body in space: a picture of the body, and of what stands before it.  Lengths are inches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, product
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.geometry.bulk import Bulk
from fireline.geometry.drawing import drawer
from fireline.geometry.measures import CONTACT
from fireline.geometry.outlines import Point2
from fireline.geometry.shadows import Face, Shade, between, gap_of, part_between, places_in, shade
from fireline.geometry.solids import Point3, Solid, join
from fireline.geometry.view import COARSE, View, depth_of, window_on

Blockers = Sequence[tuple[str, Solid]]
Drawn = tuple[NDArray[np.float64], NDArray[np.int32]]
"""The nearness of what is seen in a window, and its number."""

FINE = 512
"""How many pixels wide and high a window is where the first look, with `COARSE`, leaves a doubt."""
ENOUGH = 8
"""So many pixels decide an answer for sure."""
NOWHERE = (0.0, 0.0, 0.0, -inf)
"""The ball around what has no triangles, which is in no window and over no place."""
NOTHING = Fraction(0)
FINEST = 1 / 256
"""Around the best place of a face better ones are sought down to this step."""


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
    - all that is seen touches a blocker, to a thousandth of an inch: a body right behind a sheet of no thickness;
    - nothing is hidden, but some would be if the blockers' triangles were a pixel larger: contact with the outline, or
      a blocker thinner than a pixel. What is then not nearer than the body, larger by a pixel too, does not count.

    Triangles are made larger each in its own plane, so that the ground under a figure or a wall at its back is no
    contact. The answer is `close` if the finer look leaves a doubt too, or does not find what the first one found.
    Less than a pixel within the outline may be missed, such as a short slit between two blockers before all of it.

    Raises `ValueError` for a body without triangles.
    """
    view = window_on(eye, target)
    return _decided(view, target, blockers, _drawn(blockers, view, target, COARSE))


class Place(NamedTuple):
    """A place to look from and what is seen from there; in a face, where in it that is and how it was sought.

    `tried` counts the places, and `gap` is the widest better place that may have been missed, 0 if there can be none.
    """

    eye: Point3
    seen: Seen
    at: Point2 | None = None
    tried: int = 1
    gap: float = 0.0


class Glimpse(NamedTuple):
    """Whether any of a body is seen, and whether any of it is hidden."""

    clear: bool
    covered: bool


Absent = Callable[[str], bool]
"""Whether somebody of this name hides nothing from whoever looks."""


class Crowd:
    """Solids with names and a ball around each, so that few are looked at where many stand, and the others not built.

    `balls` has rows of x, y, z and radius; `solid` builds one of them by its number.
    """

    def __init__(self, names: Sequence[str], balls: NDArray[np.float64], solid: Callable[[int], Solid]) -> None:
        self.names, self.balls, self._solid = names, balls, solid

    def look(self, eye: Point3, body: Solid, absent: Absent, *others: tuple[str, Solid]) -> Seen:
        """What an eye sees of a body past all but those who are absent, and past the others."""
        return self._looked(eye, body, absent, *others).seen

    def glimpse(self, eye: Point3, body: Solid, absent: Absent) -> Glimpse:
        """Whether any of a body is seen by an eye, and whether any of it is hidden; what hides all of it is enough."""
        return self._looked(eye, body, absent).glimpse

    def look_through(self, face: Face, body: Solid, absent: Absent, *others: tuple[str, Solid]) -> Place:
        """From where in a face most of a body is seen: the first of equally good places.

        Nine places are tried first: the centre, the middles of the edges, the corners. Where none shows the whole body,
        so is a grid of places over the face, and then what is around the best of them, in ever smaller steps.
        """
        near = between(self.balls, face, body)
        return _best_place(face, body, (*self._named(near, absent), *others))

    def glimpse_through(self, face: Face, body: Solid, absent: Absent, *others: tuple[str, Solid]) -> Glimpse:
        """Whether any of a body is seen from the place that `look_through` finds, and whether any of it is hidden.

        The place is not sought where a part of the body is proven to be hidden from everywhere.
        """
        near = between(self.balls, face, body)
        return _glimpse(face, body, (*self._named(near, absent), *others))

    def _looked(self, eye: Point3, body: Solid, absent: Absent, *others: tuple[str, Solid]) -> _KeptLook:
        window = window_on(eye, body)
        before = window.may_show(self.balls, depth_of(window, body))
        return _kept_look(eye, body, (*self._named(before, absent), *others))

    def _named(self, numbers: NDArray[np.intp], absent: Absent) -> Iterable[tuple[str, Solid]]:
        return ((self.names[n], self._solid(n)) for n in map(int, numbers) if not absent(self.names[n]))


def balls_of(solids: Iterable[Solid]) -> NDArray[np.float64]:
    """A ball around each solid, as rows of a `Crowd`."""
    rows = [(*solid.ball[0], solid.ball[1]) if len(solid) else NOWHERE for solid in solids]
    return np.array(rows, dtype=np.float64).reshape(-1, 4)


class _KeptLook:
    """One `look`, of which no more is drawn than is asked, kept for whoever looks again."""

    def __init__(self, eye: Point3, body: Solid, blockers: tuple[tuple[str, Solid], ...]) -> None:
        self._asked = eye, body, blockers

    @cached_property
    def seen(self) -> Seen:
        """What is seen."""
        return look(*self._asked)

    @cached_property
    def glimpse(self) -> Glimpse:
        """Whether any is seen and whether any is hidden: all, where blockers nearer than the body fill the window."""
        eye, body, blockers = self._asked
        view = window_on(eye, body)
        drawn = _drawn(blockers, view, body, COARSE)
        if blockers and _is_filled(view, body, drawn[0]):
            return Glimpse(clear=False, covered=True)
        self.seen = _decided(view, body, blockers, drawn)
        return Glimpse(self.seen.clear, bool(self.seen.hidden))


_kept_look = lru_cache(maxsize=1 << 15)(_KeptLook)  # enough for all that two hundred figures see of each other


@lru_cache(maxsize=1 << 12)
def _best_place(face: Face, body: Solid, blockers: tuple[tuple[str, Solid], ...]) -> Place:
    through, wide, high = _Through(face, body, blockers), face.width, face.height
    tried: dict[Point2, Fraction] = {}
    nothing = _shade(face, body, blockers).all

    def best(spots: Iterable[Point2]) -> Point2:
        for spot in spots:
            if spot not in tried:
                tried[spot] = NOTHING if nothing else through.share(spot)
                if tried[spot] == 1:
                    return spot
        return max(tried, key=tried.__getitem__)

    first, every = places_in(face)
    spot = best(first)
    if tried[spot] < 1:
        spot = best(every)
    gap = gap_of(face)
    step = gap / 2
    while step >= FINEST and 0 < tried[spot] < 1:
        around = [(spot[0] + x * step, spot[1] + y * step) for y in (-1, 0, 1) for x in (-1, 0, 1)]
        better = best((x, y) for x, y in around if 0 <= x <= wide and 0 <= y <= high)
        step = step if better != spot else step / 2
        spot = better
    seen = _kept_look(face.place(*spot), body, blockers).seen
    return Place(face.place(*spot), seen, spot, len(tried), 0.0 if seen.share == 1 else gap)


@lru_cache(maxsize=1 << 12)
def _glimpse(face: Face, body: Solid, blockers: tuple[tuple[str, Solid], ...]) -> Glimpse:
    through, (first, every) = _Through(face, body, blockers), places_in(face)
    middle = through.share(first[0])
    if middle == 1:
        return Glimpse(clear=True, covered=False)
    proven = _shade(face, body, blockers)
    if not any(proven):
        if any(through.share(spot) == 1 for spot in first[1:]):
            return Glimpse(clear=True, covered=False)
        proven = _shade_by_surfaces(face, body, blockers)
    if proven.some:
        spots = () if proven.all else chain(first[1:], every)
        return Glimpse(middle > 0 or any(map(through.share, spots)), covered=True)
    seen = _best_place(face, body, blockers).seen
    return Glimpse(seen.clear, bool(seen.hidden))


@lru_cache(maxsize=1 << 12)
def _shade(face: Face, body: Solid, blockers: tuple[tuple[str, Solid], ...]) -> Shade:
    """What flat sides are proven to hide from everywhere in a face."""
    return shade(_corners(face), body, _sides(face, blockers))


def _shade_by_surfaces(face: Face, body: Solid, blockers: tuple[tuple[str, Solid], ...]) -> Shade:
    """The same of all surfaces of blockers, from the face taken whole or by its quarters: it takes longer."""
    sides = _sides(face, blockers)
    surfaces = [part_between(solid, face, body).corners for _, solid in blockers if not isinstance(solid, Bulk)]
    if (whole := shade(_corners(face), body, (), surfaces)).some:  # by sides alone nothing is proven
        return whole
    halves = [(0.0, 0.5), (0.5, 1.0)]
    quarters = (shade(_corners(face, *parts), body, sides, surfaces) for parts in product(halves, halves))
    return Shade(some=all(quarter.some for quarter in quarters))


def _corners(face: Face, along: Point2 = (0.0, 1.0), up: Point2 = (0.0, 1.0)) -> NDArray[np.float64]:
    """The corners of a part of a face, from where to where it goes as shares of its width and height."""
    return np.array([face.place(x * face.width, y * face.height) for x in along for y in up])


def _sides(face: Face, blockers: tuple[tuple[str, Solid], ...]) -> list[NDArray[np.float64]]:
    shut = [np.array([face.shut])] if face.shut else []
    return [*shut, *(solid.sides for _, solid in blockers)]


class _Through:
    """How much of a body is seen from places of a face, past those triangles of blockers that may be before it.

    They are drawn at once: of the body they leave the same share. Blockers too large for that stay as they are.
    """

    def __init__(self, face: Face, body: Solid, blockers: Blockers) -> None:
        bulky = [solid for _, solid in blockers if isinstance(solid, Bulk)]
        few = [part_between(solid, face, body) for _, solid in blockers if not isinstance(solid, Bulk)]
        self._face, self._body, self._solids = face, body, [join(few), *bulky]
        self._room: dict[int, tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int32]]] = {}
        """Windows by their size: what is before the body, an empty one to draw the body in, and codes."""

    def share(self, spot: Point2) -> Fraction:
        """How much is seen from a place, as `look` says."""
        body = self._body
        view = window_on(self._face.place(*spot), body)
        pixels, visible = self._counted(view, COARSE)
        before, _, codes = self._room[COARSE]
        if _are_few(pixels, visible) or (visible == 0 and _may_be_beside(view, body, before)):
            pixels, visible = self._counted(view, FINE)
        elif 0 < visible == pixels:
            codes.fill(0)
            return _decided(view, body, [("", solid) for solid in self._solids], (before, codes)).share
        return Fraction(visible, pixels or 1)

    def _counted(self, view: View, size: int) -> tuple[int, int]:
        """The pixels of the body in a window of a size, and those that are seen."""
        if size not in self._room:
            self._room[size] = np.zeros((size, size)), np.zeros((size, size)), np.zeros((size, size), dtype=np.int32)
        before, own, codes = self._room[size]
        camera = view.camera(0.0, depth_of(view, self._body))
        before.fill(0)
        for solid in self._solids:
            solid.draw(camera, before, codes, 0, 0)
        count: tuple[int, int] = drawer(len(self._body)).count(self._body.corners, view.camera(), own, codes, before)
        return count


def forget_looks() -> None:
    """Forget what has been seen, as a benchmark of fresh answers needs."""
    for kept in (_kept_look, _best_place, _glimpse, _shade):
        kept.cache_clear()


def _decided(view: View, target: Solid, blockers: Blockers, drawn: Drawn) -> Seen:
    """What the coarse look sees past blockers that are drawn, or the fine one where that leaves a doubt."""
    coarse = _look_in(view, target, blockers, drawn)
    if not coarse.close:
        return coarse
    fine = _look_in(view, target, blockers, _drawn(blockers, view, target, FINE))
    lost = (coarse.clear and not fine.clear) or (coarse.covered and not fine.covered)
    return replace(fine, close=fine.close or lost)


def _look_in(view: View, target: Solid, blockers: Blockers, drawn: Drawn) -> Seen:
    """One look through a window past blockers that are drawn in it; `close` says that it leaves a doubt."""
    before, codes = drawn
    size = len(before)
    body, hidden = np.zeros((size, size)), np.zeros(len(blockers), dtype=np.int64)
    part_pixels, part_visible = np.zeros((2, len(target.parts)), dtype=np.int64)
    by = drawer(len(target))
    by.draw_parts(target.corners, target.part_of, view.camera(), body, before, part_pixels, part_visible)
    pixels, visible = by.share_out(body, before, codes, hidden)
    close = _are_few(pixels, visible)
    if visible == 0 and not close:
        close = _may_be_beside(view, target, before)
    elif blockers and not close:
        close = _seen_of(body / (1 + 2 * CONTACT * body), before) == 0  # as if it stood that much farther away
    if visible == pixels and blockers and not close:
        before, _ = _drawn(blockers, view, target, size, 1.0)
        if _seen_of(body, before) < pixels:
            larger, _ = _drawn([("", target)], view, None, size, 1.0)
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


def _are_few(pixels: int, visible: int) -> bool:
    """Whether so few pixels of a body are seen, or hidden, that they leave a doubt."""
    return 0 < visible < ENOUGH or 0 < pixels - visible < ENOUGH


def _may_be_beside(view: View, target: Solid, before: NDArray[np.float64]) -> bool:
    """Whether some of a hidden body would be seen if its triangles were a pixel larger on every side."""
    if _is_filled(view, target, before):
        return False
    larger, _ = _drawn([("", target)], view, None, len(before), 1.0)
    return _seen_of(larger, before) > 0


def _drawn(solids: Blockers, view: View, before: Solid | None, size: int, widened: float = 0.0) -> Drawn:
    """The nearness of solids in a window, of all or of what is before a body, and which of them is there."""
    camera = view.camera(widened, inf if before is None else depth_of(view, before))
    nearness, codes = np.zeros((size, size)), np.zeros((size, size), dtype=np.int32)
    for n, (_, solid) in enumerate(solids):
        solid.draw(camera, nearness, codes, n, 0)
    return nearness, codes


def _is_filled(view: View, target: Solid, before: NDArray[np.float64]) -> bool:
    """Whether all of a window is hidden that is no nearer than a body."""
    depth = depth_of(view, target) - 2 * target.ball[1]
    return depth > 0 and _seen_of(np.full(before.shape, 1 / depth), before) == 0


def _seen_of(body: NDArray[np.float64], before: NDArray[np.float64]) -> int:
    """How many pixels of a body are not hidden by what is before it; both are given by their nearness."""
    none = np.zeros(body.shape, dtype=np.int32), np.zeros(1, dtype=np.int64)
    visible: int = drawer().share_out(body, before, *none)[1]
    return visible
