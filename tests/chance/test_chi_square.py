"""The yardstick for counted throws is itself held against printed tables."""

import pytest

from fireline.chance.trials import chi_square_tail

TABLES = [
    *((3.8415, 1, 0.05), (5.9915, 2, 0.05), (9.2103, 2, 0.01), (11.3449, 3, 0.01), (16.9190, 9, 0.05)),
    *((18.3070, 10, 0.05), (36.1909, 19, 0.01), (0.0, 19, 1.0)),
]


@pytest.mark.parametrize(("square", "freedom", "tail"), TABLES)
def test_the_tail_of_the_chi_square_is_that_of_the_tables(square: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(square, freedom) == pytest.approx(tail, abs=1e-5)
