"""Who begins a game: the side whose turn it is, another, or each in turn."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import battles
import fireline
from battles import every_ruleset
from exact_games import chances_to_win
from fireline.analysis.balance import balance
from fireline.analysis.contest import Playing
from fireline.analysis.simulate import EITHER, ActsFirst, simulate, starts_of
from fireline.analysis.unitworth import units_worth
from fireline.formats.examples import examples
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError

GAMES: dict[str, Any] = {"turns": 4, "seed": 5}


def battle_of(name: str) -> Battle:
    return Battle.read(examples()[name].data)


DUEL = battle_of("duel-of-ages-across-the-brook")
PARK = battle_of("endless-horizons-the-car-park")


def test_each_side_begins_every_second_game() -> None:
    both = simulate(DUEL, phases=31, begins=EITHER, **GAMES)
    alone = {side: simulate(DUEL, phases=n, begins=side, **GAMES) for side, n in (("black", 15), ("white", 16))}
    assert both.begun == {side: one.begun[side] for side, one in alone.items() if one.begun}
    parts = [simulate(DUEL, phases=n, first=first, begins=EITHER, **GAMES) for first, n in ((0, 6), (6, 1), (7, 24))]
    for side, counts in (both.begun or {}).items():
        assert counts[side] == sum(one.begun[side][side] for one in parts if one.begun and side in one.begun)
    told = both.data()
    assert {side: one["games"] for side, one in told["began"].items()} == {"black": 15, "white": 16}
    assert told["beginner"]["n"] == sum(one["won"][side]["n"] for side, one in told["began"].items())
    assert {"began", "beginner"}.isdisjoint(simulate(DUEL, phases=2, **GAMES).data())
    assert "beginner" not in alone["black"].data()


def test_whoever_is_of_no_side_begins_and_wins_for_himself() -> None:
    told = simulate(battle_of("endless-horizons-burst"), phases=6, begins=EITHER, **GAMES).data()
    assert {name: (one["games"], {*one["won"]}) for name, one in told["began"].items()} == {
        name: (3, {"player", "target"}) for name in ("player", "target")
    }
    assert told["beginner"]["n"] == sum(one["won"][name]["n"] for name, one in told["began"].items())


def test_where_everybody_may_act_at_once_a_side_acts_first_and_wins_as_often_as_it_should() -> None:
    exact = {}
    for side in ("north", "south"):
        (start,) = starts_of(PARK, "simple", side)
        assert start.battle is PARK
        assert isinstance(start.policy, ActsFirst)
        exact[side] = chances_to_win(start.battle, start.policy, 2)
        for one, won in (simulate(PARK, phases=400, turns=2, seed=5, begins=side).won or {}).items():
            assert won.low <= exact[side][one] <= won.high
    assert exact["north"]["north"] > exact["south"]["north"]


@every_ruleset
def test_the_side_that_begins_has_the_turn(id_: str) -> None:
    battle = battles.battle(f"{id_}-starter")
    for start in starts_of(battle, "simple", EITHER):
        assert start.battle.turn.side in {"", start.side}
        assert start.battle == battle or start.side != battle.turn.side


def test_what_is_no_side_or_no_game_is_refused() -> None:
    with pytest.raises(BattleFileError, match="begins: 'nroth' is no side of this battle; did you mean 'north'"):
        starts_of(PARK, "simple", "nroth")
    with pytest.raises(BattleFileError, match="is for whole games"):
        simulate(PARK, phases=1, seed=1, begins="north")


ALONE: dict[str, Any] = {
    "fireline": 1,
    "ruleset": "endless-horizons",
    "units": [
        {"id": one, "hits_to_stop": 1, "check": {"skill": 9}, "weapon": {"name": "G36", "loaded": 30}}
        for one in ("ann", "bob")
    ],
    "distances": {"ann>bob": 20, "bob>ann": 20},
}


def test_whoever_is_of_no_side_is_one_of_his_own() -> None:
    battle = fireline.loads(ALONE)
    as_it_is = simulate(battle, phases=40, seed=1, turns=20)
    assert set(as_it_is.won or {}) == {"ann", "bob"}
    either = simulate(battle, phases=40, seed=1, turns=20, begins=EITHER)
    assert set(either.began or {}) == {"ann", "bob"}
    assert sum(one.n for one in (either.won or {}).values()) + (either.unfinished or 0) == 40
    how = Playing(games=40, turns=20, seconds=None)
    alone = {one.view.id: one for one in units_worth(fireline.vary(battle), how=how).units}
    assert {one.side for one in alone.values()} == {"ann", "bob"}
    assert all(one.without == 0 for one in alone.values()), "nobody is left of a side of one"
    assert sum(one.share or 0 for one in alone.values()) <= 1
    assert balance(fireline.vary(battle), "units[ann].check.skill", "ann", over="1|9", how=how).enough


@pytest.mark.whole("long")
def test_the_intervals_of_equal_sides_hold_as_often_as_they_say() -> None:
    """The side that begins wins 5 of 7: it hits with 3/5, and so does the other; either wins half of the games."""
    units = [one | {"side": one["id"], "check": {"skill": 0}} for one in ALONE["units"]]
    order = {"order": ["ann", "bob"], "actions": 1}
    battle = fireline.loads(ALONE | {"units": units, "round": order, "distances": {"ann>bob": 40, "bob>ann": 40}})
    chances = {"beginner": Fraction(5, 7), "ann": Fraction(1, 2)}
    held = Counter[str]()
    for seed in range(400):
        played = simulate(battle, phases=50, seed=seed, policies="first", turns=30, begins=EITHER)
        assert played.beginner
        assert played.won
        for name, won in {"beginner": played.beginner, "ann": played.won["ann"]}.items():
            held[name] += won.low <= chances[name] <= won.high
    assert all(0.92 <= held[name] / 400 <= 0.98 for name in chances), "95%, and three standard errors to either side"
