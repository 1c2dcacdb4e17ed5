"""Tools: questions that only one game has, each a command of its own.

A game lists its tools beside itself, a plug-in by entry points of the group `fireline.tools`, whose name is the command
and whose value is the `module:attribute` of its `Tool`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from fireline.game.errors import BattleFileError, Code
from fireline.game.plugins import TOOLS, announced, at_place, reason_of
from fireline.ruling.prose import listing


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
