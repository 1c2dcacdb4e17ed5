from collections import Counter
from itertools import repeat
from typing import Any, TypeVar

import pytest

from fireline.chance import Dice, FixedDice, NotOnDie, SeededDice, Unanswered, chance, d6, d10, d20, with_faces
from fireline.testing.battery.chances import throw

F = TypeVar("F")


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


@pytest.mark.whole("long")
def test_throws_counted_for_other_tests_are_those_that_the_rule_makes_one_by_one() -> None:
    counted = throw(SeededDice(5), 3000, lambda dice: volley(dice, 2))
    assert counted == Counter(map(volley, repeat(SeededDice(5), 3000), repeat(2)))


# --- faces laid down -----------------------------------------------------------------


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
