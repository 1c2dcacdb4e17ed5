"""Battle files: read, written, and every mistake in one line with its place."""

from typing import Any

import pytest

import fireline
from endless_horizons_field import DRONE, JACK, field, rifle, unit
from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.rulesets.endless_horizons.battlefile import read, write
from fireline.rulesets.endless_horizons.pieces import WEAPONS


def said(**data: Any) -> str:
    with pytest.raises(BattleFileError) as wrong:
        Battle.read({"fireline": 1, "ruleset": "endless-horizons", "units": [JACK, DRONE]} | data)
    return str(wrong.value)


@pytest.mark.parametrize(
    ("jack", "message"),
    [
        ({"stance": "lying"}, "units[0].stance: 'lying' is not standing, kneeling, prone_firing or prone"),
        ({"weapon": {"name": "G63"}}, "units[0].weapon.name: 'G63' is no listed weapon; did you mean 'G36'? "),
        ({"weapon": {"name": "Zap", "recoil": 1}}, "units[0].weapon.effective_range: is missing; 'Zap' is no listed"),
        ({"weapon": rifle(modes="SX")}, "units[0].weapon.modes: 'SX' is not a row of modes: S, B or B(2), A, R"),
        ({"weapon": rifle(loaded=31)}, "units[0].weapon.loaded: 31 is too large; the Rifle holds 30"),
        ({"weapon": rifle(loaded=-1)}, "units[0].weapon.loaded: -1 is too small; at least 0"),
        ({"weapon": rifle(capacity=10**9)}, "units[0].weapon.capacity: 1000000000 is too large; at most 1000"),
        ({"weapon": rifle(effective_range=0)}, "units[0].weapon.effective_range: 0 is too small; more than 0"),
        ({"weapon": rifle(effective_range=float("nan"))}, "units[0].weapon.effective_range: nan is not a finite"),
        ({"weapon": rifle(recoil=-2)}, "units[0].weapon.recoil: -2 is too small; at least 0"),
        ({"weapon": rifle(jam="stuck")}, "units[0].weapon.jam: 'stuck' is not failure_to_feed, failure_to_eject"),
        ({"weapon": rifle(rang=3)}, "units[0].weapon: unknown key 'rang'; "),
        ({"weapon": 7}, "units[0].weapon: 7 is not a mapping of keys to values"),
        ({"carried": [{"name": "Glok 17"}]}, "units[0].carried[0].name: 'Glok 17' is no listed weapon; did you"),
        ({"carried": [{"name": "G36", "wher": "holster"}]}, "units[0].carried[0]: unknown key 'wher'; did you mean"),
        ({"carried": ["Glock 17"] * 21}, "units[0].carried: has 21 entries; at most 20"),
        ({"carried": ["Glock 17"] * 20}, "units[0].carried: more than 20 weapons with the one in hand"),
        ({"check": {"dexterity": 1000}}, "units[0].check.dexterity: 1000 is too large; at most 100"),
        ({"cover": {"material": "straw"}}, "units[0].cover.material: 'straw' is no listed material"),
        ({"at": [1]}, "units[0].at"),
        ({"actions": -1}, "units[0].actions: -1 is too small; at least 0"),
        ({"suppressing": {"bullets": 1, "targets": ["dron"]}}, "units[0].suppressing.targets: 'dron' is no other unit"),
        (
            {"weapon": None, "suppressing": {"bullets": 1, "targets": ["drone"]}},
            "units[0].suppressing: nobody suppresses without a firearm in hand",
        ),
        ({"check": {"skills": {"rifel": 3}}}, "units[0].check.skills: 'rifel' is no kind of a listed weapon, or of hi"),
        ({"cover": {"material": "wood", "towards": ["dron"]}}, "units[0].cover.towards: 'dron' is no other unit"),
        ({"aimed_at": "jack"}, "units[0].aimed_at: 'jack' is no other unit of this battle"),
        ({"hits_to_stop": 0}, "units[0].hits_to_stop: 0 is too small; at least 1"),
        ({"hits_taken": [{"shooter": "drone"}]}, "units[0].hits_taken[0].weapon: is missing"),
        ({"carried": [{"name": "Knife", "modes": "S"}]}, "units[0].carried[0].modes: is for firearms; a knife fires"),
        (
            {"carried": [{"name": "Knife", "loaded": 1}]},
            "units[0].carried[0].loaded: 1 is too large; the Knife holds 0",
        ),
        ({"id": "a>b"}, "units[0].id: 'a>b' has a '>' in it"),
        ({"id": "drone"}, "units[1].id: 'drone' is already the id of units[0]"),
    ],
)
def test_a_mistake_in_a_unit_is_named(jack: dict[str, Any], message: str) -> None:
    found = said(units=[JACK | jack, DRONE])
    assert found.startswith(message)
    assert "\n" not in found


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            {"distances": {"jack>dron": 5}},
            "distances.jack>dron: 'dron' is no unit of this battle; did you mean 'drone'?",
        ),
        ({"distances": {"jack\n": 5}}, "distances.'jack\\n': 'jack\\n' names no two units; write them as"),
        ({"distances": {"jack": 5}}, "distances.jack: 'jack' names no two units; write them as 'shooter>target'"),
        ({"distances": {"jack>drone": -1}}, "distances.jack>drone: -1 is too small; at least 0"),
        ({"distances": {"jack>drone": "far"}}, "distances.jack>drone: 'far' is not a number"),
        ({"distances": {"jack>drone": 1e9}}, "distances.jack>drone: 1000000000.0 is too large; at most 1000000"),
        ({"distances": {"jack>jack": 1}}, "distances.jack>jack: 'jack' has no distance to itself"),
        ({"distances": {"jack>drone": 1, "jack > drone": 2}}, "distances.jack > drone: the distance from jack to dron"),
        ({"round": {"order": ["jack", "jack"]}}, "round.order[1]: 'jack' stands in the order twice"),
        ({"round": {"order": ["jak"]}}, "round.order[0]: 'jak' is no unit of this battle; did you mean 'jack'?"),
        ({"round": {"order": ["jack"], "turn": "drone"}}, "round.turn: 'drone' is no unit in the order of the round"),
        ({"environment": [{"name": "fog", "penalty": 1, "unit": "jak"}]}, "environment[0].unit: 'jak' is no unit"),
        ({"environment": [{"name": "fog", "penalty": 1, "pair": "jack"}]}, "environment[0].pair: 'jack' names no two"),
        (
            {"environment": [{"name": "fog", "penalty": 1, "unit": "jack", "pair": "jack>drone"}]},
            "environment[0].pair: stands beside unit; it is said of one unit or of one pair",
        ),
        ({"options": {"squib_bursts": 11}}, "options.squib_bursts"),
        ({"options": {"action_costs": {"stance": -1}}}, "options.action_costs.stance: -1 is too small; at least 0"),
        ({"options": {"escalation": "yes"}}, "options.escalation: 'yes' is not true or false"),
        ({"options": {"malfunctions": {"minor": "bang"}}}, "options.malfunctions.minor: 'bang' is not failure_to_feed"),
        ({"environment": [{"name": "fog", "penalty": 1.5}]}, "environment[0].penalty: 1.5 is not a whole number"),
        ({"unit": []}, "unknown key 'unit'; did you mean 'units'?"),
        ({"units": None}, "units: None is not a list"),
    ],
)
def test_a_mistake_in_a_battle_is_named(data: dict[str, Any], message: str) -> None:
    assert said(**data).startswith(message)


