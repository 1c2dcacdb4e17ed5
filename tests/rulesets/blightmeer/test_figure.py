from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from blightmeer_table import man
from figures_witness import volume
from fireline.geometry.bases import Model
from fireline.geometry.figures import ARMS, BASE_HEIGHT, BODY, EYES, Posture
from fireline.geometry.held import GEAR as WORN
from fireline.geometry.held import held
from fireline.geometry.measures import GRID
from fireline.geometry.shapes import box
from fireline.geometry.solids import Solid, join
from fireline.rulesets.blightmeer.modelfacts import of_model
from fireline.rulesets.blightmeer.pieces import GEAR, WEAPONS

STEP = 1 / GRID
EVERYTHING = ("shield", "tower_shield", "cloak")
FIGURES = [
    man(large, gear, weapon, posture, raised)
    for large, gear, weapon, posture, raised in product(
        (False, True), ((), EVERYTHING), (None, "Long Bow"), Posture, (False, True)
    )
]
LYING = [Posture.FACE_DOWN, Posture.FACE_UP]


def points(solid: Solid, *parts: str) -> NDArray[np.float64]:
    return solid.only(parts or solid.parts).corners.reshape(-1, 3)


def span(solid: Solid, *parts: str) -> list[tuple[float, float]]:
    chosen = points(solid, *parts)
    return list(zip(chosen.min(axis=0).tolist(), chosen.max(axis=0).tolist(), strict=True))


# --- measures -------------------------------------------------------------------------------


@pytest.mark.parametrize(("large", "height", "base"), [(False, 32, 25), (True, 64, 50)])
def test_a_model_has_its_height_and_its_round_base(large: bool, height: float, base: float) -> None:
    figure = man(large)
    assert figure.height == pytest.approx(height / 25.4, abs=STEP)
    assert figure.solid.bounds[0][2] == 0
    disc = points(figure.solid, "base")
    away = np.sqrt(disc[:, 0] ** 2 + disc[:, 1] ** 2)
    assert away.max() == pytest.approx(base / 2 / 25.4, abs=STEP)
    assert disc[:, 2].max() == pytest.approx(3 / 25.4, abs=STEP)


def test_every_part_is_counterclockwise_from_outside() -> None:
    for figure in FIGURES[::5]:
        for part in figure.solid.parts:
            assert volume(figure.solid.only([part])) > 0, part


def test_the_body_is_the_same_on_both_sides() -> None:
    for raised in (False, True):
        figure = man(raised_arms=raised)
        solid = figure.solid.only(BODY)
        corners = {tuple(point) for point in solid.corners.reshape(-1, 3).tolist()}
        assert corners == {(x, -y, z) for x, y, z in corners}


def test_the_body_is_the_same_whatever_it_carries() -> None:
    bare = man().body.corners
    for weapon in [*WEAPONS, "House weapon"]:
        assert np.array_equal(man(gear=EVERYTHING, weapon=weapon).body.corners, bare)


def test_the_eyes_are_in_the_front_of_the_head() -> None:
    for figure in FIGURES:
        for eye, (low, high) in zip(figure.eyes, span(figure.solid, "head"), strict=True):
            assert low < eye < high
    for large, tall in ((False, 32 / 25.4), (True, 64 / 25.4)):
        figure = man(large)
        assert figure.eyes[2] == pytest.approx(EYES * tall)
        assert figure.eyes[0] > span(figure.solid, "torso")[0][1] * 0.9


# --- what is body and what is not -----------------------------------------------------------


@pytest.mark.rule("BLM-5.2")
def test_only_head_torso_arms_and_legs_are_body() -> None:
    figure = man(gear=EVERYTHING, weapon="Long Bow")
    equipment = {"weapon", "shield", "tower shield", "cloak"}
    assert {part for part, tag in figure.parts.items() if tag == "body"} == set(BODY)
    assert {part for part, tag in figure.parts.items() if tag == "equipment"} == equipment
    assert figure.parts["base"] == "base"
    assert {figure.body.parts[n] for n in set(figure.body.part_of.tolist())} == set(BODY)
    assert set(man().parts) == {*BODY, "base"}


def test_a_figure_carries_what_it_has_and_nothing_else() -> None:
    assert set(WORN) == set(GEAR)
    for name in GEAR:
        figure = man(gear=(name,))
        assert set(figure.parts) == {*BODY, "base", name.replace("_", " ")}
    assert "weapon" in man(weapon="anything").parts


def test_weapons_are_told_apart_by_their_names() -> None:
    shapes = {name: man(weapon=name).solid for name in ("Bow", "Crossbow", "Hand Crossbow", "Rifle", "Pistol")}
    shapes |= {name: man(weapon=name).solid for name in ("Sling", "Throwing Stars", "Blowpipe")}
    assert len(set(shapes.values())) == len(shapes)
    for name, like in (("ELVISH BOW", "Bow"), ("House rifle", "Rifle"), ("", "Blowpipe"), ("Handgun", "Rifle")):
        assert man(weapon=name).solid == shapes[like]
    assert all(man(weapon=name).solid != shapes["Blowpipe"] for name in WEAPONS)
    for name, long, wide in (("Crossbow", 0.30, 0.24), ("Hand Crossbow", 0.14, 0.15)):
        weapon = held(name)((0.0, -0.5, 0.25))
        across = span(weapon)[1]
        assert across == pytest.approx((-0.5 - wide, -0.5 + wide), abs=0.02), "as far to either side of the hand"
        assert span(weapon)[2][1] == pytest.approx(0.25 + long, abs=0.03), "its bow bends down from the nut"
        ends = [z for _, y, z in points(weapon) if abs(y + 0.5) > wide - 0.02]
        assert np.mean(ends) == pytest.approx(0.25 + long - 0.35 * wide, abs=0.015), "a third as far below the nut"


