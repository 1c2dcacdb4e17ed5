"""`make test` and `make test-all` together run every test, each once."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
PYTEST = re.compile(r"-m pytest (?P<how>[^;&\\\n]*)")


def lines(target: str) -> str:
    """What a target of the Makefile runs, its variables written out."""
    done = subprocess.run(
        ["make", "--dry-run", "--always-make", target], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout


def recipe(target: str) -> str:
    """The call of pytest in a target of the Makefile."""
    (found,) = set(PYTEST.findall(lines(target)))
    return str(found).strip()


@pytest.mark.whole("long")
def test_the_suites_are_two_halves_and_continuous_integration_runs_both() -> None:
    assert recipe("test") == "-n 2 --dist worksteal --quick"
    assert recipe("test-all") == "-n 5 --dist worksteal --rest"
    assert recipe("coverage") == "-n 5 --dist worksteal"
    checks = {"/ruff check", "/ruff format", "/mypy", "/pyright", "hatch_build.py --check"}
    quick, rest, lint = ({one for one in checks if one in lines(target)} for target in ("test", "test-all", "lint"))
    assert (quick | rest, quick & rest, lint) == (checks, set(), checks)
    assert "for suite in test test-all; do" in (ROOT / ".ci/run").read_text(encoding="utf-8")


def test_every_file_with_tests_has_a_name_that_pytest_knows() -> None:
    for file in TESTS.rglob("*.py"):
        if file.name.startswith("test_"):
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        tests = [
            one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")
        ]
        assert not tests, f"{file} would not be run: {tests}"


MIXED = """
import pytest

def test_quick(): pass

@pytest.mark.whole("firefox")
def test_slow(): pass

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.whole("long")), 3])
def test_both(n): pass

def test_a_fixture(strace): pass

@pytest.fixture
def strace(): pass
"""
KEPT = """
import pytest

pytestmark = pytest.mark.whole("chromium")

@pytest.mark.quick
def test_one_flow(): pass

def test_another_flow(): pass
"""
LEFT_OUT = """
import no_such_library
import pytest

pytestmark = pytest.mark.whole("extra")
"""


def run(folder: Path, *options: str) -> str:
    command = [sys.executable, "-m", "pytest", "-p", "suites", "-p", "no:cacheprovider", *options, str(folder)]
    environment = os.environ | {"PYTHONPATH": str(TESTS), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.whole("long")
def test_what_one_suite_leaves_out_the_other_runs(tmp_path: Path) -> None:
    (tmp_path / "test_mixed.py").write_text(MIXED, encoding="utf-8")
    assert "3 passed, 3 deselected" in run(tmp_path, "--rest")
    assert "6 passed" in run(tmp_path)
    (tmp_path / "test_left_out.py").write_text(LEFT_OUT, encoding="utf-8")
    (tmp_path / "test_kept.py").write_text(KEPT, encoding="utf-8")
    quick = run(tmp_path, "--quick")
    assert "4 passed, 4 deselected" in quick
    assert "further flows in Chromium: 1 tests" in quick
    assert "Firefox: 1 tests" in quick
    assert "extras that are heavy to install: 1 files" in quick


@pytest.mark.whole("long")
def test_a_reason_is_one_of_those_known(tmp_path: Path) -> None:
    (tmp_path / "test_mixed.py").write_text(MIXED.replace("firefox", "boredom"), encoding="utf-8")
    assert "whole('boredom'); the reasons are battles, install, docs, " in run(tmp_path)
