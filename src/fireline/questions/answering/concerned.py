"""Whom an entry of a log concerns: every unit that its command or its events name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fireline.game.battle import Battle


def concerned(battles: Iterable[Battle | None], *said: Any) -> list[str]:
    """The ids of units of these battles that stand anywhere in what was said, each once, in its order."""
    known = {unit.id for battle in battles if battle is not None for unit in battle.units}
    return list(dict.fromkeys(text for one in said for text in _texts(one) if text in known))


def _texts(data: Any) -> Iterator[str]:
    """Every text in a piece of data, but for keys.

    >>> list(_texts({"shot": {"shooter": "bow", "bullets": 3}, "ways": ["E5", ["E6"]]}))
    ['bow', 'E5', 'E6']
    """
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from _texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _texts(value)
