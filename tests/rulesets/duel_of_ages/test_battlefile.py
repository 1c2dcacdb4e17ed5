"""Bad battle files, one clear line each."""

from typing import Any

import pytest

from duel_table import Data, gun, hero, patch, read, state_of
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.rulesets.duel_of_ages.battlefile import BattleEntry


def good() -> Data:
    return {
        "board": {"spaces": patch(2), "walls": [[[0.1, 0.1], [0.2, 0.1], [0.2, 0.2]]]},
        "heroes": [hero("s", "white", "0,0", cards=[gun()]), hero("t", "black", "2,0")],
    }


def changed(way: str, value: Any) -> Data:
    """The good file with one place made something else; None leaves it out."""
    data: Any = good()
    here = data
    *steps, last = [int(step) if step.isdigit() else step for step in way.split("/")]
    for step in steps:
        here = here[step]
    if value is None:
        del here[last]
    else:
        here[last] = value
    whole: Data = data
    return whole


def walked(*path: str, kind: str = "move") -> Data:
    return changed("heroes/1/last_action", {"kind": kind, "path": list(path)})


BAD: list[tuple[Data, str]] = [
    (
        changed("board/walls/0", [[0, 0], [1, 1], [1, 0], [0, 1]]),
        "board.walls[0]: is no simple polygon: its edges 1 and 3 cross or touch",
    ),
    (
        changed("board/walls/0", [[0, 0], [1, 1]]),
        "board.walls[0]: is no simple polygon: it has 2 corners; a polygon has at least 3",
    ),
    (changed("board/walls/0/1", [1]), "board.walls[0][1]: has 1 entry; at least 2"),
    (changed("board/walls/0/1", [1, "x"]), "board.walls[0][1][1]: 'x' is no coordinate; write a number, or a fraction"),
    (changed("board/walls/0/1", [1, "1/0"]), "board.walls[0][1][1]: '1/0' is no coordinate; write a number"),
    (changed("board/walls/0/1", [1, float("nan")]), "board.walls[0][1][1]: nan is not a finite number"),
    (changed("board/walls/0/1", [1, 5000]), "board.walls[0][1][1]: 5000 is too large; at most 1000"),
    (changed("board/walls/0/1", [1, "999999/7"]), "board.walls[0][1][1]: '999999/7' is too far out"),
    (
        changed("board/spaces/1,0", {"terrain": "clear", "dot": [2.1, 0.05]}),
        "board.spaces.1,0.dot: 2.1, 0.05 does not lie inside the space 1,0",
    ),
    (
        changed("board/spaces/1,0", {"terrain": "clear", "dot": [0.5, 0]}),
        "board.spaces.1,0.dot: 0.5, 0 does not lie inside the space 1,0",
    ),
    (changed("board/spaces/1,0", {"dot": [1, 0]}), "board.spaces.1,0"),
    (changed("board/spaces/1,0", "wods"), "board.spaces.1,0: 'wods' is no terrain; did you mean 'woods'?"),
    (changed("board/spaces/a", "woods"), "board.spaces: 'a' is no space; write q,r as in \"2,-1\""),
    (changed("board/spaces/01,0", "woods"), "board.spaces: '01,0' is no space; write q,r"),
    (changed("board/spaces", {}), "board.spaces: has 0 entries; at least 1"),
    (changed("board/archways", [["0,0", "2,0"]]), "board.archways[0]: 0,0 and 2,0 are not next to each other"),
    (changed("board/archways", [["0,0", "7,0"]]), "board.archways[0][1]: '7,0' is no space of this map"),
    (changed("heroes/1/space", "7,7"), "heroes[1].space: '7,7' is no space of this map"),
    (changed("heroes/1/space", "0,0"), "heroes[1].space: 0,0 already holds 's'; one hero a space"),
    (changed("heroes/1/id", "s"), "heroes[1].id: 's' is already the id of heroes[0]"),
    (changed("heroes/1/team", "grey"), "heroes[1].team: 'grey' is not white or black"),
    (changed("heroes/1/wounds", 6), "heroes[1].wounds: 6 is too large; at 6, its health, a hero is defeated"),
    (changed("heroes/1/ratings", {"luck": 3}), "heroes[1].ratings: 'luck' is no rating; allowed: speed, strength"),
    (changed("heroes/0/cards/0/rating", None), "heroes[0].cards[0].rating: is missing"),
    (changed("heroes/0/cards/0/rating", "ame"), "heroes[0].cards[0].rating: 'ame' is no rating; did you mean 'fame'?"),
    (changed("heroes/0/cards/0/min_range", 30), "heroes[0].cards[0].min_range: 30 is more than max_range, 20"),
    (changed("heroes/0/cards/0/range", 3), "heroes[0].cards[0]: unknown key 'range'; did you mean 'rating'?"),
    (changed("heroes/0/cards", [gun(), gun()]), "heroes[0].cards[0].name: two cards of one hero have the same name"),
    (changed("heroes/0/cards", ["gun"]), "heroes[0].cards[0]: 'gun' is not a mapping of keys to values"),
    (changed("heroes/0/cards/0", {"face_down": False}), "heroes[0].cards[0].face_down: False is not True"),
    (walked("0,1", "2,0"), "heroes[1].last_action.path[1]: 2,0 is not next to 0,1; a move is recorded space by space"),
    (walked("0,0", "1,0"), "heroes[1].last_action.path[1]: there is a wall between 0,0 and 1,0, and no archway"),
    (walked("1,0", "3,0"), "heroes[1].last_action.path[1]: '3,0' is no space of this map"),
    (walked("2,0"), "heroes[1].last_action.path: has only the start; a move is recorded space by space"),
    (walked(), "heroes[1].last_action.path: is missing; a move is recorded space by space, the start first"),
    (walked("1,0", "2,0", kind="shoot"), "heroes[1].last_action.path: Shoot moves a hero nowhere; leave the path out"),
    (walked("2,0", kind="run"), "heroes[1].last_action.kind: 'run' is no action; allowed: move, shoot"),
    (good() | {"first": "white"}, "first: says who began, so say too whose step it is (team)"),
    (good() | {"moving": {"hero": "s", "left": 1}}, "moving.hero: 's' is no hero who has begun to move"),
    (good() | {"step": "reaction", "moving": {"hero": "s", "left": 1}}, "moving: heroes move in the Action step"),
    (good() | {"step": "moves"}, "step: 'moves' is not action or reaction"),
    ({"heroes": []}, "board: is missing"),
]


