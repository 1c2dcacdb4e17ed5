"""The yardstick for counted throws is itself held against printed tables."""

import pytest

from fireline.testing.battery.chances import p_value


def test_the_p_value_agrees_with_the_tables() -> None:
    # Critical values at 5% and 1% as every table prints them.
    for freedom, chi_square, p in ((1, 3.841, 0.05), (2, 5.991, 0.05), (3, 11.345, 0.01), (10, 18.307, 0.05)):
        assert p_value(chi_square, freedom) == pytest.approx(p, rel=1e-3)
