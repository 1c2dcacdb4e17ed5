"""The page of changes to a game: carried out in a copy of the package, it comes to what it shows."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from documents import CHANGES, changed

LONGEST = 200
SEEN = """
import json
from fireline.formats.battlefile import load
from fireline.game.registry import ruleset
from fireline.questions.library import forms

battle = load("bipod.yaml")
(units,) = (one for one in forms(battle.ruleset).lists if one.name == "units")
entry = battle.ruleset.entry.model_json_schema()["$defs"]["WeaponEntry"]["properties"]["bipod"]
weapon = battle.ruleset.expanded_entry(battle.state, "anna")["weapon"]
print(json.dumps([units.fields["weapon.bipod"].title, entry, weapon["bipod"]]))
"""


def test_the_page_is_short() -> None:
    assert len(CHANGES.read_text(encoding="utf-8").splitlines()) <= LONGEST


@pytest.mark.whole("long")
def test_the_changes_come_to_what_the_page_shows(tmp_path: Path) -> None:
    assert changed(tmp_path) == CHANGES.read_text(encoding="utf-8")
    copied, work = tmp_path / "src", tmp_path / "work"
    done = subprocess.run(
        [sys.executable, "-c", SEEN], cwd=work, env={"PYTHONPATH": str(copied)}, capture_output=True, check=True
    )
    title, entry, value = json.loads(done.stdout)
    assert (title, value) == ("Bipod", -2)
    assert {"maximum": 0, "minimum": -20, "type": "integer"} in entry["anyOf"], "the editor's form has its bounds"
    files = [str(copied / "fireline" / "rulesets" / game / "modifiers.py") for game in ("ancients", "endless_horizons")]
    bin_ = Path(sys.executable).parent
    said = subprocess.run(
        [str(bin_ / "ruff"), "check", "--quiet", "--isolated", "--ignore", "I001", *files], check=False
    )
    assert said.returncode == 0
