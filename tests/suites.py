"""The two suites: `make test` runs what is quick, `make test-all` the rest; every test is in exactly one of them.

`@pytest.mark.whole("why")` leaves a test, a case, or by `pytestmark` a whole file to `make test-all`; "why" is one of
`REASONS`. `@pytest.mark.quick` keeps a test of such a file, or a case of such a test, in `make test`.

With `--quick` pytest runs what `make test` runs. It does not even read the files left out, because what they import may
not be installed. With `--rest` it runs exactly what `--quick` leaves out; with neither, everything. A pytest plugin,
registered by `conftest.py`.
"""

import os
import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain, groupby
from pathlib import Path
from typing import Any

import pytest

REASONS = {
    "battles": "hundreds of small battles of each game",
    "install": "installs, consoles and generated clients",
    "docs": "the documentation site and notebooks",
    "kills": "kills at every step and system call, damage and full disks",
    "firefox": "Firefox",
    "extra": "extras that are heavy to install",
    "chromium": "further flows in Chromium",
    "postgresql": "PostgreSQL",
    "witness": "witnesses from other libraries",
    "long": "what takes long",
    "editions": "further editions and battles",
}
"""Why a test is left to `make test-all`, and how that is told; the slowest first, and so they run."""
FIXTURES = {"postgres": "postgresql", "strace": "kills", "site": "docs"}
"""What whoever asks for one of these is left out for."""
QUICK = "@pytest.mark.quick"
FILE = re.compile(r"^pytestmark = (?:\[\s*)?pytest\.mark\.whole\(\"(\w+)\"", re.MULTILINE)


class Suites:
    """Chooses the tests of one run and counts what it leaves out."""

    def __init__(self, config: pytest.Config) -> None:
        self._quick: bool = config.option.quick
        self._rest: bool = config.option.rest
        self._files: Counter[str] = Counter()
        self._tests: Counter[str] = Counter()

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Do not read a module without examples, nor, in the quick suite, a file that is left out as a whole."""
        if collection_path.suffix != ".py" or not collection_path.is_file():
            return None
        text = collection_path.read_text(encoding="utf-8")
        if not collection_path.name.startswith("test_"):
            return None if ">>>" in text else True
        if self._quick and QUICK not in text and (found := FILE.search(text)):
            self._files[found[1]] += 1
            return True
        return None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Choose by the mark, and begin with what is slowest, so that no worker is left with it at the end.

        Raises `UsageError` for a reason that is none.
        """
        left, rank = [], [*REASONS, None]
        for item in items:
            reason = why_left(item)
            if reason is not None and reason not in REASONS:
                raise pytest.UsageError(f"{item.nodeid}: whole({reason!r}); the reasons are {', '.join(REASONS)}")
            if self._quick if reason is not None else self._rest:
                left.append(item)
                self._tests[reason or ""] += 1
        if left:
            gone = set(left)
            items[:] = [item for item in items if item not in gone]
            config.hook.pytest_deselected(items=left)
        items.sort(key=lambda item: rank.index(why_left(item)))
        if not self._quick:
            items[:] = dealt(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """A worker tells what it left out; all leave out the same."""
        if (output := getattr(session.config, "workeroutput", None)) is not None:
            output["left"] = [dict(self._files), dict(self._tests)]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take in what a worker of pytest-xdist left out."""
        if (left := getattr(node, "workeroutput", {}).get("left")) is not None:
            self._files, self._tests = map(Counter, left)

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what the quick suite has left to the other."""
        if not self._quick:
            return
        terminalreporter.section("left to make test-all")
        for reason, told in REASONS.items():
            files, tests = self._files[reason], self._tests[reason]
            counts = [f"{files} files"] * bool(files) + [f"{tests:,} tests"] * bool(tests)
            if counts:
                terminalreporter.write_line(f"{told}: {' and '.join(counts)}")


def dealt(items: Sequence[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests in as many stretches as there are workers, each of which begins with its share of what is slowest.

    pytest-xdist gives each worker the next stretch of its own. Cases of one test go to many, other tests of a file to
    one, since they share what is set up for them.
    """
    stretches = [list[pytest.Item]() for _ in range(workers)]
    for _, some in groupby(items, key=lambda item: item if hasattr(item, "callspec") else item.path):
        min(stretches, key=len).extend(some)
    return [*chain.from_iterable(stretches)]


def why_left(item: pytest.Item) -> str | None:
    """Why a test is left to `make test-all`; None for one that is not."""
    if item.get_closest_marker("quick") is not None:
        return None
    if (mark := item.get_closest_marker("whole")) is not None:
        return str(mark.args[0]) if mark.args else ""
    asked = FIXTURES.keys() & set(getattr(item, "fixturenames", ()))
    return FIXTURES[min(asked)] if asked else None


def pytest_addoption(parser: pytest.Parser) -> None:
    """One suite or the other."""
    group = parser.getgroup("suites", "the two suites of the project")
    group.addoption("--quick", action="store_true", help="run what `make test` runs")
    group.addoption("--rest", action="store_true", help="run what `make test` leaves to `make test-all`")


def pytest_configure(config: pytest.Config) -> None:
    """Choose in this run."""
    config.addinivalue_line("markers", "quick: what `make test` runs of a file that is left out")
    config.pluginmanager.register(Suites(config), "suites-chosen")
