"""Plug-ins: games that installed distributions announce; looked through once, each imported when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

GROUP = "fireline.rulesets"
"""The entry point group: the name is the ruleset's id, the value `module:attribute`."""


@cache
def announced() -> Mapping[str, Mapping[str, str]]:
    """Where each announced ruleset is found, `module:attribute`, by its id and then by distribution."""
    found: dict[str, dict[str, str]] = {}
    for id_, distribution, place in _entry_points():
        found.setdefault(id_, {}).setdefault(distribution, place)
    return {id_: found[id_] for id_ in sorted(found)}


def _entry_points() -> Iterator[tuple[str, str, str]]:
    from importlib.metadata import distributions  # takes longer to import than most answers take

    for one in distributions():
        try:
            entries = [(entry.name, one.name, entry.value) for entry in one.entry_points.select(group=GROUP)]
        except Exception:  # noqa: BLE001, S112 - metadata that nobody can read announce no game
            continue
        yield from entries
