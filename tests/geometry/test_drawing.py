"""What numpy draws is what compiled code draws, to the last bit, and each draws when it should."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from battles import EXAMPLES
from fireline.geometry import drawing, rasteriser
from fireline.geometry.shapes import box
from fireline.geometry.solids import Solid
from fireline.geometry.view import View

Floats = NDArray[np.float64]
Pictures = tuple[object, ...]


@pytest.fixture
def by_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is drawn by numpy, however much it is."""
    monkeypatch.setattr(drawing, "is_little", lambda _: True)


def triangles(random: np.random.Generator) -> Floats:
    """Triangles around the eye and before it, small and large: some edge-on, some in one plane, some the same."""
    count = random.integers(1, 60)
    middles = random.normal(0, 8, (count, 1, 3)) + np.array([random.choice([0, 20]), 0, 0])
    corners = middles + random.normal(0, random.choice([0.2, 2, 15]), (count, 3, 3))
    match random.integers(4):
        case 1:
            corners = np.round(corners)
        case 2:
            corners[..., 2] = random.choice([0, 2.0**-10, 2.0**-11])
        case 3:
            corners = np.concatenate([corners, corners[::-1], corners])
    return Solid.of(corners).corners


def window(random: np.random.Generator) -> Floats:
    """A camera at the origin, level, steep or aslant, narrow or wide; it may widen, and see no farther than so far."""
    x, y, z = random.choice([-1.0, 0.0, 1.0], 3).tolist()
    half = float(random.choice([4, 1, 0.3, 0.01]))
    view = View.towards((0.0, 0.0, 0.0), (x, y, z), half, tilted=bool(random.integers(2)))
    return view.camera(float(random.choice([0, 1])), float(random.choice([np.inf, 10, 25])))


def drawn(by: object, seed: int, size: int) -> Pictures:
    """All that one of the two makes of a scene."""
    random = np.random.default_rng(seed)
    corners, camera, made = triangles(random), window(random), vars(by)
    chosen = random.permutation(len(corners))[: random.integers(1, len(corners) + 1)]
    nearness = np.where(random.random((size, size)) < 0.5, random.random((size, size)), 0) * random.integers(2)
    codes, step = np.full((size, size), -1, dtype=np.int32), int(random.integers(2))
    part_of = random.integers(0, 5, len(corners))
    part_of.flags.writeable = False
    made["draw"](corners, chosen, camera, nearness, codes, 3, step)
    body, pixels, visible = np.zeros((size, size)), np.zeros(5, dtype=np.int64), np.zeros(5, dtype=np.int64)
    made["draw_parts"](corners, part_of, camera, body, nearness, pixels, visible)
    hidden = np.zeros(len(corners) + 4, dtype=np.int64)
    shared = made["share_out"](body, nearness, np.maximum(codes, 0), hidden)
    extent = made["extent"](corners, camera)
    arrays = (one.tobytes() for one in (nearness, codes, body, pixels, visible, hidden))
    return *arrays, shared, extent if extent[-1] > 0 else extent[-1]


@pytest.mark.whole("long")
@settings(max_examples=150)
@given(st.integers(0, 2**32), st.sampled_from([16, 33, 128]))
def test_both_draw_the_same_to_the_last_bit(seed: int, size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "is_little", lambda _: True)
        by_numpy = drawn(drawing, seed, size)
    assert by_numpy == drawn(rasteriser, seed, size)


@pytest.mark.usefixtures("by_numpy")
def test_triangles_in_many_batches_are_the_same_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [drawn(drawing, seed, 64) for seed in range(20)]
    monkeypatch.setattr(drawing, "AT_ONCE", 500)
    assert [drawn(drawing, seed, 64) for seed in range(20)] == whole


def test_what_is_too_much_for_numpy_is_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawing.drawer() is rasteriser  # it is loaded
    monkeypatch.setattr(drawing, "is_little", lambda work: 0 < work < 1000)
    handed: list[int] = []
    monkeypatch.setattr(rasteriser, "draw", lambda *given: handed.append(len(given[0])))
    wall = box((1, 9, 9)).placed((5, 0, -4)).corners
    camera = View.towards((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 1.0).camera()
    nearness = np.zeros((32, 32))
    drawing.draw(wall, np.arange(len(wall)), camera, nearness, np.zeros((32, 32), dtype=np.int32), 0, 0)
    assert handed == [len(wall)]
    assert not nearness.any()


def ran(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8").stdout


@pytest.mark.whole("long")
def test_one_shot_is_judged_without_the_compiler() -> None:
    check = ["check", str(EXAMPLES / "blightmeer-village.yaml"), "--shooter", "lookout", "--target", "brute"]
    told = ran(f"import sys\nfrom fireline.cli import run\nrun({check})\nprint('numba' in sys.modules)").splitlines()
    assert told[0].endswith(": legal.")
    assert told[-1] == "False"


@pytest.mark.whole("long")
def test_the_compiler_takes_over_where_there_is_much_to_draw() -> None:
    looking = """
import sys
from fireline.geometry import drawing
from fireline.geometry.shapes import box
from fireline.geometry.sight import look
body, wall = box((1, 1, 1)).placed((10, 0, 0)), box((0.5, 9, 9)).placed((5, 4.5, -4))
first = look((0, 0, 0.5), body, [("wall", wall)])
print("numba" in sys.modules)
drawing.FEW = 0
print(look((0, 0, 0.5), body, [("wall", wall)]) == first, "numba" in sys.modules)
"""
    assert ran(looking).split() == ["False", "True", "True"]
