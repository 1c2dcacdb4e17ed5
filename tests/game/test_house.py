"""House rules: the numbers of every game, how a battle sets them, and which lines say so."""

import pickle
from fractions import Fraction
from typing import Any

import pytest

from battles import WRITTEN, battle, every_battle, every_ruleset, example, starter
from fireline.analysis.compare import compare
from fireline.analysis.solve import solve
from fireline.analysis.vary import Variant
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError, Code
from fireline.game.numbers import Numbers, UnknownNumber, house_of, with_house
from fireline.game.preview import ShotPreview
from fireline.game.registry import ruleset
from fireline.ruling import RuleLine, without_lines
from refusing import wrong_with

SHOT = Shot("bow", "warriors")


def played(numbers: dict[str, float] | None = None, **more: object) -> Battle:
    """An example battle with house rules."""
    return Battle.read(example("ancients-ranged-combat").data() | {"house": numbers or {}} | more)


def told(battle: Battle, shot: Shot = SHOT) -> dict[str, Any]:
    return battle.check(shot).data()


def marks(battle: Battle, shot: Shot = SHOT) -> dict[str, list[str]]:
    """The lines of a ruling that house rules made, in words, by what made them."""
    found: dict[str, list[str]] = {}
    ruling = told(battle, shot)
    for line in (*ruling["refusals"], *ruling["steps"], *ruling["modifiers"]):
        if "house" in line:
            found.setdefault(line["house"], []).append(line.get("message") or line.get("text") or line["name"])
    return found


@every_ruleset
def test_every_number_has_an_address_that_begins_with_its_rule_and_lies_between_its_bounds(id_: str) -> None:
    game = ruleset(id_)
    for address, number in (game.numbers or {}).items():
        assert number.address == address
        assert address.startswith(f"{number.rule}.")
        assert number.rule in game.rulebook
        assert number.least < number.most
        assert number.least <= number.value <= number.most
        assert number.about
        assert not number.whole or {x.denominator for x in (number.value, number.least, number.most)} == {1}
        assert number.data() == {
            "address": address,
            "rule": number.rule,
            "value": number.value,
            "least": number.least,
            "most": number.most,
            "about": number.about,
        }


@every_battle
def test_a_battle_that_says_what_is_printed_is_the_same_battle(name: str) -> None:
    game = battle(name).ruleset
    numbers = game.numbers
    if numbers is None:
        assert "house" in wrong_with(lambda: Variant(WRITTEN[name]()).vary("house.any=1").battle)
        return
    said = {address: float(number.value) for address, number in numbers.items()}
    assert numbers.house(said) == numbers.printed
    here = battle(name)
    assert house_of(here) == numbers.printed
    assert "house" not in here.data()
    assert with_house(here, numbers.printed) == here


@every_ruleset
def test_a_house_rule_is_part_of_the_battle_and_writes_back(id_: str) -> None:
    numbers = ruleset(id_).numbers
    if numbers is None:
        return
    plain = Battle.read(starter(id_))
    for address, number in numbers.items():
        house = numbers.house({address: float(number.least if number.value == number.most else number.most)})
        changed = with_house(plain, house)
        assert changed != plain
        assert house_of(changed) == house
        assert changed.data()["house"] == house.data()
        assert with_house(changed, numbers.printed) == plain
        assert pickle.loads(pickle.dumps(house)) == house  # noqa: S301 - its own
        assert hash(house_of(changed)) == hash(house)


@pytest.mark.parametrize(
    ("address", "value", "problem"),
    [
        ("CCA-4.1.held", "x", "'x' is not a number"),
        ("CCA-4.1.held", True, "true is not a number"),
        ("CCA-4.1.held", None, "null is not a number"),
    ],
)
def test_what_is_no_number_of_the_game_is_named(address: str, value: Any, problem: str) -> None:
    with pytest.raises(BattleFileError) as wrong:
        Battle.read(starter("ancients") | {"house": {address: value}})
    assert wrong.value.place == f"house.{address}"
    assert problem in wrong.value.problem


