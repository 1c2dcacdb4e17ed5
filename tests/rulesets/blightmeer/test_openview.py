"""What is sure without a look is what the look finds, and a look is spared where units stand in the open."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battles import blightmeer
from blightmeer_table import Data, archer, battle, enemy
from fireline.game.battle import Battle
from fireline.game.shot import Shot
from fireline.rulesets.blightmeer import openview, scene
from fireline.rulesets.blightmeer.legality import refusals
from fireline.rulesets.blightmeer.shot import declare


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
