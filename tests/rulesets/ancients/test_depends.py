"""What shots depend on: whatever else changes in a battle, what is known of them stays as it is."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator

import pytest

from ancients_table import lay
from ancients_witness import crowd
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.game.errors import BattleFileError
from fireline.game.shot import Shot
from fireline.geometry.hexes import EdgeRun, Hex, distance, trace
from fireline.rulesets.ancients.board import Shape, hex_name, hexes_within
from fireline.rulesets.ancients.depends import depends
from fireline.rulesets.ancients.places import PLACES
from fireline.rulesets.ancients.state import MOST_TOUCHED


def shots(battle: Battle) -> list[Shot]:
    return [one.shot for one in battle.legal() if isinstance(one, Shoot)]


def shifting(battle: Battle, middle: str, rng: random.Random) -> Iterator[Battle]:
    """A battle, and how it stands as others are put around a piece, one after another."""
    board = battle.state.board
    near = [hex_name(hex_) for hex_ in hexes_within(board.shape, board.hexes[PLACES.at(battle.state, middle)], 2)]
    for _ in range(16):
        yield battle
        others = [one for one in PLACES.everybody(battle.state) if one != middle]
        try:
            battle = battle.with_state(PLACES.put(battle.state, rng.choice(others), rng.choice(near)))
        except BattleFileError:
            continue


def test_shots_that_depend_on_the_same_come_to_the_same_whatever_stands_elsewhere() -> None:
    rng = random.Random(5)  # noqa: S311 - of battles
    met: dict[object, object] = {}
    again = 0
    for _ in range(15):
        start = Battle.read(crowd(rng))
        for shot in shots(start)[:2]:
            for battle in shifting(start, shot.target, rng):
                key, found = depends(battle.state, shot), [*battle.outcomes(shot).items()]
                again += key in met
                assert met.setdefault(key, found) == found
    assert again > 100


BOW, EAST, WEST = (f"bow bottom light_bow_infantry {hex_}" for hex_ in ("H5", "A8", "A2"))
BEHIND = ("D4", "D5", "C4", "C5", "C6")
LED = ("z top heavy_infantry E5 blocks=1", *(f"u{n} top auxilia {hex_}" for n, hex_ in enumerate(BEHIND)))
THEIR_LEADERS = [f"l{n} top {hex_}" for n, hex_ in enumerate(("E5", *BEHIND))]
ENEMIES = [f"e{n} bottom heavy_infantry B{n}" for n in (3, 4, 5, 6)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(
            lay(BOW, *LED, leaders=THEIR_LEADERS),
            lay(BOW, *LED, *ENEMIES, leaders=THEIR_LEADERS),
            id="where its leader flees to",
        ),
        pytest.param(
            lay(EAST, "z top heavy_infantry A5", ramparts={"A5": ["E"]}),
            lay(WEST, "z top heavy_infantry A5", ramparts={"A5": ["E"]}),
            id="over which side of its hex the fire comes",
        ),
        pytest.param(
            lay(BOW, "z top heavy_infantry E5", "a top heavy_infantry D4", leaders=["l top D5"]),
            lay(BOW, "z top heavy_infantry E5", "a top heavy_infantry D4", leaders=["l bottom D5"]),
            id="whose leader stands behind it",
        ),
    ],
)
def test_shots_that_come_to_something_else_depend_on_something_else(one: Battle, other: Battle) -> None:
    shot = Shot("bow", "z")
    assert one.outcomes(shot) != other.outcomes(shot)
    assert depends(one.state, shot) != depends(other.state, shot)


def test_what_may_be_said_after_a_move_is_what_may_be_said_afresh() -> None:
    rng = random.Random(6)  # noqa: S311 - of battles
    moved = 0
    for _ in range(12):
        start = Battle.read(crowd(rng))
        for shot in shots(start)[:1]:
            for battle in shifting(start, shot.shooter, rng):
                afresh = pickle.loads(pickle.dumps(battle))  # noqa: S301 - which takes along nothing that is kept
                assert battle.legal() == afresh.legal()
                moved += battle is not start
    assert moved > 30


@pytest.mark.parametrize("moves", [MOST_TOUCHED // 2 - 1, MOST_TOUCHED // 2, MOST_TOUCHED // 2 + 1, 2 * MOST_TOUCHED])
def test_after_many_moves_that_nobody_asked_about_it_is_what_may_be_said_afresh(moves: int) -> None:
    rng = random.Random(moves)  # noqa: S311 - of battles
    battle = Battle.read(crowd(rng))
    assert shots(battle)
    state, done = battle.state, 0
    free = [hex_name(hex_) for hex_ in hexes_within(state.board.shape, Hex(6, 4), 12)]
    while done < moves:
        try:
            state = PLACES.put(state, rng.choice(PLACES.everybody(state)), rng.choice(free))
        except BattleFileError:
            continue
        done += 1
    after = battle.with_state(state)
    assert after.legal() == pickle.loads(pickle.dumps(after)).legal()  # noqa: S301


def test_a_line_to_a_hex_in_reach_meets_no_hex_out_of_it() -> None:
    start, longest = Hex(6, 12), 6
    for end in hexes_within(Shape(25, 25), start, longest):
        line = trace(start, end)
        parts = [(one.left, one.right) if isinstance(one, EdgeRun) else (one.hex,) for one in line.segments]
        met = [hex_ for part in parts for hex_ in part] + [touch.hex for touch in line.touches]
        assert max(distance(start, hex_) for hex_ in met) <= distance(start, end)
