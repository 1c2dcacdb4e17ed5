"""Results of questions: a class names what of it is told, and its JSON and its schema both follow from that."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from inspect import cleandoc, get_annotations
from textwrap import shorten
from typing import Any, ClassVar, NamedTuple, get_origin

from fireline.game.event import Value, without_none
from fireline.game.tools import Table
from fireline.ruling.told import Entry, data_of, written

LONGEST_SHOWN = 200
"""How many characters of its sentence Python shows of a result."""


class Bar(NamedTuple):
    """One bar of an answer: its name, how long it is, and what it says."""

    name: str
    length: float | None
    """From 0 to 1 for a chance; of gains and losses only their proportion counts; None where there is nothing."""
    text: str
    """What it says; a bar that says nothing is the heading of those below it."""
    between: tuple[float, float] | None = None
    """From where to where its length may be; None where it is exact."""


class Result(Value):
    """What a question comes to, a frozen dataclass; `told` names the entries of its JSON: see `fireline.ruling.told`.

    People get the sentence first and then the picture, drawn or as bars of text, and the tables on request.
    """

    told: ClassVar[str] = ""

    def __repr__(self) -> str:
        sentence = self.sentence
        return f"<{type(self).__name__}: {shorten(sentence, LONGEST_SHOWN)}>" if sentence else super().__repr__()

    @property
    def sentence(self) -> str:
        """The answer in a sentence, "" where its data say it as well."""
        return ""

    def bars(self) -> Iterable[Bar]:
        """The picture where only text is shown."""
        return ()

    def lists(self) -> Iterable[Table]:
        """What the answer consists of where that is a list of many things."""
        return ()

    def notes(self) -> Iterable[str]:
        """What the answer stands on, as sentences."""
        return ()

    def in_full(self) -> Iterable[Table]:
        """Every number, exactly."""
        return ()

    def picture(self) -> str:
        """The picture as SVG, "" where there is none."""
        return ""

    def words(self) -> str:
        """The answer as plain text: sentence, bars and notes, a line each; "" where its data say it as well."""
        bars = (f"{one.name}: {one.text}" if one.text else one.name for one in self.bars())
        return "\n".join(filter(None, (self.sentence, *bars, *self.notes())))

    def data(self) -> dict[str, Any]:
        """The result as it stands in a JSON answer: exact fractions as text, reduced."""
        return data_of(self)

    def _repr_html_(self) -> str:
        picture = self.picture()
        said = f"<p>{_html(self.sentence)}</p>" if self.sentence else ""
        return f"{said}{picture}{_html(self.data(), self.__class__.__name__)}"


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


def named(one: object, *names: str) -> dict[str, Any]:
    """Some attributes of something by their names, as JSON data.

    >>> from fractions import Fraction
    >>> from types import SimpleNamespace
    >>> named(SimpleNamespace(share=Fraction(1, 2), hits={3: ("bow", None)}), "share", "hits")
    {'share': '1/2', 'hits': {'3': ['bow', None]}}
    """
    return {name: written(getattr(one, name)) for name in names}


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
    """What the documentation of the property says that an entry is read from, None for any other."""
    *way, name = entry.path
    owner = without_none(hint_of(kind, entry._replace(path=tuple(way))))
    found = getattr(get_origin(owner) or owner, name, None)
    is_property = isinstance(found, property) or hasattr(found, "attrname")
    if not is_property or not found.__doc__:
        return None
    return cleandoc(found.__doc__.partition(">>>")[0].rstrip())


def _hint(kind: type, name: str) -> Any:
    for base in kind.__mro__:
        held = vars(base).get(name)
        function = getattr(held, "fget", None) or getattr(held, "func", None)
        said = function.__annotations__["return"] if function else get_annotations(base).get(name)
        if said is not None:
            names = _for_types_only() | vars(sys.modules[base.__module__])
            said = getattr(said, "__forward_arg__", said)  # as a NamedTuple keeps it
            return eval(said, names) if isinstance(said, str) else said  # noqa: S307 - our own annotations
    raise TypeError(f"{kind.__name__}.{name} has no annotation, so its JSON has no schema")


def _for_types_only() -> dict[str, Any]:
    """Names that some modules import for their annotations alone."""
    from fireline.game.battle import Battle
    from fireline.game.command import Command, Shot
    from fireline.game.editing import Editing
    from fireline.game.event import Event
    from fireline.game.places import Places

    return {one.__name__: one for one in (Battle, Command, Editing, Event, Places, Shot)}


def as_json(answer: Any) -> bytes:
    """An answer as JSON."""
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode()


def canonical(data: Any) -> str:
    """Data as the one JSON text that equal data have.

    >>> canonical({"b": 1, "a": "é"})
    '{"a":"é","b":1}'
    """
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