@pytest.mark.rule("BLM-5.1")
def test_raised_arms_are_only_pose_and_rise_from_the_shoulder_line() -> None:
    hanging, raised = man(weapon="Pistol"), man(weapon="Pistol", raised_arms=True)
    assert {part for part, tag in raised.parts.items() if tag == "pose"} == set(ARMS)
    assert "pose" not in hanging.tags
    assert raised.height == hanging.height
    shoulders = span(raised.solid, "torso")[2][1]
    low, high = span(raised.solid, *ARMS)[2]
    assert low >= shoulders - 0.02
    assert high > raised.height
    assert span(raised.body)[1][1] < span(hanging.body)[1][1]
    assert span(raised.solid, "weapon")[2][1] > raised.height


# --- lying ----------------------------------------------------------------------------------


@pytest.mark.rule("BLM-5.1")
@pytest.mark.parametrize("posture", LYING)
@pytest.mark.parametrize("large", [False, True])
def test_who_lies_lies_flat_with_the_middle_over_the_origin(posture: Posture, large: bool) -> None:
    standing, lying = man(large, EVERYTHING, "Long Bow"), man(large, EVERYTHING, "Long Bow", posture)
    (x0, x1), (y0, y1), (z0, z1) = span(lying.body)
    assert z0 == 0
    assert lying.solid.bounds[0][2] == 0
    assert z1 == lying.height < standing.height / 3
    assert x0 == pytest.approx(-x1, abs=STEP)
    assert (y0, y1) == span(standing.body)[1]
    assert x1 - x0 == pytest.approx(standing.height - BASE_HEIGHT, abs=2 * STEP)


def test_who_lies_face_down_fell_forwards_and_face_up_backwards() -> None:
    for posture, ahead in ((Posture.FACE_DOWN, 1), (Posture.FACE_UP, -1)):
        lying = man(posture=posture)
        head, feet = span(lying.solid, "head")[0], span(lying.solid, "left leg")[0]
        assert sum(head) * ahead > 0 > sum(feet) * ahead
        low, high = span(lying.solid, "head")[2]
        assert (lying.eyes[2] < (low + high) / 2) == (posture is Posture.FACE_DOWN)


@pytest.mark.parametrize("posture", LYING)
def test_what_would_stick_into_the_table_is_lifted_onto_it(posture: Posture) -> None:
    lying = man(gear=EVERYTHING, weapon="Long Bow", posture=posture)
    assert all(span(lying.solid, part)[2][0] >= 0 for part in lying.solid.parts)
    low, high = span(lying.solid, "base")[2]
    assert low == 0
    assert high == pytest.approx(25 / 25.4, abs=2 * STEP)


# --- mesh files -----------------------------------------------------------------------------

# Millimetres, put on the table in inches: a base, a body of 30 on it, and a long spear to one side.
SPEARMAN = Model(
    "spearman",
    join(
        [
            box((20, 20, 3), "base").placed((5, 7, 10)),
            box((8, 12, 30), "body").placed((6, 7, 13)),
            box((1, 1, 60), "spear").placed((9, 17, 25)),
        ]
    ).placed(scale=1 / 25.4),
    ("equipment", "body", "equipment"),
)


def test_a_mesh_stands_on_the_origin_in_inches() -> None:
    figure = of_model(SPEARMAN)
    (x0, x1), (y0, y1), (z0, z1) = span(figure.solid, "base")
    assert (x0 + x1, y0 + y1, z0) == pytest.approx((0, 0, 0), abs=2 * STEP)
    assert (x1 - x0, z1) == pytest.approx((20 / 25.4, 3 / 25.4), abs=2 * STEP)
    assert figure.height == pytest.approx(33 / 25.4, abs=STEP)
    assert figure.parts == {"base": "equipment", "body": "body", "spear": "equipment"}
    assert of_model(SPEARMAN) is figure


def test_a_mesh_looks_from_its_eyes_or_from_high_in_its_body() -> None:
    guessed = of_model(SPEARMAN).eyes
    assert guessed == pytest.approx((1 / 25.4, 0, (3 + 0.93 * 30) / 25.4), abs=2 * STEP)
    named = Model("spearman", SPEARMAN.solid, SPEARMAN.tags, eyes=(8 / 25.4, 7 / 25.4, 40 / 25.4))
    assert of_model(named).eyes == pytest.approx((3 / 25.4, 0, 30 / 25.4), abs=2 * STEP)


@pytest.mark.parametrize("posture", LYING)
def test_a_mesh_lies_flat_too(posture: Posture) -> None:
    lying = of_model(SPEARMAN, posture)
    (x0, x1), _, (z0, z1) = span(lying.body)
    assert z0 == 0
    assert z1 == pytest.approx(8 / 25.4, abs=2 * STEP)
    assert x1 - x0 == pytest.approx(30 / 25.4, abs=2 * STEP)
    assert lying.solid.bounds[0][2] == 0


@pytest.mark.parametrize("name", ["Long Bow", "Crossbow", "Hand Crossbow", "Rifle", "Throwing Stars"])
def test_a_weapon_is_in_the_hand_that_holds_it(name: str) -> None:
    hand = (0.2, 0.1, 0.4)
    near = np.sqrt(((points(held(name)(hand)) - hand) ** 2).sum(axis=1)).min()
    assert near < 0.2
