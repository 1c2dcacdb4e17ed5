"""May I shoot, what are my odds, roll it, and whom else could I shoot at."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from fireline.analysis.kills import Kills
from fireline.analysis.kills import kills as attacks_to_kill
from fireline.game import answers
from fireline.game.entries import FileEntry, Name
from fireline.game.naming import shot_meant, unit_meant
from fireline.game.shot import Shot
from fireline.questions import question
from fireline.questions.answering.saying import happened, ruling, rulings
from fireline.questions.answering.seen import battle_of, either, seen, shot_of
from fireline.questions.forms.requests import Answering, BattleData, Faces, OnlyThese, Seed, ShotData, Team
from fireline.questions.forms.shapes import CheckAnswer, OddsAnswer, ShootAnswer, TargetsAnswer

Data = dict[str, Any]


class Ask(FileEntry):
    """A question about one shot, or the shot itself: from a seed (a fresh one if none is given), or with faces."""

    battle: BattleData
    shot: ShotData
    team: Team = None
    answers: Answering = None
    seed: Seed | None = None
    dice: Faces | None = None


class KillsAsked(FileEntry):
    """After how many such attacks is the target out of play? `then`: others who attack it in turn after the first."""

    battle: BattleData
    shot: ShotData
    then: Annotated[list[ShotData] | None, Field(max_length=20)] = None
    team: Team = None
    answers: Answering = None


class TargetsOf(FileEntry):
    """Whom may this shooter shoot at?"""

    battle: BattleData
    shooter: Name
    targets: OnlyThese = None
    team: Team = None
    answers: Answering = None


@question(result=CheckAnswer, example={}, says=ruling, quick=True)
def check(asked: Ask) -> Data:
    """May this shot be made, why or why not, and with what: exactly what `fireline check --json` answers."""
    battle = seen(asked)
    return answers.check(battle, shot_of(asked, battle))


@question(result=OddsAnswer, example={}, says=ruling, quick=True)
def odds(asked: Ask) -> Data:
    """The ruling and the exact chance of every outcome, as fractions: exactly what `fireline odds --json` answers."""
    battle = seen(asked)
    return answers.odds(battle, shot_of(asked, battle))


@question(result=ShootAnswer, example={"seed": 7}, says=happened, quick=True, changes=True)
def shoot(asked: Ask) -> Data:
    """Roll the shot, or lay the faces down: what happened, its story, and the battle after it."""
    either(asked)
    battle = battle_of(asked).with_answers(asked.answers)
    return answers.shoot(battle, shot_of(asked, seen(asked)), asked.seed, asked.team, dice=asked.dice)


@question(example={}, tag="analysis")
def kills(asked: KillsAsked) -> Kills:
    """After how many such attacks the target is out of play, exactly, its condition carried over."""
    battle = seen(asked)
    then = (shot_meant(battle, Shot.read(one)) for one in asked.then or ())
    return attacks_to_kill(battle, shot_of(asked, battle), *then)


@question(result=TargetsAnswer, example={"shooter": "bow"}, says=rulings)
def targets(asked: TargetsOf) -> Data:
    """Every enemy of a shooter: may it be shot, or all the reasons why not, and the odds."""
    battle = seen(asked)
    shooter = unit_meant(battle, asked.shooter)
    prospects = [answers.target(one) for one in battle.targets(shooter, asked.targets)]
    return {"ruleset": battle.ruleset.id, "shooter": shooter, "targets": prospects}
