"""Solids of very many triangles: drawn, moved and cut up exactly as plain solids of the same triangles are."""

import pickle
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from fireline.geometry import bulk
from fireline.geometry.bulk import SPARE, Bulk, coarse, solid_from
from fireline.geometry.measures import CLUSTER
from fireline.geometry.outlines import encloses, surfaces
from fireline.geometry.shapes import box, capsule
from fireline.geometry.sight import look
from fireline.geometry.solids import Solid, join
from fireline.geometry.view import View, paint

PLAIN = join(
    [
        capsule((0, 0, 0.5), (0, 0.2, 2), 0.5, "body", 24, 8),
        capsule((0.5, 0, 1), (1, 0.2, 1.2), 0.1, "sword", 16, 6),
        Solid.of(np.array([[[-1, 0, 0], [1, 0, 0], [0, 0.5, 3]]]), "banner"),  # a surface that is open
    ]
)
"""Less than a cluster's triangles in a part, and more in another."""


@pytest.fixture(autouse=True)
def _small_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "LARGE", 100)


def large() -> Bulk:
    found = solid_from(PLAIN.corners, PLAIN.part_of, PLAIN.parts)
    assert isinstance(found, Bulk)
    return found


def rows(solid: Solid) -> NDArray[np.float64]:
    """All triangles with their parts, in an order of their own."""
    found = np.column_stack([solid.corners.reshape(-1, 9), solid.part_of.astype(np.float64)])
    return found[np.lexsort(found.T)]


def same(one: Solid, other: Solid) -> bool:
    return bool((rows(one) == rows(other)).all()) and one.parts == other.parts


PLACES = [((10, 3, 0), 33.3, 0.7), ((-4.3, 17.1, 2.5), 211, 1 / 25.4), ((0, 0, 0), 0, 1), ((1e-7, 0, 0), 90, 3)]


@pytest.mark.parametrize(("at", "turn", "scale"), PLACES)
def test_a_copy_elsewhere_has_the_same_triangles(at: tuple[float, float, float], turn: float, scale: float) -> None:
    here, there = PLAIN.placed(at, turn, scale), large().placed(at, turn, scale)
    assert isinstance(there, Bulk)
    assert same(here, there)
    assert (here.bounds, here.ball) == (there.bounds, there.ball)
    again = (2.2, 0.1, 0.0), 77.0
    assert same(here.placed(*again), there.placed(*again))
    assert np.concatenate(list(there.blocks())).tolist() == there.corners.tolist()
    assert not np.signbit(there.corners[there.corners == 0]).any()


def test_parts_axes_and_pickles_are_those_of_a_plain_solid() -> None:
    some = large().placed((1, 2, 3), 45)
    plain = PLAIN.placed((1, 2, 3), 45)
    assert same(some.only(["body"]), plain.only(["body"]))
    assert isinstance(some.only(["body"]), Bulk)
    assert not isinstance(some.only(["banner"]), Bulk)
    assert same(some.only(["banner"]), plain.only(["banner"]))
    assert same(some.as_one("rock"), plain.as_one("rock"))
    assert same(some.mapped([(2, 1), (1, 1), (0, -1)]), plain.mapped([(2, 1), (1, 1), (0, -1)]))
    assert same(pickle.loads(pickle.dumps(some)), plain)  # noqa: S301 - made here
    assert hash(some) == hash(large().placed((1, 2, 3), 45))
    assert some != large().placed((1, 2, 3), 46)


def test_a_cluster_lies_in_its_ball_which_is_no_larger_than_a_box_around_it_needs() -> None:
    there = large().placed((-3, -4, -5), 30, 2)
    assert isinstance(there, Bulk)
    own = large()
    assert len(own.balls) == -(-len(own) // CLUSTER) > 1
    for n, (here, placed) in enumerate(zip(own.balls, there.balls, strict=True)):
        among = slice(n * CLUSTER, (n + 1) * CLUSTER)
        box_, points = np.ptp(own.corners[among].reshape(-1, 3), axis=0), there.corners[among].reshape(-1, 3)
        assert here[3] == pytest.approx(float(np.sqrt((box_**2).sum())) / 2 + SPARE, abs=1e-9)
        assert placed[3] == pytest.approx(2 * here[3], abs=2 * SPARE)
        assert np.sqrt(((points - placed[:3]) ** 2).sum(axis=1)).max() <= placed[3]


def test_what_is_over_a_point_is_found_among_fewer_triangles() -> None:
    some, random = large().placed((5, 5, 0), 30), Random(3)  # noqa: S311 - nothing secret
    for _ in range(200):
        point = (random.uniform(4, 6), random.uniform(4, 6))
        few = some.over(point)
        assert surfaces(few, point) == surfaces(some.corners, point)
        assert encloses(few, point, 1.0) == encloses(some.corners, point, 1.0)


@pytest.mark.whole("long")
def test_an_eye_sees_the_same_past_it_and_of_it_to_the_last_pixel() -> None:
    """Whatever hides what: from all sides, near enough to be within, and with what is passed over behind and beside."""
    random = Random(1)  # noqa: S311
    covered = 0
    for n in range(80):
        at, turn = (random.uniform(3, 6), random.uniform(-1, 1), 0.0), random.uniform(0, 360)
        plain, many = PLAIN.placed(at, turn, 1.1), large().placed(at, turn, 1.1)
        eye = (random.uniform(-2, 5), random.uniform(-2, 2), random.uniform(0, 3))
        target = box((0.8, 0.8, 1.8), "raider").placed((9, random.uniform(-1, 1), 0), turn)
        others = [("wall", box((0.2, 1, 1)).placed((2, n / 40, 0)))]
        seen = look(eye, target, [("x", plain), *others])
        assert look(eye, target, [("x", many), *others]) == seen
        assert look(eye, many, others) == look(eye, plain, others)
        covered += seen.covered
    assert covered > 20


def test_a_picture_of_it_is_the_same() -> None:
    plain, many = PLAIN.placed((6, 0, 0), 70), large().placed((6, 0, 0), 70)
    view = View.on((0, 0, 1), plain)
    one, other = paint(view, [plain], 100), paint(view, [many], 100)
    for name in ("solid", "part", "depth"):
        assert (getattr(one, name) == getattr(other, name)).all()


def test_what_is_made_coarse_for_a_screen_is_as_far_off_as_it_says() -> None:
    many = large()
    made, error = coarse(many, 60)
    assert 0 < len(made) <= 60
    assert 0 < error < 2
    points = many.points
    for point in made.points:  # every corner is one of the model's, and stands for those of its cell
        assert (points == point).all(axis=1).any()
    assert coarse(many, len(many)) == (many, 0.0)
    assert coarse(PLAIN, 10) == (PLAIN, 0.0)


def test_a_flat_surface_is_made_coarse_by_its_length() -> None:
    corners = [[[x, y, 1.0], [x + 1, y, 1.0], [x, y + 1, 1.0]] for x in range(20) for y in range(6)]
    flat = solid_from(np.array(corners), np.zeros(len(corners), dtype=np.int64), PLAIN.parts[:1])
    made, error = coarse(flat, 30)
    assert 0 < len(made) <= 30
    assert 0 < error < 20
