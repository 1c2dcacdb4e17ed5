"""What odds promise: they add up to one, dice fall as they say, and they are what play comes to."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.chance import Program, SeededDice, odds, tally
from fireline.chance import odds as weigh
from fireline.chance.thrown import RecordingDice, Step
from fireline.game.battle import Answers, Battle
from fireline.game.command import Shoot
from fireline.game.odds import Odds
from fireline.game.preview import ShotPreview
from fireline.game.shot import Shot
from fireline.game.transitions import Transition, ended, shot_transitions
from fireline.testing import battles
from fireline.testing.battles import legal_shots
from fireline.testing.chisquare import fits
from fireline.testing.examples import examples
from fireline.testing.throws import throw

THROWS = 20_000


def test_odds_add_up_to_exactly_one(name: str) -> None:
    battle = battles.battle(name)
    for shot in legal_shots(battle):
        exact = battle.odds(shot)
        assert sum(exact.outcomes.values()) == 1
        for marginal in exact.marginals.values():
            assert sum(marginal.values()) == 1
        assert 0 <= exact.headline.chance <= 1
        assert isinstance(battle.preview(shot).attack.net, Fraction)


class Watched(SeededDice):
    """Dice that remember each call of a program."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.calls: list[tuple[Program[..., Any], tuple[Any, ...], dict[str, Any]]] = []

    def run(self, program: Any, /, *args: Any, **kwargs: Any) -> Any:
        """The outcome, and the call remembered."""
        self.calls.append((program, args, kwargs))
        return super().run(program, *args, **kwargs)


def steps_of(steps: list[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from steps_of(step.steps)


def test_what_is_thrown_lies_within_the_odds(name: str) -> None:
    battle = battles.battle(name)
    for shot in legal_shots(battle)[:5]:
        exact = battle.odds(shot).outcomes
        kind = type(next(iter(exact)))
        for seed in range(5):
            dice = SeededDice(seed)
            after = to_the_end(battle.play(Shoot(shot), dice).battle, dice)
            (outcome,) = [step.outcome for step in steps_of(dice.transcript.steps) if isinstance(step.outcome, kind)]
            assert ended(battle, shot, Transition(after, outcome)).outcome in exact


def to_the_end(battle: Battle, dice: RecordingDice) -> Battle:
    """The battle once every answer that a shot leaves owed is given in the customary way."""
    while battle.owing:
        battle = battle.play(battle.legal()[0], dice).battle
    return battle


@pytest.mark.whole("long")
def test_throws_and_trials_are_distributed_as_the_odds_say(id_: str) -> None:
    battle, shot = richest_shot(id_)
    exact = battle.ruleset.odds(battle.ruleset.declare(battle.state, shot))
    watched, kind = Watched(0), type(next(iter(exact)))
    to_the_end(battle.play(Shoot(shot), watched).battle, watched)
    program, args, kwargs = next(
        call for call in watched.calls if isinstance(next(iter(odds(call[0], *call[1], **call[2]))), kind)
    )
    assert odds(program, *args, **kwargs) == exact

    thrown = throw(SeededDice(20_000), THROWS, lambda dice: program(dice, *args, **kwargs))
    tried = tally(THROWS, 20_000, program, *args, **kwargs)
    for counts in (thrown, tried):
        assert counts.total() == THROWS
        assert fits(counts, exact)


def richest_shot(id_: str) -> tuple[Battle, Shot]:
    """Of the first shots of every battle that is written down, the one that may come to the most."""
    written = map(battles.battle, battles.written(id_))
    shots = [(battle, shot) for battle in written for shot in legal_shots(battle)[:3]]
    battle, shot = max(shots, key=lambda one: len(one[0].odds(one[1]).outcomes))
    assert len(battle.odds(shot).outcomes) > 1
    return battle, shot


FEW = 3


def walkable(battle: Battle) -> bool:
    """Whether every pair of cards is not a branch of its own, which a walk takes minutes for."""
    return battle.ruleset.hidden is None


def agree(battle: Battle, shot: Shot) -> Odds[Any]:
    """The odds of a legal shot, if every way to ask for them comes to the same fractions."""
    odds = battle.odds(shot)
    assert odds.outcomes == battle.outcomes(shot)
    if walkable(battle):
        assert shot_transitions(battle, shot).map(lambda one: one.outcome) == odds.outcomes
    program, args, kwargs = ShotPreview(battle, shot).attack.call()
    assert weigh(program, *args, **kwargs) == odds.outcomes
    assert next(iter(odds.marginals)) == odds.headline.of
    for name, spans in odds.bounds.items():
        assert set(odds.marginals[name]) <= set(spans)
        for value, span in spans.items():
            assert 0 <= span.least <= odds.marginals[name].get(value, 0) <= span.most <= 1
    assert bool(odds.bounds) == (odds.has_answers and "declares" not in odds.answers)
    return odds


def test_odds_are_what_play_comes_to_whoever_answers_how(name: str) -> None:
    battle = battles.battle(name)
    for shot in legal_shots(battle)[:FEW]:
        found = [agree(battle.with_answers(how), shot) for how in Answers]
        assert all(odds.bounds == found[0].bounds for odds in found)


@pytest.mark.whole("long")
@examples(15)
@given(data=st.data())
def test_so_they_are_in_battles_that_nobody_wrote(id_: str, data: st.DataObject) -> None:
    battle = Battle.read(data.draw(battles.random_battles(id_)))
    for shot in legal_shots(battle)[:FEW]:
        for how in Answers:
            agree(battle.with_answers(how), shot)
