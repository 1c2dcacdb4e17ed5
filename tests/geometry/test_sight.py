"""What is seen of a body, against hand reckoning, against rays and silhouettes, and against itself."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import atan2, cos, degrees, radians, sin
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from figures_witness import Look, by_rays, by_silhouettes, figure, looks
from fireline.geometry import shadows, sight
from fireline.geometry.measures import GRID
from fireline.geometry.outlines import cos_sin
from fireline.geometry.shadows import Face, Shade
from fireline.geometry.shapes import box, capsule
from fireline.geometry.sight import ENOUGH, FINE, Crowd, PartSeen, Seen, balls_of, look
from fireline.geometry.solids import Point3, Solid, join, quantise
from fireline.geometry.view import COARSE, RIM, STEEP, WIDEST, View, paint

if TYPE_CHECKING:
    from collections.abc import Callable

STEP = 1 / GRID
EYE = (0.0, 0.0, 0.5)
BODY = box((1, 1, 1)).placed((10.5, 0, 0))
"""Seen from `EYE` it is a square: its face 10 inches away, 1 inch wide and high."""
LINE = 1 / 120
"""A line of pixels across `BODY`, as a share of it."""


def wall(left: float, right: float, near: float = 5, low: float = -5, high: float = 6) -> Solid:
    """A wall across the view, half an inch thick: from y = `left` to `right`, its near face at x = `near`."""
    return box((0.5, right - left, high - low)).placed((near + 0.25, (left + right) / 2, low))


def sheet(*corners: Point3) -> Solid:
    """A flat triangle or square, open on both sides."""
    a, b, c, *rest = corners
    return Solid.of(np.array([(a, b, c)] + [(a, c, d) for d in rest]), "sheet")


def seen_from(eye: Point3, target: Solid, *blockers: Solid) -> Seen:
    return look(eye, target, [(f"blocker {n}", blocker) for n, blocker in enumerate(blockers)])


def verdict(seen: Seen) -> tuple[float, int, bool]:
    return float(seen.share), seen.size, seen.close


def in_one_window(one: Look, size: int = COARSE) -> Seen:
    """A look that is taken once, whatever doubt it leaves."""
    view = View.on(one.eye, one.target, tilted=True)
    return sight._look_in(view, one.target, one.blockers, sight._drawn(one.blockers, view, None, size))


@cache
def scenes(seed: int) -> list[Look]:
    return looks(seed)


some_looks = st.builds(lambda seed, n: scenes(seed)[n], st.integers(0, 2), st.integers(0, 379))


# --- what can be reckoned by hand -----------------------------------------------------------


def test_a_wall_that_covers_it_hides_it() -> None:
    seen = seen_from(EYE, BODY, wall(-3, 3))
    assert verdict(seen) == (0, COARSE, False)
    assert seen.hidden == (("blocker 0", seen.pixels),)
    assert not seen.clear
    assert seen.covered
    assert seen.hidden_share("blocker 0") == 1
    assert seen.hidden_share("nobody") == 0


@pytest.mark.parametrize("edge", [-0.2, -0.125, -0.05, 0.0, 0.1, 0.2])
def test_a_wall_hides_what_is_beside_its_edge(edge: float) -> None:
    # Of the wall from `edge` on, the corner with the least slope is the far one on the left of the view's middle, and
    # the near one on its right.
    slope = min(edge / 5, edge / 5.5)
    seen = seen_from(EYE, BODY, wall(edge, 3))
    assert float(seen.hidden_share("blocker 0")) == pytest.approx((0.05 - slope) / 0.1, abs=LINE)
    assert seen.share + seen.hidden_share("blocker 0") == 1
    assert not seen.close


def test_hidden_pixels_count_for_the_blocker_that_is_met_first() -> None:
    near, far = wall(0, 3, near=3), wall(-3, 3, near=7)
    by_both = look(EYE, BODY, [("far", far), ("near", near)])
    assert not by_both.clear
    assert by_both.hidden == look(EYE, BODY, [("near", near), ("far", far)]).hidden
    assert float(by_both.hidden_share("near")) == pytest.approx(0.5, abs=LINE)
    assert by_both.hidden_share("near") == look(EYE, BODY, [("near", near)]).hidden_share("near")
    assert by_both.hidden_share("near") + by_both.hidden_share("far") == 1
    one_name = look(EYE, BODY, [("crates", wall(-3, 0)), ("crates", wall(0, 3, near=3))])
    assert one_name.hidden == (("crates", one_name.pixels),), "blockers of one name count as one"


def test_blockers_stand_in_order_of_what_they_hide_and_then_of_their_names() -> None:
    strips = [("b", wall(-0.25, -0.2)), ("c", wall(0.1, 3)), ("a", wall(-0.1, -0.05)), ("idle", wall(2, 3))]
    seen = look(EYE, BODY, strips)
    counts = dict(seen.hidden)
    assert [name for name, _ in seen.hidden] == sorted(counts, key=lambda name: (-counts[name], name))
    assert set(counts) == {"a", "b", "c"}
    assert seen.pixels - seen.visible == sum(counts.values())


def test_a_blocker_without_triangles_hides_nothing_and_a_body_needs_some() -> None:
    assert look(EYE, BODY, [("nothing", join([]))]) == look(EYE, BODY, [])
    with pytest.raises(ValueError, match="zero-size"):
        look(EYE, join([]), [])


# --- parts ----------------------------------------------------------------------------------


def test_each_part_has_its_own_share() -> None:
    low, high = box((1, 1, 0.5), "low"), box((1, 1, 0.5), "high").placed((0, 0, 0.5))
    body = join([low, high, box((1, 1, 1), "cloak")]).only({"low", "high"}).placed((10.5, 0, 0))
    seen = look(EYE, body, [("wall", wall(-3, 3, high=0.5))])
    (name_low, pixels_low, visible_low), (name_high, pixels_high, visible_high), cloak = seen.parts
    assert (name_low, name_high, visible_low, visible_high) == ("low", "high", 0, pixels_high)
    assert pixels_low == pytest.approx(pixels_high, rel=0.02)
    assert cloak == PartSeen("cloak", 0, 0)
    assert cloak.share == 0
    assert [part.share for part in seen.parts[:2]] == [0, 1]


def test_a_body_hides_nothing_of_itself() -> None:
    chest, back = box((0.2, 1, 1), "chest"), box((0.2, 0.5, 0.5), "back").placed((0.5, 0, 0.25))
    body = join([chest, back]).placed((10, 0, 0))
    seen = look(EYE, body, [])
    alone = look(EYE, join([back]).placed((10, 0, 0)), [])
    assert [part.share for part in seen.parts] == [1, 1]
    assert seen.parts[0].pixels == seen.pixels
    assert seen.parts[1].pixels / seen.pixels == pytest.approx((0.5 / 10.4) ** 2 / (1 / 9.9) ** 2, abs=LINE)
    assert alone.share == 1


def test_what_stands_between_two_parts_hides_only_the_farther() -> None:
    chest, back = box((0.2, 0.5, 0.5), "chest").placed((0, 0, 0.25)), box((0.2, 1, 1), "back").placed((2, 0, 0))
    seen = look(EYE, join([chest, back]).placed((10, 0, 0)), [("wall", wall(-3, 3, near=11))])
    assert [part.share for part in seen.parts] == [1, 0]
    assert seen.visible == seen.parts[0].pixels
    assert seen.hidden == (("wall", seen.pixels - seen.visible),)


# --- eyes and windows -----------------------------------------------------------------------


@given(st.tuples(*[st.floats(-30, 30)] * 3), st.floats(0, 360), st.booleans())
@example((0.125, 0.25, 0.0), 0.0, True).via("an eye at the feet")
@pytest.mark.whole("long")
def test_the_window_holds_all_of_the_body_and_little_more(eye: Point3, turn: float, tilted: bool) -> None:
    body = figure().placed(turn=turn)
    view = View.on(eye, body, tilted=tilted)
    away = body.corners.reshape(-1, 3) - np.array(view.eye)
    x, y, z = (away @ np.array(axis) for axis in (view.right, view.up, view.forward))
    if view.half == WIDEST:
        assert max(abs(value) for value in eye) < 2
        return
    assert z.min() > 0
    reach = max(np.abs(x / z).max(), np.abs(y / z).max())
    assert reach <= view.half / (1 + RIM) * (1 + 1e-12)
    plain = max(abs(value) for value in eye) > 5 and abs(view.forward[2]) < 0.9
    beside = max(max(low - at, at - high) for low, at, high in zip(body.bounds[0], eye, body.bounds[1], strict=True))
    assert reach >= view.half / (1 + RIM) * (0.95 if plain else 0.7 if beside > 0.5 else 0.4)


@given(st.tuples(*[st.floats(-30, 30)] * 3), st.booleans())
def test_the_axes_of_a_view_are_upright_and_at_right_angles(direction: Point3, tilted: bool) -> None:
    view = View.towards((0, 0, 0), direction, 1.0, tilted=tilted)
    axes = np.array([view.right, view.up, view.forward])
    assert np.abs(axes @ axes.T - np.eye(3)).max() < 1e-12
    assert np.cross(view.right, view.up) @ np.array(view.forward) == pytest.approx(-1)
    if not tilted and abs(view.forward[2]) < STEEP:
        assert view.right[2] == 0
        assert view.up[2] > 0


def test_the_eye_is_on_the_grid_up_or_down_x_is_up_and_without_a_direction_it_looks_along_x() -> None:
    eye = (0.1, 1 / 3, -0.7)
    assert View.on(eye, BODY).eye == View.towards(eye, (1, 0, 0), 1).eye == tuple(quantise(np.array(eye)).tolist())
    assert abs(View.towards((1, 2, 3), (0.01, 0.1, -1), 1).right[0]) < 0.02
    assert View.towards((1, 2, 3), (0, 0, -5), 1).up == (1, 0, 0)
    assert View.towards((1, 2, 3), (0, 0, 5), 1).up == (1, 0, 0)
    assert View.towards((1, 2, 3), (0, 0, 0), 1).forward == (1, 0, 0)


@pytest.mark.parametrize("eye", [(10.5, 0.0, 9.0), (10.5, 0.0, -8.0)])
def test_from_straight_above_or_below_a_slab_hides_its_half(eye: Point3) -> None:
    slab = box((3, 3, 0.01)).placed((10.5 + 1.5, 0, (eye[2] + 0.5) / 2))
    seen = seen_from(eye, BODY, slab)
    assert float(seen.share) == pytest.approx(0.5, abs=LINE)
    assert seen_from(eye, BODY).share == 1


def test_an_eye_close_by_or_within_sees_what_is_before_it() -> None:
    assert View.on((10.0, -0.5, 1.0), BODY).half == WIDEST, "at a corner"
    for eye in [(9.96, 0.0, 0.5), (10.5, 0.0, 0.5), (10.25, 0.25, 0.25)]:
        seen = seen_from(eye, BODY, wall(-3, 3, near=20))
        assert View.on(eye, BODY).half == WIDEST
        assert verdict(seen) == (1, COARSE, False)
        assert seen.pixels == COARSE * COARSE
    at_its_face = seen_from((9.5, 0.0, 0.5), BODY, sheet((9.7, -9, -9), (9.7, 9, -9), (9.7, 9, 0.5), (9.7, -9, 0.5)))
    assert float(at_its_face.share) == pytest.approx(0.5, abs=LINE)


def test_a_wide_body_is_judged_by_what_is_in_the_widest_window() -> None:
    long = box((1, 60, 1)).placed((2.5, 0, 0))
    seen = seen_from((0, 0, 0.5), long, wall(0, 40, near=1))
    assert View.on((0, 0, 0.5), long).half == WIDEST
    # One end is nearly abreast of the eye: no window around the middle of its outline holds the other end.
    along = View.on((0, 0, 0.5), sheet((0.001, 30, 0.5), (20, -30, 0), (20, -30, 1)))
    assert along.half == WIDEST
    assert along.forward == pytest.approx((1, 0, 0), abs=1e-3)
    assert float(seen.share) == pytest.approx(0.5, abs=LINE)


def test_a_triangle_that_reaches_behind_the_eye_hides_what_it_is_before() -> None:
    # The sheet z = x / 10 - 1/4 runs below the eye and hides what is lower than 3/4 on the face of the body.
    ramp = sheet((-100, -500, -10.25), (-100, 500, -10.25), (100, 0, 9.75))
    assert float(1 - seen_from(EYE, BODY, ramp).share) == pytest.approx(0.75, abs=LINE)
    roof = sheet((-100, -500, 2), (-100, 500, 2), (100, 0, 2))
    assert seen_from(EYE, BODY, roof) == seen_from(EYE, BODY)


def test_a_sheet_counts_from_both_sides_and_not_edge_on() -> None:
    a, b, c, d = (5, -3, -3), (5, 3, -3), (5, 3, 4), (5, -3, 4)
    for blocker in (sheet(a, b, c, d), sheet(d, c, b, a)):
        assert not seen_from(EYE, BODY, blocker).clear
    for pane in (sheet((10, -1, 0), (10, 1, 0), (10, 1, 1)), sheet((10, 1, 1), (10, 1, 0), (10, -1, 0))):
        assert seen_from(EYE, pane).share == 1
    edge_on = sheet((5, 0, 0), (10, 0, 0), (10, 0, 1), (5, 0, 1))
    assert seen_from((0, 0, 0.5), edge_on) == Seen(0, 0, (), (PartSeen("sheet", 0, 0),), COARSE, close=False)
    assert seen_from((0, 0, 0.5), edge_on).share == 0
    assert seen_from(EYE, BODY, edge_on) == seen_from(EYE, BODY)


@given(st.floats(0, 360), st.floats(-2, 2), st.floats(-1, 1))
def test_an_eye_on_the_face_of_a_wall_looks_along_it(turn: float, along: float, up: float) -> None:
    # Turning snaps the wall's corners and the eye for themselves: the eye may come to lie a step within the wall.
    def placed(solid: Solid) -> Solid:
        return solid.placed((3, 4, 5), turn)

    c, s = cos_sin(turn)
    eye = (3 - along * s, 4 + along * c, 5 + up)
    thick = placed(wall(-9, 9, near=-0.5))
    for target in (box((1, 1, 1)).placed((8, 1, 2)), box((0.3, 0.3, 0.3)).placed((0.4, 8, 0))):
        assert seen_from(eye, placed(target), thick).share == 1
    assert not seen_from(eye, placed(box((1, 1, 1)).placed((-8, 1, 2))), thick).clear


@pytest.mark.parametrize(("before", "hides"), [(0.0, False), (0.0009, False), (0.0011, True), (0.1, True)])
def test_what_touches_the_body_hides_nothing(before: float, hides: bool) -> None:
    x = 10 - before
    sticker = sheet((x, -1, -1), (x, 1, -1), (x, 1, 2), (x, -1, 2))
    seen = seen_from(EYE, BODY, sticker)
    assert (seen.covered, seen.close) == (hides, not hides), "all of it is in contact: seen, and too close to call"


# --- close calls ----------------------------------------------------------------------------


PITCH = 2 * View.on(EYE, BODY, tilted=True).half / COARSE * 10
"""A coarse pixel at the face of `BODY`, in inches."""


def speck(size: float) -> Solid:
    """A square in the air, its side so many coarse pixels, halfway to the body and not on its middle."""
    side = size * PITCH / 2
    return box((0.001, side, side)).placed((5, 0.11, 0.55))


def test_a_speck_of_a_few_pixels_is_looked_at_more_closely() -> None:
    seen = seen_from(EYE, BODY, speck(2))
    assert (seen.size, seen.close, seen.covered) == (FINE, False, True)
    assert seen.hidden[0][1] >= ENOUGH


def test_a_speck_between_the_pixels_is_found() -> None:
    found = [seen_from(EYE, BODY, speck(0.6).placed((0, n * 0.003, n * 0.005))) for n in range(20)]
    coarse = [
        in_one_window(Look(EYE, BODY, [("speck", speck(0.6).placed((0, n * 0.003, n * 0.005)))])) for n in range(20)
    ]
    assert all(seen.size == FINE and seen.covered for seen in found)
    assert {seen.covered for seen in coarse} == {True, False}


def test_a_speck_that_a_finer_look_hardly_sees_is_too_close_to_call() -> None:
    for n in range(10):
        seen = seen_from(EYE, BODY, speck(0.2).placed((0, n * 0.003, n * 0.005)))
        assert (seen.size, seen.close) == (FINE, True)


def test_a_pole_thinner_than_a_pixel_is_found() -> None:
    seen = seen_from(EYE, BODY, wall(0.1, 0.1 + PITCH / 16))
    assert seen.covered
    assert float(seen.hidden_share("blocker 0")) == pytest.approx((PITCH / 16 + 0.1 - 0.1 * 5 / 5.5) / 0.5, rel=0.2)


@pytest.mark.parametrize(
    ("pixels", "size", "close"), [(0.0, FINE, True), (0.1, FINE, True), (0.6, FINE, False), (4.0, COARSE, False)]
)
def test_a_wall_that_nearly_touches_the_outline_or_only_just_covers_it(pixels: float, size: int, close: bool) -> None:
    # So many coarse pixels lie between the body's outline and the wall's.
    beside = wall((0.5 + pixels * PITCH) * 5.5 / 10, 3)
    before = wall((-0.5 - pixels * PITCH) * 5 / 10, 3)
    assert verdict(seen_from(EYE, BODY, beside)) == (1, size, close)
    assert verdict(seen_from(EYE, BODY, before)) == (0, size, close)


@pytest.mark.parametrize("blocker", [wall(-3, 3), wall(3, 4)])
def test_what_only_the_first_look_finds_is_too_close_to_call(blocker: Solid, monkeypatch: pytest.MonkeyPatch) -> None:
    finer = replace(seen_from(EYE, BODY, blocker), size=FINE)
    first = replace(finer, visible=1 if not finer.visible else finer.pixels - 1, size=COARSE, close=True)
    answers = iter([first, finer])
    monkeypatch.setattr(sight, "_look_in", lambda *_: next(answers))
    assert look(EYE, BODY, []) == replace(finer, close=True)


def around(random: Random, low: float, high: float) -> Point3:
    """An eye somewhere around the middle of the table, between two heights."""
    cos, sin = cos_sin(random.uniform(0, 360))
    distance = random.uniform(3, 30)
    return distance * cos, distance * sin, random.uniform(low, high)


def standing(random: Random, height: float) -> Solid:
    """A figure whose feet touch what it stands on."""
    body = figure()
    return body.placed(
        (random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), height - body.bounds[0][2]), random.uniform(0, 360)
    )


@pytest.mark.whole("long")
def test_who_stands_on_the_ground_is_not_close_to_hidden() -> None:
    random, ground = Random(7), ("ground", box((80, 80, 1)).placed((0, 0, -1)))  # noqa: S311 (nothing secret)
    for _ in range(100):
        seen = look(around(random, 0.9, 6), standing(random, 0), [ground])
        assert verdict(seen) == (1, COARSE, False)


# --- what holds of every look ---------------------------------------------------------------


def test_what_is_far_from_a_face_and_a_body_is_never_built_and_changes_nothing() -> None:
    body, face = box((1, 1, 2)).placed((0, 12, 0)), Face((-0.5, 0.0, 0.5), (1.0, 0.0), 1.0, 1.0)
    boxes = {
        "post": (0, 6),
        "beside": (1.2, 8),
        "fence": (-0.8, 11),
        "left": (-9, 6),
        "behind": (0, 19),
        "back": (0, -7),
    }
    solids = [box((0.6, 0.4, 1.5)).placed((x, y, 0)) for x, y in boxes.values()]
    built: list[int] = []

    def build(number: int) -> Solid:
        built.append(number)
        return solids[number]

    crowd = Crowd(list(boxes), balls_of(solids), build)
    place = crowd.look_through(face, body, nobody)
    assert {list(boxes)[n] for n in built} == {"post", "beside", "fence"}
    assert place == sight._best_place(face, body, tuple(zip(boxes, solids, strict=True)))
    assert 0 < place.seen.share < 1
    assert place.tried > 81
    assert place.seen == look(place.eye, body, list(zip(boxes, solids, strict=True)))
    assert crowd.look_through(face, body, boxes.__contains__).seen.share == 1


def nobody(_: str) -> bool:
    """Whoever is absent: everybody is there."""
    return False


@settings(max_examples=80)
@given(some_looks, st.floats(-1.5, 1.5), st.floats(0.1, 0.9), st.floats(0.3, 4), st.randoms(use_true_random=False))
def test_what_is_proven_of_a_face_holds_at_every_place_in_it(
    one: Look, left: float, near: float, high: float, random: Random
) -> None:
    (x, y, _), radius = one.target.ball
    dx, dy = x - one.eye[0], y - one.eye[1]
    away = (dx * dx + dy * dy) ** 0.5
    screen = (
        box((0.1, 3 * radius, high * radius))
        .placed((0, left * radius, 0))
        .placed((one.eye[0] + dx * near, one.eye[1] + dy * near, 0), degrees(atan2(dy, dx)))
    )
    face = Face((one.eye[0], one.eye[1], 0.3), (-dy / away, dx / away), random.uniform(0.1, 1.2), 0.8)
    blockers = (*one.blockers[:8], ("screen", screen))
    crowd = Crowd([name for name, _ in blockers], balls_of(solid for _, solid in blockers), lambda n: blockers[n][1])
    flat, closely = (prove(face, one.target, blockers) for prove in (sight._shade, sight._shade_by_surfaces))
    proven = Shade(flat.all or closely.all, flat.some or closely.some)
    through = sight._Through(face, one.target, blockers)
    for _ in range(10):
        spot = random.uniform(0, face.width), random.uniform(0, face.height)
        seen = look(face.place(*spot), one.target, blockers)
        assert through.share(spot) == seen.share
        assert not (proven.all and seen.clear)
        assert seen.covered or not proven.some
        assert crowd.glimpse(face.place(*spot), one.target, nobody) == (seen.clear, bool(seen.hidden))
        assert crowd.look(face.place(*spot), one.target, nobody) == seen
    best = crowd.look_through(face, one.target, nobody)
    assert crowd.glimpse_through(face, one.target, nobody) == (best.seen.clear, bool(best.seen.hidden))


@pytest.mark.parametrize(
    ("screens", "seen"),
    [([(5, 3.0)], (False, True)), ([(5, 0.5), (6, 3.0)], (False, True)), ([(5, 0.5)], (True, True))],
)
def test_a_body_behind_a_screen_is_not_drawn_to_know_that_it_is_hidden(
    screens: list[tuple[float, float]], seen: tuple[bool, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    body, eye = box((0.5, 0.5, 1)).placed((0, 10, 0)), (0.0, 0.0, 1.0)
    walls = [box((high * 2, 0.1, high)).placed((0, y, 0)) for y, high in screens]
    crowd = Crowd([f"wall {n}" for n in range(len(walls))], balls_of(walls), walls.__getitem__)
    sight.forget_looks()
    drawn: list[Solid] = []
    looked = sight._look_in

    def look_in(view: View, target: Solid, *past: Any) -> Seen:
        drawn.append(target)
        return looked(view, target, *past)

    monkeypatch.setattr(sight, "_look_in", look_in)
    assert crowd.glimpse(eye, body, nobody) == seen
    assert bool(drawn) is seen[0]
    assert crowd.look(eye, body, nobody) == look(eye, body, [*zip(crowd.names, walls, strict=True)])


def test_a_rim_is_what_no_two_triangles_have_in_common() -> None:
    a, b, c, d = (0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)
    square = np.array([(a, b, c), (a, c, d)], dtype=float)
    assert sorted(shadows._rim(square).tolist()) == sorted([[[*p], [*q]] for p, q in pairwise([a, b, c, d, a])])
    assert len(shadows._rim(square[[0, 0]])) == 6, "edges that run the same way"
    assert len(shadows._rim(np.concatenate([square, square[:, ::-1]]))) == 0
    assert len(shadows._rim(box((1, 1, 1)).corners)) == 0, "a closed surface"


def test_a_wall_before_all_or_half_of_a_body_is_proven_to_hide_it_without_a_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    face = Face((0.0, -0.5, 0.0), (0.0, 1.0), 1.0, 1.0)
    body = figure().placed((10.5, 0, 0))

    def proven(*before: Solid) -> tuple[bool, bool]:
        return sight._shade(face, body, tuple(("", one) for one in before))

    assert proven() == proven(wall(3, 5)) == proven(wall(-5, 5, near=10.49)) == (False, False)
    assert proven(wall(-5, 0.3)) == (False, True)
    assert proven(wall(-5, 5)) == proven(wall(-5, 0.3), wall(-5, 5)) == (True, True)
    left, right = wall(-5, 0.25, near=9), wall(-0.25, 5, near=9)
    assert proven(left) == proven(right) == (False, True)
    assert proven(left, right) == (True, True), "what one does not hide from everywhere the other does"
    assert sight._glimpse(face, body, (("left", left), ("right", right))) == (False, True)
    assert sight._glimpse(face, body, (("left", left),)) == (True, True)
    assert sight._shade(face._replace(shut=((1, -5, -5), (1, 5, -5), (1, 5, 5), (1, -5, 5))), body, ()).all
    fine, low = figure(24, 8).placed((10.5, 0, 0)), wall(-5, 5, near=8, high=0.4)
    assert sight._shade(face, fine, (("low", low),)) == (False, True), "legs of triangles smaller than a pixel"
    other = (("figure", figure(24, 8).placed((9.5, 0, 0), scale=1.2)),)
    assert sight._shade(face, fine, other) == (False, False), "no side of a figure is large"
    assert sight._shade_by_surfaces(face, fine, other) == (False, True)
    assert sight._shade_by_surfaces(face, fine, (("figure", fine),)) == (False, False)
    thin = sheet((10, 0, 0), (11, 0, 0), (11, 0, 1), (10, 0, 1))
    edge_on = sight._Through(face, thin, (("wall", wall(-5, 5)),))
    assert edge_on.share((0.5, 0.5)) == look((0.0, 0.0, 0.5), thin, [("wall", wall(-5, 5))]).share == 0
    aside, close_by = (30.0, 40.0, 0.0), box((1, 1, 1)).placed((2, 0, 0))
    for one, before in ((body, wall(-5, 5)), (close_by, wall(-5, 5, near=0.5))):
        moved = sight._shade(
            face._replace(start=(30.0, 39.5, 0.0)), one.placed(aside), (("wall", before.placed(aside)),)
        )
        assert moved == sight._shade(face, one, (("wall", before),)) == (True, one is body), "so near nothing is proven"
    monkeypatch.setattr(sight._Through, "share", None)
    place = sight._best_place(face, BODY, (("wall", wall(-5, 5)),))
    assert (place.seen.visible, place.seen.hidden[0][1], place.tried) == (0, place.seen.pixels, 9 * 9)


@settings(max_examples=60)
@given(some_looks, st.integers(0, 28), st.sampled_from([COARSE, 200]))
def test_one_more_blocker_never_shows_more(one: Look, n: int, size: int) -> None:
    without = in_one_window(one._replace(blockers=one.blockers[:n]), size)
    more = in_one_window(one._replace(blockers=one.blockers[: n + 1]), size)
    assert more.pixels == without.pixels
    assert more.visible <= without.visible
    assert all(a.pixels == b.pixels and a.visible <= b.visible for a, b in zip(more.parts, without.parts, strict=True))


@settings(max_examples=100)
@given(some_looks)
def test_what_is_left_out_of_the_window_could_not_be_seen(one: Look) -> None:
    seen = look(*one)
    assert replace(seen, close=False) == replace(in_one_window(one, seen.size), close=False)


@given(st.booleans(), st.floats(9.4, 12.0), st.floats(-1, 1), st.floats(0, 1), st.floats(0.05, 0.5))
def test_what_stands_near_the_body_is_left_out_only_where_it_hides_nothing(
    close_by: bool, x: float, y: float, z: float, size: float
) -> None:
    frame = join([box((0.1, 1, 0.1)), box((0.1, 1, 0.1)).placed((1.5, 0, 0.9))]).placed((10, 0, 0))
    one = Look((9.4, 0, 0.5) if close_by else EYE, frame, [("crate", box((size, size, size)).placed((x, y, z)))])
    seen = look(*one)
    assert replace(seen, close=False) == replace(in_one_window(one, seen.size), close=False)


@settings(max_examples=60)
@given(some_looks)
def test_the_counts_add_up(one: Look) -> None:
    seen = look(*one)
    assert seen.visible + sum(count for _, count in seen.hidden) == seen.pixels
    assert 0 <= seen.visible <= seen.pixels <= seen.size**2
    assert all(0 <= part.visible <= part.pixels <= seen.pixels for part in seen.parts)
    assert max(part.pixels for part in seen.parts) <= seen.pixels <= sum(part.pixels for part in seen.parts)
    assert max(part.visible for part in seen.parts) <= seen.visible or seen.visible == 0
    assert seen.share == Fraction(seen.visible, seen.pixels)


@settings(max_examples=60)
@given(some_looks, st.tuples(*[st.integers(-(2**33), 2**33)] * 3))
def test_moving_everything_by_whole_steps_changes_nothing(one: Look, steps: tuple[int, int, int]) -> None:
    away = (steps[0] * STEP, steps[1] * STEP, steps[2] * STEP)
    x, y, z = quantise(np.array(one.eye)).tolist()
    moved = [(name, solid.placed(away)) for name, solid in one.blockers]
    assert look((x + away[0], y + away[1], z + away[2]), one.target.placed(away), moved) == look(*one)


@settings(max_examples=60)
@given(some_looks, st.randoms(use_true_random=False))
def test_the_order_of_blockers_changes_nothing(one: Look, random: Random) -> None:
    assert look(one.eye, one.target, random.sample(one.blockers, len(one.blockers))) == look(*one)


@settings(max_examples=40)
@given(st.tuples(*[st.floats(-0.9, 0.9)] * 3), st.floats(0, 360), st.integers(5, 30), st.integers(2, 8))
def test_no_ray_slips_out_of_a_closed_surface(eye: Point3, turn: float, sides: int, rings: int) -> None:
    around_it = capsule((0, 0, -1), (0.3, 0.2, 1), 2, "shell", sides, rings).placed(turn=turn)
    assert in_one_window(Look(eye, BODY, [("shell", around_it)]), 256).visible == 0


def test_no_ray_slips_between_triangles_that_meet_in_it() -> None:
    # Every corner of this sheet lies on the ray of a pixel, every edge along a row, a column or a diagonal of them.
    view, size = View.towards((0, 0, 0), (1, 0, 0), 1.0), 16
    rays = [(2 * n + 1) / size - 1 for n in range(size)]
    squares = [
        ((1.0, y, z), (1.0, y + 2 / size, z), (1.0, y + 2 / size, z + 2 / size), (1.0, y, z + 2 / size))
        for y in rays[:-1]
        for z in rays[:-1]
    ]
    assert (paint(view, [join(sheet(*square) for square in squares)], size).solid == 0).all()


# --- two other ways to tell ------------------------------------------------------------------


@pytest.mark.whole("witness")
@pytest.mark.parametrize("seed", [3, 4])
def test_rays_meet_the_same_pixels(seed: int) -> None:
    # Embree reckons in single precision: up to three rays of a look, through the very edge of something, may differ.
    differ = 0
    for one in scenes(seed)[::8]:
        seen = look(*one)
        view = View.on(one.eye, one.target, tilted=True)
        pixels, visible = by_rays(view, seen.size, one.target, one.blockers)
        assert abs(seen.pixels - pixels) <= 3
        assert abs(seen.visible - visible) <= 3
        differ += abs(seen.pixels - pixels) + abs(seen.visible - visible)
    assert differ <= 12


@pytest.mark.parametrize("seed", [5, 6])
@pytest.mark.whole("long")
def test_silhouettes_have_the_same_shares(seed: int) -> None:
    errors = []
    for one in scenes(seed)[::3]:
        share = by_silhouettes(View.on(one.eye, one.target), one.target, one.blockers)
        if share is not None:
            seen = look(*one)
            errors.append(abs(float(seen.share) - share))
            assert seen.close or seen.clear == (share > 1e-6)
    assert len(errors) > 100
    assert max(errors) < 0.004
    assert sum(errors) / len(errors) < 0.0005


# --- pictures -------------------------------------------------------------------------------


def test_a_picture_tells_what_is_where() -> None:
    upper_left = box((1, 1, 1), "hat").placed((10.5, 1, 2))
    picture = paint(
        View.towards((0, 0, 0.5), (1, 0, 0), 0.5), [BODY, join([box((9, 9, 9), "x"), upper_left]).only({"hat"})], 64
    )
    assert picture.solid.shape == picture.part.shape == picture.depth.shape == picture.shade.shape == (64, 64)
    assert picture.solid[32, 32] == 0
    assert picture.depth[32, 32] == pytest.approx(10)
    rows, columns = np.nonzero(picture.solid == 1)
    assert rows.max() < 32
    assert columns.max() < 32
    assert set(picture.part[picture.solid == 1].tolist()) == {1}
    nothing = picture.solid == -1
    assert nothing[0, 0]
    assert np.isinf(picture.depth[nothing]).all()
    assert (picture.part[nothing] == -1).all()
    assert (picture.shade[nothing] == 0).all()
    assert (picture.shade[~nothing] > 0.3).all()
    assert (picture.shade <= 1).all()


def test_the_nearer_of_two_is_painted_and_the_light_falls_from_above() -> None:
    view = View.on((0, 0, 3), BODY)
    picture = paint(view, [BODY, wall(-3, 3)], 50)
    assert (picture.solid == 1).all()
    top, face = (paint(view, [solid], 50).shade[25, 25] for solid in (box((9, 9, 1)).placed((10, 0, 0)), wall(-3, 3)))
    assert top > face


def test_a_face_is_as_light_as_it_is_turned_to_the_light() -> None:
    view = View.on((0, 0, 3), BODY)
    picture = paint(view, [box((1, 1, 1)).placed((10.5, 0, 0), turn=30)], 200)
    light = 1.5 * np.array(view.up) - np.array(view.forward) - 0.5 * np.array(view.right)
    sides = [(cos(radians(turn)), sin(radians(turn)), 0.0) for turn in range(30, 390, 90)]
    lit = [max(0.0, float(np.array(side) @ light / np.linalg.norm(light))) for side in (*sides, (0.0, 0.0, 1.0))]
    found = np.unique(picture.shade[picture.solid == 0])
    assert len(found) == 3, "the top and two sides"
    assert all(min(abs(shade - 0.35 - 0.65 * share) for share in lit) < 1e-5 for shade in found)


def test_the_pixels_of_a_picture_are_those_of_a_look() -> None:
    for one in scenes(0)[::40]:
        seen = look(*one)
        view = View.on(one.eye, one.target, tilted=True)
        there = paint(view, [one.target], seen.size).solid == 0
        assert there.sum() == seen.pixels
        in_front = paint(view, [one.target, *(solid for _, solid in one.blockers)], seen.size)
        assert ((in_front.solid == 0) & there).sum() == seen.visible


# --- the same on every machine ---------------------------------------------------------------


SCENES = """
import fireline.geometry.rasteriser  # which draws from then on
from hashlib import sha256
from figures_witness import looks
from fireline.geometry.view import paint
from fireline.geometry.sight import look
from fireline.geometry.view import View
content = sha256()
for one in looks(1)[::5]:
    content.update(repr(look(*one)).encode())
one = looks(1)[7]
picture = paint(View.on(one.eye, one.target), [one.target, *(solid for _, solid in one.blockers)], 200)
for array in (picture.solid, picture.part, picture.depth, picture.shade):
    content.update(array.tobytes())
print(content.hexdigest())
"""


def printed(code: str, **environment: str) -> str:
    """What a fresh Python prints, told how to compile."""
    env = os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)} | environment
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8", env=env)
    return done.stdout


@pytest.mark.whole("long")
@pytest.mark.parametrize(
    "target",
    [{}, {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}, {"NUMBA_OPT": "0"}],
    ids=["this machine", "the plainest machine", "not optimised"],
)
def test_the_same_bits_whatever_it_is_compiled_for(
    target: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(SCENES)  # noqa: S102 (the lines above)
    assert printed(SCENES, NUMBA_CACHE_DIR=str(tmp_path), **target) == capsys.readouterr().out


def test_what_cannot_be_kept_is_compiled_all_the_same() -> None:
    from fireline.geometry.rasteriser import compiled

    names: dict[str, Callable[[float], float]] = {}
    exec("def twice(x): return 2 * x", names)  # noqa: S102 (a function without a file)
    assert compiled("float64(float64)")(names["twice"])(1.5) == 3
