"""How many cases of hostile input a run has tried, told at its end: a pytest plugin, registered by `conftest.py`."""

from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

KEY = "fuzzed"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Note how many cases a test has tried; the note travels from where it runs to where it is told."""
    from fireline.testing.battery.hostile import tried

    before = tried.copy()
    try:
        return (yield)
    finally:
        item.user_properties += [(KEY, [kind, count]) for kind, count in (tried - before).items()]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Tell what was tried, of each kind and in all."""
    total: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            for key, value in getattr(report, "user_properties", ()):
                if key == KEY and report.when == "call":
                    total[value[0]] += value[1]
    if total:
        kinds = ", ".join(f"{kind} {count:,}" for kind, count in sorted(total.items()))
        terminalreporter.write_line(f"fuzzed: {total.total():,} cases ({kinds})")
