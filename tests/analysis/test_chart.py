"""Trials walked through a chart end as trials played step by step do."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import battles
from battles import every_ruleset
from fireline.analysis import memo as memory
from fireline.analysis import playing
from fireline.analysis.memo import Chart, Memo, Memory
from fireline.analysis.playing import Player
from fireline.analysis.policy import POLICIES
from fireline.analysis.simulate import simulate
from fireline.chance import Dice, Die, counter, d6, pick
from fireline.chance.counter import MASK, CounterDice

START = "the start"
COIN = Die("coin", ("heads", "tails"), weights=(2, 1))


def sixes(dice: Dice) -> str:
    """A coin of two to one; on heads dice until one shows no six, on tails one of a thousand things."""
    if dice.roll(COIN) == "tails":
        return f"thing {dice.roll(pick(1000))}"
    thrown = 1
    while dice.roll(d6) == 6:
        thrown += 1
    return f"{thrown} thrown"


def played(trials: int, work: Callable[[Dice], Any] = sixes) -> Memo[Any]:
    memo = Memo(work, Memory(10_000))
    for trial in range(trials):
        memo(CounterDice(7, trial))
    return memo


def drawn(memo: Memo[Any]) -> Chart[str]:
    return Chart(START, lambda come_to: memo if come_to == START else f"{come_to}!")


def test_a_walk_ends_as_the_dice_say_or_leaves_the_chart() -> None:
    walked = drawn(played(300)).walk(7, 0, 3000)
    assert all(one is not None for one in walked[:300])
    assert 0 < walked.count(None) < 1500
    for trial, one in enumerate(walked):
        assert one in {None, sixes(CounterDice(7, trial)) + "!"}


def test_a_word_that_stands_for_no_side_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (memory, counter):  # every third word of a coin stands for no side now, not one in 2 ** 62
        monkeypatch.setattr(module, "fair_share", lambda sides: MASK // (sides + 1))
    walked = drawn(played(2000)).walk(7, 0, 2000)
    assert walked == [sixes(CounterDice(7, trial)) + "!" for trial in range(2000)]
    assert max(Counter(walked).values()) < 1200


def test_what_needs_no_dice_has_one_end_and_what_was_never_played_none() -> None:
    assert drawn(played(1, lambda _: "nothing thrown")).walk(7, 5, 3) == ["nothing thrown!"] * 3
    assert drawn(played(0)).walk(7, 5, 3) == [None] * 3
    assert drawn(played(10)).walk(7, 5, 0) == []


def test_throws_of_too_many_sides_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST_SIDES", 999)
    walked = drawn(played(300)).walk(7, 0, 300)
    assert [one is None for one in walked] == [sixes(CounterDice(7, n)).startswith("thing") for n in range(300)]


def test_the_last_trials_of_all_are_walked_too() -> None:
    last = MASK - 9
    memo = played(2000)
    for trial in range(last, MASK + 1):
        memo(CounterDice(7, trial))
    assert drawn(memo).walk(7, last, 10) == [sixes(CounterDice(7, trial)) + "!" for trial in range(last, MASK + 1)]


@pytest.mark.whole("long")
@every_ruleset
@pytest.mark.parametrize("turns", [None, 2])
def test_trials_have_the_same_results_with_a_chart_and_without(
    id_: str, turns: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "FIRST_CHART", 8)
    walked: list[int] = []
    walk = Chart.walk

    def noted(self: Chart[Any], seed: int, first: int, trials: int) -> list[Any]:
        found = walk(self, seed, first, trials)
        walked.append(trials - found.count(None))
        return found

    monkeypatch.setattr(Chart, "walk", noted)
    battle = battles.battle(f"{id_}-starter")
    quick, plain = (Player(battle, POLICIES["simple"], turns=turns) for _ in range(2))
    found = [result for first in range(0, 60, 12) for result in quick.results(7, first, 12)]
    assert found == [plain.play(7, trial) for trial in range(60)]
    assert len(walked) >= 3, "charts were drawn"


def test_counts_do_not_depend_on_numpy_or_on_how_trials_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = battles.battle("ancients-starter")
    whole = simulate(battle, phases=3000, seed=7)
    parts = [simulate(battle, phases=count, seed=7, first=first) for first, count in ((0, 1100), (1100, 1900))]
    commands = [Counter(part.phase["commands"]) for part in parts]
    assert commands[0] + commands[1] == whole.phase["commands"]
    monkeypatch.setattr(playing, "is_there", lambda module: module != "numpy")
    assert simulate(battle, phases=3000, seed=7) == whole
