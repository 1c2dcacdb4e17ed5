"""Of thousands of walls only those near a line are looked at, and none in the open; no answer changes."""

import random
from math import cos, pi, sin
from typing import Any

import numpy as np
import pytest

from fireline.game.answers import CheckAnswer
from fireline.game.battle import Battle
from fireline.geometry import shadows, sight
from fireline.geometry.sight import forget_looks
from fireline.geometry.view import View
from fireline.rulesets.blightmeer.landscape import Landscape
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
    forget_looks()
    rules = battle.ruleset
    shots = [
        shot for target in rules.targets(battle.state, "archer") for shot in rules.shots(battle.state, "archer", target)
    ]
    return [CheckAnswer(battle.preview(shot)).data() for shot in shots]


@pytest.mark.rule("BLM-5.1", "BLM-4.4")
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.whole("long")
def test_what_is_far_from_a_line_changes_no_answer(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = crowd(60, seed)
    quick = told(battle)
    assert any(answer["shot"].get("peer") for answer in quick)
    monkeypatch.setattr(View, "may_show", lambda _, balls, __: np.arange(len(balls)))
    for module in (shadows, sight):
        monkeypatch.setattr(module, "between", lambda balls, *_: np.arange(len(balls)))
    assert told(Battle.read(battle.data())) == quick


def test_the_pieces_near_a_place_keep_their_order_and_the_others_are_never_built() -> None:
    terrain = crowd(200, 4).state.terrain
    found = terrain.over((20.0, 20.0), 6.0)
    assert 0 < len(found) < len(terrain) / 4
    assert list(found) == [piece for piece in terrain if piece in found]
    assert [piece for piece in terrain if "solid" in vars(piece)] == []
    assert Landscape().over((0.0, 0.0), 9.0) == ()


def test_every_corner_of_a_piece_lies_in_its_ball() -> None:
    piece: Terrain
    for piece in crowd(40, 5).state.terrain:
        assert isinstance(piece, Wall)
        (x, y, z), radius = piece.ball
        for a, b, c in piece.solid.corners.reshape(-1, 3).tolist():
            assert (a - x) ** 2 + (b - y) ** 2 + (c - z) ** 2 <= radius**2
