"""What odds promise: they add up to one, dice fall as they say, and the exact step of a shot leads where play leads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.chance import Die, FixedDice, Program, RecordingDice, SeededDice, Unanswered, odds
from fireline.chance import odds as weigh
from fireline.chance.thrown import Step
from fireline.chance.trials import chi_square_tail
from fireline.game.battle import Battle
from fireline.game.command import Shoot, Shot
from fireline.game.event import Kind
from fireline.game.odds import Odds
from fireline.game.preview import ShotPreview
from fireline.game.standing import Answers
from fireline.game.transitions import Transition, after, ended, shot_transitions
from fireline.testing import battles
from fireline.testing.battles import examples, legal_shots

UNLIKELY = 0.001


def fit(counts: Mapping[Any, int], exact: Mapping[Any, Fraction]) -> float:
    """The p-value of what was counted, outcomes that are expected less than ten times taken together."""
    trials = sum(counts.values())
    cells: dict[Any, list[float]] = {}
    for outcome, p in exact.items():
        cell = cells.setdefault(outcome if p * trials >= 10 else "rare", [0, 0])
        cell[0] += counts.get(outcome, 0)
        cell[1] += float(p * trials)
    return chi_square_tail(sum((seen - due) ** 2 / due for seen, due in cells.values()), max(len(cells) - 1, 1))


def fits(counts: Mapping[Any, int], exact: Mapping[Any, Fraction]) -> bool:
    """Whether counts look like trials of the exact odds: neither too far from them nor too near."""
    return counts.keys() <= exact.keys() and UNLIKELY < fit(counts, exact) <= 1 - (len(exact) > 1) * UNLIKELY / 100


Rule = Callable[[RecordingDice], Any]
"""A program with its arguments, waiting for dice."""


@dataclass(slots=True)
class Place:
    """Where a rule stands after some faces: before the throw of a die, or, where there is none, at its outcome."""

    die: Die[Any] | None
    outcome: Any = None
    after: dict[Any, Place] = field(default_factory=dict)


def place(rule: Rule, faces: list[Any]) -> Place:
    """Where the rule stands once these faces are laid down."""
    try:
        return Place(None, rule(FixedDice(*faces)))
    except Unanswered as asked:
        return Place(asked.die)


def throw(dice: RecordingDice, times: int, rule: Rule) -> Counter[Any]:
    """The outcomes of so many throws of a rule, counted: the very ones that `rule(dice)` comes to, so many times."""
    counts: Counter[Any] = Counter()
    start = place(rule, [])
    for _ in range(times):
        here, faces = start, []
        while here.die is not None:
            faces.append(face := dice.land(here.die))
            if face not in here.after:
                here.after[face] = place(rule, faces)
            here = here.after[face]
        counts[here.outcome] += 1
    return counts


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
def test_throws_are_distributed_as_the_odds_say(id_: str) -> None:
    battle, shot = richest_shot(id_)
    exact = battle.ruleset.odds(battle.ruleset.declare(battle.state, shot))
    watched, kind = Watched(0), type(next(iter(exact)))
    to_the_end(battle.play(Shoot(shot), watched).battle, watched)
    program, args, kwargs = next(
        call for call in watched.calls if isinstance(next(iter(odds(call[0], *call[1], **call[2]))), kind)
    )
    assert odds(program, *args, **kwargs) == exact

    thrown = throw(SeededDice(20_000), THROWS, lambda dice: program(dice, *args, **kwargs))
    assert thrown.total() == THROWS
    assert fits(thrown, exact)


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


# --- the exact step -----------------------------------------------------------------


def first_shots(name: str) -> list[Shot]:
    """A few legal shots of a battle; where faces keep cards apart, one of the starter, since every row is a step."""
    battle = battles.battle(name)
    if battle.ruleset.hidden is None:
        return legal_shots(battle)[:3]
    return legal_shots(battle)[: name.endswith("starter")]


def test_the_outcomes_of_a_shot_have_the_odds_that_it_is_said_to_have(name: str) -> None:
    battle = battles.battle(name)
    for shot in first_shots(name):
        happened = shot_transitions(battle, shot)
        assert happened.map(lambda one: one.outcome) == battle.odds(shot).outcomes
        assert not any(one.battle.owing for one in happened)


def test_what_is_thrown_lies_within_the_step(name: str) -> None:
    battle = battles.battle(name)
    for shot in first_shots(name):
        reached = after(battle, Shoot(shot))
        for seed in range(3):
            assert battle.play(Shoot(shot), SeededDice(seed)).battle in reached


def test_the_losses_are_what_the_battle_has_lost(name: str) -> None:
    battle = battles.battle(name)
    for shot in first_shots(name):
        for one in shot_transitions(battle, shot):
            after = {unit.id: unit for unit in one.battle.units}
            for before in battle.units:
                left = after.get(before.id)
                mine = [loss for loss in one.losses if loss.unit == before.id]
                out = any(Kind.OUT in loss.what.kind for loss in mine)
                assert before.out or out == (left is None or left.out)
                if before.left is not None:
                    harm = sum(loss.number for loss in mine if Kind.HARM in loss.what.kind)
                    assert before.left - ((left.left or 0) if left else 0) == harm
