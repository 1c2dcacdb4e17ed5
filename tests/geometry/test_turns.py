"""Sines and cosines: the float nearest to the true value, whatever the machine's library says."""

from decimal import Context, Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.geometry.outlines import cos_sin

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494")


def series(x: Decimal, power: int) -> Decimal:
    """The cosine (power 0) or sine (power 1) of an angle in radians."""
    total, term = Decimal(0), x if power else Decimal(1)
    while power < 60 or abs(term) > Decimal("1e-45"):
        total += term
        term *= -x * x / ((power + 1) * (power + 2))
        power += 2
    return total


@given(st.floats(-720, 720) | st.integers(-48, 48).map(lambda n: 15.0 * n))
def test_it_is_the_float_nearest_to_the_true_value(degrees: float) -> None:
    with localcontext(Context(prec=70)):
        x = PI * Decimal(degrees) / 180
        for mine, true in zip(cos_sin(degrees), (series(x, 0), series(x, 1)), strict=True):
            assert mine == float(true) or abs(Decimal(mine) - true) < Decimal(2) ** -124


def test_whole_turns_change_nothing() -> None:
    assert cos_sin(360 * 10**9 + 30) == cos_sin(30)


@pytest.mark.parametrize("degrees", [float("inf"), float("nan")])
def test_an_angle_is_finite(degrees: float) -> None:
    with pytest.raises((OverflowError, ValueError)):
        cos_sin(degrees)
