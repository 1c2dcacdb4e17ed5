"""How far a long answer is: a bar on standard error, if that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol


class Listening(Protocol):
    """Told which share of an answer is done, and what is known of it so far: its sentence, or a word."""

    def __call__(self, share: float, so_far: Any = None, /, **known: Any) -> None:
        """Show it."""


@contextmanager
def listening() -> Iterator[Listening]:
    """A bar that is told how far an answer is."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = TaskProgressColumn(), BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}")
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as shown:
        task = shown.add_task("", total=1.0)

        def heard(share: float, so_far: Any = None, /, **_: Any) -> None:
            shown.update(task, completed=share, description=getattr(so_far, "sentence", so_far or ""))

        yield heard
