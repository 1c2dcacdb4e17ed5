"""How far a long answer is: a bar on standard error, if that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn


@contextmanager
def bar(total: int, unit: str, done: int = 0) -> Iterator[Callable[[int], None]]:
    """A bar that is told how many more are done: how many, how long still."""
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn

    counted = TextColumn("{task.completed:,} of {task.total:,} " + unit)
    with _shown(counted, BarColumn(), TimeRemainingColumn(), TextColumn("left")) as shown:
        task = shown.add_task(unit, total=total, completed=done)
        yield lambda more: shown.advance(task, more)


@contextmanager
def listening() -> Iterator[Callable[[float, str], None]]:
    """A bar that is told which share of an answer is done, and what is known of it so far."""
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn

    with _shown(TaskProgressColumn(), BarColumn(), TextColumn("{task.description}")) as shown:
        task = shown.add_task("", total=1.0)
        yield lambda share, so_far: shown.update(task, completed=share, description=so_far)


def _shown(*columns: ProgressColumn) -> Progress:
    """A bar of these columns on standard error, which goes when the answer is there."""
    from rich.console import Console
    from rich.progress import Progress

    return Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
