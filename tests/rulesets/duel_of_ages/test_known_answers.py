"""Three hundred battles with answers known from elsewhere."""

from __future__ import annotations

import pytest

import known_answers

CASES = known_answers.cases("duel-of-ages")


def test_there_are_cases_of_both_kinds() -> None:
    legal = [case["expect"]["legal"] for case in CASES]
    assert len(CASES) >= 300
    assert legal.count(True) > 50
    assert legal.count(False) > 50


@pytest.mark.rule(
    "DOA-2.1", "DOA-3.1", "DOA-3.3", "DOA-3.4", "DOA-3.5", "DOA-3.6", "DOA-3.7", "DOA-3.8", "DOA-3.9", "DOA-4.1"
)
@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_answer_is_the_known_one(number: int) -> None:
    case = CASES[number]
    assert known_answers.differences(case["expect"], known_answers.answer(case)) == []
