"""Battle files: recorded paths, and points and walls that come back."""

from typing import Any

import pytest

from duel_table import Data, gun, hero, patch, read, state_of
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.rulesets.duel_of_ages.battlefile import BattleEntry
from refusing import wrong_with


def good() -> Data:
    return {
        "board": {"spaces": patch(2), "walls": [[[0.1, 0.1], [0.2, 0.1], [0.2, 0.2]]]},
        "heroes": [hero("s", "white", "0,0", cards=[gun()]), hero("t", "black", "2,0")],
    }


def acted(kind: str, *path: str, speed: int | None = 4, space: str = "3,0", **more: Any) -> Data:
    """White's `s` on 0,0, and black's `t` after this action; a Speed that nobody wrote down is None."""
    target = hero("t", "black", space, last_action={"kind": kind, "path": list(path)} | more)
    if speed is None:
        del target["ratings"]["speed"]
    else:
        target["ratings"]["speed"] = speed
    heroes = [hero("s", "white", "0,0"), target]
    return {"step": "reaction", "team": "white", "board": {"spaces": patch()}, "heroes": heroes}


PATH = "heroes[1].last_action.path: "
WALK = ("0,2", "1,2", "2,1", "3,0")


@pytest.mark.rule("DOA-1.5")
@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (acted("move", *WALK), None),
        (acted("move", *WALK, speed=3), None),
        (acted("move", *WALK, speed=2), f"{PATH}enters 3 spaces; at most 2, the Speed of t"),
        (acted("move", *WALK, speed=None), None),
        (acted("move", *WALK, "3,-1", speed=9), f"{PATH}ends on 3,-1, but t stands on 3,0; a path ends where its hero"),
        (acted("move", *WALK, "3,-1", speed=9, displaced=True), None),
        (acted("fight", *WALK[1:3]), f"{PATH}ends on 2,1, but t stands on 3,0; a path ends where its hero"),
        (acted("shoot", "2,1"), f"{PATH}ends on 2,1, but t stands on 3,0; a path ends where its hero"),
        (acted("slip_away", *WALK, speed=1), None),
        (acted("slip_away", "-1,2", *WALK), f"{PATH}enters 4 spaces; at most 3, the one switched into and 2 more"),
        (acted("other", "-1,2", *WALK, speed=1), None),
    ],
)
def test_a_path_ends_where_its_hero_stands_and_is_as_long_as_its_action_may_be(data: Data, problem: str | None) -> None:
    if problem is None:
        assert Battle.read(read(data).data()) == read(data)
        return
    assert wrong_with(read, data).startswith(problem)


def test_a_move_that_has_begun_may_not_go_farther_than_speed() -> None:
    data = acted("move", *WALK) | {"step": "action", "team": "black", "moving": {"hero": "t", "left": 1}}
    data["heroes"][1]["done"] = True
    assert read(data).data()["moving"] == {"hero": "t", "left": 1}
    said = wrong_with(read, data | {"moving": {"hero": "t", "left": 2}})
    assert said == "moving.left: 2 is too large; t has entered 3 of 4 spaces"


def test_points_come_back_and_a_wall_may_be_closed_by_hand() -> None:
    battle = read(good())
    assert Battle.read(battle.data()) == battle
    assert set(BattleEntry.model_fields) >= {"board", "heroes", "decks", "step", "team"}
    data = good()
    data["board"]["walls"] = [[["1/3", 0.1], [0.4999, 0.1], ["2/3", 0.2]]]
    data["board"]["spaces"]["1,0"] = {"terrain": "fire", "dot": [1.25, "-1/6"]}
    battle = read(data)
    assert battle.data()["board"]["walls"] == data["board"]["walls"]
    assert battle.data()["board"]["spaces"]["1,0"] == data["board"]["spaces"]["1,0"]
    assert state_of(battle).board.snap == 0
    data = good()
    data["board"]["walls"][0].append([0.1, 0.1])
    data["board"]["spaces"]["1,0"] = {"terrain": "clear", "dot": [1, 0]}
    assert read(data) == read(good())


@pytest.mark.rule("DOA-2.1")
def test_a_card_may_reach_one_distance_alone() -> None:
    data = good()
    data["heroes"][0]["cards"] = [gun(min_range=2, max_range=2)]
    battle = read(data)
    assert battle.check(Shot("s", "t")).legal
    assert battle.data()["heroes"][0]["cards"][0]["min_range"] == 2
