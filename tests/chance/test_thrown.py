from collections import Counter
from fractions import Fraction
from itertools import repeat
from typing import Any, TypeVar

import numpy as np
import pytest

from fireline.chance import (
    Dice,
    Die,
    FixedDice,
    NotOnDie,
    SeededDice,
    Unanswered,
    chance,
    d6,
    d10,
    d20,
    pick,
    with_faces,
)
from fireline.testing.throws import throw

F = TypeVar("F")
loaded = Die("loaded", ("hit", "miss", "dud"), (5, 2, 1))

GOLDEN_D20 = [4, 6, 7, 15, 2, 13, 9, 6, 3, 14, 17, 6, 17, 11, 19, 10, 20, 8, 16, 7]
GOLDEN_LOADED = ["hit", "miss", "hit", "hit", "miss", "hit", "hit", "miss"]
GOLDEN_EVENTS = [17, 19, 6, 13, 1, 8, 13, 4, 15, 13]


@chance(rule="CCA-5.2")
def hits(dice: Dice, count: int) -> int:
    return sum(dice.roll(d6) >= 5 for _ in range(count))


@chance(rule="CCA-5.3")
def volley(dice: Dice, count: int) -> bool:
    first = dice.roll(d10)
    scored = hits(dice, count)
    return dice.roll(d20) + scored > first


@chance(rule="")
def unruled(dice: Dice) -> int:
    return dice.roll(d6)


@chance(rule="CCA-9")
def ruled(dice: Dice) -> int:
    return unruled(dice)


@chance(rule="CCA-5.2")
def pair(dice: Dice) -> int:
    return dice.roll(d6) + dice.roll(d6)


def chi_square(die: Die[F], dice: SeededDice, throws: int) -> float:
    seen = Counter(dice.land(die) for _ in range(throws))
    expected = [(face, throws * share / die.sides) for face, share in zip(die.faces, die.shares, strict=True)]
    return sum((seen[face] - wanted) ** 2 / wanted for face, wanted in expected)


@pytest.mark.whole("long")
def test_throws_counted_for_other_tests_are_those_that_the_rule_makes_one_by_one() -> None:
    counted = throw(SeededDice(5), 3000, lambda dice: volley(dice, 2))
    assert counted == Counter(map(volley, repeat(SeededDice(5), 3000), repeat(2)))


# --- seeded dice ---------------------------------------------------------------------


def test_seed_seven_throws_these_faces_for_ever() -> None:
    dice = SeededDice(7)
    assert [dice.roll(d20) for _ in range(20)] == GOLDEN_D20
    dice = SeededDice(7)
    assert [dice.roll(loaded) for _ in range(8)] == GOLDEN_LOADED


def test_event_streams_throw_these_faces_for_ever() -> None:
    assert [SeededDice.for_event(7, n).roll(d20) for n in range(10)] == GOLDEN_EVENTS


@pytest.mark.parametrize(("die", "bound"), [(d6, 20.5), (d20, 43.8), (pick(3), 13.8)])
def test_thrown_faces_are_uniform(die: Die[int], bound: float) -> None:
    assert chi_square(die, SeededDice(20260), 40_000) < bound


def test_thrown_faces_have_their_weights() -> None:
    assert chi_square(loaded, SeededDice(20261), 40_000) < 13.8


def test_a_die_with_more_sides_than_one_word_holds_is_thrown_fairly() -> None:
    dice = SeededDice(3)
    huge = Die("huge", (0, 1), (1 << 90, 1 << 90))
    assert 400 < sum(dice.land(huge) for _ in range(1000)) < 600


def test_words_that_would_favour_a_face_are_thrown_again() -> None:
    nearly_half = Die("nearly half of a word", (0, 1), (1 << 62, (1 << 62) + 1))
    assert [SeededDice(seed).roll(nearly_half) for seed in range(40)].count(0) in range(10, 31)
    uneven = Die("a word does not hold it twice", (0, 1), (1 << 63, 1))
    raw = np.random.PCG64(7).random_raw(20)
    first = next(int(word) for word in raw if word <= 1 << 63)
    dice = SeededDice(7)
    assert dice.roll(uneven) == 0
    assert dice.roll(Die("word", tuple(range(2)), (1 << 63, 1 << 63))) == (
        int(raw[list(raw).index(first) + 1]) >= 1 << 63
    )


def test_a_die_with_one_face_needs_no_randomness() -> None:
    plain, mixed = SeededDice(5), SeededDice(5)
    mixed.roll(pick(1))
    assert plain.roll(d20) == mixed.roll(d20)


