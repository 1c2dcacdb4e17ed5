"""The battle of the examples in the API's description: the starter of the first game, and a shot in it."""

from __future__ import annotations

from typing import Any

from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.game.registry import ruleset_ids, starter

_STARTER = Battle.read(parse(starter(ruleset_ids()[0])))
BATTLE: dict[str, Any] = _STARTER.data()
SHOT: dict[str, Any] = next(command.shot.data() for command in _STARTER.legal() if isinstance(command, Shoot))
SEAT = _STARTER.every_side[0]
