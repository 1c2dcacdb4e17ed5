"""The battle that a question is about, as whoever asks may know it, and whom it names."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import lru_cache
from typing import Any

from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.commandtext import shot_meant
from fireline.game.errors import BattleFileError, Code
from fireline.game.result import as_json
from fireline.questions.answering.files import files


@lru_cache(maxsize=64)
def _battle(written: bytes, beside: Any) -> Battle:
    return Battle.read(json.loads(written), beside)


def battle_of(asked: Any) -> Battle:
    """The battle that a question is about: loaded, as data or as its JSON, which is read once for many questions.

    What is wrong with it may tell of hidden cards, so a team that asks is not told. Raises `BattleFileError`.
    """
    given = asked.battle
    if isinstance(given, Battle):
        return given
    if given is None:
        raise BattleFileError(Code.MISSING, "is missing", "battle")
    try:
        sent = given if isinstance(given, bytes) else as_json(given)
        return _battle(sent, files())  # type: ignore[arg-type]  # every object has a hash
    except BattleFileError:
        if getattr(asked, "team", None) is None:
            raise
        problem = "cannot be used; the reason may tell of hidden cards, so ask for it without team"
        raise BattleFileError(Code.HIDDEN, problem, "battle") from None


def seen(asked: Any) -> Battle:
    """The battle as whoever asks may know it; raises `BattleFileError`."""
    battle, team = battle_of(asked).with_answers(getattr(asked, "answers", None)), asked.team
    return battle if team is None else battle.view_for(team)


def shot_of(asked: Any, battle: Battle) -> Shot:
    """The shot that a question is about; its units may be named by where they stand or by what they are called."""
    return shot_meant(battle, Shot.read(asked.shot))


def far(distance: float | None) -> Fraction | None:
    """A distance that was asked for, as it was written; None for none."""
    return None if distance is None else Fraction(str(distance))


def either(asked: Any) -> None:
    """Raise `BattleFileError` where somebody gives both a seed and faces."""
    if asked.seed is not None and asked.dice is not None:
        raise BattleFileError(Code.CONFLICT, "give either seed or dice, not both", "dice")
