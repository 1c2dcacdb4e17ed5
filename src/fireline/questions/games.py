"""A game that was played: its steps, and how lucky everybody was."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from fireline.analysis.luck import LuckReport
from fireline.analysis.luck import luck as lucky
from fireline.game.entries import FileEntry
from fireline.game.errors import BattleFileError, Code
from fireline.game.log import GameLog, replay
from fireline.questions import question
from fireline.questions.answering.files import files
from fireline.questions.answering.recalling import RecalledAnswer, recalled, told
from fireline.questions.answering.seen import battle_of
from fireline.questions.forms.bounds import LOG
from fireline.questions.forms.requests import BattleData, CommandData, EventData, Faces, Team, Underlay


class StepAsked(FileEntry):
    """A step of a game: a command with its events and faces as `play` answered them, or the battle put in its place."""

    command: CommandData = None
    events: Annotated[list[EventData], Field(max_length=1000, default_factory=list)]
    faces: Annotated[Faces, Field(default_factory=list)]
    battle: BattleData = None


class Recalling(FileEntry):
    """A game: either as the lines of its log, each as data, or as a battle and the steps from there that stand."""

    log: Annotated[list[dict[str, Any]] | None, Field(min_length=1, max_length=10_000)] = None
    battle: BattleData = None
    steps: Annotated[list[StepAsked], Field(max_length=10_000, default_factory=list)]
    underlay: Annotated[Underlay | None, Field(description="The picture underneath, which the log takes along.")] = None
    team: Team = None


@question(tag="analysis", bound=LOG)
def luck(asked: Recalling) -> LuckReport:
    """Compare what was rolled in a game with what was expected, exactly, by player and kind of roll."""
    return lucky(_game(asked), team=asked.team)


@question(tag="analysis", tool="", bound=LOG)
def recall(asked: Recalling) -> RecalledAnswer:
    """A game step by step: what was said, what came of it, and the battle after; and its log file."""
    game, team = _game(asked), asked.team
    underlay = None if asked.underlay is None else asked.underlay.model_dump()
    return told(game if team is None else game.view_for(team), underlay)


def _game(asked: Recalling) -> GameLog:
    """The game that is asked about, as a log."""
    if (asked.log is None) == (asked.battle is None):
        raise BattleFileError(Code.CONFLICT, "give either log, the lines, or battle and steps", "request")
    if asked.log is None:
        return recalled(battle_of(asked), [step.model_dump() for step in asked.steps])
    rows = [{key: value for key, value in row.items() if key != "check"} for row in asked.log]
    return replay(rows, files())
