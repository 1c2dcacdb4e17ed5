"""A search with progress on standard error, which ends by time or Ctrl-C."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fireline.analysis.plan import Planner

BLINK = 1.0
"""Seconds between two progress reports, which are for terminals alone."""


def search(planner: Planner, budget: int | None, seconds: float | None) -> str:
    """Search until the value is known, the budget of battles or seconds is used up, or Ctrl-C.

    Returns why it ended before the value was known, "" if it is known.
    """
    begun = told = time.monotonic()
    shown = sys.stderr.isatty()

    def report(_share: float) -> None:
        nonlocal told
        now = time.monotonic()
        if shown and now - told >= BLINK:
            told = now
            _tell(planner, now - begun)

    try:
        planner.run(budget, seconds, report)
    except KeyboardInterrupt:
        return "" if planner.start.known else "stopped"
    finally:
        if told != begun:
            print(file=sys.stderr)
    if planner.start.known:
        return ""
    return "the time is up" if budget is None or planner.looked_at < budget else "the budget is used up"


def _tell(planner: Planner, seconds: float) -> None:
    """One line, written over: the two bounds so far."""
    start = planner.start
    line = (
        f"{planner.looked_at:,} battles looked at in {seconds:.0f} s: "
        f"at least {float(start.least):.4f}, at most {float(start.most):.4f}"
    )
    print(f"\r{line}", end="", file=sys.stderr, flush=True)
