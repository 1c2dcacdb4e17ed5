"""Paths into a battle file: `units[bow].hex`, `units.0.hex`, `board.terrain.D4`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from fireline.game.entries import shown, suggestion
from fireline.game.errors import BattleFileError, Code

_PART = re.compile(r"\.?([^.\[\]]+)|\[([^\[\]]+)\]")
MOST_PARTS = 12


class Gone(Enum):
    """Instead of a value: remove the entry."""

    GONE = "gone"


@dataclass(frozen=True)
class FieldPath:
    """Nested keys, and the text as typed."""

    parts: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return self.text

    @classmethod
    def read(cls, text: str) -> FieldPath:
        """Read a path as typed: keys after dots, or in brackets if they contain dots; raises `BattleFileError`.

        >>> FieldPath.read("units[bow].hex").parts, FieldPath.read("units.0.hex").parts
        (('units', 'bow', 'hex'), ('units', '0', 'hex'))
        >>> FieldPath.read("house.CCA-4.1.held").parts, FieldPath.read("house[CCA-4.1.held]").parts
        (('house', 'CCA-4.1.held'), ('house', 'CCA-4.1.held'))
        """
        parts: list[str] = []
        at = 0
        while at < len(text) and (found := _PART.match(text, at)):
            parts.append(found[1] or found[2])
            at = found.end()
        if not parts or at < len(text) or text.startswith(".") or len(parts) > MOST_PARTS:
            raise BattleFileError(
                Code.MALFORMED, f"{shown(text)} is no path into a battle file, e.g. units[bow].hex", "change"
            )
        if parts[0] == "house":  # the address of a number is one key, dots and all
            parts[1:] = [".".join(parts[1:])] if len(parts) > 1 else []
        return cls(tuple(parts), text)

    def real(self, data: object) -> str:
        """The same place as errors in a battle file name it: entries by number."""
        place, here = "", data
        for part in self.parts:
            here, step = _into(here, part)
            place += step
        return place.removeprefix(".")


def at(data: Any, parts: Sequence[str]) -> Any:
    """The value at a path in the data; None if there is none.

    >>> at({"units": [{"id": "bow", "blocks": 3}]}, ("units", "bow", "blocks"))
    3
    """
    for part in parts:
        data, _ = _into(data, part)
    return data


def _into(data: Any, part: str) -> tuple[Any, str]:
    """What stands one key further on, None for nothing, and the key as a place has it."""
    if isinstance(data, list | tuple):
        number = _number(data, part)
        return (None, f"[{part}]") if number is None else (data[number], f"[{number}]")
    return data.get(part) if isinstance(data, Mapping) else None, f".{part}"


def put(data: Any, parts: Sequence[str], value: Any, place: str) -> Any:
    """The data with one value set, or removed if the value is `GONE`; the original data stays as it was.

    `place` names the path in errors. Raises `BattleFileError` if it leads through something without entries, or to a
    missing entry of a list.
    """
    head, *rest = parts
    if isinstance(data, list | tuple):
        number = _number(data, head)
        if number is None:
            raise BattleFileError(
                Code.UNKNOWN_NAME, f"there is no entry {shown(head)}; {suggestion(head, _names(data))}", place
            )
        inner = put(data[number], rest, value, place) if rest else value
        return [*data[:number], *([] if inner is Gone.GONE else [inner]), *data[number + 1 :]]
    if data is not None and not isinstance(data, Mapping):
        raise BattleFileError(Code.UNKNOWN_NAME, f"{shown(data)} stands there and has no {shown(head)} in it", place)
    inner = put(data.get(head) if data else None, rest, value, place) if rest else value
    if inner is not Gone.GONE:
        return {**(data or {}), head: inner}
    if not data or head not in data:
        raise BattleFileError(Code.UNKNOWN_NAME, "is not there, so it cannot be taken away", place)
    return {key: kept for key, kept in data.items() if key != head}


def _number(entries: Sequence[Any], part: str) -> int | None:
    """The entry of a list that is meant: by its id or name, otherwise by number from 0."""
    for number, entry in enumerate(entries):
        if isinstance(entry, Mapping) and part in (entry.get("id"), entry.get("name")):
            return number
    number = int(part) if part.isascii() and part.isdigit() and len(part) < 6 else len(entries)
    return number if number < len(entries) else None


def _names(entries: Sequence[Any]) -> list[str]:
    """What the entries of a list may be called by."""
    named = [entry.get("id") or entry.get("name") if isinstance(entry, Mapping) else None for entry in entries]
    return [name if isinstance(name, str) else str(number) for number, name in enumerate(named)]
