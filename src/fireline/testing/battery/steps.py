"""What the exact step promises: all battles that a shot may lead to, with what they have lost."""

from __future__ import annotations

from fireline.chance import SeededDice
from fireline.game.command import Shoot
from fireline.game.losses import Kind
from fireline.game.shot import Shot
from fireline.game.transitions import after, shot_transitions
from fireline.testing import battles
from fireline.testing.battles import legal_shots


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
