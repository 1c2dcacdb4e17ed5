"""What the dice do, with faces laid down, and the worked examples of the rules."""

from fractions import Fraction

import pytest

from fireline.chance import CappedCount, Dist, FixedDice, odds
from fireline.rulesets.blightmeer.editions import EDITIONS, JANUARY_2026, JULY_2026, NOVEMBER_2025
from fireline.rulesets.blightmeer.pieces import Injury, injury_of
from fireline.rulesets.blightmeer.resolution import AttackResult, Volley, WoundMark, injures, protects, shoot, which

NONE, DAZED, STUNNED, OUT = Injury.NONE, Injury.DAZED, Injury.STUNNED, Injury.INCAPACITATED


def laid(volley: Volley, *faces: int) -> AttackResult:
    dice = FixedDice(*faces)
    result = shoot(dice, volley)
    assert not dice.left
    return result


@pytest.mark.rule("BLM-2.4", "BLM-7.7", "BLM-7.8")
@pytest.mark.parametrize("edition", EDITIONS.values())
def test_a_crossbow_that_rolls_14_stuns(edition: object) -> None:
    assert isinstance(edition, type(NOVEMBER_2025))
    crossbow = Volley(edition, ranged=14, injury=2, target=WoundMark(15, 1))
    assert laid(crossbow, 14, 7) == AttackResult(1, STUNNED, 1)
    assert laid(crossbow, 13) == AttackResult(0, NONE, 0), "the modifier does not help to hit"
    assert laid(crossbow, 14, 15) == AttackResult(0, NONE, 1)


@pytest.mark.rule("BLM-7.5")
def test_the_third_edition_counts_the_injury_modifier() -> None:
    volley = Volley(JULY_2026, 14, 2, WoundMark(15, 1))
    assert laid(volley, 18, 3, 20, 16) == AttackResult(1, OUT, 2), "18 + 2 is a critical; the one it brings is not"
    assert laid(volley, 17, 3) == AttackResult(1, OUT, 1)
    steady = Volley(JULY_2026, 19, 4, WoundMark(15, 1))
    assert laid(steady, 16, 19, 3) == AttackResult(1, OUT, 1), "a miss by the stat, but a value of 20"
    assert laid(steady, 16, 16) == AttackResult(0, NONE, 0), "the attack it brings cannot bring another"


@pytest.mark.rule("BLM-7.8")
def test_the_pool_loses_an_attack_at_random_for_every_wound_above_1() -> None:
    volley = Volley(JANUARY_2026, 14, 0, WoundMark(15, 2))
    assert laid(volley, 20, 3, 14, 4, 2) == AttackResult(2, OUT, 2), "the second as rolled, the 14, is removed"
    assert laid(volley, 20, 3, 14, 4, 1) == AttackResult(2, DAZED, 2), "now the 20"
    pool = (DAZED, STUNNED, OUT)
    left = odds(injures, JANUARY_2026, pool, 2)
    assert left == Dist({OUT: Fraction(2, 3), STUNNED: Fraction(1, 3)})
    assert odds(injures, JANUARY_2026, pool, 4) == {NONE: 1}
    die = which(2, 3, 1)  # attacks 1 and 2 are alike, and so are 3 to 5
    assert die.faces == (1, 2, 3, 4, 5, 6)
    assert die.merged is not None
    assert (die.merged.faces, die.merged.weights) == ((1, 3, 6), (2, 3, 1))


@pytest.mark.rule("BLM-7.9")
def test_the_injury_chart() -> None:
    assert [injury_of(value) for value in (-5, 14, 15, 17, 18, 30)] == [DAZED, DAZED, STUNNED, STUNNED, OUT, OUT]


@pytest.mark.rule("BLM-4.2")
def test_a_protector_that_passes_is_the_target() -> None:
    volley = Volley(JANUARY_2026, 14, 0, WoundMark(10, 1), WoundMark(18, 2), morale=12)
    assert laid(volley, 12, 16, 5) == AttackResult(1, NONE, 1, protected=True)
    assert laid(volley, 11, 16, 5) == AttackResult(1, STUNNED, 1)
    assert odds(protects, JANUARY_2026, None, worse=False) == {False: 1}, "a Morale of - rolls nothing"
    assert odds(protects, JULY_2026, 3, worse=False)[False] == Fraction(4, 20)


@pytest.mark.rule("BLM-4.2", "BLM-7.5")
def test_there_is_one_attempt_however_many_attacks() -> None:
    volley = Volley(JANUARY_2026, 14, 0, WoundMark(10, 1), WoundMark(18, 5), morale=12)
    assert laid(volley, 12, 20, 5, 20, 6, 3) == AttackResult(2, NONE, 2, protected=True)


def test_hits_are_counted_to_one_more_than_could_matter() -> None:
    counts = odds(shoot, Volley(JANUARY_2026, 14, 0, WoundMark(15, 1))).map(lambda one: one.attacks_hit)
    # At least two: a natural 20, and a second hit; the sum over longer chains is exact.
    assert counts[CappedCount(2)] == Fraction(1, 20) * Fraction(7, 20)
    assert {
        str(n) for n in odds(shoot, Volley(JULY_2026, 14, 2, WoundMark(15, 1))).map(lambda one: one.attacks_hit)
    } == {"0", "1", "2"}


@pytest.mark.rule("BLM-7.4")
@pytest.mark.parametrize(("pool", "told"), [(0, ["0", "1", "2+"]), (1, ["0", "1", "2+"]), (2, ["0", "1", "2", "3+"])])
def test_of_a_chain_hits_are_counted_up_to_one_more_than_the_target_has_wounds(pool: int, told: list[str]) -> None:
    hits = {str(one.attacks_hit) for one in odds(shoot, Volley(JANUARY_2026, 14, 2, WoundMark(15, pool)))}
    assert sorted(hits) == told
