"""Events: what has happened, in the past tense, with the faces that were thrown.

An event holds everything that its three methods need, so a log replays without any randomness.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from itertools import islice
from types import ModuleType
from typing import Any

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.losses import Loss
from fireline.game.value import Value, kinds_in, read_value, snake_case, values_of
from fireline.ruling import Explained

SHOWN = 12
"""So many kinds of events are named where one is unknown."""


class Event(Value):
    """Base of every ruleset's events.

    A game's events say what they do, tell and cost, each with the type of the game's own state:

    >>> class FlagStruck(Event):
    ...     def after(self, state: str) -> str:
    ...         return state.replace("flag", "")
    >>> FlagStruck().after("mast, flag"), FlagStruck().story("mast"), FlagStruck().losses(), FlagStruck().data()
    ('mast, ', (), (), {'event': 'flag_struck'})
    """

    def after(self, state: Any) -> Any:
        """The battle after the event; it throws no dice.

        Args:
            state: The state of the game before it.

        Returns:
            The state afterwards, the same object if nothing changes.
        """
        return state

    def story(self, state: Any) -> Iterable[Explained]:
        """Tell what happened.

        Args:
            state: The state of the game before it.

        Returns:
            The sentences, each with its rule.
        """
        return ()

    def losses(self) -> Iterable[Loss]:
        """What it takes from whom; for goals, plans, `at_least` in threats, and the cost of an answer."""
        return ()

    def data(self) -> dict[str, Any]:
        """The event as it stands in a log or a JSON answer."""
        return {"event": snake_case(type(self))} | values_of(self)

    @property
    def thrower(self) -> str:
        """The id of the unit that threw the dice, if it is not the one that carried out the command; otherwise ""."""
        return ""


def events_in(*modules: ModuleType) -> tuple[type[Event], ...]:
    """Every kind of event that these modules define, in their order, but for bases of others."""
    return kinds_in(Event, *modules)


def read_event(data: object, kinds: Iterable[type[Event]], place: str = "") -> Event:
    """Read an event from a log; raises `BattleFileError` if its kind is unknown or it is malformed."""
    known = {snake_case(kind): kind for kind in kinds}
    if not isinstance(data, Mapping) or not isinstance(data.get("event"), str) or data["event"] not in known:
        some = ", ".join([*islice(known, SHOWN), *["..."] * (len(known) > SHOWN)])
        raise BattleFileError(Code.UNKNOWN_NAME, f"no event of this game; known: {some}", place)
    kind = known[data["event"]]
    values = {key: value for key, value in data.items() if key != "event"}
    if unknown := set(values) - {f.name for f in fields(kind)}:
        raise BattleFileError(Code.UNKNOWN_KEY, f"{data['event']} has no {shown(min(unknown, key=str))}", place)
    return read_value(kind, values, place, f"{data['event']} holds a value that no log")
