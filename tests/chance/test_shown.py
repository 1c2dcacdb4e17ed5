"""Outcomes with their faces, from dice that take every path: what merges, what stays apart, and that it is so."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from every_throw import throws
from fireline.chance import (
    Deck,
    Dice,
    Dist,
    FixedDice,
    Program,
    TooManyStates,
    chain,
    chance,
    d6,
    limited,
    odds,
    with_faces,
    with_step,
)
from fireline.chance.faces import example_faces


@chance(rule="T-1")
def hit(dice: Dice, needed: int) -> bool:
    return dice.roll(d6) >= needed


@chance(rule="T-2")
def hits(dice: Dice, count: int, needed: int) -> int:
    return sum(hit(dice, needed) for _ in range(count))


def no_six(state: tuple[int, bool]) -> bool:
    return not state[1]


@chain(rule="T-3", done=no_six)
def sixes(dice: Dice, state: tuple[int, bool]) -> tuple[int, bool]:
    face = dice.roll(d6)
    return min(state[0] + (face >= 5), 3), face == 6


@chance(rule="T-4")
def runs(dice: Dice) -> int:
    return sixes(dice, (0, True))[0] + hit(dice, 4)


@chance(rule="T-5")
def colour(dice: Dice, deck: Deck[str]) -> str:
    return deck.draw(dice, alike=lambda card: card[0])[0][0]


def body(dice: Dice, deck: Deck[str]) -> tuple[str, str]:
    card, rest = deck.draw(dice, alike=lambda card: card[0])
    return card[0], colour(dice, rest)


two_colours = chance(rule="T-6")(body)
two_cards = chance(rule="T-6", faces_matter=True)(body)
DECK = Deck(["red 1", "red 2", "red 3", "black 1", "black 2"])

PROGRAMS: list[tuple[Program[..., Any], tuple[Any, ...]]] = [
    (hit, (3,)),
    (hits, (3, 5)),
    (runs, ()),
    (two_colours, (DECK,)),
]
every_program = pytest.mark.parametrize(("program", "args"), PROGRAMS, ids=lambda value: getattr(value, "__name__", ""))


def shown(program: Program[..., Any], *args: Any) -> Dist[tuple[Any, tuple[Any, ...]]]:
    """The odds of a program that keeps the faces of another."""

    @chance(rule="")
    def keeps(dice: Dice) -> tuple[Any, tuple[Any, ...]]:
        return with_faces(dice, program, *args)

    return odds(keeps)


@every_program
def test_paths_with_one_outcome_stay_one_with_faces_that_lead_to_it(program: Any, args: Any) -> None:
    told = shown(program, *args)
    assert told.map(lambda one: one[0]) == odds(program, *args)
    assert len(told) == len(odds(program, *args))
    for outcome, faces in told:
        script = FixedDice(*faces)
        assert program(script, *args) == outcome
        script.assert_used_up()


@every_program
def test_they_are_the_same_whenever_they_are_asked(program: Any, args: Any) -> None:
    assert shown(program, *args) == shown(program, *args)
    assert {*example_faces(program, *args).items()} == {*shown(program, *args)}


def test_a_program_whose_faces_matter_is_told_throw_by_throw() -> None:
    told = shown(two_cards, DECK)
    assert len(told) == 5 * 4, "every pair of cards, and none stands for others"
    assert set(told.values()) == {Fraction(1, 20)}
    assert told.map(lambda one: one[0]) == odds(two_colours, DECK)
    assert {faces for _, faces in told} == {(a, b) for a in DECK for b in DECK if a != b}


def test_so_is_one_that_calls_others() -> None:
    every = chance(rule="T-7", faces_matter=True)(hits.body)
    told = shown(every, 2, 5)
    assert told == {(path.outcome, path.faces): path.probability for path in throws(every, 2, 5)}


@every_program
def test_a_step_is_the_tree_of_the_faces_that_stand_for_it(program: Any, args: Any) -> None:
    @chance(rule="")
    def keeps(dice: Dice) -> tuple[Any, tuple[Any, ...], Any]:
        outcome, step = with_step(dice, program, *args)
        return outcome, step.all_faces, step.outcome

    for outcome, faces, told in odds(keeps):
        assert told == outcome
        assert Counter(faces) == Counter(example_faces(program, *args)[outcome])


def test_a_chain_with_too_many_states_says_so() -> None:
    def far(state: int) -> bool:
        return state > 50

    @chain(rule="T-8", done=far)
    def counts_up(dice: Dice, state: int) -> int:
        return state + dice.roll(d6)

    with limited(states=10), pytest.raises(TooManyStates, match="counts_up"):
        example_faces(counts_up, 0)
