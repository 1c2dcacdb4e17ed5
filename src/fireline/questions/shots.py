"""May I shoot, what are my odds, roll it, and whom else could I shoot at."""

from __future__ import annotations

from fireline.game import answers
from fireline.game.answers import CheckAnswer, ShootAnswer, TargetAnswer, TargetsAnswer
from fireline.game.commandtext import unit_meant
from fireline.game.preview import ShotPreview
from fireline.questions import question
from fireline.questions.answering.seen import battle_of, either, far, seen, shot_of
from fireline.questions.forms.requests import Apart, BattleRequest, Faces, OnlyThese, Seed, Shooter, ShotRequest


class ShootRequest(ShotRequest):
    """A question about one shot, or the shot itself: from a seed (a fresh one if none is given), or with faces."""

    seed: Seed | None = None
    dice: Faces | None = None


class TargetsRequest(BattleRequest):
    """Whom may this shooter shoot at?"""

    shooter: Shooter
    targets: OnlyThese = None
    distance: Apart = None


@question(example={}, quick=True)
def check(asked: ShootRequest) -> CheckAnswer:
    """Say whether a shot is legal, and why or why not, with every modifier."""
    battle = seen(asked)
    return CheckAnswer(battle.ruled(shot_of(asked, battle)))


@question(example={}, quick=True)
def odds(asked: ShootRequest) -> ShotPreview:
    """Give the exact chance of every outcome of a shot, with the ruling on it."""
    battle = seen(asked)
    return battle.preview(shot_of(asked, battle))


@question(example={"seed": 7}, quick=True, changes=True)
def shoot(asked: ShootRequest) -> ShootAnswer:
    """Roll a shot, or take the faces of your own dice: what happened, its story, and the battle after it."""
    either(asked)
    battle = battle_of(asked).with_answers(asked.answers)
    return answers.shoot(battle, shot_of(asked, seen(asked)), asked.seed, asked.team, dice=asked.dice)


@question(example={"shooter": "bow"})
def targets(asked: TargetsRequest) -> TargetsAnswer:
    """Check every enemy of a shooter as a target, as if in the shooter's turn: the odds, or every reason why not."""
    battle = seen(asked)
    shooter = unit_meant(battle, asked.shooter)
    found = map(TargetAnswer, battle.targets(shooter, asked.targets, far(asked.distance)))
    return TargetsAnswer(battle, shooter, battle.has_turn(shooter), tuple(found))
