"""The searching agent does what its program says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[2] / "examples" / "agents.py"


@pytest.mark.whole("long")
def test_the_example_plays_pairs_and_prints_its_interval() -> None:
    command = [sys.executable, str(PROGRAM), "--games", "4", "--depth", "2"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert told[0] == "4 pairs of games of 2 turns, expectimax of depth 2 against simple"
    assert re.fullmatch(r"won by searching: [+-]\d\.\d\d a pair, 95 % interval [+-]\d\.\d\d to [+-]\d\.\d\d", told[1])
    assert len(told) == 3
