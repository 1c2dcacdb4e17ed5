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


def ask(question: str) -> str:
    """One line from the player; the end of input stops the game, and so does Ctrl-C."""
    try:
        show.console().print(question, end="", style=show.STRONG)
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        line = ""
    if not line:
        show.console().print()
        raise Stopped
    return line.strip()


def ask_for(question: str, read: Callable[[str], T]) -> T | None:
    """What `read` makes of the answer, asked again while it raises `BattleFileError`; None where it is Enter alone."""
    while answer := ask(question):
        try:
            return read(answer)
        except BattleFileError as wrong:
            show.note(str(wrong))
    return None
