"""Of thousands of walls only those near a line are looked at, and none in the open; no answer changes."""

from __future__ import annotations

import random
from math import cos, pi, sin
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battles import blightmeer
from blightmeer_table import Data, archer, battle, enemy
from fireline.game import answers
from fireline.game.battle import Battle
from fireline.game.shot import Shot
from fireline.geometry.view import View
from fireline.rulesets.blightmeer import openview, scene
from fireline.rulesets.blightmeer.legality import refusals
from fireline.rulesets.blightmeer.nearby import near
from fireline.rulesets.blightmeer.shot import declare
from fireline.rulesets.blightmeer.terrain import Terrain
from fireline.rulesets.blightmeer.walls import Wall

WINDOW = {"along": 0.5, "width": 1, "sill": 0.5, "height": 1.5}


def crowd(count: int, seed: int) -> Battle:
    """A table full of walls, some with windows, with an archer behind one, and targets all over."""
    chance = random.Random(seed)  # noqa: S311 - a table, nothing secret
    units: list[dict[str, Any]] = [
        {"id": "archer", "side": "red", "at": [20, 19.3, 0], "facing": 90, "ranged": 14, "weapon": "Rifle"}
    ]
    units += [
        {"id": f"t{n}", "side": "blue", "at": [5 + 8 * n, chance.uniform(24, 35)], "defence": 12} for n in range(4)
    ]
    walls: list[dict[str, Any]] = [
        {"id": "mine", "wall": {"from": [19, 20], "to": [21, 20], "height": 3, "thickness": 0.2,
                                "windows": [{"id": "mine", **WINDOW}]}}
    ]  # fmt: skip
    while len(walls) < count:
        x, y, way, long = chance.uniform(1, 39), chance.uniform(1, 39), chance.uniform(0, 2 * pi), chance.uniform(2, 4)
        if all(abs(x - one["at"][0]) + abs(y - one["at"][1]) > 6.5 for one in units):
            wall = {"from": [x, y], "to": [x + long * cos(way), y + long * sin(way)], "height": 2, "thickness": 0.2}
            windows = [{"id": f"w{len(walls)}", **WINDOW}] if chance.random() < 0.3 else []
            walls.append({"id": f"wall {len(walls)}", "wall": wall | {"windows": windows}})
    return Battle.read(
        {
            "fireline": 1, "ruleset": "blightmeer@2026-07", "turn": {"side": "red", "number": 3},
            "table": {"width": 40, "depth": 40}, "units": units, "terrain": walls,
        }
    )  # fmt: skip


def told(battle: Battle) -> list[dict[str, Any]]:
    """What is answered of every way to shoot at everybody."""
    scene.forget_views()
    rules = battle.ruleset
    shots = [
        shot for target in rules.targets(battle.state, "archer") for shot in rules.shots(battle.state, "archer", target)
    ]
    return [answers.ruled(battle.preview(shot)) for shot in shots]


@pytest.mark.rule("BLM-5.1", "BLM-4.4")
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.whole("long")
def test_what_is_far_from_a_line_changes_no_answer(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = crowd(60, seed)
    quick = told(battle)
    assert any(answer["shot"].get("peer") for answer in quick)
    monkeypatch.setattr(scene, "numbers_near", lambda balls, *_: range(len(balls)))
    monkeypatch.setattr(View, "may_show_any", lambda _, balls, __: np.arange(len(balls)))
    assert told(Battle.read(battle.data())) == quick


def test_the_pieces_near_a_line_keep_their_order_and_the_others_are_never_built() -> None:
    terrain = crowd(200, 4).state.terrain
    found = near(terrain, (0.0, 0.0, 1.0), (40.0, 0.0, 1.0), 3.0)
    assert 0 < len(found) < len(terrain) / 4
    assert list(found) == [piece for piece in terrain if piece in found]
    assert [piece for piece in terrain if "solid" in vars(piece)] == []
    assert near((), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 9.0) == ()


def test_every_corner_of_a_piece_lies_in_its_ball() -> None:
    piece: Terrain
    for piece in crowd(40, 5).state.terrain:
        assert isinstance(piece, Wall)
        (x, y, z), radius = piece.ball
        for a, b, c in piece.solid.corners.reshape(-1, 3).tolist():
            assert (a - x) ** 2 + (b - y) ** 2 + (c - z) ** 2 <= radius**2


def table(*terrain: Data, far: float = 9.0, **target: Any) -> Battle:
    brute = enemy("brute", 10, 8 + far, defence=12, weapon=None, **target)
    return battle(archer(at=(10, 8), weapon="Rifle"), brute, edition="2026-07", terrain=list(terrain))


def sure(game: Battle) -> bool:
    return openview.unhindered(game.state, game.state.unit("archer"), game.state.unit("brute"))


@pytest.mark.rule("BLM-5.1", "BLM-5.2")
@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["2025-11", "2026-07"]).flatmap(blightmeer))
@pytest.mark.whole("long")
def test_what_is_sure_without_a_look_is_what_a_look_finds(data: dict[str, Any]) -> None:
    state = Battle.read(data).state
    for viewer in state.standing:
        for target in state.standing:
            if viewer.id != target.id and openview.unhindered(state, viewer, target):
                seen = scene.view(state, viewer, target)
                assert seen.clear
                assert not seen.hidden
                assert seen.visible == 1


@pytest.mark.parametrize("far", [12, 24])
@pytest.mark.parametrize("target", [{}, {"size": "large"}, {"gear": ["tower_shield"]}])
def test_in_the_open_no_look_is_needed(far: float, target: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    game = table(far=far, **target)
    assert sure(game)
    monkeypatch.setattr(scene, "_look", None)
    shooting = declare(game.state, Shot("archer", "brute"))
    assert refusals(shooting) == ()
    assert shooting.clear
    assert not shooting.covered


def test_whatever_comes_near_the_line_is_left_to_a_look() -> None:
    crate = {"id": "crate", "box": {"at": [10.6, 12, 0], "size": [0.5, 0.5, 0.5]}}
    aside = {"id": "aside", "box": {"at": [20, 12, 0], "size": [0.5, 0.5, 0.5]}}
    assert not sure(table(crate))
    assert sure(table(aside))
    assert not declare(table(crate).state, Shot("archer", "brute")).covered


def test_a_unit_close_by_is_left_to_a_look() -> None:
    assert not sure(table(far=1.0))
    assert not sure(table(far=1.7, size="large"))


def test_whoever_stands_above_another_is_seen_all_the_same() -> None:
    tower = {"id": "tower", "box": {"at": [10, 17, 0], "size": [1.2, 1.2, 3]}}
    game = table(tower)
    assert not sure(game)
    assert declare(game.state, Shot("archer", "brute")).clear
