"""Questions to a player, one line each."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

from fireline.cli import show
from fireline.game.errors import BattleFileError

T = TypeVar("T")


class Stopped(Exception):
    """The player stops for now; the log keeps what was played."""


class TakenBack(Exception):
    """The player wants to undo the last step."""


def ask(question: str) -> str:
    """One line from the player, at any question.

    Raises `Stopped` for q, the end of input and Ctrl-C, and `TakenBack` for u; type a value of that name in quotes.
    """
    try:
        show.console().print(question, end="", style=show.STRONG, soft_wrap=True)
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        line = ""
    if not line:
        show.console().print()
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
            show.note(explained)
            continue
        try:
            return read(answer)
        except BattleFileError as wrong:
            show.note(str(wrong))
    return None
