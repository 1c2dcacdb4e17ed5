"""The words behind seeded dice are those of numpy, to the last bit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.chance import Die, SeededDice, pick
from fireline.chance.thrown import PCG64, seed_state

SEEDS = st.one_of(st.integers(0, 100), st.integers(0, 1 << 32), st.integers(0, 1 << 64), st.integers(0, 1 << 300))
EVENTS = st.none() | st.integers(0, 10_000)
KEYS = st.lists(st.integers(0, 1 << 70), max_size=6).map(tuple)


def of_numpy(seed: int, key: tuple[int, ...] = ()) -> np.random.PCG64:
    return np.random.PCG64(np.random.SeedSequence(seed, spawn_key=key))


def words(bits: np.random.PCG64, number: int) -> list[int]:
    return [int(word) for word in bits.random_raw(number)]


@given(SEEDS, KEYS)
def test_every_seed_and_spawn_key_gives_numpys_state_and_words(seed: int, key: tuple[int, ...]) -> None:
    drawn = np.random.SeedSequence(seed, spawn_key=key).generate_state(4, np.uint64)
    assert seed_state(seed, key) == int("".join(f"{int(word):016x}" for word in drawn), 16)
    mine = PCG64(seed, key)
    assert [mine.word() for _ in range(4)] == words(of_numpy(seed, key), 4)


def test_a_long_stream_stays_with_numpys() -> None:
    mine = PCG64(7)
    assert [mine.word() for _ in range(20_000)] == words(of_numpy(7), 20_000)


@given(
    SEEDS,
    st.none() | st.integers(0, 10_000),
    st.sampled_from([1, 2, 3, 6, 10, 20, 60, 1770, 10**6, 1 << 63, (1 << 64) + 1]),
)
def test_faces_are_the_words_of_numpy_modulo_the_sides(seed: int, event: int | None, sides: int) -> None:
    die = pick(sides) if sides <= 1770 else Die("weighted", (0, 1), (sides // 2, sides - sides // 2))
    dice = SeededDice(seed) if event is None else SeededDice.for_event(seed, event)
    bits = of_numpy(seed, () if event is None else (event,))
    wide = -(-(sides - 1).bit_length() // 64)
    for _ in range(3):
        while True:
            raw = int("0" + "".join(f"{word:016x}" for word in words(bits, wide)), 16) if wide else 0
            if raw < (1 << 64 * wide) // sides * sides:
                break
        side = raw % sides
        assert dice.roll(die) == (side if sides <= 1770 else int(side >= sides // 2))


def test_negative_numbers_are_no_seeds() -> None:
    for seed, key in ((-1, ()), (1, (-1,))):
        with pytest.raises(ValueError, match="the seed is -1; a seed is a whole number from 0"):
            PCG64(seed, key)
