"""A solo game as the browser keeps it, its battles put together again from their differences (jsondiffpatch)."""

import copy
from typing import Any


def unpacked(game: dict[str, Any]) -> dict[str, Any]:
    """The game with the whole battle after each of its steps."""
    battle, steps = game["start"], []
    for step in game["steps"]:
        battle = battle if step["change"] is None else _patched(copy.deepcopy(battle), step["change"])
        steps.append({key: value for key, value in step.items() if key != "change"} | {"after": battle})
    return {**game, "steps": steps}


def _patched(old: Any, change: Any) -> Any:
    """A value after a change: `[new]`, `[old, new]`, or what has changed inside."""
    if isinstance(change, list):
        return change[-1]
    if change.get("_t") == "a":
        return _list_patched(old, change)
    for key, inside in change.items():
        if isinstance(inside, list) and len(inside) == 3:
            del old[key]
        else:
            old[key] = _patched(old.get(key), inside)
    return old


def _list_patched(old: list[Any], change: dict[str, Any]) -> list[Any]:
    """`_3` says what went from place 3, to nowhere or to another; `3` what is new, or changed, at place 3."""
    gone = {int(key[1:]): inside for key, inside in change.items() if key.startswith("_") and key != "_t"}
    put = {inside[1]: old[n] for n, inside in gone.items() if inside[2] == 3}
    new = {int(key): inside for key, inside in change.items() if not key.startswith("_")}
    put |= {n: inside[0] for n, inside in new.items() if isinstance(inside, list) and len(inside) == 1}
    found = [entry for n, entry in enumerate(old) if n not in gone]
    for n in sorted(put):
        found.insert(n, put[n])
    for n in sorted(new.keys() - put.keys()):
        found[n] = _patched(found[n], new[n])
    return found
