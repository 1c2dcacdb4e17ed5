from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.analysis.memo import stirred
from fireline.chance import Die, d6, d20
from fireline.chance.counter import MASK, STEP, CounterDice, fair_share, key_of, mixed, plane_of, word
from fireline.testing.battery.chances import fits

words = st.integers(0, MASK)
HUGE = Die("huge", tuple(range(3)), (1 << 62, 1 << 62, 1))
"""A die of nearly half as many sides as there are words: about half of the words are drawn again."""


def test_words_are_those_written_down() -> None:
    # The first four numbers of splitmix64 from seed 0, as every implementation of it has them.
    assert [mixed(STEP * n & MASK) for n in range(1, 5)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
        0xF88BB8A8724C81EC,
    ]
    assert key_of(7) == 0x63CBE1E459320DD7
    assert [word(plane_of(key_of(7), number), 12) >> 56 for number in range(4)] == [171, 95, 178, 191]


def test_faces_are_those_written_down() -> None:
    dice = CounterDice(20_000, trial=10**9)
    assert [dice.roll(d20) for _ in range(8)] == [18, 7, 14, 2, 9, 19, 12, 1]


def test_a_face_depends_on_nothing_but_seed_trial_and_number() -> None:
    def faces(seed: int, trial: int) -> list[int]:
        dice = CounterDice(seed, trial)
        return [dice.roll(d20) for _ in range(12)]

    assert faces(3, 5) == faces(3, 5)
    assert len({tuple(faces(seed, trial)) for seed in (0, 3, 1 << 64, 3 + (1 << 64)) for trial in (0, 5, MASK)}) == 12


@given(words)
def test_python_and_numpy_stir_alike(one: int) -> None:
    assert int(stirred(np.array([one], np.uint64))[0]) == mixed(one)


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 20, 1000, 8000, (1 << 63) + 1, MASK])
def test_every_side_has_as_many_words(sides: int) -> None:
    share = fair_share(sides)
    assert share * sides <= MASK
    assert (MASK + 1) - share * sides <= max(sides, MASK + 1 - sides)


def test_words_that_stand_for_no_side_are_drawn_again() -> None:
    used = Counter[int]()
    faces = Counter[int]()
    for trial in range(4000):
        dice = CounterDice(11, trial)
        faces[dice.roll(HUGE)] += 1
        used[dice.number] += 1
    sides = HUGE.sides
    again = 1 - fair_share(sides) * sides / (MASK + 1)
    assert 0 < again < 0.51
    assert used[1] == pytest.approx(4000 * (1 - again), abs=150)
    assert faces[0] == pytest.approx(2000, abs=150)


@pytest.mark.parametrize("die", [d6, d20, Die("loaded", ("hit", "miss", "dud"), (5, 2, 1))])
def test_faces_over_trials_fit_the_die(die: Die[int]) -> None:
    faces = Counter(CounterDice(4, trial).roll(die) for trial in range(20_000))
    assert fits(faces, {face: die.probability(face) for face in die.faces})


def test_faces_within_a_trial_fit_the_die_and_each_other() -> None:
    dice = CounterDice(4, 0)
    pairs = Counter((dice.roll(d6), dice.roll(d6)) for _ in range(20_000))
    assert fits(pairs, {(a, b): d6.probability(a) * d6.probability(b) for a in d6.faces for b in d6.faces})


@pytest.mark.parametrize(("seed", "trial", "problem"), [(-1, 0, "the seed is -1"), (1, -1, "the trial is -1")])
def test_seeds_and_trials_are_whole_numbers_from_0(seed: int, trial: int, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        CounterDice(seed, trial)


def test_more_sides_than_words_are_refused() -> None:
    with pytest.raises(ValueError, match="sides are not told apart"):
        CounterDice(1, 1).below(MASK + 1)
