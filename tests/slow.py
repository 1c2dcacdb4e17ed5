"""Which tests daily work leaves out: those marked `slow`, each with the seconds that it took when it was measured.

The files with the slowest of them are run first, so that of several workers none is left with them at the end.
A pytest plugin, registered by `conftest.py`.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

SLOW = 0.5
"""Seconds of one processor that a test takes, all its cases together, before it may be left out of daily work."""
SLOW_FIXTURES = {"browser": 200, "window": 15, "postgres": 30, "strace": 30, "site": 9}
"""What makes whoever asks for it slow, and what all who do take."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow what drives a browser, refuse the mark to what is not slow, and begin with what is slowest."""
    longest: dict[Path, float] = defaultdict(float)
    for item in items:
        for fixture in SLOW_FIXTURES.keys() & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow(seconds=SLOW_FIXTURES[fixture]))
        for mark in item.iter_markers("slow"):
            if mark.kwargs.get("seconds", 0) < SLOW:
                raise pytest.UsageError(f"{item.nodeid}: slow(seconds=...) says what it took, {SLOW} at least")
            longest[item.path] = max(longest[item.path], mark.kwargs["seconds"])
    items.sort(key=lambda item: -longest[item.path])  # files stay whole, for what is built once in each
