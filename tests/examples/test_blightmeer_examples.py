"""What the comments of the example battles say, one by one."""

from pathlib import Path

import pytest

import fireline
from blightmeer_table import refused, state
from fireline import Shot
from fireline.game.battle import Battle
from fireline.game.command import Command, NextTurn
from fireline.game.log import GameLog
from fireline.game.transitions import reply
from fireline.rulesets.blightmeer.protect import Protect

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> Battle:
    return fireline.load(EXAMPLES / f"blightmeer-{name}.yaml")


def test_there_are_no_examples_without_a_test() -> None:
    here = {path.stem.removeprefix("blightmeer-") for path in EXAMPLES.glob("blightmeer-*.yaml")}
    assert here == {"closest", "protect", "village"}, "closest is tested with the targeting rules"


@pytest.mark.rule("BLM-4.2", "BLM-4.3")
def test_of_the_captains_guards_one_sees_him() -> None:
    battle = example("protect")
    named = {one["protector"] for one in battle.check(Shot("bowman", "captain")).summary["replies"]}
    assert named == {None, "guard"}
    assert refused(battle, Shot("bowman", "captain", protector="squire")) == ["BLM-4.3"]
    odds = battle.odds(Shot("bowman", "captain", protector="guard"))
    assert set(odds.marginal("target_hit")) == {"captain", "guard"}


@pytest.mark.whole("long")
def test_the_village_is_played_from_the_first_shot_to_the_last_for_four_turns() -> None:
    log = GameLog(example("village"), seed=9)
    turns = []
    for _ in range(4):
        while not isinstance((command := next_command(log.battle)), NextTurn):
            log, _ = log.play(command, log.dice())
        assert not any(
            one.ruling.legal
            for shooter in log.battle.ruleset.shooters(log.battle.state)
            for one in log.battle.targets(shooter)
        )
        log, _ = log.play(command, log.dice())
        turns.append((state(log.battle).turn, state(log.battle).number))
    assert turns == [("blue", 3), ("red", 3), ("blue", 4), ("red", 4)]
    fired = [entry.command["shot"]["shooter"] for entry in log.entries if "shot" in entry.command]
    assert len(set(fired)) >= 6
    assert any(entry.command["command"] == Protect.__name__ for entry in log.entries)


def next_command(battle: Battle) -> Command:
    """The next shot, or the best answer, or else what ends the phase or begins the next turn."""
    if battle.owing:
        return reply(battle.with_answers("best"))
    return battle.legal()[0]
