"""How long a search may take."""

from __future__ import annotations

import time
from math import inf

USUAL = 5.0
"""Seconds where nobody says how many."""


class Deadline:
    """So many seconds from now, or no end."""

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = inf if seconds is None else seconds
        self._begun = time.monotonic()

    @property
    def share(self) -> float:
        """How much of the time is gone, from 0 to 1."""
        return min(1.0, (time.monotonic() - self._begun) / self.seconds)

    @property
    def over(self) -> bool:
        """Whether no time is left."""
        return self.share >= 1
