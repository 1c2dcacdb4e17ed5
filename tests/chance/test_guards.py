from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import pytest

from every_throw import throws
from fireline.chance import (
    CallsItself,
    Dice,
    Dist,
    ImpureProgram,
    Limits,
    Program,
    TooDeep,
    TooManyPaths,
    chance,
    d6,
    d10,
    d20,
    limited,
    limits,
    odds,
    pick,
)


@chance(rule="inner")
def inner(dice: Dice, n: int) -> int:
    return dice.roll(pick(2)) + n


def by_throws(program: Program[[], Any]) -> object:
    return list(throws(program))


Ask = Callable[[Program[[], Any]], object]


# --- pure or not ---------------------------------------------------------------------


Body = Callable[[Dice, int], int]
FICKLE: dict[str, Body] = {
    "step 1 was a throw of d6 .* d10 the next": lambda dice, turn: dice.roll(d10 if turn else d6),
    r"step 2 was inner\(0\) the first time and inner\(5\) the next": lambda dice, turn: (
        dice.roll(d6) + inner(dice, 5 if turn else 0)
    ),
    r"step 1 was inner\(0\) the first time and a throw of 1 of 2 the next": lambda dice, turn: (
        dice.roll(pick(2)) if turn else inner(dice, 0)
    ),
    "step 2 was a throw of d20 the first time and the end the next": lambda dice, turn: (
        dice.roll(d6) + (dice.roll(d20) if turn < 3 else 0)
    ),
    "step 2 was the end the first time and a throw of d20 the next": lambda dice, turn: (
        dice.roll(pick(2)) + (dice.roll(d20) if turn >= 2 else 0)
    ),
    "step 1 was a throw of 1 of 2 the first time and the end the next": lambda dice, turn: (
        dice.roll(pick(2)) if turn < 2 else 0
    ),
    r"step 1 was the end the first time and inner\(3\) the next": lambda dice, turn: inner(dice, 3) if turn else 0,
    "step 1 was the outcome 0 the first time and the outcome 1 the next": lambda _dice, turn: turn,
}
"""What is said of a body that asks something else each turn; paths thrown open the programs that it calls."""


@pytest.mark.parametrize(
    ("ask", "step"),
    [(ask, step) for step in FICKLE for ask in (odds, by_throws) if ask != by_throws or "inner" not in step],
)
def test_a_body_that_goes_otherwise_on_replay_is_not_pure(ask: Ask, step: str) -> None:
    turns = count()

    @chance(rule="X-1")
    def fickle(dice: Dice) -> int:
        return FICKLE[step](dice, next(turns))

    with pytest.raises(ImpureProgram, match=rf"fickle \(X-1\) is not pure: .* {step}"):
        ask(fickle)


# --- budgets -------------------------------------------------------------------------


@chance(rule="big")
def pile(dice: Dice, dice_thrown: int) -> int:
    return sum(dice.roll(d6) for _ in range(dice_thrown))


@chance(rule="caller")
def caller(dice: Dice) -> int:
    return pile(dice, 4)


def test_too_many_paths_name_the_program_and_the_budget() -> None:
    with limited(paths=1000), pytest.raises(TooManyPaths, match=r"pile \(big\) has more than 1,000 paths") as many:
        odds(caller)
    assert (many.value.program, many.value.found) == ("pile (big)", 1000)


def test_a_budget_that_is_just_enough() -> None:
    with limited(paths=216):
        assert sum(odds(pile, 3).values()) == 1
        assert len(list(throws(pile, 3))) == 216
        with pytest.raises(TooManyPaths):
            list(throws(pile, 4))


def test_a_budget_holds_inside_its_block_only() -> None:
    with limited(paths=5, states=7), limited(paths=6) as innermost:
        assert limits() == innermost == Limits(paths=6, states=7)
    assert limits() == Limits() == Limits(paths=200_000, states=10_000)


# --- recursion -----------------------------------------------------------------------


@chance(rule="explode")
def explode(dice: Dice, cap: int) -> int:
    face = dice.roll(d6)
    return min(cap, face + explode(dice, cap)) if face == 6 else face


@chance(rule="ping")
def ping(dice: Dice) -> int:
    return pong(dice)


@chance(rule="pong")
def pong(dice: Dice) -> int:
    return ping(dice) if dice.roll(d6) == 6 else 0


@chance(rule="down")
def down(dice: Dice, n: int) -> int:
    return dice.roll(d6) if n > 10**6 else down(dice, n + 1)


def test_a_program_that_calls_itself_is_sent_to_until() -> None:
    with pytest.raises(
        CallsItself, match=r"explode \(explode\) can call itself .* explode\(20\), .* Dist.until"
    ) as itself:
        odds(explode, 20)
    assert itself.value.found == "explode(20)"


def test_programs_that_call_each_other_are_found_out_whenever_they_are_asked() -> None:
    for _ in range(2):
        with pytest.raises(CallsItself, match=r"ping \(ping\) can call itself"):
            odds(ping)


def test_a_recursion_without_end_is_no_python_error() -> None:
    with pytest.raises(TooDeep, match=r"down \(down\) calls programs too deep to follow, last down\(\d+\)"):
        odds(down, 0)
    with pytest.raises(TooDeep):
        list(throws(down, 0))


# --- hashing -------------------------------------------------------------------------


@chance(rule="total")
def total(dice: Dice, numbers: Sequence[int], *more: Any, extra: Sequence[int] = ()) -> int:
    return sum(numbers) + sum(extra) + len(more) + dice.roll(pick(1))


@chance(rule="listed")
def listed(dice: Dice) -> list[int]:
    return [dice.roll(d6)]


@chance(rule="asks")
def asks(dice: Dice) -> int:
    return total(dice, [1])


@pytest.mark.parametrize(
    ("ask", "named"),
    [
        (lambda: odds(total, [1, 2]), r"total \(total\) is asked for odds with numbers=\[1, 2\]"),
        (lambda: odds(total, (1,), extra=[3]), r"total \(total\) is asked for odds with extra=\[3\]"),
        (lambda: odds(total, (), 1, [2]), r"total \(total\) is asked for odds with \*more=\[2\]"),
        (lambda: odds(asks), r"total \(total\) is asked for odds with numbers=\[1\]"),  # by a program that calls it
        (lambda: odds(listed), r"listed \(listed\) ends with \[1\]"),
    ],
)
def test_an_argument_or_outcome_that_cannot_be_hashed_is_named(ask: Callable[[], object], named: str) -> None:
    with pytest.raises(TypeError, match=f"{named}, a list, which cannot be hashed"):
        ask()


def test_a_bodys_own_type_error_is_its_own() -> None:
    @chance(rule="wrong")
    def wrong(dice: Dice) -> int:
        return dice.roll(d6) + "x"  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue]

    with pytest.raises(TypeError, match="unsupported operand"):
        odds(wrong)


def test_a_dist_may_be_an_argument() -> None:
    @chance(rule="ask")
    def ask(dice: Dice, dist: Dist[int]) -> int:
        return len(dist) + dice.roll(pick(1))

    assert odds(ask, odds(inner, 0)) == {2: 1}
