"""Two hundred battles with answers known from elsewhere."""

from __future__ import annotations

import pytest

import known_answers

CASES = [case for edition in ("2025-11", "2026-01") for case in known_answers.cases(f"blightmeer@{edition}")]


def test_there_are_cases_of_odds_and_of_sight() -> None:
    asked = [case["request"]["ask"] for case in CASES]
    assert asked.count("odds") >= 200
    assert asked.count("check") >= 14


@pytest.mark.rule("BLM-2.2", "BLM-2.3", "BLM-5.1", "BLM-5.2", "BLM-5.3", "BLM-6.1", "BLM-7.3", "BLM-7.5", "BLM-7.8")
@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_answer_is_the_known_one(number: int) -> None:
    case = CASES[number]
    assert known_answers.differences(case["expect"], known_answers.answer(case)) == []
