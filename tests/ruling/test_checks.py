"""Checks: sentences are made when they are read, rules that share a look object each for itself."""

from typing import NamedTuple

from fireline.rulesets.ancients.editions import RULES
from fireline.ruling import Asks, Checks, Reason, Reasons, Refusal, RuleLine, without_lines


class Scene(NamedTuple):
    """Somebody who aims so far, past so many walls of two kinds."""

    tired: bool = False
    far: int = 0
    low: int = 0
    high: int = 0


made: list[str] = []


def noted(sentence: str) -> str:
    """The sentence, remembered."""
    made.append(sentence)
    return sentence


checks = Checks[Scene](RULES)


checks.against("CCA-1.4", lambda scene: scene.tired and "Tired.", asks=Asks.SHOOTER)


@checks.rule("CCA-2.1")
def is_near(scene: Scene) -> Reason | None:
    return (lambda: noted(f"{scene.far} away.")) if scene.far > 3 else None


@checks.look("CCA-3.2", "CCA-3.4")
def sees(scene: Scene) -> Reasons | None:
    found = [("CCA-3.4", "A high wall.")] * scene.high + [("CCA-3.2", "A low wall.")] * scene.low
    return (lambda: [(rule, noted(reason)) for rule, reason in found]) if found else None


def test_every_reason_is_told_in_the_order_of_the_rules() -> None:
    scene = Scene(tired=True, far=5, low=2, high=1)
    assert checks(scene) == (
        Refusal("CCA-1.4", "Tired."),
        Refusal("CCA-2.1", "5 away."),
        Refusal("CCA-3.2", "A low wall. A low wall."),
        Refusal("CCA-3.4", "A high wall."),
    )
    assert checks(Scene()) == ()


def test_a_survey_makes_no_sentence() -> None:
    made.clear()
    scenes = [Scene(far=5), Scene(), Scene(low=1), Scene(far=2)]
    assert list(checks.unbarred(scenes)) == [scenes[1], scenes[3]]
    assert made == []
    assert list(checks.unbarred([Scene(tired=True), Scene()])) == []


def test_a_rule_set_aside_bars_nothing_whatever_shares_its_look() -> None:
    scenes = [Scene(low=1), Scene(high=1), Scene(low=1, high=1)]
    with without_lines(RuleLine("CCA-3.2")):
        assert list(checks.unbarred(scenes)) == scenes[:1]
        assert [len(checks(scene)) for scene in scenes] == [0, 1, 1]
