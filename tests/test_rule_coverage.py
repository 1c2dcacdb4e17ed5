"""Every rule is claimed by a test, and the page that says where is up to date."""

from pathlib import Path

from rule_coverage import PAGE, RULESETS, TESTS, choices, claims, page, places_in_code, problems

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
CLAIMS = """
@pytest.mark.rule("CCA-1.2", "CCA-1.3")
@pytest.mark.parametrize("x", [1, pytest.param(2, marks=pytest.mark.rule("CCA-13"))])
def test_one(x): "pytest.mark.rule('CCA-1.4') in a docstring is no claim."
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


def test_a_choice_of_the_rulebook_is_a_place_of_its_rule() -> None:
    found = choices(RULESETS / "blightmeer")
    assert "rulebook.toml:choices.friends_block" in found["BLM-5.3"], "one rule"
    assert "rulebook.toml:choices.critical" in found["BLM-7.4"] & found["BLM-7.5"], "a rule for each value"


def test_every_rule_is_claimed_no_other_one_and_the_page_says_where() -> None:
    claimed = claims(TESTS)
    assert not list(problems(claimed))
    assert PAGE.read_text(encoding="utf-8") == page(claimed), "run: python tests/rule_coverage.py --write"


def test_claims_stand_over_a_test_a_file_or_a_case(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "test_one.py").write_text(CLAIMS, encoding="utf-8")
    (tmp_path / "deep" / "test_two.py").write_text('pytestmark = pytest.mark.rule("CCA-1.3")', encoding="utf-8")
    (tmp_path / "helper.py").write_text('pytest.mark.rule("CCA-1.4")', encoding="utf-8")
    assert claims(tmp_path) == {
        "CCA-1.2": {"test_one.py"},
        "CCA-1.3": {"test_one.py", "deep/test_two.py"},
        "CCA-13": {"test_one.py"},
    }


def test_claims_that_no_rulebook_has_and_rules_that_nobody_claims_are_problems() -> None:
    found = list(problems({"CCA-13": {"test_one.py"}, "CCA-1.3": {"test_one.py"}}))
    assert found[0] == "test_one.py claims 'CCA-13', which no rulebook has; nearest: CCA-1.3"
    assert "CCA-1.2 is done, but no test claims it with @pytest.mark.rule('CCA-1.2')" in found
    assert not any(problem.startswith("CCA-1.3 ") for problem in found)


def test_the_page_says_which_tests_claim_a_rule_and_which_rules_none_does() -> None:
    text = page({"CCA-1.3": {"b.py", "a.py"}})
    (line,) = [line for line in text.splitlines() if line.startswith("| CCA-1.3 ")]
    assert "`legality.py:is_not_pinned`" in line
    assert line.endswith("| `a.py`, `b.py` |")
    (line,) = [line for line in text.splitlines() if line.startswith("| CCA-5.2 ")]
    assert line.endswith("| **UNTESTED** |")
