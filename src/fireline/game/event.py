"""Events: what has happened, in the past tense, with the faces that were thrown.

An event holds everything that `evolve` needs, so a log replays without any randomness.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from fireline.game.entries import error_at, shown
from fireline.game.errors import BattleFileError, Code

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True)
class Event:
    """Base of every ruleset's events: frozen dataclasses of plain values and tuples of them."""

    def data(self) -> dict[str, Any]:
        """The event as it stands in a log or a JSON answer."""
        return {"event": event_name(type(self))} | {f.name: getattr(self, f.name) for f in fields(self)}

    @property
    def thrower(self) -> str:
        """The id of the unit that threw the dice, if it is not the one that carried out the command; otherwise ""."""
        return ""


def event_name(kind: type[Event]) -> str:
    """The name of a kind of event in a log.

    >>> class UnitFired(Event): ...
    >>> event_name(UnitFired)
    'unit_fired'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def read_event(data: object, kinds: Iterable[type[Event]], place: str = "") -> Event:
    """Read an event from a log; raises `BattleFileError` if its kind is unknown or it is malformed."""
    from pydantic import ValidationError

    known = {event_name(kind): kind for kind in kinds}
    if not isinstance(data, Mapping) or not isinstance(data.get("event"), str) or data["event"] not in known:
        raise BattleFileError(Code.UNKNOWN_NAME, f"no event of this game; known: {', '.join(known)}", place)
    kind = known[data["event"]]
    values = {key: value for key, value in data.items() if key != "event"}
    if unknown := set(values) - {f.name for f in fields(kind)}:
        raise BattleFileError(Code.UNKNOWN_KEY, f"{data['event']} has no {shown(min(unknown, key=str))}", place)
    try:
        return _reader(kind).validate_json(json.dumps(values), strict=True)
    except ValidationError as wrong:
        error = wrong.errors(include_url=False)[0]
        raise error_at(error, ".".join([place, *map(str, error["loc"])])) from None
    except (TypeError, ValueError, RecursionError):
        raise BattleFileError(Code.WRONG_TYPE, f"{data['event']} holds a value that no log can hold", place) from None


_READERS: dict[type[Event], TypeAdapter[Event]] = {}


def _reader(kind: type[Event]) -> TypeAdapter[Event]:
    from pydantic import TypeAdapter

    if kind not in _READERS:
        _READERS[kind] = TypeAdapter(kind)
    return _READERS[kind]
