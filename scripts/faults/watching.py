"""What a run of the tests is watched with, in the copies that faults are planted in.

As a plugin of pytest it writes how each test ended and what it took. `MODULE` is the text of a module that the copy's
engine gets: every place where a fault could be tells it when it is reached, in whatever process, and it writes down by
which test. What the engine remembers is forgotten before each test, so that a test reaches all that it asks for.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

TOLD = "FAULTS_TOLD"
"""The environment's name for the file that tells of each test."""
MODULE = '''"""Which places are reached, and by which tests."""

import os

_folder, _seen, _at_home = {folder!r}, set(), "PYTEST_XDIST_WORKER" in os.environ


def reached(place: int) -> None:
    """Write it down, once for each test."""
    found = (place, os.environ.get("PYTEST_CURRENT_TEST", ""))
    if found not in _seen:
        _seen.add(found)
        try:
            with open(f"{{_folder}}/{{os.getpid()}}", "a", encoding="utf-8") as file:
                file.write(f"{{place}}\\t{{found[1]}}\\n")
        except OSError:
            pass
'''
IMPORT = "from fireline.reached import reached as _reached\n"


def pytest_runtest_setup() -> None:
    """Forget the answers that earlier tests have asked for, with all that the engine has for it."""
    if TOLD in os.environ:
        modules = [vars(module) for name, module in list(sys.modules.items()) if name.startswith("fireline.")]
        for forget in {one for module in modules for name, one in module.items() if name.startswith("forget_")}:
            forget()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Tell how long each step of a test took, and whether it failed."""
    if TOLD in os.environ and "PYTEST_XDIST_WORKER" not in os.environ:
        line = json.dumps([report.nodeid, report.duration, report.failed, report.skipped])
        with Path(os.environ[TOLD]).open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Tell which tests were chosen."""
    if TOLD in os.environ and session.config.option.collectonly:
        Path(os.environ[TOLD]).write_text(json.dumps([item.nodeid for item in session.items]), encoding="utf-8")
