"""A shot and the best reply as one exact value: what the shot gains, minus what the enemy's best shot then costs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from fireline.analysis.goal import Goal
from fireline.analysis.plan import side_to_fire
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError, Code
from fireline.game.losses import enemies_of
from fireline.game.result import Result
from fireline.game.shot import Shot
from fireline.game.transitions import shot_transitions
from fireline.game.ways import legal_shots

NOTHING = Fraction(0)


class Reply(NamedTuple):
    """A best reply, None for none, and the chance that it is the best."""

    shot: Shot | None
    p: Fraction


@dataclass(frozen=True)
class Exchange(Result):
    """A shot and the best single shot of the enemy after it: what each is expected to gain for its own side."""

    told = "shot gain reply value replies=answers"

    shot: Shot
    gain: Fraction
    reply: Fraction
    answers: tuple[Reply, ...]
    """The best replies with the chance that each is the best, None for no reply; the likeliest first."""

    @property
    def value(self) -> Fraction:
        """What the shot is worth with its reply."""
        return self.gain - self.reply


@dataclass(frozen=True)
class RepliesAnswer(Result):
    """Every shot with the best reply to it, the best first."""

    told = "ruleset=battle.ruleset.id stands_on=battle.assumptions exchanges"

    battle: Battle
    exchanges: tuple[Exchange, ...]


def exchanges(battle: Battle, goal: Goal, shooters: tuple[str, ...] = ()) -> tuple[Exchange, ...]:
    """Every legal shot of these units, or of the side that fires, with its best reply; the best exchange first.

    The reply is one shot of any remaining enemy, as if it were its turn to fire, and gains by the same goal. Raises
    `BattleFileError` while an answer is owed.
    """
    if battle.owing is not None:
        raise BattleFileError(Code.NOT_NOW, f"{battle.owing} owes an answer first", "battle")
    firing = shooters or side_to_fire(battle)
    found = (_exchange(battle, goal, shot) for shot in legal_shots(battle, firing))
    return tuple(sorted(found, key=lambda one: -one.value))


def _exchange(battle: Battle, goal: Goal, shot: Shot) -> Exchange:
    gain, cost, answers = NOTHING, NOTHING, dict[Shot | None, Fraction]()
    for one, p in shot_transitions(battle, shot).items():
        answer, worth = _best_reply(one.battle, goal, shot.shooter)
        gain += p * goal.of(one, enemies_of(battle, shot.shooter))
        cost += p * worth
        answers[answer] = answers.get(answer, NOTHING) + p
    return Exchange(shot, gain, cost, tuple(sorted((Reply(*one) for one in answers.items()), key=lambda one: -one.p)))


def _best_reply(battle: Battle, goal: Goal, shooter: str) -> tuple[Shot | None, Fraction]:
    """The enemy's best shot at anybody, and what it is expected to gain; none if no shot gains anything."""
    rules, chosen, most = battle.ruleset, None, NOTHING
    for enemy in rules.targets(battle.state, shooter):
        ready = battle.with_turn_of(enemy)
        for shot in legal_shots(ready, (enemy,)):
            worth = shot_transitions(ready, shot).mean(partial(goal.of, counts=enemies_of(ready, enemy)))
            if worth > most:
                chosen, most = shot, worth
    return chosen, most
