"""The odds beside closed forms that are reckoned apart, what is told of them, and answers known from elsewhere."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import fireline
import known_answers
from blightmeer_witness import Case, Table, table
from fireline.chance import CappedCount, Dist, FixedDice, odds
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError
from fireline.rulesets.blightmeer.editions import EDITIONS, JANUARY_2026, JULY_2026, Edition
from fireline.rulesets.blightmeer.pieces import Injury, injury_of
from fireline.rulesets.blightmeer.resolution import Volley, WoundMark, injures, shoot, which

RANGED = (2, 8, 13, 14, 17, 20, 22)
DEFENCE = (4, 10, 15, 19, 23, None)
INJURY = (-3, 0, 2, 5)
WOUNDS = (0, 1, 2, 3)
GRID = [
    (*numbers, state)
    for n, numbers in enumerate(product(RANGED, DEFENCE, INJURY, WOUNDS, (-1, 0, 1)))
    for state in (("none", "dazed", "stunned")[n % 3],)
]
"""Over 2,000 statlines: ranged, defence, injury modifier, Wounds, advantage, and what ails the target already."""


def ours(case: Case) -> Table:
    mark = WoundMark(case.defence, case.wounds, Injury[case.state.upper()], advantage=case.advantage)
    found: Table = defaultdict(Fraction)
    for result, p in odds(shoot, Volley(EDITIONS[case.edition], case.ranged, case.injury, mark)).items():
        found[result.wounds_lost, str(result.injury)] += p
    return dict(found)


@pytest.mark.whole("long")
@pytest.mark.rule("BLM-2.4", "BLM-7.2", "BLM-7.3", "BLM-7.4", "BLM-7.5", "BLM-7.6", "BLM-7.7", "BLM-7.8", "BLM-7.9")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_odds_agree_with_closed_forms(edition: str) -> None:
    assert len(GRID) >= 2000
    for numbers in GRID:
        case = Case(edition, *numbers)
        assert ours(case) == table(case), case


@pytest.mark.rule("BLM-2.2", "BLM-2.3", "BLM-5.1", "BLM-5.2", "BLM-5.3", "BLM-6.1", "BLM-7.3", "BLM-7.5", "BLM-7.8")
@known_answers.each_of("blightmeer@2025-11", "blightmeer@2026-01")
def test_the_answer_is_the_known_one(case: known_answers.Case) -> None:
    assert known_answers.differences(case) == []


@pytest.mark.rule("BLM-7.8")
def test_the_pool_loses_an_attack_at_random_for_every_wound_above_1() -> None:
    pool = (Injury.DAZED, Injury.STUNNED, Injury.INCAPACITATED)
    left = odds(injures, JANUARY_2026, pool, 2)
    assert left == Dist({Injury.INCAPACITATED: Fraction(2, 3), Injury.STUNNED: Fraction(1, 3)})
    assert odds(injures, JANUARY_2026, pool, 4) == {Injury.NONE: 1}
    die = which(2, 3, 1)  # attacks 1 and 2 are alike, and so are 3 to 5
    assert die.faces == (1, 2, 3, 4, 5, 6)
    assert die.merged is not None
    assert (die.merged.faces, die.merged.weights) == ((1, 3, 6), (2, 3, 1))


def test_hits_are_counted_to_one_more_than_could_matter() -> None:
    counts = odds(shoot, Volley(JANUARY_2026, 14, 0, WoundMark(15, 1))).map(lambda one: one.attacks_hit)
    # At least two: a natural 20, and a second hit; the sum over longer chains is exact.
    assert counts[CappedCount(2)] == Fraction(1, 20) * Fraction(7, 20)
    told = {str(one.attacks_hit) for one in odds(shoot, Volley(JULY_2026, 14, 2, WoundMark(15, 1)))}
    assert told == {"0", "1", "2"}


@pytest.mark.rule("BLM-7.4")
@pytest.mark.parametrize(("pool", "told"), [(0, ["0", "1", "2+"]), (1, ["0", "1", "2+"]), (2, ["0", "1", "2", "3+"])])
def test_of_a_chain_hits_are_counted_up_to_one_more_than_the_target_has_wounds(pool: int, told: list[str]) -> None:
    hits = {str(one.attacks_hit) for one in odds(shoot, Volley(JANUARY_2026, 14, 2, WoundMark(15, pool)))}
    assert sorted(hits) == told


def played(edition: str, numbers: dict[str, Any]) -> Edition:
    """An edition at a table that changes these numbers."""
    printed = EDITIONS[edition]
    return replace(printed, house=printed.house.numbers.house(numbers))


@pytest.mark.rule("BLM-7.9")
def test_a_value_brings_the_worst_injury_that_begins_at_or_below_it() -> None:
    house = played("2026-01", {"BLM-7.9.incapacitated.from": 10}).house
    found = [str(injury_of(value, house)) for value in (9, 10, 15, 20)]
    assert found == ["dazed", "incapacitated", "incapacitated", "incapacitated"], "stunned begins at 15 only"


@pytest.mark.rule("BLM-7.5", "BLM-7.8")
@pytest.mark.parametrize("critical", [2, 12, 17, 19, 20])
@pytest.mark.parametrize("modifier", [-3, 0, 2])
def test_the_worst_of_a_chain_counts_whatever_a_critical_is_at_this_table(critical: int, modifier: int) -> None:
    edition = played("2026-01", {"BLM-7.5.critical": critical})
    found = odds(shoot, Volley(edition, 10, modifier, WoundMark(16, 1))).map(lambda one: str(one.injury))
    fails = Fraction(3, 4)
    for injury, least in (("incapacitated", 18), ("stunned", 15)):
        bad = Fraction(sum(face + modifier >= least for face in range(10, 21)), 20) * fails
        again = Fraction(21 - critical, 20)
        both = Fraction(sum(face >= critical for face in range(10, 21) if face + modifier >= least), 20) * fails
        never = (1 - again - (bad - both)) / (1 - (again - both))
        worse = sum((p for name, p in found.items() if name in {injury, "incapacitated"}), Fraction(0))
        assert worse == 1 - never, injury


@pytest.mark.rule("BLM-7.5", "BLM-7.8")
def test_chances_that_are_no_fractions_are_told_and_dice_are_thrown_all_the_same() -> None:
    volley = Volley(played("2026-01", {"BLM-7.5.critical": 12}), 10, 2, WoundMark(16, 2))
    with pytest.raises(BattleFileError, match=r"house\.BLM-7\.5\.critical: .* 2 Wounds .* 16 or more has exact odds"):
        odds(shoot, volley)
    for most in (16, 20):
        assert sum(odds(shoot, replace(volley, edition=played("2026-01", {"BLM-7.5.critical": most}))).values()) == 1
    assert odds(shoot, replace(volley, ranged=16)), "a critical that misses brings nothing"
    thrown = FixedDice(12, 1, 16, 1, 11, 1, 1)
    assert shoot(thrown, volley) == (2, Injury.INCAPACITATED, 3, False)
    thrown.assert_used_up()


@pytest.mark.rule("BLM-7.9")
def test_injuries_stand_in_their_order_wherever_odds_are_told() -> None:
    told = fireline.load("blightmeer-protect").odds(Shot("bowman", "captain"))
    worse = ["none", "dazed", "stunned", "incapacitated"]
    assert list(told.data()["marginals"]["injury"]) == worse
    assert [word.split()[0] for word in told.spread("injury").removeprefix("injury: ").split(", ")] == worse
