"""After how many attacks a target is out of play."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from fireline.analysis.kills import Kills
from fireline.analysis.kills import kills as attacks_to_kill
from fireline.game.entries import FileEntry
from fireline.game.naming import shot_meant
from fireline.game.shot import Shot
from fireline.questions import question
from fireline.questions.answering.seen import seen, shot_of
from fireline.questions.forms.requests import Answering, BattleData, ShotData, Team


class KillsAsked(FileEntry):
    """After how many such attacks is the target out of play? `then`: others who attack it in turn after the first."""

    battle: BattleData
    shot: ShotData
    then: Annotated[list[ShotData] | None, Field(max_length=20)] = None
    team: Team = None
    answers: Answering = None


@question(example={}, tag="analysis")
def kills(asked: KillsAsked) -> Kills:
    """Say after how many such attacks the target is out of play, exactly, its condition carried over."""
    battle = seen(asked)
    then = (shot_meant(battle, Shot.read(one)) for one in asked.then or ())
    return attacks_to_kill(battle, shot_of(asked, battle), *then)
