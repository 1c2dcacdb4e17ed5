"""What house rules change, against the targets of battle files that say them."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fireline.analysis.houserules import HouseRules, NamedBattle, house_rules
from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.game.registry import ruleset, starter
from fireline.questions.columns import HouseRequest, examples, house
from refusing import wrong_with

HOUSE: Mapping[str, Mapping[str, float]] = {
    "ancients": {"CCA-4.1.held": 3, "CCA-1.2.nearest": 3},
    "duel-of-ages": {"DOA-3.4.woods.stealth": 6, "DOA-4.1.symbol": 4},
    "blightmeer": {"BLM-7.3.cover": -6},
    "endless-horizons": {"EHZ-1.1.base": 7, "EHZ-2.1.far": 0.4},
}
Pairs = dict[tuple[str, str], Fraction]


def told(data: Mapping[str, Any]) -> Pairs:
    """The chance of every legal target of everybody, as `fireline targets` tells it."""
    battle = Battle.read(data)
    found = {}
    for unit in battle.units:
        able = unit.id in battle.ruleset.shooters(battle.with_turn_of(unit.id).state)
        for seen in battle.targets(unit.id) if able else ():
            if seen.odds is not None:
                found[unit.id, seen.target] = seen.odds.headline.chance
    return found


@pytest.mark.parametrize("game", HOUSE)
def test_every_shot_before_and_after_is_that_of_two_files(game: str) -> None:
    data = {**parse(starter(game)), "ruleset": ruleset(game).id}
    found = house_rules(game, HOUSE[game], [NamedBattle("starter", data)])
    before, after = told(data), told({**data, "house": dict(HOUSE[game])})
    assert {(one.shooter, one.target): one.before for one in found.shots if one.before is not None} == before
    assert {(one.shooter, one.target): one.after for one in found.shots if one.after is not None} == after
    apart = {pair: after[pair] - before[pair] for pair in before.keys() & after.keys()}
    assert found.mean == sum(apart.values()) / len(apart)
    assert (found.allowed, found.forbidden) == (len(after.keys() - before.keys()), len(before.keys() - after.keys()))
    assert found.changed == sum(map(bool, apart.values())) + found.allowed + found.forbidden > 0
    for most, one in ((max(apart.values()), found.most_up), (-min(apart.values()), found.most_down)):
        assert abs(one.difference or 0) == most if one else most <= 0
    known = [abs(one.difference) for one in found.differences if one.difference is not None]
    assert known == sorted(known, reverse=True)
    assert (found.battles, found.left_out, found.problems) == (("starter",), (), {})


def test_a_battle_of_another_edition_is_played_by_this_one_and_one_that_cannot_be_is_named() -> None:
    data = parse(starter("blightmeer"))
    odd = {**data, "options": {"protect_by": "weighted"}}
    found = house_rules("blightmeer@2025-11", {"BLM-7.3.cover": -2}, [NamedBattle("a", data), NamedBattle("b", odd)])
    assert {(one.shooter, one.target) for one in found.shots} == set(told({**data, "ruleset": "blightmeer@2025-11"}))
    assert list(found.problems) == ["b"]
    assert found.battles == ("a",)


def test_time_that_is_up_names_the_battles_left_out_and_what_is_known_is_told_on_the_way() -> None:
    battles, heard = examples("ancients"), list[HouseRules]()
    ours = [one.name for one in battles]
    assert {one.data["ruleset"] for one in battles} == {"ancients"}
    none = house_rules("ancients", {"CCA-4.1.held": 3}, battles, seconds=1e-9)
    assert (none.shots, none.battles, list(none.left_out)) == ((), (), ours)
    assert (none.mean, none.most_up, none.data()["rise"]) == (None, None, None)
    first = battles[:1]
    assert repr(house_rules("ancients", {"CCA-4.1.held": 3.0}, first, seconds=1e-9).house) == "{'CCA-4.1.held': 3}"
    whole = house_rules("ancients", {"CCA-4.1.held": 3}, first, heard=lambda _, so_far: heard.append(so_far))
    assert heard[-1].shots == whole.shots != ()


def test_a_game_without_examples_is_asked_about_in_its_starter() -> None:
    (only,) = examples("regatta")
    assert (only.name, only.data) == ("starter", parse(starter("regatta")))
    editions = {one.data["ruleset"] for one in examples("blightmeer@2025-11")}
    assert len(editions) > 1, "the battles of every version of a game"


def test_a_game_without_battles_says_so(tmp_path: Path) -> None:
    with pytest.raises(BattleFileError, match="there is no battle of Endless Horizons"):
        house_rules("endless-horizons", {"EHZ-1.1.base": 7}, [NamedBattle(tmp_path.name, {"ruleset": "ancients"})])


@pytest.mark.parametrize(
    ("battle", "says"),
    [
        ([], "battles[0]: [] is not a battle"),
        (
            "ancients-leader",
            "battles[0]: 'ancients-leader' is no example; did you mean 'ancients-leaders'?",
        ),
        (None, "battles[0]: null is not a battle"),
        ({"ruleset": []}, "battles: there is no battle of Commands & Colors: Ancients"),
    ],
)
def test_what_is_no_battle_is_told(battle: object, says: str) -> None:
    asked = HouseRequest(ruleset="ancients", house={"CCA-4.1.held": 3}, battles=[battle])
    assert wrong_with(house, asked) == says
