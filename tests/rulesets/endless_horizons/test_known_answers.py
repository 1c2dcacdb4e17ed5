"""Two hundred battles with answers known from elsewhere."""

import pytest

from known_answers import Case, differences, each_of


@pytest.mark.rule("EHZ-1.1", "EHZ-1.2", "EHZ-2.1", "EHZ-3.1", "EHZ-3.2", "EHZ-4.1", "EHZ-4.2", "EHZ-4.3", "EHZ-5.1")
@each_of("endless-horizons")
def test_the_answer_is_the_known_one(case: Case) -> None:
    assert differences(case) == []
