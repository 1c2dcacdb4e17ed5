"""Whole battles at the prompt, both sides, turn after turn, by somebody who reads nothing but what is printed."""

import re
import sys
from pathlib import Path

import pytest

import battles
from fireline.cli import run
from fireline.formats.battlefile import load
from fireline.formats.logfile import load_log
from fireline.game.battle import Battle
from fireline.game.command import PhaseEnded
from fireline.game.log import GameLog

TURNS = 3
CHOICES_A_TURN = 4
EXAMPLES = [file.name for file in sorted(battles.EXAMPLES.glob("*.yaml")) if "parts" not in file.name]


class Newcomer:
    """Answers whatever is asked: shots first, then the last line of the menu, which ends things or begins them."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.seen = ""
        self.choices = self.turns = 0

    def readline(self) -> str:
        """The next line that is typed."""
        printed = self.capsys.readouterr().out
        self.seen += printed
        question = " ".join(printed.split())[-300:]
        if question.endswith("go back]"):
            return "y\n" if "Shoot?" in question else "\n"
        menu = re.search(r"\b(\d+), or [^:]*, q quit:$", question)
        return f"{self.choice(int(menu[1]), printed)}\n" if menu else "\n"

    def choice(self, lines: int, printed: str) -> str:
        """A line of a menu, or a key."""
        if "What comes next?" in printed:
            self.turns, self.choices = self.turns + 1, 0
            return "q" if self.turns == TURNS else "1"
        self.choices += 1
        keys = {1: "w", 2: "m", 3: "s", 4: "nonsense"} if self.turns == 1 else {}
        return keys.get(self.choices) or str(1 if self.choices % CHOICES_A_TURN else lines)


def ended(game: GameLog) -> int:
    """How many turns have ended in a game."""
    return sum(isinstance(event, PhaseEnded) for entry in game.entries for event in entry.events)


def played_by(game: GameLog) -> set[str]:
    """Every side whose turn it was."""
    battles_met = [game.start, *(entry.after for entry in game.entries)]
    return {one.side(unit) for one in battles_met for unit in one.ruleset.shooters(one.state)}


def everybody(battle: Battle) -> set[str]:
    shooters = battle.ruleset.shooters(battle.state)
    return {*shooters, *(unit for one in shooters for unit in battle.ruleset.targets(battle.state, one))}


@pytest.mark.whole("long")
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_played_for_several_turns(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, log = battles.EXAMPLES / name, tmp_path / "game.jsonl"
    start, newcomer = load(file), Newcomer(capsys)
    monkeypatch.setattr(sys, "stdin", newcomer)
    assert run(["phase", str(file), "--log", str(log), "--seed", "3"]) == 0
    newcomer.readline()
    game = load_log(log)
    if "The game is over." not in newcomer.seen:
        assert "continues from here" in newcomer.seen
        assert ended(game) == TURNS
        assert [entry.command["command"] for entry in game.entries].count("NextTurn") == TURNS - 1
        assert played_by(game) == {start.side(unit) for unit in everybody(start)}
        assert run(["phase", str(file), "--log", str(log), "--auto", "--turns", "2"]) == 0
        assert ended(load_log(log)) > TURNS
