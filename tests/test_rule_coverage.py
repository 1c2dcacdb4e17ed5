"""The rule coverage itself: what it finds in code, and what it fails a run on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rule_coverage
from rule_coverage import page, places_in_code

SIGHT = """
from skirmish.editions import RULES
CORNER, EDGE = RULES.cite("SKM-1"), RULES.cite("SKM-2")
TABLE = {"SKM-3": "both stand here", "SKM-4": "so neither is meant"}

def corners(): return CORNER

class Line:
    def edges(self): return EDGE
"""
TURN = """
from skirmish import sight
from skirmish.sight import EDGE as ALONG
RULES.cite("SKM-5")

@refusals.rule("SKM-6")
def pinned(): "SKM-6 in a docstring is no citation of SKM-7."

def along(): return ALONG

def corner(): return sight.CORNER

CORNER = "another name in another file"
"""


def test_it_finds_where_code_acts_on_a_rule(tmp_path: Path) -> None:
    (tmp_path / "sight.py").write_text(SIGHT, encoding="utf-8")
    (tmp_path / "turn.py").write_text(TURN, encoding="utf-8")
    assert places_in_code(tmp_path, [f"SKM-{n}" for n in range(1, 8)]) == {
        "SKM-1": {"sight.py:corners", "turn.py:corner"},
        "SKM-2": {"sight.py:Line.edges", "turn.py:along"},
        "SKM-3": {"sight.py"},
        "SKM-4": {"sight.py"},
        "SKM-5": {"turn.py"},
        "SKM-6": {"turn.py:pinned"},
        "SKM-7": set(),
    }


@pytest.mark.whole("long")
def test_the_page_says_which_tests_claim_a_rule_and_which_rules_none_does() -> None:
    text = page({"CCA-1.3": {"tests/a.py::one", "tests/a.py::two", "tests/b.py::one"}})
    (line,) = [line for line in text.splitlines() if line.startswith("| CCA-1.3 ")]
    assert "`legality.py:is_not_pinned`" in line
    assert line.endswith("| `a.py`, `b.py` |")
    (line,) = [line for line in text.splitlines() if line.startswith("| CCA-5.2 ")]
    assert line.endswith("| **UNTESTED** |")


@pytest.mark.parametrize("workers", [0, 1])
@pytest.mark.parametrize(("rule", "status"), [("CCA-1.3", 0), ("CCA-13", 1)])
@pytest.mark.whole("long")
def test_a_run_fails_on_a_rule_that_no_rulebook_has(rule: str, status: int, workers: int, tmp_path: Path) -> None:
    done = run_one(rule, tmp_path, "-n", str(workers), "test_one.py")
    assert done.returncode == status, done.stdout + done.stderr
    complaint = "test_one.py::test_one claims 'CCA-13', which no rulebook has; nearest: CCA-1.3"
    assert (complaint in done.stdout) is bool(status)


@pytest.mark.whole("long")
@pytest.mark.parametrize(("chosen", "judged"), [((), True), (("-k", "one"), False), (("test_one.py",), False)])
def test_a_run_that_collects_everything_fails_on_a_rule_that_no_test_claims(
    chosen: tuple[str, ...], judged: bool, tmp_path: Path
) -> None:
    done = run_one("CCA-1.3", tmp_path, *chosen)
    assert ("CCA-1.2 is done, but no test claims it" in done.stdout) is judged is bool(done.returncode)
    assert "CCA-1.3 is done" not in done.stdout


def run_one(rule: str, tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run one test that claims a rule, under the plugin alone."""
    text = f"import pytest\n\n@pytest.mark.rule({rule!r})\ndef test_one():\n    pass\n"
    (tmp_path / "test_one.py").write_text(text, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = rule\ntestpaths = .\n", encoding="utf-8")
    folder = str(Path(rule_coverage.__file__).parent)
    code = f"import sys, pytest; sys.path.insert(0, {folder!r}); sys.exit(pytest.main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "-p", "rule_coverage", "-p", "xdist.plugin", *arguments]
    alone = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=tmp_path, env=alone, capture_output=True, encoding="utf-8", check=False)
