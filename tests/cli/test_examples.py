"""`fireline examples`: lists, prints, writes; never over anything."""

import json
from pathlib import Path

import pytest

import fireline
from battles import EXAMPLES
from fireline.cli import run
from fireline.formats.examples import example, examples

Printed = pytest.CaptureFixture[str]
ALL = [name for name, one in examples().items() if not one.setup]
SETUP = "blightmeer-chapel-windows"


@pytest.mark.whole("long")
def test_every_battle_among_the_examples_is_listed_with_its_game_and_what_it_shows(capsys: Printed) -> None:
    assert run(["examples"]) == 0
    told = capsys.readouterr().out
    for name, one in examples().items():
        (line,) = [line for line in told.splitlines() if line.split()[:1] == [name]]
        assert one.line()["ruleset"] in line
        assert one.words.split()[0] in line
    assert run(["examples", "--json"]) == 0
    assert [line["name"] for line in json.loads(capsys.readouterr().out)] == list(examples())
    assert "ancients-table" not in told, "an export is no battle"


@pytest.mark.parametrize("name", [*ALL, SETUP])
def test_an_example_is_printed_as_it_was_written(name: str, capsys: Printed) -> None:
    assert run(["examples", name]) == 0
    assert capsys.readouterr().out == example(name).file.read_text(encoding="utf-8")
    assert run(["examples", name, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["words"]) == (name, example(name).words)
    assert told["battle"] == json.loads(json.dumps(example(name).data))


@pytest.mark.parametrize("name", [*ALL, SETUP])
def test_an_example_is_written_with_all_that_it_needs(name: str, tmp_path: Path, capsys: Printed) -> None:
    out = tmp_path / "battle.yaml"
    assert run(["examples", name, "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"Wrote {out}.\n"
    assert fireline.load(out) == example(name).battle
    assert out.read_bytes() == example(name).file.read_bytes()


def test_all_examples_are_written_into_a_folder(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "examples"
    assert run(["examples", "-o", str(out)]) == 0
    kept = {file.relative_to(out): file.read_bytes() for file in out.rglob("*") if file.is_file()}
    files = [file for file in EXAMPLES.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    setups = {Path("setups") / f"{one.name}.yaml": one.file.read_bytes() for one in examples().values() if one.setup}
    assert kept == {file.relative_to(EXAMPLES): file.read_bytes() for file in files} | setups


@pytest.mark.parametrize("asked", [["worth"], ["solve", "--field", "shooter.wounds", "--over", "1..2"]], ids=" ".join)
def test_an_example_by_its_name_comes_with_the_files_that_it_names(asked: list[str], capsys: Printed) -> None:
    assert run([*asked, "blightmeer-village", "-s", "lookout", "-t", "brute"]) == 0, capsys.readouterr().err


def test_nothing_is_written_over_and_what_cannot_be_is_one_line(tmp_path: Path, capsys: Printed) -> None:
    taken = tmp_path / "tower.glb"
    taken.write_text("mine")
    out = tmp_path / "battle.yaml"
    assert run(["examples", "blightmeer-village", "-o", str(out)]) == 2
    assert capsys.readouterr().err == f"{taken}: is there already; nothing was written\n"
    assert not out.exists()
    assert run(["examples", "-o", str(tmp_path)]) == 2
    assert [*tmp_path.iterdir()] == [taken]
    assert taken.read_text() == "mine"
    capsys.readouterr()
    (tmp_path / "file").write_text("")
    assert run(["examples", "ancients-edges", "-o", str(tmp_path / "file" / "battle.yaml")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
