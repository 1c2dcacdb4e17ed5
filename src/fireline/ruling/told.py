"""What is told of a thing in JSON: a class names the entries, and its JSON and its schema both follow from that.

`told` names the entries of an object in order; without it they are the fields of the class:

- `rule` is the attribute of that name, `headline=odds.headline.chance` what is found by these attributes,
- `turns?` is left out where it is None or "", and the entries of `*preview` stand in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from operator import methodcaller
from types import NoneType
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T", bound=type)


class Entry(NamedTuple):
    """One entry of a JSON object: its key, and where its value is read, attribute after attribute."""

    key: str
    path: tuple[str, ...]
    optional: bool = False
    """Whether it is left out where there is no value."""
    spread: bool = False
    """Whether the entries of the value stand in its place."""

    def of(self, thing: object) -> Any:
        """The value; None where one of the attributes on the way is None."""
        for name in self.path:
            if thing is None:
                return None
            thing = getattr(thing, name)
        return thing


def tells(words: str) -> Callable[[T], T]:
    """Name the entries of the class below, where that is a NamedTuple, which can have no other attributes."""

    def say(kind: T) -> T:
        kind.told = words  # type: ignore[attr-defined] # read by `entries`
        return kind

    return say


@cache
def entries(kind: Any) -> tuple[Entry, ...]:
    """The entries that things of a class are told with."""
    if words := getattr(kind, "told", ""):
        return tuple(map(_entry, words.split()))
    names = [one.name for one in fields(kind)] if is_dataclass(kind) else getattr(kind, "_fields", ())
    return tuple(map(_entry, names))


def _entry(word: str) -> Entry:
    spread, optional = word.startswith("*"), word.endswith("?")
    key, _, path = word.removeprefix("*").removesuffix("?").partition("=")
    return Entry(key, tuple((path or key).split(".")), optional, spread)


def data_of(thing: Any) -> dict[str, Any]:
    """A thing as JSON data by its entries: exact fractions as text, reduced."""
    found: dict[str, Any] = {}
    for entry in entries(thing.__class__):
        key, path, optional, spread = entry
        value = getattr(thing, key) if path == (key,) else entry.of(thing)
        if spread:
            found |= written(value)
        elif not optional or (value is not None and value != ""):
            found[key] = written(value)
    return found


def written(value: Any) -> Any:
    """A value as JSON data."""
    return _way(value.__class__)(value)


@cache
def _way(kind: Any) -> Callable[[Any], Any]:
    """How values of a class become JSON data."""
    if kind in {NoneType, bool, int, float, str}:
        return _same
    if hasattr(kind, "data"):
        return methodcaller("data")
    if issubclass(kind, Enum):
        return lambda value: value.value if isinstance(value.value, str) else value.name.lower()
    if issubclass(kind, Mapping):
        return lambda value: {key_of(key): written(one) for key, one in value.items()}
    if hasattr(kind, "_fields") or hasattr(kind, "told"):
        return data_of
    if issubclass(kind, Iterable) and not issubclass(kind, str):
        return lambda value: [written(one) for one in value]
    return str


def _same(value: Any) -> Any:
    return value


def key_of(value: object) -> str:
    """A value as a key of JSON data.

    >>> key_of(True), key_of(3)
    ('true', '3')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)