def test_code_that_asks_for_no_number_fails_at_once() -> None:
    with pytest.raises(UnknownNumber, match=r"nearest: CCA-4\.1\.held"):
        Numbers.load("fireline.rulesets.ancients").cite("CCA-4.1.hold")


def test_a_line_that_a_house_rule_made_names_it_in_data_and_words() -> None:
    more = played({"CCA-4.1.held": 3})
    assert marks(more) == {"CCA-4.1.held": ["3 battle dice.", "held its position"]}
    assert "    +3 held its position (house rule) CCA-4.1" in list(more.check(SHOT).lines())
    assert more.odds(SHOT).marginals["hits"].mean() == Fraction(3, 6)
    assert marks(played()) == {}


def test_a_refusal_that_a_house_rule_decided_names_it() -> None:
    near = played({"CCA-2.1.light_bow_infantry.range": 1})
    assert marks(near) == {
        "CCA-2.1.light_bow_infantry.range": [
            "The target is 3 hexes away; the range of Light Bow is 1.",
            "Distance 3 hexes, range 1.",
        ]
    }
    refusals = ShotPreview(near, SHOT).refusals
    assert [one.house for one in refusals] == ["CCA-2.1.light_bow_infantry.range"]
    assert str(refusals[0]).endswith("is 1. (house rule) CCA-2.1")


def test_a_line_that_two_house_rules_made_together_or_each_alone_names_both() -> None:
    both = played({"CCA-1.2.nearest": 9, "CCA-2.1.light_bow_infantry.range": 1, "CCA-4.1.held": 4})
    assert marks(both)["CCA-1.2.nearest"] == [
        "Warriors (C5) is 3 hexes away; fire is for targets more than 8 hexes away."
    ]
    capped = (
        Variant.of(played({"CCA-4.1.held": 4, "CCA-4.3.forest.fire_into": 2})).vary("board.terrain.C5=forest").battle
    )
    assert marks(capped) == {
        "CCA-4.1.held": ["held its position"],
        "CCA-4.1.held, CCA-4.3.forest.fire_into": ["into forest: at most 2 dice"],
        "CCA-4.3.forest.fire_into": ["2 battle dice."],
    }


def test_nothing_is_marked_while_lines_are_set_aside() -> None:
    with without_lines(RuleLine("CCA-4.1", "moved")):
        assert marks(played({"CCA-4.1.held": 3})) == {}


def test_compare_tests_a_house_rule_as_a_cause_and_solve_finds_its_value() -> None:
    start = Variant.of(example("ancients-ranged-combat"), SHOT)
    found = compare(start, start.vary("house[CCA-4.1.held]=3"))
    cause = found.causes[0][0]
    assert (cause.rules, cause.before, cause.after) == (("CCA-4.1",), "2", "3")
    assert cause.what == "house rule: battle dice of a unit that held its position"
    assert cause.alone is not None
    assert cause.alone.chance == found.gain(found.columns[1]) == Fraction(23, 54) - Fraction(11, 36)
    solved = solve(start, "house[CCA-4.1.held]", Fraction(23, 54))
    assert [value for value, _ in solved.points] == [1, 2, 3, 4]
    assert solved.exactly == (3,)
    with pytest.raises(BattleFileError) as wrong:
        start.vary("house[CCA-4.1.held]=9").battle  # noqa: B018
    assert (wrong.value.code, wrong.value.place) == (Code.OUT_OF_RANGE, "house[CCA-4.1.held]")


def test_the_numbers_of_two_editions_are_never_taken_for_each_other() -> None:
    old, new = (ruleset(f"blightmeer@{edition}").numbers for edition in ("2025-11", "2026-07"))
    assert isinstance(old, Numbers)
    assert isinstance(new, Numbers)
    assert old.printed != new.printed
    assert old.printed == old.house({}) == pickle.loads(pickle.dumps(old.printed))  # noqa: S301
    address = next(iter(old))
    assert old.printed.put(address, old[address].value) == old.printed
