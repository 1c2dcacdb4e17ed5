"""What a terminal shows and asks: sentence, bars, tables, the story, how far a long answer is, questions to a player.

Plain text elsewhere. `rich` is imported where it draws, for a sentence in a pipe does without.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from textwrap import fill
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from fireline.game import tools
from fireline.game.errors import BattleFileError
from fireline.game.result import Bar, Result
from fireline.ruling import Explained
from fireline.ruling.prose import house_mark

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console
    from rich.table import Table

    from fireline.analysis.deadline import Listener

PLAIN_WIDTH = 110
BAR_WIDTH, NAMES_WIDTH = 24, 50
written_out = ContextVar("written_out", default=False)
"""Whether the tables with every fraction are shown, as `--exact` asks for."""
in_json = ContextVar("in_json", default=False)
"""Whether answers are printed as JSON, as `--json` asks for."""
RULE_STYLE, QUIET, GOOD, STRONG = "dim", "dim", "bold green", "bold"


@cache
def console() -> Console:
    """What draws tables, and lines on a terminal; colours only where they are wanted."""
    from rich.console import Console

    terminal = sys.stdout.isatty()
    return Console(highlight=False, width=None if terminal else PLAIN_WIDTH, markup=False, emoji=False)


def say(*parts: str | tuple[str, str]) -> None:
    """A line of words, some of them with a style; no terminal, no styles."""
    if sys.stdout.isatty() or os.environ.get("FORCE_COLOR"):
        from rich.text import Text

        return console().print(Text.assemble(*parts))
    text = "".join(part if isinstance(part, str) else part[0] for part in parts)
    for line in text.split("\n"):
        print(fill(line, PLAIN_WIDTH, break_long_words=False, break_on_hyphens=False))
    return None


def answer(found: Result) -> None:
    """The sentence of an answer, its picture, its tables, those of every fraction on request, and what it stands on."""
    if found.sentence:
        say((found.sentence, STRONG))
    bars(found.bars())
    told(found.lists())
    if written_out.get():
        told(found.in_full())
    for sentence in found.notes():
        note(sentence)


def bars(given: Iterable[Bar]) -> None:
    """Bars of text below each other, on the scale from 0 to 1 or to the longest; those of losses are light."""
    given = list(given)
    if not given:
        return
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    longest = max(1.0, *(abs(one.length or 0.0) for one in given))
    wide = min(BAR_WIDTH, console().width * 3 // 10)  # on a narrow terminal names need the room
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(overflow="fold", max_width=NAMES_WIDTH)
    table.add_column(width=wide)
    table.add_column(overflow="fold")
    for one in given:
        length = one.length or 0.0
        bar = ("█" if length > 0 else "░") * round(abs(length) / longest * wide) or ("▏" if length else "")
        name = one.name.lstrip(" ")
        indented = Padding(Text(name, "" if one.text else STRONG), (0, 0, 0, len(one.name) - len(name)))
        table.add_row(indented, bar, Text(one.text))
    console().print(table)


def told(lines: Iterable[str | tools.Table]) -> None:
    """The answer of a tool."""
    for line in lines:
        if isinstance(line, tools.Table):
            console().print(_drawn(line))
        else:
            say((line, _style(line)))


def _style(line: str) -> str:
    return STRONG if isinstance(line, tools.Strong) else QUIET if isinstance(line, tools.Quiet) else ""


def _drawn(given: tools.Table) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    if given.ruled:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style=STRONG)
    else:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=any(given.columns))
    for n, column in enumerate(given.columns):
        table.add_column(column, overflow="fold", justify="right" if n in given.right else "left")
    for row in given.rows:
        table.add_row(*(Text(cell, _style(cell)) for cell in row))
    return table


def story(steps: Iterable[Explained], seed: int | None = None) -> None:
    """What happened, sentence by sentence."""
    for step in steps:
        say(step.text, house_mark(step.house), " ", (step.rule, RULE_STYLE))
    if seed is not None:
        note(f"Seed {seed}: --seed {seed} throws the same dice again.")


def emit(answer: object, out: TextIO | None = None, indent: int | None = 1) -> None:
    """Print an answer as JSON, by default on standard output; escaped if the stream is not UTF-8."""
    stream = sys.stdout if out is None else out
    escaped = (stream.encoding or "utf-8").lower().replace("-", "") != "utf8"
    separators = None if indent else (",", ":")
    stream.write(json.dumps(answer, ensure_ascii=escaped, indent=indent, separators=separators) + "\n")


def tell(data: Callable[[], object], words: Callable[[], object] | None = None, *wrote: object) -> None:
    """Print an answer as JSON where that is asked for, else in words; and then which files were written."""
    if in_json.get():
        return emit(data())
    if words is not None:
        words()
    for out in wrote:
        if out is not None:
            note(f"Wrote {out}.")
    return None


def give(found: Result, out: Path | None = None, drawn: str | None = None) -> None:
    """Print an answer as JSON or in words, its picture, or this one, into a file first if one is named.

    Raises `BattleFileError` where that cannot be written.
    """
    picture = "" if out is None else found.picture() if drawn is None else drawn
    if out is not None and picture:
        from fireline.formats.writing import save_picture

        save_picture(picture, out)

    def words() -> None:
        answer(found)
        if out is not None and not picture:
            note("There is nothing to draw.")

    tell(found.data, words, out if picture else None)


def note(text: str) -> None:
    """A note; none where there is nothing to say."""
    if text:
        say((text, QUIET))


def table(*columns: str, rows: Iterable[Sequence[str]]) -> None:
    """A table with these headings, in which the first column stands out."""
    told([tools.Table(columns, [(tools.Strong(first), *rest) for first, *rest in rows])])


# --- how far a long answer is: a bar on standard error, if that is a terminal ------------


@contextmanager
def listening() -> Iterator[Listener[Any]]:
    """A bar that is told how far an answer is, and shows its sentence, or a word, so far."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = TaskProgressColumn(), BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}")
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as shown:
        task = shown.add_task("", total=1.0)

        def heard(share: float, so_far: Any) -> None:
            shown.update(task, completed=share, description=getattr(so_far, "sentence", so_far or ""))

        yield heard


T = TypeVar("T")


# --- questions to a player, one line each ------------------------------------------------


class Stopped(Exception):
    """The player stops for now; the log keeps what was played."""


class TakenBack(Exception):
    """The player wants to undo the last step."""


def ask(question: str) -> str:
    """One line from the player, at any question.

    Raises `Stopped` for q, the end of input and Ctrl-C, and `TakenBack` for u; type a value of that name in quotes.
    """
    try:
        console().print(question, end="", style=STRONG, soft_wrap=True)
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        line = ""
    if not line:
        console().print()
        raise Stopped
    answer = line.strip()
    if answer == "q":
        raise Stopped
    if answer == "u":
        raise TakenBack
    return answer


def ask_for(question: str, read: Callable[[str], T], *, explained: str = "") -> T | None:
    """Ask until `read` accepts the answer without `BattleFileError`; None for Enter alone.

    If the player types a question mark, `explained` explains the question.
    """
    while answer := ask(question):
        if explained and answer == "?":
            note(explained)
            continue
        try:
            return read(answer)
        except BattleFileError as wrong:
            note(str(wrong))
    return None
