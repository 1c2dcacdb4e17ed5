"""Which dice a simulation throws: its own for each battle and question, or common dice."""

from __future__ import annotations

import json

from fireline.chance.counter import seed_of
from fireline.game.battle import Battle
from fireline.game.shot import Shot
from fireline.game.standing import Answers


def dice_seed(battle: Battle, played: str | Shot, seed: int, *, common: bool = False) -> int:
    """The seed of the dice for a battle, its owed answers, and the policies or the shot that are played.

    With the seed alone, two simulations would throw the same dice and share their luck. That is wanted only for
    `common` dice, which compare the two trial by trial.
    """
    if common:
        return seed
    what = played if isinstance(played, str) else json.dumps(played.data(), sort_keys=True)
    answers = "" if battle.answers is Answers.CUSTOMARY else f" {battle.answers}"
    return seed_of(seed, f"{battle.fingerprint} {what}{answers}")
