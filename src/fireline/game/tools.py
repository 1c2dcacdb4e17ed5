"""Tools: questions that only one game has, each a command of its own.

A game lists its tools beside itself, a plug-in by entry points of the group `fireline.tools`, whose name is the command
and whose value is the `module:attribute` of its `Tool`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple


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
