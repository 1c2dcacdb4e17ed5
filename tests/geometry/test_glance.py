"""A glance says of a body what a look says: whether any of it is seen, and whether any is hidden."""

from __future__ import annotations

from collections import Counter
from itertools import count, pairwise
from random import Random

import numpy as np
import pytest

from fireline.geometry import glance as glances
from fireline.geometry.bulk import Bulk
from fireline.geometry.glance import Crowd, Glance, glance, window
from fireline.geometry.shapes import box, capsule, cylinder
from fireline.geometry.sight import Seen, look
from fireline.geometry.solids import Point3, Solid, join
from fireline.geometry.view import View
from fireline.rulesets.blightmeer.figure import human

PERSON = human()
NUMBERS = count()


def glanced(eye: Point3, body: Solid, before: list[Solid], crowd: Crowd | None = None) -> tuple[Glance, Seen]:
    """What a glance finds, and what a look does."""
    found = glance(window(eye, body), body, crowd or Crowd(), before)
    return found, look(eye, body, [(f"{next(NUMBERS)}", solid) for solid in before])


def same(found: Glance, seen: Seen) -> bool:
    return (found.clear, found.covered) == (seen.clear, seen.covered)


def scene(random: Random) -> tuple[Point3, Solid, list[Solid]]:
    """An eye, a person, and a few things that stand about between them or lean on the person."""
    at = random.uniform(2, 14), random.uniform(-3, 3), random.choice([0.0, 0.0, 2.0])
    body = PERSON.body.placed(at, random.uniform(0, 360))
    before = []
    for _ in range(random.randrange(6)):
        share, off = random.random(), random.uniform(-1.2, 1.2)
        there = at[0] * share, at[1] * share + off, random.choice([0.0, at[2]])
        thing = random.choice(
            [
                box((random.uniform(0.05, 2), random.uniform(0.05, 3), random.uniform(0.3, 2.5))),
                cylinder(random.uniform(0.02, 0.5), random.uniform(0.5, 2), "post"),
                PERSON.solid,
            ]
        )
        before.append(thing.placed(there, random.uniform(0, 360)))
    return (0.0, 0.0, random.uniform(0.3, 3)), body, before


@pytest.mark.whole("long")
@pytest.mark.parametrize("seed", range(8))
def test_a_glance_answers_as_a_look_does(seed: int) -> None:
    random, crowd, told = Random(seed), Crowd(), Counter[Glance]()  # noqa: S311 (nothing secret)
    for _ in range(60):
        found, seen = glanced(*scene(random), crowd)
        told[found] += 1
        assert found is Glance.UNSURE or same(found, seen)
    assert all(told[one] for one in (Glance.NOTHING, Glance.PART, Glance.ALL))
    assert told[Glance.UNSURE] < 6


@pytest.mark.whole("long")
@pytest.mark.parametrize("n", range(12))
def test_where_single_pixels_decide_the_finer_look_does(n: int) -> None:
    # A wall whose edge passes the body's outline by less and less, on either side of it.
    body = PERSON.body.placed((8, 0, 0), 90)
    low, high = body.bounds
    for edge in (high[1] - 2.0**-n, high[1] + 2.0**-n, low[1] + 2.0**-n, low[1] - 2.0**-n):
        wall = box((0.2, 4.0, 3.0)).placed((7.2, edge + 2.0, 0))
        found, seen = glanced((0.0, 0.0, 0.9), body, [wall])
        assert found is Glance.UNSURE or same(found, seen)


@pytest.mark.parametrize("gap", [0.0, 2.0**-12, 2.0**-10, 2.0**-8, 0.05])
def test_what_touches_a_body_hides_as_little_as_in_a_look(gap: float) -> None:
    body = box((1.0, 1.0, 1.0)).placed((6, 0, 0))
    wall = box((0.5, 1.0, 1.0)).placed((5.25 - gap, 0, 0))
    assert same(*glanced((0.0, 0.0, 0.5), body, [wall]))
    assert same(*glanced((0.0, 0.3, 2.5), body, [wall.placed((0, 0.5, 0.5))]))


def test_very_large_solids_those_close_by_and_those_without_a_pixel_are_left_to_a_look() -> None:
    body = box((2.0, 2.0, 2.0))
    assert glanced((0.0, 0.0, 1.0), body, [])[0] is Glance.UNSURE
    assert glanced((4.0, 0.0, 1.0), body, [])[0] is Glance.ALL
    sheet = Solid.of(box((2.0, 2.0, 0.0)).corners[:1], "sheet")
    assert glanced((9.0, 0.0, 0.0), sheet, [])[0] is Glance.UNSURE
    ball = capsule((0, 0, 0.5), (0, 0, 0.6), 0.3, "body", 12, 4)
    bulk = Bulk(ball.spots, ball.mesh.faces.astype(np.int32), ball.part_of, ball.parts)
    view = View.on((5.0, 0.0, 0.5), ball, tilted=True)
    assert glance(view, bulk, Crowd(), []) is Glance.UNSURE
    assert glance(view, ball, Crowd(), [bulk]) is Glance.UNSURE


def test_a_crowd_forgets_the_solids_it_has_no_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glances, "MOST_TRIANGLES", 30)
    crowd = Crowd()
    solids = [box((1.0, 1.0, n + 1.0)) for n in range(5)]
    for _ in range(2):
        for one, other in pairwise(solids):
            corners, runs = crowd.holding([one, other])
            assert len(corners) <= 48
            for solid, (start, stop) in zip((one, other), runs.tolist(), strict=True):
                assert (corners[start:stop] == solid.corners).all()


def test_corners_that_meet_are_found_once_for_all_copies() -> None:
    first = join([box((1.0, 1.0, 1.0), "one"), box((1.0, 1.0, 1.0), "two").placed((1, 0, 0))])
    copy = first.placed((3, 1, 0), 37).placed((0.5, 0, 2), 11)
    assert copy.mesh is first.mesh
    assert len(copy.spots) == 12
    assert (copy.spots[copy.mesh.faces] == copy.corners).all()
    assert (window((9.0, 0.0, 1.0), copy)) == View.on(
        (9.0, 0.0, 1.0), Solid(copy.corners, copy.part_of, copy.parts), tilted=True
    )
