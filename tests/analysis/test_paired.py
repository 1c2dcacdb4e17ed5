"""Two battles trial by trial: the differences, their interval and what is called significant."""

import json
from collections import Counter
from fractions import Fraction
from math import sqrt
from statistics import fmean, stdev

import pytest

import battles
from ancients_table import lay
from battles import every_ruleset
from fireline.analysis.intervals import newcombe
from fireline.analysis.paired import PairedDifference, PairedResult, paired
from fireline.analysis.playing import Player, narrate_phase
from fireline.analysis.policy import policy_of
from fireline.analysis.shots import count_shots, throw_shot
from fireline.analysis.simulate import dice_seed, simulate
from fireline.analysis.vary import Variant
from fireline.game.battle import Battle
from fireline.game.command import Shoot, Shot
from fireline.game.errors import BattleFileError

HELD = lay("bow bottom light_bow_infantry I5", "hi top heavy_infantry F5")
MOVED = Variant.of(HELD).vary("units[bow].moved=1").battle


def found(test: PairedResult, who: str, what: str, *, chance: bool) -> PairedDifference:
    return next(one for one in test.differences if (one.who, one.what, one.chance) == (who, what, chance))


def lost(battle: Battle, seed: int, trials: int) -> list[int]:
    """The blocks of the heavy infantry in each trial, played one by one."""
    play = Player(battle, policy_of("first", battle)).play
    return [sum(loss.number for loss in play(seed, n).losses if loss.what.name == "blocks") for n in range(trials)]


@pytest.mark.parametrize("common", [True, False])
def test_the_difference_is_that_of_the_trials_pair_by_pair(common: bool) -> None:
    test = paired(HELD, MOVED, phases=300, seed=5, policies="bottom=first", common_dice=common)
    seeds = [dice_seed(battle, "bottom=first", 5, common=common) for battle in (HELD, MOVED)]
    first, second = (lost(battle, seed, 300) for battle, seed in zip((HELD, MOVED), seeds, strict=True))
    apart = [b - a for a, b in zip(first, second, strict=True)]
    mean = found(test, "hi", "blocks", chance=False)
    assert (mean.first, mean.second) == (fmean(first), fmean(second))
    assert mean.difference == pytest.approx(fmean(apart))
    error = stdev(apart) / sqrt(300)
    assert mean.standard_error == pytest.approx(error)
    assert mean.interval == pytest.approx((fmean(apart) - 1.959964 * error, fmean(apart) + 1.959964 * error), abs=1e-6)
    assert mean.between == " to ".join(f"{end:.3f}".replace("-", "−") for end in mean.interval or ())
    share = found(test, "hi", "blocks", chance=True)
    assert share.difference == pytest.approx(fmean(b > 0 for b in second) - fmean(a > 0 for a in first))
    both, one, other = (
        sum((a > 0, b > 0) == pair for a, b in zip(first, second, strict=True))
        for pair in ((True, True), (False, True), (True, False))
    )
    assert share.interval == newcombe(both, one, other, 300)
    assert share.significant
    assert found(test, "top", "blocks", chance=False).difference == mean.difference


@pytest.mark.whole("long")
def test_the_intervals_of_many_seeds_hold_the_exact_difference_as_often_as_they_say() -> None:
    exact = [battle.odds(Shot("bow", "hi")).headline.chance for battle in (HELD, MOVED)]
    gain = float(exact[1] - exact[0])
    assert Fraction(gain).limit_denominator(100) == Fraction(-5, 36)
    for common in (True, False):
        tests = [paired(HELD, MOVED, phases=150, seed=n, policies="first", common_dice=common) for n in range(200)]
        shares = [found(test, "hi", "blocks", chance=True) for test in tests]
        assert 180 <= sum(one.interval is not None and gain in one.interval for one in shares) <= 199


def test_dice_in_common_make_the_interval_narrower() -> None:
    own, common = (
        found(paired(HELD, MOVED, phases=400, seed=1, policies="first", common_dice=both), "hi", "blocks", chance=True)
        for both in (False, True)
    )
    assert own.standard_error is not None
    assert common.standard_error is not None
    assert common.standard_error < own.standard_error
    assert common.own_dice_error == pytest.approx(own.standard_error, rel=0.1)
    assert common.width == pytest.approx(common.standard_error / own.standard_error, rel=0.1)


