"""Tools: questions that only one game has, each a command of its own.

A game lists its tools beside itself, a plug-in by entry points of the group `fireline.tools`, whose name is the command
and whose value is the `module:attribute` of its `Tool`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, reduce
from importlib import import_module
from typing import Any, NamedTuple

from fireline.game.errors import BattleFileError, Code
from fireline.ruling.prose import listing

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


class Strong(str):
    """A line or a cell that stands out."""

    __slots__ = ()


class Quiet(str):
    """A line on the side."""

    __slots__ = ()


class Table(NamedTuple):
    """Rows under headings; `right` are the columns that end at their right, `ruled` says whether a line is below the
    headings.
    """

    columns: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    right: tuple[int, ...] = ()
    ruled: bool = True


class ToolAnswer(NamedTuple):
    """The answer of a tool: data for JSON, lines and tables for people, and a picture if it draws one."""

    data: Mapping[str, Any]
    lines: Sequence[str | Table]
    picture: Callable[[], str] | None = None
    """The text of an SVG."""


class Tool(NamedTuple):
    """A command of a game; `--json` is added to it, and `--out` where it draws.

    `run` takes `Files`, which read any file that the user names, and then the parameters of the command line, annotated
    with `typer.Argument` and `typer.Option`. The first paragraph of its docstring is the command's help. It raises
    `BattleFileError`.
    """

    run: Callable[..., ToolAnswer]
    draws: str = ""
    """The help of `--out`, "" for a tool that draws nothing."""


class ToolListing(NamedTuple):
    """A tool before it is imported: where its `Tool` is, `module:attribute`, and its help."""

    place: str
    help: str


def tool_names() -> tuple[str, ...]:
    """The names of all tools, those of Fireline's own games first; imports none of them."""
    return tuple(dict.fromkeys((*_own(), *announced(TOOLS))))


def help_of(name: str) -> str:
    """What a tool is for, in a sentence. A plug-in's tool is imported for that; if that fails, this says why."""
    if name in _own():
        return _own()[name].help
    try:
        return (inspect.getdoc(tool(name).run) or "").partition("\n\n")[0]
    except BattleFileError as wrong:
        return f"{wrong.problem}."


def tool(name: str) -> Tool:
    """The tool of this name; raises `BattleFileError` if it cannot be used."""
    places = {"": _own()[name].place} if name in _own() else announced(TOOLS)[name]
    if len(places) > 1:
        problem = f"cannot be used: announced by {listing(sorted(places))}; uninstall all but one of them"
        raise BattleFileError(Code.DUPLICATE, problem, name)
    ((distribution, place),) = places.items()
    try:
        return _imported(place)
    except (Exception, SystemExit) as wrong:
        if not distribution:
            raise
        problem = f"cannot be used ({distribution}): {reason_of(wrong)}"
        raise BattleFileError(Code.UNREADABLE, problem, name) from None


def _imported(place: str) -> Tool:
    found = at_place(place)
    if not isinstance(found, Tool):
        raise TypeError(f"{place} is no Tool but of type {type(found).__name__}")
    return found


def _own() -> Mapping[str, ToolListing]:
    own: Mapping[str, ToolListing] = import_module("fireline.rulesets").TOOLS
    return own
