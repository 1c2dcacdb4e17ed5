"""What differs between two battle files, value by value."""

from __future__ import annotations

from typing import Any

MOST_CHANGES = 200


def changes(old: Any, new: Any) -> list[dict[str, Any]]:
    """Every value that differs, with its place in the file; null for what is not there.

    >>> changes({"units": [{"id": "bow", "blocks": 2}]}, {"units": [{"id": "bow", "blocks": 1}], "over": True})
    [{'place': 'units[bow].blocks', 'old': 2, 'new': 1}, {'place': 'over', 'old': None, 'new': True}]
    """
    found: list[dict[str, Any]] = []
    _compare(old, new, "", found)
    return found[:MOST_CHANGES]


def _compare(old: Any, new: Any, place: str, found: list[dict[str, Any]]) -> None:
    if old == new:
        return
    before, after = _parts(old), _parts(new)
    if before is None or after is None:
        found.append({"place": place, "old": old, "new": new})
        return
    for key in dict.fromkeys([*before, *after]):
        inner = key if key.startswith("[") or not place else f".{key}"
        _compare(before.get(key), after.get(key), place + inner, found)


def _parts(data: Any) -> dict[str, Any] | None:
    """The entries of a mapping or a list by their names, those with an id by that."""
    if isinstance(data, dict):
        return data
    if not isinstance(data, list):
        return None
    return {f"[{one['id'] if isinstance(one, dict) and 'id' in one else n}]": one for n, one in enumerate(data)}