def test_a_throw_more_in_one_event_shifts_no_other_event() -> None:
    def faces(event: int, throws: int) -> list[int]:
        dice = SeededDice.for_event(7, event)
        return [dice.roll(d20) for _ in range(throws)]

    assert faces(1, 5) == faces(1, 50)[:5]
    assert faces(0, 20) != faces(1, 20)
    assert faces(0, 20) != [SeededDice(7).roll(d20) for _ in range(20)]


def test_seeds_are_not_negative() -> None:
    with pytest.raises(ValueError, match="the seed is -1"):
        SeededDice(-1)
    with pytest.raises(ValueError, match="seed 7, event -1"):
        SeededDice.for_event(7, -1)


# --- faces laid down -----------------------------------------------------------------


def test_a_script_gives_its_faces_in_order() -> None:
    dice = FixedDice(3, 6, 5)
    assert hits(dice, 3) == 2
    dice.assert_used_up()


def test_a_script_that_runs_short_names_the_die_it_waits_for() -> None:
    dice = FixedDice(4, 6)
    with pytest.raises(Unanswered, match="no face is left for the throw of d6") as waiting:
        volley(dice, 2)
    assert waiting.value.die == d6
    assert dice.transcript.faces == (4, 6)
    assert list(dice.transcript.lines()) == [
        "volley [d10 4] (unfinished)  (CCA-5.3)",
        "  hits [d6 6] (unfinished)  (CCA-5.2)",
    ]


def test_a_face_that_the_die_lacks_is_refused() -> None:
    dice = FixedDice(7)
    with pytest.raises(NotOnDie, match="7 is not on d6, which has 1, 2, 3, 4, 5, 6") as wrong:
        hits(dice, 1)
    assert isinstance(wrong.value, ValueError)
    assert (wrong.value.face, wrong.value.die) == (7, d6)
    assert dice.left == (7,)


def test_faces_left_over_are_counted_and_named() -> None:
    dice = FixedDice(3, 4, 5)
    hits(dice, 1)
    assert dice.left == (4, 5)
    with pytest.raises(AssertionError, match="2 of 3 faces were never thrown: 4, 5"):
        dice.assert_used_up()


# --- transcripts ---------------------------------------------------------------------


def test_the_transcript_is_the_tree_of_rules() -> None:
    dice = FixedDice(4, 6, 1, 4)
    assert volley(dice, 2) is True
    (step,) = dice.transcript.steps
    assert (step.rule, step.what, step.faces, step.outcome) == ("CCA-5.3", "volley", (4, 4), True)
    assert [(inner.rule, inner.faces, inner.outcome) for inner in step.steps] == [("CCA-5.2", (6, 1), 1)]
    assert list(dice.transcript.lines()) == [
        "volley [d10 4, d20 4] -> True  (CCA-5.3)",
        "  hits [d6 6, d6 1] -> 1  (CCA-5.2)",
    ]


def test_the_transcript_lists_every_face_in_the_order_thrown() -> None:
    dice = SeededDice(7)
    volley(dice, 2)
    dice.roll(d6)
    transcript = dice.transcript
    assert [throw.die for throw in transcript.throws] == [d10, d6, d6, d20, d6]
    again = FixedDice(*transcript.faces)
    volley(again, 2)
    again.roll(d6)
    again.assert_used_up()
    assert again.transcript == transcript


def test_the_transcript_knows_how_likely_it_was() -> None:
    dice = FixedDice(4, 6, 1, 4, "hit")
    assert dice.transcript.probability == 1
    volley(dice, 2)
    dice.roll(loaded)
    assert dice.transcript.probability == Fraction(1, 10 * 6 * 6 * 20) * Fraction(5, 8)


def test_a_program_and_the_faces_it_threw() -> None:
    dice = FixedDice(5, 2, 6)
    dice.roll(d6)
    assert with_faces(dice, pair) == (8, (2, 6))
    assert dice.transcript.faces == (5, 2, 6)


def test_dice_that_neither_land_nor_take_every_path_show_no_faces() -> None:
    class Blank(Dice):
        def roll(self, die: Any, /) -> Any: ...

        def run(self, program: Any, /, *args: Any, **kwargs: Any) -> Any: ...

    with pytest.raises(TypeError, match="Blank shows no faces; events are decided by dice that land or take every"):
        with_faces(Blank(), pair)


def test_a_program_without_a_rule_works_under_its_callers() -> None:
    dice = FixedDice(3, 4)
    ruled(dice)
    unruled(dice)
    assert [line for step in dice.transcript.steps for line in step.lines()] == [
        "ruled -> 3  (CCA-9)",
        "  unruled [d6 3] -> 3  (CCA-9)",
        "unruled [d6 4] -> 4",
    ]
