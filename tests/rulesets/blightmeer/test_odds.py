"""The odds beside closed forms that are reckoned apart, and two hundred battles with answers known from elsewhere."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest

import known_answers
from blightmeer_witness import Case, Table, table
from fireline.chance import odds
from fireline.rulesets.blightmeer.editions import EDITIONS
from fireline.rulesets.blightmeer.pieces import Injury
from fireline.rulesets.blightmeer.resolution import Volley, WoundMark, shoot

RANGED = (2, 8, 13, 14, 17, 20, 22)
DEFENCE = (4, 10, 15, 19, 23, None)
INJURY = (-3, 0, 2, 5)
WOUNDS = (0, 1, 2, 3)
GRID = [
    (*numbers, state)
    for n, numbers in enumerate(product(RANGED, DEFENCE, INJURY, WOUNDS, (-1, 0, 1)))
    for state in (("none", "dazed", "stunned")[n % 3],)
]
"""Over 2,000 statlines: ranged, defence, injury modifier, Wounds, advantage, and what ails the target already."""


def ours(case: Case) -> Table:
    mark = WoundMark(case.defence, case.wounds, Injury[case.state.upper()], advantage=case.advantage)
    found: Table = defaultdict(Fraction)
    for result, p in odds(shoot, Volley(EDITIONS[case.edition], case.ranged, case.injury, mark)).items():
        found[result.wounds_lost, str(result.injury)] += p
    return dict(found)


@pytest.mark.whole("long")
@pytest.mark.rule("BLM-2.4", "BLM-7.2", "BLM-7.3", "BLM-7.4", "BLM-7.5", "BLM-7.6", "BLM-7.7", "BLM-7.8", "BLM-7.9")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_odds_agree_with_closed_forms(edition: str) -> None:
    assert len(GRID) >= 2000
    for numbers in GRID:
        case = Case(edition, *numbers)
        assert ours(case) == table(case), case


@pytest.mark.rule("BLM-2.2", "BLM-2.3", "BLM-5.1", "BLM-5.2", "BLM-5.3", "BLM-6.1", "BLM-7.3", "BLM-7.5", "BLM-7.8")
@known_answers.each_of("blightmeer@2025-11", "blightmeer@2026-01")
def test_the_answer_is_the_known_one(case: known_answers.Case) -> None:
    assert known_answers.differences(case) == []
