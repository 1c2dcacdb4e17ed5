"""A game from outside, as whoever wrote it meets Fireline: the battery by its plug-in, and every door."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import fireline
from fireline.formats.writing import write_atomically
from fireline.game.registry import starter
from server.clients import API, Table, served, shoot

ROOT = Path(__file__).parents[2]
SHOT = fireline.Shot("heron", "swan")
RUN = [sys.executable, "-m", "pytest", "--fireline-ruleset", "regatta"]


def ran(command: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """What a command says in a folder, less what this very run of pytest has put into the environment."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    return subprocess.run(command, cwd=folder, env=kept | more, check=False, capture_output=True, encoding="utf-8")


def checks(told: str) -> int:
    """How many checks the battery says were passed."""
    line = r"^regatta: (\d+) checks passed; has no hidden, so what needs them was not looked at$"
    found = re.search(line, told, re.MULTILINE)
    assert found, told
    return int(found[1])


def test_the_game_of_the_tests_stands_in_nobody_s_list(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fireline", "rulesets", "--json"]
    assert '"regatta"' in ran(command, tmp_path).stdout
    assert '"regatta"' not in ran(command, tmp_path, PYTHONPATH="").stdout, "end it: pip uninstall fireline-regatta"


# --- the battery ---------------------------------------------------------------------


@pytest.mark.whole("long")
def test_a_stranger_puts_a_game_to_the_battery_in_an_empty_folder(tmp_path: Path) -> None:
    done = ran(RUN, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert checks(done.stdout) > 30


def alone(folder: Path, brought: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The battery where nothing is installed but the core and these."""
    program = [sys.executable, str(Path(__file__).parent / "alone.py"), brought, *RUN[3:], *arguments]
    return ran(program, folder, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")


def extra() -> str:
    """What `pip install fireline[testing]` brings."""
    lines = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    return ",".join(Requirement(line).name for line in lines["testing"])


@pytest.mark.whole("long")
def test_the_extra_brings_all_that_the_battery_needs(tmp_path: Path) -> None:
    done = alone(tmp_path, extra(), "-k", "not breaks")  # what is hostile takes longest, and needs nothing more
    assert done.returncode == 0, done.stdout + done.stderr
    assert checks(done.stdout) > 30


@pytest.mark.whole("long")
def test_what_the_battery_lacks_is_told_in_one_line(tmp_path: Path) -> None:
    done = alone(tmp_path, "")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    (line,) = done.stderr.strip().splitlines()
    assert line.endswith("with hypothesis; install it with: pip install 'fireline[testing]'")


# --- every door ----------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The starter as a file."""
    write_atomically(tmp_path / "battle.yaml", starter("regatta").encode())
    return tmp_path / "battle.yaml"


def test_a_battle_is_drawn_in_the_words_of_its_game(file: Path) -> None:
    drawn = fireline.picture(fireline.load(file), SHOT)
    assert "crossed berth" in drawn
    assert "hex" not in drawn, "its places are berths"


def test_a_table_plays_it_with_two_seats_an_answer_owed_and_a_step_taken_back(tmp_path: Path, file: Path) -> None:
    with served(tmp_path) as client:
        table = Table(client, fireline.load(file).data(), dice="real")
        assert table.command("blue", shoot("heron", "swan")).json()["detail"] == "That is for red to say."
        fired = {"command": shoot("heron", "swan"), "faces": [6, 1, 1]}
        assert table.say("red", "faces", fired).status_code == 200
        assert table.get("red").json()["to_decide"] == "blue"
        _, plug = table.get("blue").json()["commands"]
        assert table.command("red", plug["command"]).json()["detail"] == "That is for blue to say."
        assert table.command("blue", plug["command"]).status_code == 200
        assert table.get("red").json()["to_decide"] is None
        undone = table.say("blue", "undo_request", {"seq": table.head}).json()
        assert undone["result"]["undoes"] == table.head - 1
        assert table.get("red").json()["to_decide"] == "blue"
        asked = {"battle": table.get("gm").json()["battle"], "shot": SHOT.data()}
        assert not client.post(f"{API}/check", json=asked).json()["legal"]
