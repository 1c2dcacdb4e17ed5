"""Hundreds of battles with answers known from elsewhere."""

from __future__ import annotations

import pytest

import known_answers

CASES = known_answers.cases("ancients") + known_answers.cases("ancients-entered-terrain")


def test_there_are_cases_of_both_kinds() -> None:
    legal = [case["expect"]["legal"] for case in CASES]
    assert len(CASES) >= 360
    assert legal.count(True) > 50
    assert legal.count(False) > 50


TO_THE_END = known_answers.cases("ancients-to-the-end")


@pytest.mark.rule("CCA-7", "CCA-6", "CCA-8")
@pytest.mark.parametrize("number", range(len(TO_THE_END)))
def test_at_the_end_of_the_attack_it_is_the_known_one(number: int) -> None:
    case = TO_THE_END[number]
    assert known_answers.differences(case["expect"], known_answers.answer(case)) == []


@pytest.mark.rule(
    "CCA-1.2", "CCA-1.3", "CCA-1.4", "CCA-2.1", "CCA-3.1", "CCA-3.2", "CCA-3.3", "CCA-4.2", "CCA-4.3", "CCA-4.5"
)
@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_answer_is_the_known_one(number: int) -> None:
    case = CASES[number]
    assert known_answers.differences(case["expect"], known_answers.answer(case)) == []
