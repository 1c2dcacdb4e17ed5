"""Which dice a simulation throws: its own for each battle and what is played of it, or those all have in common."""

from __future__ import annotations

import json

from fireline.chance.counter import seed_of
from fireline.game.battle import Answers, Battle
from fireline.game.log import fingerprint
from fireline.game.shot import Shot


def dice_seed(battle: Battle, played: str | Shot, seed: int, *, common: bool = False) -> int:
    """The seed of the dice for a battle, its way to give owed answers, and the policies, or the shot, played of it.

    With a seed alone two simulations would throw the same words, so that what is chance in one is chance in the other;
    unless dice in `common` are asked for, to compare the two trial by trial.
    """
    if common:
        return seed
    what = played if isinstance(played, str) else json.dumps(played.data(), sort_keys=True)
    answers = "" if battle.answers is Answers.CUSTOMARY else f" {battle.answers}"
    return seed_of(seed, f"{fingerprint(battle)} {what}{answers}")
