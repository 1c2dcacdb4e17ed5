"""Processes that end themselves at a step of their own work, so that no test waits for the right moment to kill one."""

import os
import signal
import sqlite3
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

Step = Callable[[FrameType, Any], bool]
"""Whether a call or a return, of this frame and about this function, is a step."""


def steps_in(folder: Path) -> Step:
    """What the code of a folder does: its functions begin, wait, go on and end, and call what no Python code does."""
    home = f"{folder}{os.sep}"
    return lambda frame, _: frame.f_code.co_filename.startswith(home)


def steps_of_sqlite(_: FrameType, function: Any) -> bool:
    """What is said to SQLite: before it is carried out, and after."""
    return isinstance(getattr(function, "__self__", None), sqlite3.Connection | sqlite3.Cursor)


class Mortal:
    """This process, which is killed with -9 before it takes a step of this number; 0 lets it live.

    Steps are counted in every thread that begins from now on, and from the first call of the function `begin` on.
    """

    def __init__(self, last: int, *kinds: Step, begin: Callable[..., Any] | None = None) -> None:
        self.taken = 0
        self._last, self._kinds, self._begin = last, kinds, begin and begin.__code__
        threading.setprofile(self._watch)
        sys.setprofile(self._watch)

    def _watch(self, frame: FrameType, _: str, function: Any) -> None:
        if self._begin:
            if frame.f_code is not self._begin:
                return
            self._begin = None
        if any(kind(frame, function) for kind in self._kinds):
            self.taken += 1
            if self.taken == self._last:
                os.kill(os.getpid(), signal.SIGKILL)
