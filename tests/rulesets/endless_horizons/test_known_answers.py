"""Two hundred battles with answers known from elsewhere."""

from __future__ import annotations

import pytest

import known_answers

CASES = known_answers.cases("endless-horizons")


def test_there_are_cases_of_every_range() -> None:
    ranges = {case["expect"]["summary"]["range_category"] for case in CASES}
    assert len(CASES) >= 200
    assert ranges == {"close", "medium", "far", "maximum"}


@pytest.mark.rule("EHZ-1.1", "EHZ-1.2", "EHZ-2.1", "EHZ-3.1", "EHZ-3.2", "EHZ-4.1", "EHZ-4.2", "EHZ-4.3", "EHZ-5.1")
@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_answer_is_the_known_one(number: int) -> None:
    case = CASES[number]
    assert known_answers.differences(case["expect"], known_answers.answer(case)) == []
