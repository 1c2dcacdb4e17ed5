"""Units that the game master has hidden: who may see them, and a battle without them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from fireline.game.battle import Battle
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError, Code
from fireline.questions.answering.sides import side_of
from fireline.server.modelfiles import server_files

Hidden = Mapping[str, str]
"""The units that are hidden, each with its side, which sees it all the same."""


def hidden_after(hidden: Hidden, battle: Battle, unit: str) -> dict[str, str]:
    """The units that are hidden once one is hidden in a battle, or shown again.

    Raises `BattleFileError` for a unit that there is not.
    """
    if unit in hidden:
        return {id_: side for id_, side in hidden.items() if id_ != unit}
    whose = side_of(battle)
    return {**hidden, one_of(unit, whose, "unit of this battle", "unit"): whose[unit]}


def unseen_by(hidden: Hidden, sides: Iterable[str]) -> frozenset[str]:
    """The hidden units that whoever plays these sides does not see."""
    return frozenset(unit for unit, side in hidden.items() if side not in set(sides))


def without(battle: Battle, units: frozenset[str]) -> Battle:
    """A battle without some units, and all else as it is.

    Raises `BattleFileError` where nothing is left that a battle file could say: an answer is owed to such a unit, say.
    """
    data, editing = battle.data(), battle.ruleset.editing
    for unit in units:
        data = editing.released(data, unit) if editing else data
    left = {key: _left(value, units) for key, value in data.items()}
    seen = Battle.read(left, server_files()).with_answers(battle.answers)
    if names(dict(seen.turn.data), units):
        raise BattleFileError(Code.HIDDEN, "it is the turn of a hidden unit", "turn")
    return seen


def names(said: Any, units: Iterable[str]) -> bool:
    """Whether data names one of these units anywhere in its texts.

    >>> names({"story": ["The scout fires."], "seq": 7}, ["scout"]), names(["scouting"], ["scout"])
    (True, False)
    """
    known = "|".join(re.escape(json.dumps(unit, ensure_ascii=False)[1:-1]) for unit in units)
    return bool(known) and bool(re.search(rf"(?<![\w-])(?:{known})(?![\w-])", json.dumps(said, ensure_ascii=False)))


def _left(value: Any, units: frozenset[str]) -> Any:
    if not isinstance(value, list):
        return value
    return [one for one in value if not (isinstance(one, Mapping) and one.get("id") in units)]
