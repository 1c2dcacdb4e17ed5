"""The chat bot of the examples: from text to text and picture."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

import fireline
from battles import EXAMPLES
from fireline.client import Client

BATTLE = fireline.example("ancients-ranged-combat").battle
LEGAL = "Light Bow (F5) > Warriors (C5): legal, at least one block lost 30.6% (11/36 exactly)."


@pytest.fixture
def bot(url: str) -> Iterator[Any]:
    with Client(url, timeout=60) as server:
        yield run_path(str(EXAMPLES / "bot.py"))["Bot"](server, BATTLE)


@pytest.mark.parametrize("text", ["bow shoots warriors", "  Bow at the Warriors?", "light bow (f5) > warriors (c5)"])
def test_a_question_is_answered_with_odds_and_the_card(bot: Any, text: str) -> None:
    reply = bot.answer(text)
    assert reply.text == LEGAL
    assert reply.picture.startswith(b"\x89PNG")


def test_every_reason_against_a_shot_is_told(bot: Any) -> None:
    reply = bot.answer("slingers at warriors")
    assert reply.text.endswith(
        "not legal. The target is 5 hexes away; the range of Light Slingers is 3. CCA-2.1 "
        "The line of sight is blocked by the Light Cavalry on E8. CCA-3.2"
    )
    assert reply.picture is not None


def test_a_shot_is_rolled_and_the_battle_goes_on(bot: Any) -> None:
    assert bot.answer("roll bow at warriors").text.startswith("Light Bow (F5) fires at Warriors (C5) and rolls ")
    assert bot.battle != BATTLE
    assert "CCA-2.1" in bot.answer("roll slingers at warriors").text


@pytest.mark.parametrize("text", ["", "hello", "bow", "bowman shoots warriors", "bow warriors legion", "x" * 10_000])
def test_what_names_no_shot_is_answered_with_help(bot: Any, text: str) -> None:
    assert bot.answer(text).text.startswith("Name who shoots and at whom")
    assert bot.answer(text).picture is None


@pytest.mark.whole("long")
def test_it_runs_from_the_command_line(url: str, tmp_path: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(EXAMPLES / "bot.py"), *words]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, encoding="utf-8")

    done = run("bow shoots warriors", "--server", url)
    assert done.stdout.splitlines() == [LEGAL, "The picture is in shot.png."]
    assert (tmp_path / "shot.png").read_bytes().startswith(b"\x89PNG")
    lost = run("bow shoots warriors", "--server", "http://127.0.0.1:9")
    assert (lost.returncode, lost.stderr) == (2, "http://127.0.0.1:9 does not answer (ConnectError)\n")
