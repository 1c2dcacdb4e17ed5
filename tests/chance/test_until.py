import pickle
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from every_throw import throws
from fireline.chance import (
    Dice,
    Dist,
    FixedDice,
    NeverEnds,
    Program,
    TooManyPaths,
    TooManyStates,
    chain,
    chance,
    d6,
    d20,
    limited,
    odds,
    pick,
    repeated,
)
from fireline.chance.absorbing import reach


class Fire(NamedTuple):
    """Wounds so far, counted to a cap, and whether another attack is owed."""

    wounds: int
    attacking: bool


@chance(rule="explode")
def throw_again(dice: Dice, _face: int) -> int:
    return dice.roll(d20)


@chance(rule="attack")
def attack(dice: Dice, fire: Fire, cap: int) -> Fire:
    kept = max(dice.roll(d20), dice.roll(d20))
    unsaved = kept >= 12 and dice.roll(d20) < 14
    return Fire(min(cap, fire.wounds + unsaved), kept == 20)


@chance(rule="ruin")
def bet(dice: Dice, money: int, odds_of_winning: tuple[int, int]) -> int:
    win, lose = odds_of_winning
    return money + (1 if dice.roll(pick(win + lose)) < win else -1)


@chance(rule="stuck")
def wander(dice: Dice, place: int) -> int:
    return place if place >= 2 else place + dice.roll(pick(2))


@chance(rule="count")
def count_up(dice: Dice, n: int) -> int:
    return n + (dice.roll(pick(2)) or 1)


def test_another_attack_for_every_twenty_without_limit() -> None:
    def shot(cap: int) -> Dist[int]:
        start = Dist({Fire(0, attacking=True): 1})
        return start.until(attack, lambda fire: not fire.attacking, cap).map(lambda fire: fire.wounds)

    assert shot(1)[0] == Fraction(4100, 7727)
    # The generating function of the wounds, in powers of its variable.
    miss, hit, crit, unsaved = Fraction(121, 400), Fraction(240, 400), Fraction(39, 400), Fraction(13, 20)
    saved = 1 - unsaved
    top, slope = miss + hit * saved, hit * unsaved
    stay, more = 1 - crit * saved, crit * unsaved
    exact = [top / stay]
    exact.append((slope + more * exact[0]) / stay)
    while len(exact) < 9:
        exact.append(exact[-1] * more / stay)
    wounds = shot(9)
    assert [wounds[n] for n in range(9)] == exact
    assert wounds[9] == 1 - sum(exact)


@given(st.integers(1, 12), st.integers(1, 12), st.integers(1, 4), st.integers(1, 4))
def test_gamblers_ruin(money: int, more: int, win: int, lose: int) -> None:
    goal = money + more
    end = Dist({money: 1}).until(bet, lambda m: m in {0, goal}, (win, lose))
    ratio = Fraction(lose, win)
    expected = Fraction(money, goal) if win == lose else (1 - ratio**money) / (1 - ratio**goal)
    assert end[goal] == expected


def test_states_that_are_done_at_the_start_stay() -> None:
    start = Dist({3: Fraction(1, 2), 20: Fraction(1, 2)})
    assert start.until(throw_again, lambda face: face < 20) == {
        face: Fraction(1, 38) + Fraction(face == 3, 2) for face in range(1, 20)
    }


def test_outcomes_of_a_chain_stand_in_the_order_first_met() -> None:
    assert list(Dist({2: 1}).until(bet, lambda m: m in {0, 4}, (1, 1))) == [4, 0]


def test_a_chain_that_may_never_be_done_names_the_states() -> None:
    with pytest.raises(NeverEnds, match=r"repeating wander \(stuck\) never ends from 0, 1, 2") as endless:
        Dist({0: 1}).until(wander, lambda _place: False)
    assert endless.value.found == (0, 1, 2)


def test_only_the_trap_is_named_where_others_could_be_done() -> None:
    @chance(rule="trap")
    def step(dice: Dice, place: str) -> str:
        return ("pit", "home")[dice.roll(pick(2))] if place == "road" else place

    with pytest.raises(NeverEnds, match=r"repeating step \(trap\) never ends from 'pit'$"):
        Dist({"road": 1}).until(step, lambda place: place == "home")


