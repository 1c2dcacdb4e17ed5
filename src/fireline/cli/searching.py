"""A search with progress on standard error, which ends by time or Ctrl-C."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fireline.analysis.plan import Planner

BLINK, LINE = 1.0, 15.0
"""Seconds between two progress reports: on a terminal, and elsewhere."""


def search(planner: Planner, budget: int | None, seconds: float | None) -> str:
    """Search until the value is known, the budget of battles or seconds is used up, or Ctrl-C.

    Returns why it ended before the value was known, "" if it is known.
    """
    begun = told = time.monotonic()
    pause = BLINK if sys.stderr.isatty() else LINE
    try:
        while not planner.start.known:
            now = time.monotonic()
            if budget is not None and planner.looked_at >= budget:
                return "the budget is used up"
            if seconds is not None and now - begun >= seconds:
                return "the time is up"
            if now - told >= pause:
                told = now
                _tell(planner, now - begun)
            planner.look()
    except KeyboardInterrupt:
        return "stopped"
    finally:
        if told != begun and sys.stderr.isatty():
            print(file=sys.stderr)
    return ""


def _tell(planner: Planner, seconds: float) -> None:
    """One line: the two bounds so far; on a terminal it stays one line."""
    start = planner.start
    line = (
        f"{planner.looked_at:,} battles looked at in {seconds:.0f} s: "
        f"at least {float(start.least):.4f}, at most {float(start.most):.4f}"
    )
    terminal = sys.stderr.isatty()
    print(f"\r{line}" if terminal else line, end="" if terminal else "\n", file=sys.stderr, flush=True)
