"""What people are shown of an event of a log: derived from what the log keeps, never kept itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fireline.game.battle import Battle
from fireline.game.event import read_event
from fireline.game.log import outcome_of

SHOWN = ("faces", "story", "outcome", "old", "new")
"""What older logs kept beside the events, and people were shown."""


def faces_of(body: Mapping[str, Any]) -> list[int | str]:
    """The faces thrown in an event, in order; an older log names them beside its throws."""
    throws = body.get("throws") or ()
    if "faces" not in body and all("shows" in one for one in throws):
        return [one["shows"] for one in throws]
    return list(body.get("faces") or ())


def shown_of(body: Mapping[str, Any], before: Battle | None) -> dict[str, Any]:
    """The faces, the story and the outcome of an event, told to whoever knew this much of the battle before it.

    {} where nothing happened by a command.
    """
    if before is None or "events" not in body:
        return {}
    events = [read_event(one, before.ruleset.events) for one in body["events"]]
    return {
        "faces": faces_of(body),
        "story": [str(step) for step in before.happen(events).story],
        "outcome": outcome_of(before, events),
    }