def test_a_chain_with_endless_states_stops_at_the_budget() -> None:
    with limited(states=50), pytest.raises(TooManyStates, match=r"repeating count_up \(count\) reaches more than 50"):
        Dist({0: 1}).until(count_up, lambda _n: False)


def test_a_chain_of_many_states_is_solved() -> None:
    @chance(rule="walk")
    def walk(dice: Dice, at: tuple[int, int]) -> tuple[int, int]:
        x, y = at
        return ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))[dice.roll(pick(4))]

    size = 6
    end = Dist({(0, 0): 1}).until(walk, lambda at: max(abs(at[0]), abs(at[1])) == size)
    assert sum(end.values()) == 1
    assert end.probability(lambda at: at[0] == size) == Fraction(1, 4)


def over(fire: Fire) -> bool:
    return not fire.attacking


@chain(rule="attack", done=over)
def attacks(dice: Dice, fire: Fire, cap: int) -> Fire:
    return attack(dice, fire, cap)


def test_a_chain_called_by_a_program_is_one_question() -> None:
    @chance(rule="volley")
    def volley(dice: Dice, cap: int) -> int:
        return attacks(dice, Fire(0, attacking=True), cap).wounds + (dice.roll(d6) == 6)

    alone = odds(attacks, Fire(0, attacking=True), 2).map(lambda fire: fire.wounds)
    assert odds(volley, 2).probability(lambda wounds: wounds == 0) == alone[0] * Fraction(5, 6)


def test_the_throws_of_a_chain_cannot_all_be_listed() -> None:
    with limited(paths=500), pytest.raises(TooManyPaths, match="attacks"):
        list(throws(attacks, Fire(0, attacking=True), 2))


def test_a_chain_is_pickled_by_name() -> None:
    assert pickle.loads(pickle.dumps(attacks)) is attacks  # noqa: S301 - our own
    assert pickle.loads(pickle.dumps(attacks.step)) is attacks.step  # noqa: S301 - our own


@chance(rule="attack")
def one_attack(dice: Dice, cap: int) -> Fire:
    return attack(dice, Fire(0, attacking=True), cap)


def no_more_than_one(fire: Fire, cap: int) -> Fire:
    return fire._replace(wounds=min(fire.wounds, 1))


def add(fire: Fire, one: Fire, cap: int) -> Fire:
    return Fire(min(cap, fire.wounds + one.wounds), one.attacking)


repeats = repeated(one_attack, rule="attack", done=over)(add)
merged = repeated(one_attack, rule="attack", done=over, alike=no_more_than_one)(add)


@pytest.mark.parametrize("chained", [attacks, repeats], ids=["a step", "a program repeated"])
def test_a_chain_is_solved_when_weighed_and_followed_when_thrown(chained: Program[[Fire, int], Fire]) -> None:
    start = Fire(0, attacking=True)
    for cap in (2, 5):
        solved = Dist({start: 1}).until(attack, over, cap)
        assert [*odds(chained, start, cap).items()] == [*solved.items()]
    dice = FixedDice(20, 3, 4, 20, 5, 6, 1, 2)
    assert chained(dice, start, 2) == Fire(2, attacking=False)
    assert not dice.left
    assert chained(FixedDice(), Fire(1, attacking=False), 2) == Fire(1, attacking=False)


def test_states_that_are_alike_are_one_in_odds_and_none_in_throws() -> None:
    start = Fire(0, attacking=True)
    assert odds(merged, start, 9) == odds(repeats, start, 9).map(lambda fire: no_more_than_one(fire, 9))
    with limited(states=6):
        assert len(odds(merged, start, 9)) == 2
    assert merged(FixedDice(20, 12, 13, 20, 12, 13, 1, 2), start, 9) == Fire(2, attacking=False)


@pytest.mark.parametrize("goal", [2, 5, 9])
def test_a_gambler_with_even_chances_plays_as_long_as_the_theory_says(goal: int) -> None:
    """From k of n the mean length is k (n - k)."""

    def bet(money: int) -> list[tuple[int, int]]:
        return [(money - 1, 3), (money + 1, 3)]

    for money in range(goal + 1):
        steps = reach(Dist.certain(money), bet, lambda held: held in {0, goal}, name="bet").mean_steps
        assert steps == money * (goal - money)
