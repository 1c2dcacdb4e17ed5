"""Distances between bases that no root decides: against exact fractions and against roots of three hundred digits."""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.geometry.bases import Gap, added, exact, root

TRIPLES = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (20, 21, 29), (12, 35, 37))
MM = Fraction(10, 254)
RADII = (25 * MM, Fraction(75, 2) * MM, 50 * MM)
"""The sums of the radii of two bases: two usual ones, one of them Large, both."""
HAIR = Fraction(1, 10**30)
EQUAL = Decimal(10) ** -250
"""Sums of two roots of such fractions differ by more than this, unless they are equal."""

inches = st.fractions(0, 240, max_denominator=10**6)
gaps = st.builds(Gap, inches.map(lambda apart: apart * apart) | inches, st.sampled_from(RADII), inches)


def level(distance: Fraction, radii: Fraction = Fraction(1), height: Fraction = Fraction(0)) -> Gap:
    """Bases whose edges are so far apart seen from above."""
    return Gap((distance + radii) ** 2, radii, height)


def by_root(gap: Gap) -> Decimal:
    """The distance to three hundred digits, with a root for each step."""
    with localcontext(prec=300):
        apart, radii, height = (Decimal(x.numerator) / x.denominator for x in (gap.apart, gap.radii, gap.height))
        across = max(apart.sqrt() - radii, Decimal(0))
        return (across * across + height * height).sqrt()


def decimal(number: Fraction) -> Decimal:
    with localcontext(prec=300):
        return Decimal(number.numerator) / number.denominator


# --- numbers as they were written -----------------------------------------------------------


def test_a_number_is_what_was_written() -> None:
    assert exact(0.1) == Fraction(1, 10)
    assert exact(1e-7) == Fraction(1, 10**7)
    assert exact(-12.30) == Fraction(-123, 10)
    assert exact(36) == 36
    assert exact(0.1 + 0.2) != exact(0.3)


@given(st.lists(st.decimals(-999, 999, places=3), min_size=1, max_size=5))
def test_a_sum_is_that_of_the_decimals(numbers: list[Decimal]) -> None:
    assert added(*map(float, numbers)) == float(sum(numbers))


@given(st.fractions(0, 500, max_denominator=10**4))
def test_a_root_that_a_float_can_tell_is_found(number: Fraction) -> None:
    assert root(number * number) == float(number)
    assert root(2 * number * number) == float(decimal(2 * number * number).sqrt())


# --- within a reach -------------------------------------------------------------------------


@pytest.mark.rule("BLM-2.2")
@pytest.mark.parametrize("triple", TRIPLES)
@pytest.mark.parametrize("radii", RADII)
@pytest.mark.parametrize("scale", [Fraction(1), Fraction(1, 7), MM])
def test_the_border_itself_is_within(triple: tuple[int, int, int], radii: Fraction, scale: Fraction) -> None:
    across, height, far = (scale * side for side in triple)
    gap = level(across, radii, height)
    assert gap.within(far)
    assert not gap.within(far - HAIR)
    assert gap.within(far + HAIR)
    assert not level(across + HAIR, radii, height).within(far)
    assert not level(across, radii, height + HAIR).within(far)


def test_bases_that_overlap_are_as_far_apart_as_they_are_high() -> None:
    on_top = Gap(Fraction(1, 4), Fraction(1), Fraction(3))
    assert on_top.touching
    assert on_top.within(Fraction(3))
    assert not on_top.within(3 - HAIR)
    assert on_top.number == 3
    assert Gap(Fraction(1), Fraction(1), Fraction(0)).within(Fraction(0)), "bases that touch have no distance"
    assert not Gap(1 + HAIR, Fraction(1), Fraction(0)).within(Fraction(0))


@pytest.mark.whole("long")
@pytest.mark.rule("BLM-2.2")
@given(gaps, st.fractions(0, 400, max_denominator=10**6))
def test_within_agrees_with_hundreds_of_digits(gap: Gap, reach: Fraction) -> None:
    with localcontext(prec=300):
        assert gap.within(reach) == (by_root(gap) <= decimal(reach) + EQUAL)


# --- nearer and farther ---------------------------------------------------------------------


@pytest.mark.rule("BLM-3.1")
def test_equal_distances_of_other_numbers_are_equal() -> None:
    # All are 5 inches: level, up a 3-4-5 slope, straight up, and with other bases.
    equal = [
        level(Fraction(5)),
        level(Fraction(3), Fraction(1), Fraction(4)),
        level(Fraction(4), RADII[2], Fraction(3)),
        Gap(Fraction(1, 9), Fraction(1), Fraction(5)),
    ]
    for one, other in product(equal, equal):
        assert one == other
        assert one <= other
        assert not one < other
    for one in equal:
        assert one < level(5 + HAIR)
        assert one > level(5 - HAIR)
        assert one != level(5 + HAIR)


@given(gaps, gaps)
def test_order_agrees_with_hundreds_of_digits(one: Gap, other: Gap) -> None:
    mine, theirs = by_root(one), by_root(other)
    if abs(mine - theirs) > EQUAL:
        assert (one < other, one > other, one == other) == (mine < theirs, mine > theirs, False)
    else:
        assert one == other
        assert one >= other


# --- what is shown --------------------------------------------------------------------------


@pytest.mark.whole("long")
@given(gaps)
def test_what_is_shown_is_the_distance_rounded(gap: Gap) -> None:
    assert abs(Decimal(gap.number) - by_root(gap)) <= Decimal("0.00500001")


@pytest.mark.parametrize(
    ("across", "reach", "text"),
    [
        (Fraction(5), Fraction(5), '5"'),
        (Fraction(5), Fraction(4), '5"'),
        (5 + HAIR, Fraction(5), 'just over 5"'),
        (5 - HAIR, Fraction(5), '5"'),
        (Fraction("4.996"), Fraction("4.998"), 'just under 4.998"'),
        (Fraction("5.126"), Fraction(5), '5.13"'),
    ],
)
def test_words_never_round_to_the_other_side_of_a_reach(across: Fraction, reach: Fraction, text: str) -> None:
    assert level(across).shown(reach) == text
