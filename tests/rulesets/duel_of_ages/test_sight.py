"""Lines of sight: an independent witness on thousands of random maps, then each rule on a small one."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from duel_table import duel, gun, patch, read, rules_against, ruling, sees, state_of
from duel_witness import Seen, witness
from fireline.game.command import Shot
from fireline.game.errors import IllegalShot
from fireline.rulesets.duel_of_ages.editions import USUAL
from fireline.rulesets.duel_of_ages.pieces import TERRAIN
from fireline.rulesets.duel_of_ages.sight import look, survey
from fireline.ruling import Sight

MAPS, PARTS = 5_200, 8
GRENADE = gun("Grenade", grenade=True)
STRAIGHT = ("0,0", "3,0")
ALONG_EDGE = ("0,0", "1,1")
"""Between 1,0 and 0,1."""


# --- the witness ---------------------------------------------------------------------


def random_map(random: Random) -> dict[str, Any]:
    """A patch of terrain with gaps, dots aside and walls, on coarse coordinates so that lines touch corners."""
    spaces: dict[str, Any] = patch(random.choice((2, 3)))
    kinds = [*TERRAIN, "clear", "clear", "clear", "clear"]
    for name in list(spaces):
        spaces[name] = random.choice(kinds)
        q, r = map(int, name.split(","))
        if random.random() < 0.2:
            away = random.choice(("1/6", "-1/4", "0.1", "0"))
            dot = [str(q + Fraction(away)), str(r + Fraction(random.choice(("0", "1/6", "-0.1"))))]
            spaces[name] = {"terrain": spaces[name], "dot": [text if "/" in text else int(text) for text in dot]}
    for name in random.sample(list(spaces), random.randint(0, 4)):
        del spaces[name]
    return {"spaces": spaces, "walls": [random_wall(random) for _ in range(random.randint(0, 3))]}


def random_wall(random: Random) -> list[list[Any]]:
    def at() -> Fraction:
        return Fraction(random.randint(-36, 36), 12)

    x, y, size = at(), at(), Fraction(random.choice((1, 2, 4, 9)), 12)
    shape = random.choice((((0, 0), (1, 0), (0, 1)), ((0, 0), (1, 0), (1, 1), (0, 1)), ((0, 0), (2, 1), (1, 0))))
    corners = [(x + size * dx, y + size * dy) for dx, dy in shape]
    return [[str(one) if one.denominator > 1 else int(one) for one in corner] for corner in corners]


@pytest.mark.whole("long")
@pytest.mark.rule("DOA-3.1", "DOA-3.2", "DOA-3.3", "DOA-3.4", "DOA-3.5", "DOA-3.6", "DOA-3.7", "DOA-3.8", "DOA-3.9")
@pytest.mark.parametrize("part", range(PARTS))
def test_an_independent_witness_agrees_on_thousands_of_random_maps(part: int) -> None:
    random = Random(part)  # noqa: S311 - it makes maps, it throws no dice
    clear = 0
    for _ in range(MAPS // PARTS):
        board = random_map(random)
        start, end = random.sample(list(board["spaces"]), 2)
        options: dict[str, Any] = {name: random.random() < 0.3 for name in ("corner_touch_counts", "wall_touch_blocks")}
        options["wall_touch_blocks"] = not options["wall_touch_blocks"]
        grenade = random.random() < 0.3
        state = state_of(read({"board": board, "heroes": []}))
        places = state.board.by_name
        found = look(state.board, places[start], places[end], grenade=grenade, edition=replace(USUAL, **options))
        mine = Seen(found.clear, found.stealth if found.clear else 0)
        assert state.board.snap == 0
        assert mine == witness(board, start, end, grenade=grenade, options=options), (board, start, end, options)
        clear += found.clear
    assert 50 < clear < MAPS // PARTS - 50


def test_a_survey_is_the_line_to_every_space() -> None:
    random = Random(99)  # noqa: S311 - it makes maps, it throws no dice
    for _ in range(20):
        board = state_of(read({"board": random_map(random), "heroes": []})).board
        start = board.spaces[0][0]
        seen = survey(board, start)
        assert set(seen) == {space for space, _ in board.spaces} - {start}
        for space, stealth in seen.items():
            line = look(board, start, space)
            assert stealth == (line.stealth if line.clear else None)


# --- dots, the shooter's own space, terrain ------------------------------------------


@pytest.mark.rule("DOA-3.1")
def test_the_line_runs_from_dot_to_dot_and_leaves_out_corners_unless_the_table_counts_them() -> None:
    spaces = patch(_0_1="woods")
    assert sees(duel("0,0", "2,0", spaces)) == 0
    spaces |= {"0,0": {"terrain": "clear", "dot": [-0.2, 0.55]}, "2,0": {"terrain": "clear", "dot": [1.65, 0.55]}}
    battle = duel("0,0", "2,0", spaces)
    assert sees(battle) == 2
    assert str(ruling(battle).line_of_sight).startswith("clear: 0,1; ")
    spaces = patch(5, _1_1="woods", _3_0="rough")
    plain = duel("0,0", "4,1", spaces)
    assert sees(plain) == 0
    assert [m.because for m in ruling(plain).modifiers if not m.applies] == ["the line touches only its corner"] * 2
    counted = duel("0,0", "4,1", spaces, options={"corner_touch_counts": True})
    assert sees(counted) == 4
    walled = duel("0,0", "4,1", patch(5, _1_1="building"), options={"corner_touch_counts": True})
    assert rules_against(walled) == ["DOA-3.1"]


@pytest.mark.rule("DOA-3.1", "DOA-2.1")
def test_walls_lengthen_the_distance_and_finer_coordinates_are_snapped() -> None:
    spaces = patch() | {"0,0": {"terrain": "clear", "dot": [0.00001, 0]}}
    battle = duel(*STRAIGHT, spaces)
    assert state_of(battle).board.snap == Fraction(1, 150_000)
    assert any("moved by up to 6.7e-06 of a space" in step.text for step in ruling(battle).steps)
    exact = duel(*STRAIGHT, patch() | {"0,0": {"terrain": "clear", "dot": ["1/3", 0.0001]}})
    assert not any("moved by up to" in step.text for step in ruling(exact).steps)
    fence = [[0.45, -0.9], [0.55, -0.9], [0.55, 0.4], [0.45, 0.4]]
    assert ruling(duel("0,0", "1,0", patch(), fence)).summary["distance"] == 1
    on_foot = duel("0,0", "1,0", patch(), fence, options={"walls_lengthen_range": True})
    assert ruling(on_foot).summary["distance"] == 2
    alone = duel("0,0", "9,9", patch() | {"9,9": "clear"}, options={"walls_lengthen_range": True})
    assert ruling(alone).summary["distance"] is None
    assert "There is no way on foot to 9,9, so it is out of range." in [r.because for r in ruling(alone).refusals]


@pytest.mark.rule("DOA-3.2")
def test_the_terrain_of_the_own_space_does_not_count_and_heroes_never_do() -> None:
    crowd = [{"id": f"h{n}", "team": "black", "space": f"{n},0", "health": 1} for n in (1, 2)]
    for kind in ("woods", "swamp", "building", "deep_water"):
        battle = duel(*STRAIGHT, patch(_0_0=kind), heroes=crowd)
        assert sees(battle) == 0
    assert "DOA-3.2" in {m.rule for m in ruling(duel(*STRAIGHT, patch(_0_0="woods"))).modifiers if not m.applies}


@pytest.mark.rule("DOA-3.5", "DOA-3.4", "DOA-3.9")
def test_buildings_hide_and_block_but_grenades_fly_over_them() -> None:
    assert sees(duel(*STRAIGHT, patch(_3_0="building"))) == 2
    assert rules_against(duel(*STRAIGHT, patch(_2_0="building"))) == ["DOA-3.5"]
    for kind in ("clear", "water", "deep_water"):
        assert sees(duel(*STRAIGHT, patch(_1_0=kind, _2_0=kind, _3_0=kind))) == 0
    for kind in ("dome", "building"):
        assert sees(duel(*STRAIGHT, patch(_1_0=kind, _2_0="woods"), weapon=GRENADE)) == 4
    assert sees(duel(*STRAIGHT, patch(_0_0="building", _3_0="building"), weapon=GRENADE)) == 2
    for space in ("_0_0", "_3_0"):
        within = duel(*STRAIGHT, patch(**{space: "dome"}), weapon=GRENADE)
        assert rules_against(within) == ["DOA-3.9"]
        sight = ruling(within).line_of_sight
        assert isinstance(sight, Sight)
        assert [mark.obstructions for mark in sight.marks if mark.blocks] == [
            (f"Dome on {space[1:].replace('_', ',')}",)
        ]


# --- edges ---------------------------------------------------------------------------


@pytest.mark.rule("DOA-3.3")
def test_every_choice_is_listed_with_what_it_costs_and_another_can_be_forced() -> None:
    battle = duel("0,0", "2,2", patch(4, _1_0="dome", _0_1="rough", _2_1="woods", _1_2="clear"))
    texts = [step.text for step in ruling(battle).steps if step.rule == "DOA-3.3"]
    assert texts == [
        "Along the edge between 1,0 (Dome: blocks) and 0,1 (Rough: +2) the shooter chooses 0,1.",
        "Along the edge between 2,1 (Woods: +2) and 1,2 (Clear: no effect) the shooter chooses 1,2.",
    ]
    assert sees(battle) == 2
    passed = [m for m in ruling(battle).modifiers if m.rule == "DOA-3.3"]
    assert [(m.name, m.value, m.applies) for m in passed] == [("Woods on 2,1", 2, False)]
    assert sees(battle, edges="2,1") == 4
    assert sees(battle, edges=["0,1", "1,2"]) == 2
    refused = ruling(battle, edges="1,0 2,1")
    assert [(one.rule, one.because) for one in refused.refusals] == [
        ("DOA-3.6", "Along an edge the shooter chose the Dome on 1,0, which blocks the line of sight.")
    ]
    assert str(refused.line_of_sight) == "blocked by Dome on 1,0"


@pytest.mark.rule("DOA-3.3", "DOA-3.8")
def test_an_edge_with_no_way_on_either_side_blocks_and_so_does_the_edge_of_the_map() -> None:
    battle = duel(*ALONG_EDGE, patch(_1_0="dome", _0_1="building"))
    assert rules_against(battle) == ["DOA-3.3"]
    assert str(ruling(battle).line_of_sight) == "blocked by Dome on 1,0 and Building on 0,1"
    spaces = patch()
    del spaces["1,0"]
    assert rules_against(duel("0,0", "2,0", spaces)) == ["DOA-3.8"]
    along = duel(*ALONG_EDGE, spaces | {"0,1": "woods"})
    assert sees(along) == 2
    assert rules_against(along, edges="1,0") == ["DOA-3.8"]
    del spaces["0,1"]
    assert rules_against(duel(*ALONG_EDGE, spaces)) == ["DOA-3.3"]


# --- walls ---------------------------------------------------------------------------


BAR = [[1.4, -0.2], [1.6, -0.2], [1.6, 0.2], [1.4, 0.2]]
OWN = [[0.1, -0.1], [0.2, -0.1], [0.2, 0.1], [0.1, 0.1]]
LATE = [[2.8, -0.1], [2.9, -0.1], [2.9, 0.1], [2.8, 0.1]]


@pytest.mark.rule("DOA-3.7")
@pytest.mark.parametrize(
    ("wall", "told"),
    [
        (BAR, "The line of sight touches wall 1."),
        (OWN, "The line of sight touches wall 1, in the shooter's own space."),
        (LATE, "The line of sight touches wall 1, in the target's space."),
    ],
)
def test_a_wall_blocks_wherever_it_is_touched(wall: list[list[float]], told: str) -> None:
    battle = duel(*STRAIGHT, patch(), wall)
    assert [(one.rule, one.because) for one in ruling(battle).refusals] == [("DOA-3.7", told)]


@pytest.mark.rule("DOA-3.7")
def test_touching_has_no_tolerance_unless_a_table_lets_lines_pass_that_only_touch() -> None:
    for height, blocked in ((0, True), (0.0001, False), (-0.0001, True)):
        above = [[1, height], [2, height], [1.5, 0.3]]
        assert bool(rules_against(duel(*STRAIGHT, patch(), above))) is blocked
    corner = [[1.5, 0], [2, 0.3], [1, 0.3]]
    assert rules_against(duel(*STRAIGHT, patch(), corner)) == ["DOA-3.7"]
    option = {"wall_touch_blocks": False}
    corner, edge = [[1.5, 0.0], [2.0, 0.3], [1.0, 0.3]], [[1.0, 0.0], [2.0, 0.0], [1.5, 0.3]]
    assert sees(duel(*STRAIGHT, patch(), corner, edge, options=option)) == 0
    assert rules_against(duel(*STRAIGHT, patch(), corner, BAR, options=option)) == ["DOA-3.7"]


@pytest.mark.rule("DOA-3.10")
def test_a_shot_found_blocked_was_never_taken() -> None:
    battle = duel(*STRAIGHT, patch(_2_0="dome"), weapon=gun(revealed=False))
    before = battle.data()
    assert not ruling(battle).legal
    assert "DOA-3.10" in {step.rule for step in ruling(battle).steps}
    with pytest.raises(IllegalShot):
        battle.shoot(Shot("s", "t"), seed=1)
    assert battle.data() == before
    assert battle.ruleset.shooters(battle.state) == ("s", "t")
    assert not state_of(battle).unit("s").done
    assert not state_of(battle).unit("s").weapons[0].face_up
