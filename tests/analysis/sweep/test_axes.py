"""What is varied: ranges, lists, fields varied together, and the cases that they make."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.analysis.axes import Cases
from fireline.analysis.sweep.spec import axes_of, values_of


@given(first=st.integers(-300, 300), count=st.integers(1, 40), hundredths=st.integers(1, 400))
def test_a_range_takes_every_step_and_none_is_lost_to_rounding(first: int, count: int, hundredths: int) -> None:
    step = Fraction(hundredths, 100)
    last = first + step * (count - 1)
    values = values_of(f"{first}..{float(last)} step {hundredths / 100}", "")
    assert [Fraction(str(value)) for value in values] == [first + n * step for n in range(count)]


@pytest.mark.parametrize(
    ("given_", "values"),
    [
        ("2..5", (2, 3, 4, 5)),
        ("2..7 step 2", (2, 4, 6)),
        ("-1..1", (-1, 0, 1)),
        ("0.5..1.5 step 0.5", (0.5, 1, 1.5)),
        (["1..2", 9, "none", True], (1, 2, 9, "none", True)),
        ([{"name": "Rifle"}], ({"name": "Rifle"},)),
        (4, (4,)),
    ],
)
def test_values_are_a_range_or_a_list(given_: object, values: tuple[Any, ...]) -> None:
    found = values_of(given_, "")
    assert found == values
    assert list(map(type, found)) == list(map(type, values))


def test_the_last_axis_runs_quickest_and_fields_of_one_axis_go_together() -> None:
    grid = Cases(axes_of({"a": "1..2", "shot": {"bullets": [3, 6]}}, [{"b": ["x", "y"], "c": [True, False]}]))
    assert grid.paths == ("a", "shot.bullets", "b", "c")
    cases = [tuple(grid[number].values()) for number in range(len(grid))]
    assert len(cases) == len(grid) == 8
    assert cases[:3] == [(1, 3, "x", True), (1, 3, "y", False), (1, 6, "x", True)]
    assert len(set(cases)) == 8
