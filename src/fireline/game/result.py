"""Results of questions: a class names what of it is told, and its JSON and its schema both follow from that."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, ClassVar, NamedTuple, get_origin

from fireline.game.odds import key_of
from fireline.game.value import without_none


class Entry(NamedTuple):
    """One entry of a JSON object: its key, and where its value is read, attribute after attribute."""

    key: str
    path: tuple[str, ...]
    optional: bool = False
    """Whether it is left out where there is no value."""
    spread: bool = False
    """Whether the entries of the value stand in its place."""

    def of(self, result: object) -> Any:
        """The value; None where one of the attributes on the way is None."""
        for name in self.path:
            if result is None:
                return None
            result = getattr(result, name)
        return result


class Result:
    """What a question comes to.

    `told` names the entries of its JSON in order; without it they are the fields of the dataclass:

    - `rule` is the attribute of that name, `headline=odds.headline.chance` what is found by these attributes,
    - `turns?` is left out where it is None, and the entries of `*preview` stand in its place.
    """

    told: ClassVar[str] = ""

    def data(self) -> dict[str, Any]:
        """The result as it stands in a JSON answer: exact fractions as text, reduced."""
        found: dict[str, Any] = {}
        for entry in entries(type(self)):
            value = entry.of(self)
            if entry.spread:
                found |= written(value)
            elif value is not None or not entry.optional:
                found[entry.key] = written(value)
        return found

    def _repr_html_(self) -> str:
        return _html(self.data(), self.__class__.__name__)


def _html(data: Any, title: str = "") -> str:
    """Data for a notebook: single values in a table of their own, and a table for every list of things alike."""
    from html import escape

    if isinstance(data, Mapping):
        if title and (picture := data.get("svg")):
            return str(picture)
        rows = "".join(f"<tr><th>{escape(str(key))}</th><td>{_html(one)}</td></tr>" for key, one in data.items())
        return f"<strong>{escape(title)}</strong><table>{rows}</table>" if title else f"<table>{rows}</table>"
    if not isinstance(data, list):
        return escape(str("" if data is None else data))
    if not data or not all(isinstance(one, Mapping) for one in data):
        return ", ".join(map(_html, data))
    names = list(dict.fromkeys(name for one in data for name in one))
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    lines = ["".join(f"<td>{_html(one.get(name))}</td>" for name in names) for one in data]
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def entries(kind: type) -> tuple[Entry, ...]:
    """The entries that a result, or a NamedTuple inside one, is told with."""
    if words := getattr(kind, "told", ""):
        return tuple(map(_entry, words.split()))
    names = [one.name for one in fields(kind)] if is_dataclass(kind) else getattr(kind, "_fields", ())
    return tuple(map(_entry, names))


def named(one: object, *names: str) -> dict[str, Any]:
    """Some attributes of something by their names, as JSON data.

    >>> from fractions import Fraction
    >>> from types import SimpleNamespace
    >>> named(SimpleNamespace(share=Fraction(1, 2), hits={3: ("bow", None)}), "share", "hits")
    {'share': '1/2', 'hits': {'3': ['bow', None]}}
    """
    return {name: written(getattr(one, name)) for name in names}


def written(value: Any) -> Any:
    """A value as JSON data."""
    if value is None or type(value) in {bool, int, float, str}:
        return value
    if hasattr(value, "data"):
        return value.data()
    if isinstance(value, Enum):
        return value.value if isinstance(value.value, str) else value.name.lower()
    if isinstance(value, Mapping):
        return {key_of(key): written(one) for key, one in value.items()}
    if hasattr(value, "_asdict"):
        return {entry.key: written(entry.of(value)) for entry in entries(type(value))}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [written(one) for one in value]
    return str(value)


def hint_of(kind: type, entry: Entry) -> Any:
    """The type of an entry's value, as the annotations say it; with None where an attribute on the way may be None."""
    hint: Any = kind
    optional = False
    for name in entry.path:
        known = without_none(hint)
        optional |= known != hint
        hint = _hint(get_origin(known) or known, name)
    known = without_none(hint)
    return known | None if optional or known != hint else known


def words_of(kind: type, entry: Entry) -> str | None:
    """What the documentation of a property says of an entry, None for any other."""
    found = getattr(kind, entry.path[0], None) if len(entry.path) == 1 else None
    is_property = isinstance(found, property) or hasattr(found, "attrname")
    if not is_property or not found.__doc__:
        return None
    return str(found.__doc__).partition(">>>")[0].rstrip()


def _entry(word: str) -> Entry:
    spread, optional = word.startswith("*"), word.endswith("?")
    key, _, path = word.removeprefix("*").removesuffix("?").partition("=")
    return Entry(key, tuple((path or key).split(".")), optional, spread)


def _hint(kind: type, name: str) -> Any:
    for base in kind.__mro__:
        held = vars(base).get(name)
        function = getattr(held, "fget", None) or getattr(held, "func", None)
        said = function.__annotations__["return"] if function else vars(base).get("__annotations__", {}).get(name)
        if said is not None:
            names = _for_types_only() | vars(sys.modules[base.__module__])
            said = getattr(said, "__forward_arg__", said)  # as a NamedTuple keeps it
            return eval(said, names) if isinstance(said, str) else said  # noqa: S307 - our own annotations
    raise TypeError(f"{kind.__name__}.{name} has no annotation, so its JSON has no schema")


def _for_types_only() -> dict[str, Any]:
    """Names that some modules import for their annotations alone."""
    from fireline.game.battle import Battle
    from fireline.game.command import Command
    from fireline.game.event import Event
    from fireline.game.shot import Shot

    return {"Battle": Battle, "Command": Command, "Event": Event, "Shot": Shot}


def as_json(answer: Any) -> bytes:
    """An answer as JSON."""
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode()


def canonical(data: Any) -> str:
    """Data as the one JSON text that equal data have.

    >>> canonical({"b": 1, "a": "é"})
    '{"a":"é","b":1}'
    """
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
