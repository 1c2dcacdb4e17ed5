"""How far a long answer is: a bar on standard error, if that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def listening() -> Iterator[Callable[[float, str], None]]:
    """A bar that is told which share of an answer is done, and what is known of it so far."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = TaskProgressColumn(), BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}")
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as shown:
        task = shown.add_task("", total=1.0)
        yield lambda share, so_far: shown.update(task, completed=share, description=so_far)
