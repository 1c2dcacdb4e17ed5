"""What every ruleset promises of places: where units stand, might stand, and the battle with one of them elsewhere."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ancients_table
import battles
import blightmeer_table
import duel_table
import endless_horizons_field
from battles import every_battle, every_ruleset
from fireline.chance import FixedDice
from fireline.game.battle import Battle
from fireline.game.command import Shoot, Shot
from fireline.game.errors import BattleFileError
from fireline.game.places import Places
from fireline.rulesets.duel_of_ages.commands import Move
from refusing import wrong_with

MOST = 20


def places_of(battle: Battle) -> Places[Any]:
    places = battle.ruleset.places
    assert places is not None
    return places


def movable(battle: Battle) -> Iterator[str]:
    """Everybody who might be put somewhere: who shoots, and whom they could name."""
    rules, state = battle.ruleset, battle.state
    shooters = rules.shooters(state)
    yield from dict.fromkeys([*shooters, *(target for one in shooters for target in rules.targets(state, one))])


def known_places(battle: Battle) -> Iterator[tuple[str, str]]:
    """Everybody of whom it is known where he is, with the place; the roster names the same, "" where nobody knows."""
    told = {unit.id: unit.place for unit in battle.units}
    for unit in movable(battle):
        place, wrong = attempt(places_of(battle).at, battle.state, unit)
        assert told[unit] == (place or "")
        if wrong is None:
            yield unit, place
        else:
            assert "\n" not in str(wrong)


def attempt(ask: Callable[..., Any], *args: Any) -> tuple[Any, BattleFileError | None]:
    """What is answered, or what is wrong."""
    try:
        return ask(*args), None
    except BattleFileError as wrong:
        return None, wrong


def outcome(battle: Battle, unit: str, place: str) -> Any:
    """The state with a unit there, or None where it is refused in one clear line."""
    after, wrong = attempt(places_of(battle).put, battle.state, unit, place)
    assert wrong is None or (wrong.place == "place" and "\n" not in str(wrong))
    return after


def check_put(battle: Battle, unit: str, place: str) -> None:
    """Where it is allowed the unit stands there, a battle file may say so, and going back and there again is the same.

    The way back need not lead to what was: whom a unit has joined goes with it, and a floor under a roof is left.
    """
    places, before = places_of(battle), places_of(battle).at(battle.state, unit)
    after = outcome(battle, unit, place)
    if after is None:
        return
    assert places.at(after, unit) == place
    moved = Battle(battle.ruleset, after)
    assert Battle.read(moved.data(), battles.FILES) == moved
    assert battle.ruleset.shooters(after) == battle.ruleset.shooters(battle.state)
    if (back := outcome(moved, unit, before)) is not None:
        assert places.at(back, unit) == before
        assert outcome(battle.with_state(back), unit, place) == after


@every_battle
def test_wherever_it_is_put_a_battle_file_may_say_so_and_it_may_stay_where_it_is(name: str) -> None:
    battle = battles.battle(name)
    for unit, place in known_places(battle):
        assert places_of(battle).put(battle.state, unit, place) == battle.state
    for unit, _ in list(known_places(battle))[:4]:
        everywhere = places_of(battle).all(battle.state, unit)
        assert everywhere
        assert len(set(everywhere)) == len(everywhere)
        for place in everywhere[:: max(1, len(everywhere) // MOST)]:
            check_put(battle, unit, place)


@every_battle
def test_steps_are_places_and_lead_back(name: str) -> None:
    battle = battles.battle(name)
    for unit, place in list(known_places(battle))[:4]:
        for step in places_of(battle).steps(battle.state, unit):
            assert step != place
            check_put(battle, unit, step)
            if (after := outcome(battle, unit, step)) is not None:
                assert place in places_of(battle).steps(after, unit)


@every_ruleset
def test_nobody_is_put_who_is_not_there(id_: str) -> None:
    battle = Battle.read(battles.starter(id_))
    places, (unit, *_) = places_of(battle), battle.ruleset.shooters(battle.state)
    for ask in (places.at, places.all, places.steps):
        assert "'nobody' is no" in wrong_with(ask, battle.state, "nobody")
    assert "'nobody' is no" in wrong_with(places.put, battle.state, "nobody", places.at(battle.state, unit))


@every_ruleset
@pytest.mark.parametrize("place", ["", "nowhere", "1,2,3", "nan,nan", "inf", "1e99,0", "-1e10", "Z99", "9" * 5000])
def test_nobody_is_put_where_there_is_no_place(id_: str, place: str) -> None:
    battle = Battle.read(battles.starter(id_))
    for unit, _ in known_places(battle):
        assert outcome(battle, unit, place) is None


@pytest.mark.whole("long")
@every_ruleset
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_places_of_battles_that_nobody_wrote(id_: str, data: st.DataObject) -> None:
    try:
        battle = Battle.read(data.draw(battles.random_battles(id_)))
    except BattleFileError:
        return
    for unit, place in known_places(battle):
        assert places_of(battle).put(battle.state, unit, place) == battle.state
        check_put(battle, unit, data.draw(st.sampled_from(places_of(battle).all(battle.state, unit))))


# --- one game at a time ---------------------------------------------------------------


def written(*games: str) -> list[str]:
    return [name for name in battles.WRITTEN if name.startswith(games)]


@pytest.mark.parametrize("name", written("duel-of-ages", "endless-horizons"))
def test_where_nobody_joins_anybody_the_way_back_leads_to_what_was(name: str) -> None:
    battle = battles.battle(name)
    for unit, before in list(known_places(battle))[:4]:
        for place in places_of(battle).steps(battle.state, unit):
            if (after := outcome(battle, unit, place)) is not None:
                assert outcome(battle.with_state(after), unit, before) == battle.state


def refusal(battle: Battle, unit: str, place: str) -> str:
    return wrong_with(places_of(battle).put, battle.state, unit, place)


def test_a_leader_goes_with_his_unit_and_a_hero_keeps_its_space_and_its_move() -> None:
    battle = ancients_table.lay("a bottom light_bow_infantry E5", "z top warrior A1", leaders=["caesar bottom E5"])
    places = places_of(battle)
    together = places.put(battle.state, "a", "D4")
    assert (places.at(together, "a"), places.at(together, "caesar")) == ("D4", "D4")
    alone = places.put(battle.state, "caesar", "F5")
    assert (places.at(alone, "a"), places.at(alone, "caesar")) == ("E5", "F5")
    battle = duel_table.duel("0,0", "2,0", duel_table.patch(), team="white", step="action")
    assert refusal(battle, "s", "2,0") == "place: 's' cannot stand on 2,0: 2,0 already holds 't'; one hero a space"
    assert "is no space of this map" in refusal(battle, "s", "9,9")
    moving = battle.play(Move("s", "0,1"), FixedDice()).battle
    assert refusal(moving, "s", "1,0").endswith("it is in the middle of its move")
    assert places_of(moving).at(places_of(moving).put(moving.state, "t", "3,0"), "t") == "3,0"


def test_hexes_refuse_whom_the_battle_file_refuses_and_everybody_while_flags_are_to_be_answered() -> None:
    battle = ancients_table.lay(
        *(
            "a bottom light_bow_infantry E5",
            "b bottom warrior E6",
            "engine bottom light_war_machine H1",
            "z top warrior A1",
        ),
        leaders=["caesar bottom E5", "brutus bottom C3", "xerxes top A4"],
        terrain={"G1": "sea", "G2": "forest"},
    )
    told = {
        ("a", "E6"): "'a' cannot stand on E6: E6 already holds 'b'; one unit a hex",
        ("a", "C3"): "'a' cannot stand on C3: C3 already holds leader 'brutus'; one leader a hex",
        ("b", "A4"): "'b' cannot stand on A4: A4 would hold the unit 'b' of one side and the leader 'xerxes' of the "
        "other; a leader stands alone or with a unit of his side",
        ("a", "Z9"): "'Z9' is no hex of this board; hexes run from A1 to I13",
    }
    for (unit, place), why in told.items():
        assert refusal(battle, unit, place) == f"place: {why}"
    assert places_of(battle).at(places_of(battle).put(battle.state, "b", "C3"), "b") == "C3"
    for unit in ("a", "caesar", "engine"):
        assert refusal(battle, unit, "G1").endswith("stops it")
    battle = ancients_table.lay("a bottom light_bow_infantry E5", "z top warrior C5")
    owing = battle.play(Shoot(Shot("a", "z")), FixedDice("flag", "red")).battle
    assert owing.owing
    assert refusal(owing, "a", "E6") == "place: 'a' cannot stand on E6: z must answer its flags first"


def test_a_model_stands_on_the_highest_surface_and_in_nothing() -> None:
    box = {"id": "crate", "box": {"at": [10, 10], "size": [4, 4, 2]}}
    wall = blightmeer_table.wall("wall", (2, 20), (12, 20))
    battle = blightmeer_table.battle(blightmeer_table.archer(), blightmeer_table.enemy(), terrain=[box, wall])
    places = places_of(battle)
    assert places.put(battle.state, "orc", "10,10").unit("orc").at == (10, 10, 2)
    assert (
        refusal(battle, "orc", "7.8,10") == "place: 'orc' cannot stand on 7.8,10: 'orc' stands in the terrain 'crate'"
    )
    assert refusal(battle, "orc", "6,20.3").endswith("stands in the terrain 'wall'")
    assert refusal(battle, "orc", "18.4,6").endswith("the bases of 'archer' and 'orc' overlap")
    assert refusal(battle, "orc", "36.1,6").endswith('is off the table, which is 36" x 36"')


def test_the_grid_of_a_table_covers_it_and_nobody_is_put_anywhere_while_a_shot_waits() -> None:
    battle = blightmeer_table.battle(blightmeer_table.archer(at=(1, 1)), table={"width": 3, "depth": 2})
    places = places_of(battle)
    assert places.all(battle.state, "archer") == ("0.5,0.5", "1.5,0.5", "2.5,0.5", "0.5,1.5", "1.5,1.5", "2.5,1.5")
    assert places.all(battle.state, "archer", Fraction(2)) == ("1,1", "2.5,1")
    with pytest.raises(BattleFileError, match=r"^step: 0.001 is too small; at least 0.006$"):
        places.all(battle.state, "archer", Fraction(1, 1000))
    ally = blightmeer_table.enemy("ally", 19.2, 18)
    battle = blightmeer_table.battle(blightmeer_table.archer(), blightmeer_table.enemy(), ally)
    waiting = battle.play(Shoot(blightmeer_table.shot()), FixedDice()).battle
    assert refusal(waiting, "archer", "3,3").endswith("the attack on orc is not resolved yet")


def test_points_go_a_quarter_beyond_everybody_on_each_side() -> None:
    battle = endless_horizons_field.field({"at": [0, 0]}, {"at": [80, 40]}, distances={})
    places = places_of(battle).all(battle.state, "jack", Fraction(4))
    assert (places[0], places[-1], len(places)) == ("-20,-20", "100,60", 31 * 21)


def test_every_distance_that_is_written_is_named_and_a_point_where_none_is() -> None:
    battle = endless_horizons_field.field(None, {"side": "b"}, {"id": "tank", "side": "b"}, {"id": "cat", "side": "a"})
    battle = Battle.read(
        battle.data()
        | {"units": [unit | ({"side": "a"} if unit["id"] == "jack" else {}) for unit in battle.data()["units"]]}
        | {"distances": {"jack>drone": 100, "tank>jack": 130, "jack>cat": 7}}
    )
    places = places_of(battle)
    assert places.at(battle.state, "jack") == "drone=100 tank=130 cat=7"
    nearer = places.put(battle.state, "jack", "cat=8 drone=12.5 tank=90")
    assert Battle(battle.ruleset, nearer).data()["distances"] == {"jack>drone": 12.5, "tank>jack": 90, "jack>cat": 8}
    every = "drone=METRES tank=METRES cat=METRES"
    asked = "how far jack is then from tank and cat is not said; name each distance, 0 to 1000000"
    assert refusal(battle, "jack", "drone=60") == f"place: {asked}: {every}"
    assert refusal(battle, "jack", "60") == f"place: '60' does not say how far from whom; a place is {every}"
    assert refusal(battle, "jack", "drone=-1 tank=1 cat=1").endswith("metres go from 0 to 1000000")
    assert "'jack' is no other unit" in refusal(battle, "jack", "jack=1 drone=1 tank=1 cat=1")
    assert places.at(battle.state, "drone") == "100"
    assert Battle(battle.ruleset, places.put(battle.state, "drone", "60")).data()["distances"]["jack>drone"] == 60
    nearer_one = ("drone=90 tank=130 cat=7", "drone=110 tank=130 cat=7", "drone=100 tank=120 cat=7")
    assert places.steps(battle.state, "jack") == (*nearer_one, "drone=100 tank=140 cat=7")
    assert places.all(battle.state, "jack") == tuple(f"drone={n} tank={n} cat=7" for n in range(0, 301, 10))
    battle = endless_horizons_field.field({"at": [0, 0]}, {"at": [30, 40]})
    battle = Battle.read(battle.data() | {"distances": {}})
    places = places_of(battle)
    assert places.at(battle.state, "drone") == "30,40"
    moved = Battle(battle.ruleset, places.put(battle.state, "drone", "6,8"))
    assert moved.check(endless_horizons_field.shot()).summary["distance"] == 10
    assert {"30,40", "0,0"} <= set(places.all(battle.state, "drone", Fraction(10)))
    assert len(places.steps(battle.state, "drone")) == 8
    assert refusal(battle, "drone", "2000000,0").endswith("metres go from -1000000 to 1000000")
