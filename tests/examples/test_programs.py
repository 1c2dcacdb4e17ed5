"""The example programs do what they say."""

import re
import subprocess
import sys

import pytest

from battles import EXAMPLES


@pytest.mark.whole("long")
def test_the_example_program_finds_the_best_shots() -> None:
    done = subprocess.run([sys.executable, EXAMPLES / "embed.py"], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[:5] == [
        "bow: warriors, at least one block lost 11/36",
        "horse: legion, at least one block lost 11/36",
        "javelins: legion, at least one block lost 11/36",
        "auxilia: no shot",
        "slingers: no shot",
    ]
    assert "fires at Warriors (C5)" in done.stdout


@pytest.mark.whole("long")
def test_the_example_plays_pairs_and_prints_its_interval() -> None:
    command = [sys.executable, str(EXAMPLES / "agents.py"), "--games", "4", "--depth", "2"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert told[0] == "4 pairs of games of 2 turns, expectimax of depth 2 against simple"
    assert re.fullmatch(r"won by searching: [+-]\d\.\d\d a pair, 95% interval [+-]\d\.\d\d to [+-]\d\.\d\d", told[1])
    assert len(told) == 3
