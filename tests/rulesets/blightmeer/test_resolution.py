"""What the dice do, with faces laid down, and the worked examples of the rules."""

from fractions import Fraction

import pytest

from fireline.chance import CappedCount, Dist, FixedDice, odds
from fireline.rulesets.blightmeer.editions import JANUARY_2026, JULY_2026
from fireline.rulesets.blightmeer.pieces import Injury
from fireline.rulesets.blightmeer.resolution import AttackResult, Volley, WoundMark, injures, shoot, which

NONE, DAZED, STUNNED, OUT = Injury.NONE, Injury.DAZED, Injury.STUNNED, Injury.INCAPACITATED


def laid(volley: Volley, *faces: int) -> AttackResult:
    dice = FixedDice(*faces)
    result = shoot(dice, volley)
    assert not dice.left
    return result


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
