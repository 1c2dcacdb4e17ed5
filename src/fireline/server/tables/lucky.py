"""The luck of a table: its steps that stand as a log, and what was rolled in them against what was to be expected."""

from __future__ import annotations

from typing import Any

from fireline.game.battle import Battle
from fireline.game.event import read_event
from fireline.game.log import GameLog, LogEntry
from fireline.server.shown import faces_of
from fireline.server.tables.game import Game
from fireline.server.tables.history import LoggedEvent


def standing(game: Game) -> tuple[Battle, tuple[LogEntry, ...]]:
    """The battle that a table began with, and the steps that have not been taken back."""
    return game.log[0].after, tuple(_entry(game.log[step.seq - 1]) for step in game.steps)


def luck_of(start: Battle, entries: tuple[LogEntry, ...]) -> dict[str, Any]:
    """The luck of the players in these steps."""
    from fireline.analysis.luck import luck

    return luck(GameLog(start, entries=entries)).data()


def _entry(told: LoggedEvent) -> LogEntry:
    """A step as a line of a log; what the game master has laid down was rolled by nobody."""
    event, battle = told.event, told.after
    body = event.body
    faces = () if event.kind == "override" else tuple(faces_of(body))
    events = tuple(read_event(one, battle.ruleset.events) for one in body.get("events", ()))
    return LogEntry(event.seq, body.get("command", {}), events, faces, event.state, battle)
