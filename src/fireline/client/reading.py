"""Answers read back: what a server tells of a result has the attributes that the result has in the library.

They are found by the entries that the class of the result names, by which the server wrote them: `odds.headline.chance`
is the `p` of the `headline` in the JSON, a Fraction as in the library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from inspect import getattr_static
from types import FunctionType, MethodType, NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from fireline.game.battle import Battle
from fireline.game.command import Command, Shot, read_command
from fireline.game.event import Event, read_event, without_none
from fireline.game.registry import ruleset
from fireline.game.result import Result, hint_of
from fireline.ruling.told import Entry, entries


class ToldResult:
    """A result as far as a server has told it; what it has not told is no attribute."""

    def __init__(self, kind: Any, data: Mapping[str, Any], told: Iterable[Entry], game: str) -> None:
        self._kind, self._data, self._entries, self._game = kind, data, tuple(told), game

    def __repr__(self) -> str:
        return f"<{self._kind.__name__} {dict(self._data)}>"

    def __str__(self) -> str:
        """The words that the library has for it, if they are made of what the server tells."""
        words: Callable[[ToldResult], str] = self._kind.__str__
        with suppress(AttributeError):
            return repr(self) if words is object.__str__ else words(self)
        return repr(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ToldResult) and (self._kind, self._data) == (other._kind, other._data)

    __hash__ = None  # type: ignore[assignment]  # it holds mappings

    def data(self) -> Mapping[str, Any]:
        """The answer as it came."""
        return self._data

    def __getattr__(self, name: str) -> Any:
        known = [one for one in self._entries if one.path[0] == name]
        known = known or [one for one in self._entries if one.key == name]  # told of what is made of it
        for entry in known:
            if len(entry.path) == 1:
                return self._read(entry)
        if any(entry.spread or self._data.get(entry.key) is not None for entry in known):
            kind = without_none(hint_of(self._kind, Entry(name, (name,))))
            onward = (one._replace(path=one.path[1:]) for one in known)
            return ToldResult(get_origin(kind) or kind, self._data, onward, self._game)
        return None if known else self._worked_out(name)

    def _read(self, entry: Entry) -> Any:
        data = self._data if entry.spread else self._data.get(entry.key)
        return read(hint_of(self._kind, entry), data, self._game)

    def _worked_out(self, name: str) -> Any:
        """What the library works out of the rest; raises `AttributeError` for what the server has not told."""
        for entry in self._entries:
            if entry.spread and len(entry.path) == 1 and hasattr(inside := self._read(entry), name):
                return getattr(inside, name)
        found = getattr_static(self._kind, name, None)
        if isinstance(found, property) and found.fget is not None:
            return found.fget(self)
        if isinstance(found, cached_property):
            return found.func(self)
        if isinstance(found, FunctionType):
            return MethodType(found, self)
        raise AttributeError(f"the server does not tell {name!r} of {self._kind.__name__}")


def read(hint: Any, data: Any, game: str = "") -> Any:
    """A value of the type that an annotation says, from its JSON; commands and events are those of a game.

    Raises `BattleFileError` for a battle, a command or an event that cannot be read here.
    """
    origin, inside = get_origin(hint), get_args(hint)
    if origin in {Union, UnionType}:
        kinds = [one for one in inside if one is not NoneType]
        hint = next((one for one in kinds if _fits(one, data)), kinds[-1])
        origin, inside = get_origin(hint), get_args(hint)
    kind: Any = origin or hint
    if data is None or hint is Any or origin is Annotated or not isinstance(kind, type):
        return data
    if _is_told(kind):
        named = data.get("ruleset") or (data.get("battle") or {}).get("ruleset") or game
        return ToldResult(kind, data, entries(kind), named)
    if issubclass(kind, BaseModel):
        return kind.model_validate(data)
    if issubclass(kind, Fraction):
        return Fraction(data)
    if issubclass(kind, Battle | Shot):
        return kind.read(data)
    if issubclass(kind, Command):
        return read_command(data, ruleset(game).command_types)
    if issubclass(kind, Event):
        return read_event(data, ruleset(game).events, "event")
    if issubclass(kind, Mapping):
        return {key: read(inside[1], one, game) for key, one in data.items()}
    if issubclass(kind, Iterable) and not issubclass(kind, str) and inside:
        return [read(inside[0], one, game) for one in data]
    return data


def _is_told(kind: Any) -> bool:
    return issubclass(kind, Result) or hasattr(kind, "_fields") or hasattr(kind, "told")


def _fits(hint: Any, data: Any) -> bool:
    """Whether data may be of a type of several: a result is there with every entry that is never left out."""
    kind: Any = get_origin(hint) or hint
    if not isinstance(kind, type) or not _is_told(kind):
        return True
    needed = {one.key for one in entries(kind) if not one.optional and not one.spread}
    return isinstance(data, Mapping) and needed <= data.keys()
