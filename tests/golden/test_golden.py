"""Whole transcripts, word for word; written anew with python tests/golden/regenerate.py."""

from difflib import unified_diff
from pathlib import Path

import pytest

from battles import EXAMPLES
from fireline.rulesets import RULESETS
from golden.transcripts import GOLDEN, played, text

AGAIN = "write it anew with python tests/golden/regenerate.py, if this is what should be said"


@pytest.mark.parametrize("id_", RULESETS)
@pytest.mark.whole("long")
def test_a_ruleset_says_what_it_said_before(id_: str) -> None:
    files = {file: battle for file, battle in played().items() if file.parent.name == id_}
    assert len(files) > 1, f"{id_} has no example battle in {EXAMPLES.name}/"
    differences = [line for file, battle in files.items() for line in difference(file, text(*battle))]
    if differences:
        pytest.fail("\n".join([*differences, AGAIN]), pytrace=False)


def test_no_transcript_is_left_of_a_battle_that_is_gone() -> None:
    assert set(GOLDEN.glob("*/*.txt")) <= played().keys(), AGAIN


def difference(file: Path, now: str) -> list[str]:
    """A unified diff, empty where nothing has changed."""
    kept = file.read_text(encoding="utf-8") if file.exists() else ""
    name = file.relative_to(GOLDEN).as_posix()
    return [*unified_diff(kept.splitlines(), now.splitlines(), f"golden/{name}", f"now/{name}", lineterm="")]
