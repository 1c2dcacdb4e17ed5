"""Hundreds of battles with answers known from elsewhere."""

import pytest

from known_answers import Case, differences, each_of


@pytest.mark.rule("CCA-7", "CCA-6", "CCA-8")
@each_of("ancients-to-the-end")
def test_at_the_end_of_an_attack_of_ancients_it_is_the_known_one(case: Case) -> None:
    assert differences(case) == []


@pytest.mark.rule(
    "CCA-1.2", "CCA-1.3", "CCA-1.4", "CCA-2.1", "CCA-3.1", "CCA-3.2", "CCA-3.3", "CCA-4.2", "CCA-4.3", "CCA-4.5"
)
@each_of("ancients", "ancients-entered-terrain")
def test_the_answer_of_ancients_is_the_known_one(case: Case) -> None:
    assert differences(case) == []


@pytest.mark.rule(
    "DOA-2.1", "DOA-3.1", "DOA-3.3", "DOA-3.4", "DOA-3.5", "DOA-3.6", "DOA-3.7", "DOA-3.8", "DOA-3.9", "DOA-4.1"
)
@each_of("duel-of-ages")
def test_the_answer_of_duel_of_ages_is_the_known_one(case: Case) -> None:
    assert differences(case) == []


@pytest.mark.rule("EHZ-1.1", "EHZ-1.2", "EHZ-2.1", "EHZ-3.1", "EHZ-3.2", "EHZ-4.1", "EHZ-4.2", "EHZ-4.3", "EHZ-5.1")
@each_of("endless-horizons")
def test_the_answer_of_endless_horizons_is_the_known_one(case: Case) -> None:
    assert differences(case) == []
