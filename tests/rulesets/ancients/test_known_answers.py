"""Hundreds of battles with answers known from elsewhere."""

import pytest

from known_answers import Case, differences, each_of


@pytest.mark.rule("CCA-7", "CCA-6", "CCA-8")
@each_of("ancients-to-the-end")
def test_at_the_end_of_the_attack_it_is_the_known_one(case: Case) -> None:
    assert differences(case) == []


@pytest.mark.rule(
    "CCA-1.2", "CCA-1.3", "CCA-1.4", "CCA-2.1", "CCA-3.1", "CCA-3.2", "CCA-3.3", "CCA-4.2", "CCA-4.3", "CCA-4.5"
)
@each_of("ancients", "ancients-entered-terrain")
def test_the_answer_is_the_known_one(case: Case) -> None:
    assert differences(case) == []