def test_a_listed_weapon_may_be_named_alone_and_what_is_usual_is_not_written() -> None:
    assert unit(field({"weapon": "G36"})).weapon == unit(field({"weapon": {"name": "G36"}})).weapon
    (carried,) = unit(field({"carried": ["G36"]})).carried
    assert carried.weapon == unit(field({"weapon": "G36"})).weapon
    changed = unit(field({"weapon": {"name": "G36", "recoil": 4, "loaded": 7}})).weapon
    assert changed is not None
    assert (changed.model.recoil, changed.model.capacity, changed.loaded) == (4, 30, 7)
    assert WEAPONS["G36"].recoil == 5
    data = write(field().state)
    assert data["units"][1] == {"id": "drone", "size": "small"}
    assert data["distances"] == {"jack>drone": 100}
    assert data.keys() == {"units", "distances"}
    assert field(metres=0).check(fireline.Shot("jack", "drone")).summary["range_category"] == "close"


def test_the_starter_says_what_may_stand_in_a_file() -> None:
    from importlib.resources import files

    text = files("fireline.rulesets.endless_horizons").joinpath("starter.yaml").read_text(encoding="utf-8")
    assert all(name in text for name in WEAPONS)
    assert Battle.read(parse(text)).state.units[0].id == "jack"


FULL: dict[str, Any] = {
    "units": [
        {
            "id": "a",
            "side": "red",
            "stance": "prone_firing",
            "movement": "slow",
            "check": {"dexterity": 1, "perception": 2, "skill": -5, "stealth": 3, "notice": 4, "skills": {"rifle": 2}},
            "weapon": {
                "name": "G36",
                "loaded": 7,
                "recoil": 9,
                "effective_range": 12.125,
                "burst_recoil": 3,
                "small": True,
                "jam": "squib",
                "damaged": True,
                "armour_piercing": True,
                "kind": "crossbow",
                "stopped_by": 7,
            },
            "carried": [
                {"name": "Kukri", "kind": "knife", "small": False, "where": "armour", "hidden": 5},
                {"name": "M40A6", "cycled": False},
            ],
            "at": [12.5, 0.001],
            "cover": {"material": "brick", "thickness": 12.5, "towards": ["c"]},
            "actions": 5,
            "actions_per_round": 4,
            "aimed": 3,
            "aimed_at": "c",
            "magazines": 2,
            "injured": True,
            "hits_taken": [{"shooter": "c", "weapon": "G36", "hits": 5}],
            "hits_to_stop": 4,
            "given_up": True,
            "showing": True,
            "suppressing": {"bullets": 3, "targets": ["b"], "openings": ["b"]},
        },
        {
            "id": "b",
            "size": "huge",
            "cover": {"material": "mud", "penetrated_by": 4, "full": False, "exposed": "small"},
        },
        {"id": "c"},
    ],
    "distances": {"a>b": 400.5},
    "environment": [
        {"name": "dust", "penalty": 1},
        {"name": "smoke", "penalty": -2, "unit": "b"},
        {"name": "glare", "penalty": 3, "pair": "a>b"},
    ],
    "options": {
        "beyond_range_penalty": 3,
        "malfunctions": {"minor": "none"},
        "squib_bursts": 3,
        "action_costs": {"stance": 2},
    },
    "round": {"order": ["b", "c", "a"], "actions": 5, "number": 9},
}


@pytest.mark.parametrize("more", [{}, {"over": True}])
def test_a_battle_comes_back_as_it_was_written(more: dict[str, Any]) -> None:
    state = read(FULL | more)
    assert read(write(state)) == state
    assert write(read(write(state))) == write(state)
