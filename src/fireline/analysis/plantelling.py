"""A plan told in words by which it can be followed, which never lead to different commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from fireline.analysis.plannode import PlanBranch, PlanNode
from fireline.game.command import Command

MOST_TRIED = 40
"""So many values that differ are tried for two that suffice to say what to do."""
Order = tuple[Command | None, bool]
"""What a plan says to do in a situation, and whether it can say so already."""


def order_of(here: PlanNode) -> Order:
    """The decision in a situation."""
    return (here.best.command, True) if here.best else (None, here.known)


def tell_apart(branches: Sequence[PlanBranch], *, open_too: bool = True) -> list[tuple[str, ...]]:
    """What happened in each of some branches, every result by itself.

    Where the same words lead to different commands, what differs between the battles after them is added; with
    `open_too` also where they lead to a command and to a situation that has not been searched yet.
    """
    leading: dict[str, list[PlanNode]] = {}
    for branch in branches:
        for words in branch.told if open_too or order_of(branch.onward)[1] else ():
            leading.setdefault(words, []).append(branch.onward)
    added: dict[tuple[str, PlanNode], str] = {}
    for words, nodes in leading.items():
        if len({order_of(node) for node in nodes}) > 1:
            added |= {(words, node): f"{words} ({more})" for node, more in zip(nodes, _differences(nodes), strict=True)}
    return [tuple(added.get((words, branch.onward), words) for words in branch.told) for branch in branches]


def _differences(nodes: Sequence[PlanNode]) -> list[str]:
    """What is not the same in these situations, as each has it: as little as tells what to do, else all of it."""
    read = [{**dict(_leaves(node.battle.data())), "still to fire": ", ".join(node.to_fire)} for node in nodes]
    names = dict.fromkeys(name for one in read for name in one)
    differ = [name for name in names if len({one.get(name) for one in read}) > 1]
    few = ([*some] for number in (1, 2) for some in combinations(differ[:MOST_TRIED], number))
    orders = [order_of(node) for node in nodes]
    chosen = next((some for some in few if _settled(some, read, orders)), differ)
    return [", ".join(f"{name} {one.get(name, 'as usual')}" for name in chosen) for one in read]


def _settled(names: Sequence[str], read: Sequence[Mapping[str, str]], orders: Sequence[Order]) -> bool:
    """Whether these values say what to do."""
    met: dict[tuple[str | None, ...], Order] = {}
    for one, order in zip(read, orders, strict=True):
        if met.setdefault(tuple(one.get(name) for name in names), order) != order:
            return False
    return True


def _leaves(data: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every value of a battle file by its name; what has an id goes by that."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _leaves(value, f"{name} {key}".strip().replace("_", " "))
    elif isinstance(data, list) and data and all(isinstance(one, Mapping) and "id" in one for one in data):
        for one in data:
            yield from _leaves({key: value for key, value in one.items() if key != "id"}, str(one["id"]))
    elif isinstance(data, list):
        yield name, ", ".join(map(_said, data)) or "none"
    else:
        yield name, ("no", "yes")[data] if isinstance(data, bool) else str(data)


def _said(value: Any) -> str:
    """One of several values; what has parts is told by them: "hits 2"."""
    return " ".join(f"{key} {part}" for key, part in value.items()) if isinstance(value, Mapping) else str(value)
