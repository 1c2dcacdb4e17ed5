"""Plug-ins: what installed distributions announce; listed once, and each imported on first use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, reduce
from importlib import import_module

RULESETS = "fireline.rulesets"
"""The entry point group of games: the name is the ruleset's id, the value `module:attribute`."""
TOOLS = "fireline.tools"
"""The entry point group of commands that one game alone has: the name is the command, the value `module:attribute`."""

PLACE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")
"""What `module:attribute` looks like."""


@cache
def announced(group: str = RULESETS) -> Mapping[str, Mapping[str, str]]:
    """Where each thing announced in a group is (`module:attribute`), by its name and then by distribution."""
    found: dict[str, dict[str, str]] = {}
    for name, distribution, place in _entry_points(group):
        found.setdefault(name, {}).setdefault(distribution, place)
    return {name: found[name] for name in sorted(found)}


def _entry_points(group: str) -> Iterator[tuple[str, str, str]]:
    from importlib.metadata import distributions  # takes longer to import than most answers take

    for one in distributions():
        try:
            entries = [(entry.name, one.name, entry.value) for entry in one.entry_points.select(group=group)]
        except Exception:  # noqa: BLE001, S112 - metadata that nobody can read announce nothing
            continue
        yield from entries


def at_place(place: str) -> object:
    """The object at `module:attribute`; raises whatever its import raises, `TypeError` for any other text."""
    from fireline.game.entries import shown  # reads with pydantic, which a list of names does without

    if not PLACE.fullmatch(place):
        raise TypeError(f"{shown(place)} is not module:attribute")
    module, _, attribute = place.partition(":")
    found: object = reduce(getattr, attribute.split("."), import_module(module))
    return found


def reason_of(wrong: BaseException) -> str:
    """Why a plug-in cannot be used, on one line, whatever it raised."""
    return f"{type(wrong).__name__}: {next(iter(str(wrong).splitlines()), '') or 'no reason given'}"
