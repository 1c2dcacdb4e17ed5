"""Binomial draws: held against every chance that there is, in fractions, and against themselves."""

from collections import Counter
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.chance.thrown import PCG64
from fireline.chance.trials import DIGITS, FEW, BinomialChances, _least, _ln_factorial, binomial, step_width
from fireline.testing.battery.chances import fits

ODDS = [(1, 2), (1, 3), (49, 99), (1, 6), (1, 100), (1, 10**30)]


def exact(trials: int, share: int, sides: int) -> dict[int, Fraction]:
    """Every number of successes with its chance."""
    chance = Fraction(share, sides)
    return {n: comb(trials, n) * chance**n * (1 - chance) ** (trials - n) for n in range(trials + 1)}


@pytest.mark.parametrize("digits", [11, 33])
def test_logarithms_of_factorials_are_right_for_numbers_of_any_size(digits: int) -> None:
    with localcontext(prec=60):
        apart = {
            n: (Decimal(factorial(n)).ln() + n - _ln_factorial(n, digits)) for n in (1, 2, 5, 30, _least(digits) + 7)
        }
        first = apart[1]
        assert all(abs(one - first) < Decimal(10) ** -digits for one in apart.values()), "all less by ln(2 pi) / 2"
        assert abs((2 * first).exp() - 2 * Decimal("3.14159265358979")) < Decimal(10) ** -9


@pytest.mark.parametrize(("share", "sides"), ODDS)
@pytest.mark.parametrize("trials", [17, 64, 200])
def test_no_chance_reaches_over_its_step(trials: int, share: int, sides: int) -> None:
    chances, likeliest = exact(trials, share, sides), BinomialChances(trials, share, sides).likeliest
    width, top = step_width(likeliest), chances[likeliest]
    assert max(chances.values()) == top
    for found, chance in chances.items():
        away = found - likeliest if found >= likeliest else likeliest - found - 1
        assert chance <= top / 2 ** (away // width), found


@pytest.mark.parametrize(("share", "sides"), ODDS)
@pytest.mark.parametrize("trials", [17, 100])
def test_of_each_logarithm_as_many_decimals_are_right_as_it_says(trials: int, share: int, sides: int) -> None:
    chances, drawn = exact(trials, share, sides), BinomialChances(trials, share, sides)
    for found in range(0, trials + 1, 9):
        ratio = chances[found] / chances[drawn.likeliest]
        for digits in (DIGITS, DIGITS + 11, 2 * DIGITS):
            part = drawn.logarithm(found, digits).exp(Context(prec=100))
            assert abs(Fraction(part) / ratio - 1) < Fraction(1, 10**digits)


@pytest.mark.parametrize("digits", [1, DIGITS, DIGITS + 1, 2 * DIGITS, 9 * DIGITS])
def test_the_series_begins_where_what_it_leaves_out_is_less_than_the_decimals_asked_for(digits: int) -> None:
    assert 2 * 10**digits < 1000 * _least(digits) ** 11


@pytest.mark.whole("long")
@pytest.mark.parametrize(
    ("trials", "share", "sides"), [(5, 1, 3), (FEW + 1, 1, 3), (40, 49, 99), (200, 1, 100), (1000, 5, 6)]
)
def test_draws_fit_the_exact_chances(trials: int, share: int, sides: int) -> None:
    words = PCG64(trials)
    found = Counter(binomial(words, trials, share, sides) for _ in range(2000))
    assert fits(found, exact(trials, share, sides))


@pytest.mark.parametrize("trials", [10**6, 10**15])
def test_draws_of_very_many_trials_spread_as_they_must(trials: int) -> None:
    words = PCG64(3)
    apart = [(binomial(words, trials, 1, 6) - trials / 6) / (trials * 5 / 36) ** 0.5 for _ in range(1000)]
    assert abs(sum(apart) / 1000) < 0.1
    assert abs(sum(one * one for one in apart) / 1000 - 1) < 0.15
    beyond = sum(one < -1 for one in apart), sum(one > 1 for one in apart)
    assert all(abs(one / 1000 - 0.1587) < 0.04 for one in beyond)


@given(st.integers(1, 10**18), st.integers(1, 10**40), st.integers(2, 10**40), st.integers(0, 2**64))
def test_any_draw_is_one_of_the_numbers_and_the_same_again(trials: int, share: int, sides: int, seed: int) -> None:
    share, sides = min(share, sides - 1), max(share, sides)
    found = binomial(PCG64(seed), trials, share, sides)
    assert 0 <= found <= trials
    assert binomial(PCG64(seed), trials, share, sides) == found


class Scripted(PCG64):
    """Words laid down beforehand."""

    def __init__(self, *words: int) -> None:
        super().__init__(0)
        self.left = list(words)

    def word(self) -> int:
        return self.left.pop(0)


def test_a_decision_that_is_close_takes_more_bits_and_more_decimals() -> None:
    chances = BinomialChances(100, 1, 2)
    limit = Fraction(comb(100, 53), comb(100, 50)) * 2**64
    tie = int(limit)
    rest = int((limit - tie) * 2**64)
    for word, accepted in ((tie - 1, True), (tie + 1, False)):  # one word decides
        assert chances.accept(words := Scripted(word), 53, 0) is accepted
        assert words.left == []
    for word, accepted in ((rest - 1, True), (rest + 1, False)):  # the second does
        assert chances.accept(words := Scripted(tie, word, 0), 53, 0) is accepted
        assert words.left == [0]


def test_numbers_are_those_written_down() -> None:
    words = PCG64(2026)
    assert [binomial(words, 10**9, 1, 6) for _ in range(4)] == [166654746, 166663207, 166675911, 166657393]


@pytest.mark.parametrize(("trials", "one_by_one"), [(1, True), (FEW, True), (FEW + 1, False)])
def test_few_trials_are_made_one_by_one(trials: int, one_by_one: bool) -> None:
    drawn, thrown = PCG64(5), PCG64(5)
    found = [(binomial(drawn, trials, 1, 2), sum(thrown.below(2) < 1 for _ in range(trials))) for _ in range(9)]
    assert all(one == other for one, other in found) is one_by_one