def test_a_battle_against_itself_with_dice_in_common_is_the_same_in_every_trial() -> None:
    test = paired(HELD, HELD, phases=50, seed=5, policies="first", common_dice=True)
    assert all(one.difference == one.standard_error == 0 for one in test.differences)
    assert not any(one.significant for one in test.differences)
    alone = paired(HELD, HELD, phases=1, seed=5, policies="first")
    assert all(one.interval is None and not one.significant for one in alone.differences)


def test_the_data_say_method_seeds_and_battles() -> None:
    data = json.loads(json.dumps(paired(HELD, MOVED, phases=20, seed=5, first=3).data()))
    assert data["test"] == {
        "method": "paired differences: Newcombe for chances, normal for averages",
        "confidence": 0.95,
    }
    assert data["range"] == [3, 22]
    assert len(set(data["battles"])) == 2
    assert {one["kind"] for one in data["differences"]} <= {"phase", "side", "unit"}


@pytest.mark.parametrize(("phases", "policies"), [(0, "simple"), (5, "smple"), (5, "up=simple")])
def test_what_cannot_be_tested_is_refused(phases: int, policies: str) -> None:
    with pytest.raises(BattleFileError):
        paired(HELD, MOVED, phases=phases, seed=1, policies=policies)


# --- dice of one's own ----------------------------------------------------------------


@pytest.mark.whole("long")
@every_ruleset
def test_each_battle_has_dice_of_its_own_unless_they_are_in_common(id_: str) -> None:
    battle = battles.battle(f"{id_}-starter")
    other = Variant.of(battle, files=battles.FILES).vary("name=Another").battle
    assert simulate(battle, phases=5, seed=7) == simulate(battle, phases=5, seed=7)
    shot = next(one.shot for one in battle.legal() if isinstance(one, Shoot))
    words = [[throw_shot(one, shot, 7, n).transcript.faces for n in range(20)] for one in (battle, other)]
    assert words[0] != words[1]
    common = [
        [throw_shot(one, shot, 7, n, common_dice=True).transcript.faces for n in range(20)] for one in (battle, other)
    ]
    assert common[0] == common[1] != words[0]
    assert (
        count_shots(battle, shot, shots=50, seed=7, common_dice=True).counts
        == count_shots(other, shot, shots=50, seed=7, common_dice=True).counts
    )


def test_phases_with_dice_in_common_are_those_of_the_seed() -> None:
    whole = simulate(HELD, phases=60, seed=9, policies="first", common_dice=True)
    policy = policy_of("first", HELD)
    trials = [narrate_phase(HELD, policy, 9, n).played for n in range(60)]
    assert whole.phase["commands"] == Counter(one.commands for one in trials)
    assert whole.data()["common_dice"]
    own = simulate(HELD, phases=60, seed=9, policies="first")
    assert own.units != whole.units


def test_what_a_unit_loses_is_lost_by_the_side_that_it_has_in_each_battle() -> None:
    swapped = lay("hi bottom light_bow_infantry I5", "bow top heavy_infantry F5")
    sides = [
        one for one in paired(HELD, swapped, phases=60, seed=5, common_dice=True).differences if one.kind == "side"
    ]
    assert {one.who for one in sides} == {"top"}, "only top is fired at"
    assert all(one.first and one.second for one in sides)


def test_shots_of_one_battle_have_dice_of_their_own() -> None:
    battle = battles.battle("ancients-ancients-ranged-combat.yaml")
    seeds = {dice_seed(battle, Shot("bow", target), 7) for target in ("warriors", "legion")}
    assert len(seeds | {dice_seed(battle, "simple", 7), dice_seed(battle, "first", 7), 7}) == 5


def test_few_pairs_are_never_called_significant_and_an_interval_of_a_chance_stays_within_it() -> None:
    strong, weak = (lay("bow bottom light_bow_infantry F5", f"far top auxilia D5 blocks={n}") for n in (1, 4))
    for pairs in (3, 29, 60):
        found = [one for one in paired(strong, weak, phases=pairs, seed=5).differences if one.interval]
        assert {one.pairs for one in found} == {pairs}
        assert pairs >= 30 or not any(one.significant for one in found)
        chances = [one.interval for one in found if one.chance and one.interval]
        assert chances
        assert all(-1 <= low <= high <= 1 for low, high in chances)
    assert any(one.significant for one in found)
