"""Terrain as solids and as ground: what it fills, how high it is, and who may stand where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Point, Polygon
from shapely import box as rectangle_of
from shapely.ops import unary_union

from battles import FILES
from blightmeer_table import archer, data, state
from figures_witness import open_edges, volume
from fireline.game.battle import Battle
from fireline.geometry.bases import Model
from fireline.geometry.outlines import Outline, Point2, area, scaled
from fireline.geometry.shapes import box as box_solid
from fireline.geometry.solids import Solid, join
from fireline.rulesets.blightmeer.editing import middle_of
from fireline.rulesets.blightmeer.openings import Opening
from fireline.rulesets.blightmeer.terrain import FOOT, SLACK, Block, Box, Hill, Mesh, Terrain
from fireline.rulesets.blightmeer.walls import Wall

RADIUS = 0.5
TALL = 1.25
SQUARE: Outline = ((0, 0), (6, 0), (6, 6), (0, 6))
L_SHAPE: Outline = ((0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4))

anywhere = st.integers(-64, 7 * 64).map(lambda n: n / 64)


def stands(piece: Terrain, x: float, y: float, z: float = 0.0) -> bool:
    """Whether a usual model may stand here as far as this piece is concerned."""
    return not piece.holds((((x, y), RADIUS),), z, z + TALL)


# --- walls ----------------------------------------------------------------------------------

LONG, HIGH, THICK = 9.6, 4.0, 0.25


def walled(*openings: tuple[float, float, float, float], turn: int = 0) -> Wall:
    """A wall from (2, 3) with openings: along, width, sill, height; along x, or on a 3-4-5 slope."""
    end = {0: (11.6, 3.0), 1: (7.76, 10.68)}[turn]
    named = tuple(Opening(f"w{n}", *one) for n, one in enumerate(openings))
    return Wall("wall", (2, 3), end, HIGH, THICK, 0.0, named)


OPENINGS = [
    (),
    ((1, 2, 1, 1),),
    ((0, 2, 0, 2),),  # a door at the very start
    ((7.2, 2.4, 1, 1),),  # a window up to the very end, which floats put beyond it
    ((3, 2, 0, HIGH),),  # as high as the wall
    ((0, LONG, 0, HIGH),),  # nothing is left
    ((0, LONG, 1, 1),),  # a slit from end to end
    ((1, 2, 1, 1), (3, 2, 1, 1)),  # side by side
    ((0.1, 0.2, 0.1, 0.2), (0.3, 0.4, 0.1, 0.2)),  # side by side by their decimals
    ((1, 2, 0.1, 0.2), (1, 2, 0.3, 0.4)),  # one on top of the other
    ((1, 2, 1, 1), (2, 2, 1.5, 1)),  # overlapping
    ((1, 4, 1, 2), (2, 1, 1.5, 1)),  # one within the other
    ((1, 2, 1, 1), (1, 2, 1, 1)),  # the same twice
    ((1, 2, 0, 2), (1, 2, 2.5, 1), (1.5, 3, 0.5, 3.5)),
]


@pytest.mark.parametrize("openings", OPENINGS)
@pytest.mark.parametrize("turn", [0, 1])
def test_a_wall_fills_what_its_openings_leave(openings: tuple[tuple[float, ...], ...], turn: int) -> None:
    piece = walled(*openings, turn=turn)  # type: ignore[arg-type]
    gaps = unary_union([rectangle_of(a, sill, a + w, sill + h) for a, w, sill, h in openings])  # however they overlap
    assert float(volume(piece.solid)) == pytest.approx((LONG * HIGH - gaps.area) * THICK, abs=1e-3)
    assert piece.length == LONG
    # A sheet of no thickness between two openings that touch would still hide what is behind it.
    for block in piece.blocks:
        assert block.height > 0.05
        assert abs(area(block.outline)) > 0.05 * THICK
        assert block.top <= HIGH


def test_a_wall_has_half_its_thickness_on_either_side() -> None:
    (x0, y0, z0), (x1, y1, z1) = walled((1, 1, 1, 1)).solid.bounds
    assert (x0, x1, z0, z1) == pytest.approx((2, 11.6, 0, HIGH), abs=1e-6)
    assert (y0, y1) == pytest.approx((2.875, 3.125), abs=1e-6)
    assert walled().point(4, 0.5) == (6, 3.5)


# --- hills ----------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [1, 2, 3, 7])
@pytest.mark.parametrize("top", [0.05, 0.5, 1.0])
def test_a_stepped_hill_fills_its_terraces(steps: int, top: float) -> None:
    hill = Hill("hill", SQUARE, 3.0, steps, top, 0.5)
    shares = [1.0] if steps == 1 else [1 - (1 - top) * n / (steps - 1) for n in range(steps)]
    assert float(volume(hill.solid)) == pytest.approx(sum(36 * share**2 * 3 / steps for share in shares), abs=1e-3)
    assert [block.top for block in hill.terraces] == pytest.approx([0.5 + 3 * (n + 1) / steps for n in range(steps)])
    assert hill.terraces[-1].top == 3.5


@pytest.mark.parametrize("top", [0.05, 0.5, 1.0])
@pytest.mark.parametrize("outline", [SQUARE, SQUARE[::-1], ((0, 0), (6, 0), (2, 5))])
def test_a_sloped_hill_is_a_frustum(top: float, outline: Outline) -> None:
    hill = Hill("hill", outline, 3.0, 0, top)
    assert float(volume(hill.solid)) == pytest.approx(abs(area(outline)) * (1 + top + top**2), abs=1e-3)
    assert not open_edges(hill.solid)


# --- how high it is -------------------------------------------------------------------------


def test_the_height_of_a_block_is_its_top_where_it_stands() -> None:
    block = Block("prism", L_SHAPE, 0.1, 0.2)
    assert block.height_at((1, 3)) == 0.3, "by the decimals; floats say 0.30000000000000004"
    assert block.height_at((4, 1)) == 0.3, "on the edge"
    assert block.height_at((3, 3)) is None


@pytest.mark.rule("BLM-6.1")
@given(st.sampled_from([0.7, 2.0, 2.3, 3.0, 4.1]), st.tuples(st.floats(1.5, 4.5), st.floats(1.5, 4.5)))
def test_the_top_of_a_hill_is_level_to_the_last_digit(height: float, point: Point2) -> None:
    for steps in (0, 1, 3):
        assert Hill("hill", SQUARE, height, steps, 0.5).height_at(point) == height


@given(st.tuples(anywhere, anywhere))
def test_a_slope_rises_evenly(point: Point2) -> None:
    height = Hill("hill", SQUARE, 3.0, 0, 0.5).height_at(point)
    out = max(abs(point[0] - 3), abs(point[1] - 3))
    if out > 3:
        assert height is None
    else:
        assert height == pytest.approx(min((3 - out) / 1.5, 1) * 3, abs=1e-6)


@given(st.tuples(anywhere, anywhere))
def test_a_terrace_is_level(point: Point2) -> None:
    height = Hill("hill", SQUARE, 3.0, 3, 0.4, 1.0).height_at(point)
    on = [n for n, share in enumerate((1, 0.7, 0.4), 1) if Polygon(scaled(SQUARE, share)).covers(Point(point))]
    assert height == (1.0 + max(on) if on else None)


def test_a_wall_is_as_high_as_what_stands_over_a_point() -> None:
    here = walled((1, 2, 0, 2), (5, 2, 0, HIGH))
    assert here.height_at((2.5, 3)) == HIGH
    assert here.height_at((4, 3)) == HIGH, "over a door there is the lintel"
    assert here.height_at((8, 3)) is None, "not in an opening as high as the wall"
    assert here.height_at((8, 9)) is None


# --- meshes ---------------------------------------------------------------------------------


def mesh(solid: Solid, **more: object) -> Mesh:
    return Mesh("rock", "rock.stl", Model("rock", solid, ("body",) * len(solid.parts)), (10, 10, 0), **more)  # type: ignore[arg-type]


@pytest.mark.rule("BLM-6.1")
@pytest.mark.parametrize("hundredths", range(5, 200, 15))
def test_two_floors_of_a_mesh_two_inches_apart_are_two_inches_apart(hundredths: int) -> None:
    low = hundredths / 100
    floors = join([box_solid((4, 4, low)), box_solid((4, 4, low + 2)).placed((5, 0, 0))])
    there = mesh(floors)
    assert (there.height_at((10, 10)), there.height_at((15, 10))) == (low, round(low + 2, 2))
    assert there.height_at((12.5, 10)) is None


def test_the_ground_on_a_mesh_is_its_highest_triangle() -> None:
    table = join([box_solid((4, 4, 0.2)).placed((0, 0, 2)), box_solid((0.4, 0.4, 2))])
    assert mesh(table).height_at((10.0, 10.0)) == pytest.approx(2.2, abs=1e-6)
    assert mesh(table).height_at((11.9, 8.1)) == pytest.approx(2.2, abs=1e-6)
    assert mesh(table).height_at((12.1, 10.0)) is None


def test_who_stands_on_a_mesh_in_it_and_beside_it() -> None:
    rock = mesh(box_solid((4, 4, 3)))
    assert stands(rock, 10, 10, 3)
    assert stands(rock, 10, 10, 3 - FOOT / 2), "the ground may be uneven"
    assert not stands(rock, 10, 10, 2)
    assert not stands(rock, 10, 10), "in the middle of the rock, though no triangle is in him"
    assert stands(rock, 13, 10)
    assert not stands(mesh(box_solid((4, 4, 1))), 10, 10), "its top goes through him"


def test_who_stands_in_a_hollow_tower() -> None:
    hollow = join([box_solid((4, 4, 6)), box_solid((3, 3, 4)).placed((0, 0, 0.5))])
    assert stands(mesh(hollow), 10, 10, 0.5)
    assert not stands(mesh(hollow), 10, 10, 4), "his head is in the roof"
    assert not stands(mesh(hollow), 11.75, 10, 0.5), "in its wall"
    assert stands(mesh(hollow), 10, 10, 6), "on the roof"
    sheet = Solid.of(box_solid((4, 4, 3)).corners[2:])
    tent = Mesh("tent", "tent.stl", Model("tent", sheet, ("body",), leaks=4), (10, 10, 0))
    assert stands(tent, 10, 10), "an open mesh has no inside"


# --- who may stand where --------------------------------------------------------------------


def test_a_base_beside_a_box_may_touch_it() -> None:
    crate = Box("crate", (10, 10, 0), (2, 2, 1), 0)
    assert stands(crate, 11.5, 10)
    assert stands(crate, 11.5 - SLACK, 10)
    assert not stands(crate, 11.5 - 2 * SLACK, 10)
    assert not stands(crate, 10, 10)
    corner = 11 + RADIUS * 0.7071
    assert stands(crate, corner, corner)
    assert not stands(crate, corner - 0.03, corner - 0.03)
    plank = Box("plank", (10, 10, 0), (6, 0.5, 1), 90)
    assert stands(plank, 12, 10)
    assert not stands(plank, 10, 12)


def test_on_a_box_and_under_it() -> None:
    crate = Box("crate", (10, 10, 2), (2, 2, 1), 0)
    assert stands(crate, 10, 10, 3)
    assert stands(crate, 10, 10, 3 - SLACK)
    assert not stands(crate, 10, 10, 3 - 2 * SLACK)
    assert stands(crate, 10, 10, 0), "below a bridge"
    assert stands(crate, 10, 10, 2 - TALL + SLACK)
    assert not stands(crate, 10, 10, 2 - TALL + 2 * SLACK)


def test_in_the_notch_of_a_prism() -> None:
    prism = Block("prism", L_SHAPE, 0, 1)
    assert stands(prism, 2.5, 2.5)
    assert not stands(prism, 2.45, 2.45)
    assert stands(prism, 3, 3)


def test_in_a_doorway_but_not_in_the_wall() -> None:
    here = walled((1, 2, 0, 2), (5, 2, 0.8, 1))
    assert not stands(here, 2.5, 3)
    assert stands(here, 4, 3), "in the door, which is 2 wide and 2 high"
    assert not stands(here, 3.4, 3), "his base would be in its post"
    assert not stands(here, 4, 3, 1), "his head would be in its lintel"
    assert not stands(here, 8, 3), "a window has a sill"
    assert stands(here, 8, 3, HIGH)
    assert stands(here, 4, 3 + THICK / 2 + RADIUS)


def test_on_a_slope_where_his_middle_is() -> None:
    slope = Hill("hill", SQUARE, 3.0, 0, 0.5)
    for x in (0.2, 0.75, 1.2, 3.0):
        ground = slope.height_at((x, 3.0))
        assert ground is not None
        assert stands(slope, x, 3, ground)
        assert not stands(slope, x, 3, ground - 2 * SLACK)
    assert stands(slope, -0.1, 3), "beside it, though his base cuts into its foot"
    assert stands(Hill("hill", SQUARE, 1.0, 0, 0.5, bottom=2.0), 3, 3), "below one that floats"


def test_on_a_stepped_hill() -> None:
    hill = Hill("hill", SQUARE, 3.0, 3, 0.4)
    assert stands(hill, 0.5, 3, 1)
    assert not stands(hill, 0.5, 3, 0)
    assert not stands(hill, 1.5, 3, 1)
    assert stands(hill, 1.5, 3, 2)
    assert stands(hill, 3, 3, 3)


# --- on a table -----------------------------------------------------------------------------


@pytest.mark.parametrize("tenths", range(1, 60, 3))
def test_a_slope_and_the_edge_of_a_terrace_are_as_high_as_they_are_written_to_the_last_digit(tenths: int) -> None:
    near, far = tenths / 10, (tenths + 80) / 10
    outline = ((near, near), (far, near), (far, far), (near, far))
    half_up, on_the_edge = ((tenths + 10) / 10, (tenths + 43) / 10), ((tenths + 20) / 10, (tenths + 43) / 10)
    assert Hill("hill", outline, 4.0, 0, 0.5).height_at(half_up) == 2
    assert Hill("hill", outline, 4.0, 3, 0.25).height_at(on_the_edge) == 4 * 2 / 3
    assert Hill("hill", outline, 4.0, 2, 0.5).height_at(on_the_edge) == 4


@pytest.mark.rule("BLM-6.1")
@pytest.mark.parametrize(
    ("terrain", "height"),
    [
        ([], 0),
        ([{"id": "b", "box": {"at": [18, 6, 0.1], "size": [3, 3, 0.2]}}], 0.3),
        ([{"id": "h", "hill": {"outline": [[15, 3], [21, 3], [21, 9], [15, 9]], "height": 3, "steps": 4}}], 3),
        ([{"id": "w", "wall": {"from": [12, 6], "to": [24, 6], "height": 4, "thickness": 2}}], 4),
        ([{"id": "m", "mesh": {"file": "tower.glb", "at": [18, 6]}}], 3),
        (
            [
                {"id": "low", "box": {"at": [18, 6], "size": [6, 6, 1]}},
                {"id": "high", "box": {"at": [18, 6, 1], "size": [3, 3, 1]}},
                {"id": "aside", "box": {"at": [25, 6], "size": [3, 3, 9]}},
            ],
            2,
        ),
    ],
)
def test_without_a_height_a_model_stands_on_the_highest_surface(
    terrain: list[dict[str, object]], height: float
) -> None:
    here = state(Battle.read(data(archer(), terrain=terrain), FILES))
    assert here.unit("archer").at == (18, 6, height)


@pytest.mark.parametrize("axis", [0, 1])
def test_the_middle_of_pieces_is_that_of_the_rectangle_around_them(axis: int) -> None:
    pieces = [
        {"id": "hut", "box": {"at": [7, 11, 1], "size": [10, 20, 2]}},
        {"id": "wall", "wall": {"from": [6, 3], "to": [16, 9]}},
    ]
    assert middle_of(pieces)[axis] == (9, 11)[axis]
    assert middle_of(pieces[:1])[axis] == (7, 11)[axis]