def fenced(data: Data) -> Data:
    """With a wall across the step from 0,0 to 1,0, so that a path may go through it."""
    data["board"].setdefault("walls", []).append([[0.4, -0.1], [0.6, -0.1], [0.6, 0.1]])
    return data


@pytest.mark.parametrize("number", range(len(BAD)))
def test_a_bad_file_is_refused_in_one_line(number: int) -> None:
    data, problem = BAD[number]
    with pytest.raises(BattleFileError) as refused:
        read(fenced(data) if "wall between" in problem else data)
    assert str(refused.value).startswith(problem)


def acted(kind: str, *path: str, speed: int | None = 4, space: str = "3,0", **more: Any) -> Data:
    """White's `s` on 0,0, and black's `t` after this action; a Speed that nobody wrote down is None."""
    target = hero("t", "black", space, last_action={"kind": kind, "path": list(path)} | more)
    if speed is None:
        del target["ratings"]["speed"]
    else:
        target["ratings"]["speed"] = speed
    return {
        "step": "reaction",
        "team": "white",
        "board": {"spaces": patch()},
        "heroes": [hero("s", "white", "0,0"), target],
    }


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
    with pytest.raises(BattleFileError) as refused:
        read(data)
    assert str(refused.value).startswith(problem)


def test_a_move_that_has_begun_may_not_go_farther_than_speed() -> None:
    data = acted("move", *WALK) | {"step": "action", "team": "black", "moving": {"hero": "t", "left": 1}}
    data["heroes"][1]["done"] = True
    assert read(data).data()["moving"] == {"hero": "t", "left": 1}
    with pytest.raises(BattleFileError) as refused:
        read(data | {"moving": {"hero": "t", "left": 2}})
    assert str(refused.value) == "moving.left: 2 is too large; t has entered 3 of 4 spaces"


def test_points_come_back_and_a_wall_may_be_closed_by_hand() -> None:
    battle = read(good())
    assert Battle.read(battle.data()) == battle
    assert set(BattleEntry.model_fields) >= {"board", "heroes", "decks", "step", "team"}
    data = changed("board/walls/0", [["1/3", 0.1], [0.4999, 0.1], ["2/3", 0.2]])
    data["board"]["spaces"]["1,0"] = {"terrain": "fire", "dot": [1.25, "-1/6"]}
    battle = read(data)
    assert battle.data()["board"]["walls"] == data["board"]["walls"]
    assert battle.data()["board"]["spaces"]["1,0"] == data["board"]["spaces"]["1,0"]
    assert state_of(battle).board.snap == 0
    data = changed("board/walls/0", [[0.1, 0.1], [0.2, 0.1], [0.2, 0.2], [0.1, 0.1]])
    data["board"]["spaces"]["1,0"] = {"terrain": "clear", "dot": [1, 0]}
    assert read(data) == read(good())
