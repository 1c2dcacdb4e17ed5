"""What a battle knows of who stands where, against the same read afresh."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

import crowds
from ancients_table import lay
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.game.pieces import Pieces
from fireline.rulesets.ancients.places import PLACES
from fireline.rulesets.ancients.shot import Line
from fireline.rulesets.ancients.state import State


def crowd(random: Random) -> Battle:
    """Two armies with leaders, some of them alone."""
    data = crowds.ancients(24, seed=random.randrange(1000)).data()
    taken = {unit["hex"] for unit in data["units"]}
    board = Battle.read(data).state.board
    alone = [name for name, hex_ in board.hexes.items() if name not in taken and not board.bars(hex_, None)]
    with_unit, without = random.sample(data["units"], 4), random.sample(alone, 4)
    places = [(unit["side"], unit["hex"]) for unit in with_unit] + list(
        zip(("top", "bottom") * 2, without, strict=True)
    )
    leaders = [{"id": f"l{n}", "side": side, "hex": place} for n, (side, place) in enumerate(places)]
    return Battle.read(data | {"leaders": leaders})


def known(state: State, random: Random) -> list[object]:
    """Everybody by id and by hex, and some lines of sight."""
    hexes = list(state.board.hexes.values())
    pairs = random.sample([*combinations(hexes, 2)], 40)
    return [
        *map(state.find, (*(piece.id for piece in state.pieces), "nobody")),
        *((state.unit_at(one), state.leader_at(one), state.lone_leader_at(one)) for one in hexes),
        *(Line(state, a, b).clear for a, b in pairs),
        state.pieces_within(random.choice(hexes), 4),
        hash(state),
    ]


def test_battles_that_are_alike_hash_alike_however_they_came_about() -> None:
    state = crowd(Random(1)).state  # noqa: S311
    unit = state.units[0]
    assert hash(state)
    once = state.but(pieces=state.pieces.put(replace(unit, blocks=unit.blocks + 1, battled=1)))
    assert hash(once) == hash(replace(once, pieces=Pieces(once.pieces))) != hash(state)
    again = once.but(pieces=once.pieces.put(unit))
    assert (again, hash(again)) == (state, hash(state))


@pytest.mark.whole("long")
@pytest.mark.parametrize("seed", range(5))
def test_what_is_known_of_a_battle_stays_true_as_it_goes_on(seed: int) -> None:
    random = Random(seed)  # noqa: S311 (nothing secret)
    battle, kinds = crowd(random), set[str]()
    for _ in range(60):
        piece = random.choice([one.id for one in battle.units])
        try:
            moved = PLACES.put(battle.state, piece, random.choice(list(battle.state.board.hexes)))
        except BattleFileError:
            moved = battle.state
        played = battle.with_state(moved).play(random.choice(battle.with_state(moved).legal()), seed=seed)
        kinds |= {type(event).__name__ for event in played.events}
        for state in (moved, played.battle.state):
            asked = random.random()
            assert known(state, Random(asked)) == known(replace(state, pieces=Pieces(state.pieces)), Random(asked))  # noqa: S311
        battle = played.battle
    assert {"UnitFired", "BlocksLost"} <= kinds


@pytest.mark.rule("CCA-1.4")
def test_how_often_a_unit_may_battle_is_the_number_of_the_rules_where_a_file_says_nothing() -> None:
    for house, battles in (({}, 1), ({"CCA-1.4.battles": 2}, 2)):
        assert lay("a bottom light_bow_infantry F5", house=house).state.named("a").battles == battles
