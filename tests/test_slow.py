"""`make test` runs every test, and `make check` leaves out nothing but what is marked as slow."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
PYTEST = re.compile(r"-m pytest\b|/pytest\b")


def recipe(target: str) -> str:
    """The call of pytest in a target of the Makefile, its variables written out."""
    done = subprocess.run(
        ["make", "--dry-run", "--always-make", target], cwd=ROOT, capture_output=True, text=True, check=True
    )
    (line,) = {line for line in done.stdout.splitlines() if PYTEST.search(line)}
    return PYTEST.split(line, maxsplit=1)[1].strip()


def test_the_whole_suite_chooses_nothing_and_daily_work_leaves_out_only_what_is_slow() -> None:
    assert recipe("test") == recipe("coverage") == "-n 4 --dist worksteal"
    assert recipe("check") == '-n 2 --dist worksteal -m "not slow"'
    assert (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()[-1] == "exec make test"


def test_every_file_with_tests_has_a_name_that_pytest_knows() -> None:
    for file in TESTS.rglob("*.py"):
        if file.name.startswith("test_"):
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        tests = [
            one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")
        ]
        assert not tests, f"{file} would not be run: {tests}"


SUITE = """
import pytest

def test_quick(): pass

@pytest.mark.slow({seconds})
def test_slow(): pass
"""


@pytest.mark.slow(seconds=0.9)
@pytest.mark.parametrize(
    ("seconds", "told"),
    [("seconds=7", "1 passed, 1 deselected"), ("seconds=0", "says what it took"), ("", "says what it took")],
)
def test_a_slow_test_says_what_it_took_and_is_left_out(seconds: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "test_it.py"
    file.write_text(SUITE.format(seconds=seconds), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "slow", "-p", "no:cacheprovider", "-m", "not slow", str(file)]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(TESTS), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told in done.stdout + done.stderr
