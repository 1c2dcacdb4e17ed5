"""The example program runs as it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.whole("long")
def test_the_example_program_finds_the_best_shots() -> None:
    program = Path(__file__).parents[2] / "examples" / "embed.py"
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[:5] == [
        "bow: warriors, at least one hit 11/36",
        "horse: legion, at least one hit 11/36",
        "javelins: legion, at least one hit 11/36",
        "auxilia: no shot",
        "slingers: no shot",
    ]
    assert "fires at Warriors (C5)" in done.stdout
