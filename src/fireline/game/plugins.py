"""Plug-ins: what installed distributions announce; looked through once, each imported when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

RULESETS = "fireline.rulesets"
"""The entry point group of games: the name is the ruleset's id, the value `module:attribute`."""
TOOLS = "fireline.tools"
"""The entry point group of commands that one game alone has: the name is the command, the value `module:attribute`."""


@cache
def announced(group: str = RULESETS) -> Mapping[str, Mapping[str, str]]:
    """Where each thing announced in a group is found, `module:attribute`, by its name and then by distribution."""
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
