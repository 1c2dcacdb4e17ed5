"""Three hundred battles with answers known from elsewhere."""

import pytest

from known_answers import Case, differences, each_of


@pytest.mark.rule(
    "DOA-2.1", "DOA-3.1", "DOA-3.3", "DOA-3.4", "DOA-3.5", "DOA-3.6", "DOA-3.7", "DOA-3.8", "DOA-3.9", "DOA-4.1"
)
@each_of("duel-of-ages")
def test_the_answer_is_the_known_one(case: Case) -> None:
    assert differences(case) == []
