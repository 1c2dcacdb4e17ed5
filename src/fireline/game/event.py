"""What logs hold: frozen values of plain data, and the events among them: what has happened, in the past tense.

An event holds everything that its three methods need, faces too, so a log replays without any randomness.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import FrozenInstanceError, dataclass, fields
from functools import cache
from itertools import islice
from types import ModuleType, NoneType, UnionType
from typing import TYPE_CHECKING, Any, Never, TypeVar, Union, dataclass_transform, get_args, get_origin

from fireline.game.entries import error_at, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.losses import Loss
from fireline.ruling import Explained

if TYPE_CHECKING:
    from pydantic import TypeAdapter

V = TypeVar("V", bound="Value")


@dataclass_transform(frozen_default=True)
class Value:
    """Base of commands and events: a class that derives from it is a frozen dataclass, whether it says so or not."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        if "__slots__" not in vars(cls):  # else it has been made before, and is made anew with slots
            dataclass(frozen=True)(cls)
            for name in ("__setattr__", "__delattr__"):  # which it has from here: a decorator would not have two
                delattr(cls, name)

    def __setattr__(self, name: str, value: object) -> Never:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> Never:
        raise FrozenInstanceError(f"cannot delete field {name!r}")


def values_of(value: Value) -> dict[str, Any]:
    """What it says, by its fields."""
    known: Any = value
    return {field.name: getattr(value, field.name) for field in fields(known)}


def snake_case(kind: type[Any]) -> str:
    """The name of a class in lower case, as texts and logs write it: `take_cover`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def kinds_in(base: type[V], *modules: ModuleType) -> tuple[type[V], ...]:
    """Every class of values that these modules define and that derives from a base, in their order; no base of others.

    Args:
        base: What the classes derive from.
        modules: The modules whose own classes count, not what they import.
    """
    found = [(one.__name__, kind) for one in modules for kind in vars(one).values() if isinstance(kind, type)]
    known = [kind for home, kind in found if issubclass(kind, base) and kind.__module__ == home]
    return tuple(kind for kind in known if not any(kind in other.__mro__[1:] for other in known))


def without_none(hint: Any) -> Any:
    """An annotation without None."""
    if get_origin(hint) not in {Union, UnionType}:
        return hint
    first, *others = (one for one in get_args(hint) if one is not NoneType)
    return Union[(first, *others)] if others else first


def read_value(kind: type[V], values: Mapping[str, Any], place: str, holder: str) -> V:
    """A value of this kind, which says so at a place; raises `BattleFileError`.

    `holder` begins the sentence about what cannot be written down at all: "Shoot holds a value that no command".
    """
    from pydantic import ValidationError

    known: Any = kind
    reader: TypeAdapter[V] = _reader(known)
    try:
        return reader.validate_json(json.dumps(values), strict=True)
    except ValidationError as wrong:
        error = wrong.errors(include_url=False)[0]
        raise error_at(error, ".".join([place, *map(str, error["loc"])])) from None
    except (TypeError, ValueError, RecursionError):
        raise BattleFileError(Code.WRONG_TYPE, f"{holder} can hold", place) from None


@cache
def _reader(kind: Any) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


# --- what has happened ----------------------------------------------------------------------


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
