from collections import Counter

import pytest

from fireline.chance import Dice, Die, chance, d20, odds, tally
from fireline.testing.battery.chances import fits

loaded = Die("loaded", ("hit", "miss", "dud"), (5, 2, 1))


@chance(rule="save")
def saved(dice: Dice, needed: int) -> bool:
    return dice.roll(d20) >= needed


@chance(rule="shot")
def shot(dice: Dice, count: int) -> int:
    hits = [dice.roll(loaded) for _ in range(count)].count("hit")
    return sum(not saved(dice, 14) for _ in range(hits))


@pytest.mark.parametrize("trials", [100_000, 10**9, 10**15])
def test_counts_fit_the_odds(trials: int) -> None:
    found = tally(trials, 12, shot, 3)
    assert sum(found.values()) == trials
    assert fits(found, odds(shot, 3))


def test_small_tallies_fit_the_odds_together() -> None:
    found: Counter[int] = Counter()
    for seed in range(4000):
        found += tally(5, seed, shot, 2)
    assert sum(found.values()) == 20_000
    assert fits(found, odds(shot, 2))


def test_the_same_seed_counts_the_same() -> None:
    assert tally(1000, 4, shot, 2) == tally(1000, 4, shot, 2)


def test_no_trials_have_no_outcomes() -> None:
    assert tally(0, 1, shot, 2) == Counter()


def test_a_negative_number_of_trials_is_refused() -> None:
    with pytest.raises(ValueError, match="-1 trials cannot be made"):
        tally(-1, 1, shot, 2)
