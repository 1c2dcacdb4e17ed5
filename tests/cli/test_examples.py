"""`fireline examples`: lists, prints, writes; never over anything."""

import json
from pathlib import Path

import pytest

import fireline
from battles import EXAMPLES
from cli.typed import Typed
from fireline.formats.examples import example, examples
from fireline.game.errors import BattleFileError

ALL = [name for name, one in examples().items() if not one.setup]
SETUP = "blightmeer-chapel-windows"


@pytest.mark.whole("long")
def test_every_battle_among_the_examples_is_listed_with_its_game_and_what_it_shows(typed: Typed) -> None:
    told = typed("examples")
    for name, one in examples().items():
        (line,) = [line for line in told.splitlines() if line.split()[:1] == [name]]
        assert one.ruleset in line
        assert one.words.split()[0] in line
    assert [line["name"] for line in typed.data("examples")] == list(examples())
    assert "ancients-table" not in told, "an export is no battle"


@pytest.mark.parametrize("name", [*ALL, SETUP])
def test_an_example_is_printed_and_written_as_it_was_with_all_that_it_needs(
    name: str, tmp_path: Path, typed: Typed
) -> None:
    one, out = example(name), tmp_path / "battle.yaml"
    typed("examples", name)
    assert typed.out == one.file.read_text(encoding="utf-8")
    told = typed.data("examples", name)
    assert (told["name"], told["words"]) == (name, one.words)
    assert told["battle"] == json.loads(json.dumps(one.data))
    assert typed("examples", name, "--out", str(out)) == f"Wrote {out}."
    assert fireline.load(out) == one.battle
    assert out.read_bytes() == one.file.read_bytes()
    folder = tmp_path / "battles"
    folder.mkdir()
    typed("examples", name, "--out", str(folder))
    assert "".join(typed.out.split()) == f"Wrote{folder}/{name}.yaml."


def test_all_examples_are_written_into_a_folder(tmp_path: Path, typed: Typed) -> None:
    out = tmp_path / "deep" / "examples"
    typed("examples", "-o", str(out))
    kept = {file.relative_to(out): file.read_bytes() for file in out.rglob("*") if file.is_file()}
    files = [file for file in EXAMPLES.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    setups = {Path("setups") / f"{one.name}.yaml": one.file.read_bytes() for one in examples().values() if one.setup}
    assert kept == {file.relative_to(EXAMPLES): file.read_bytes() for file in files} | setups


@pytest.mark.parametrize(
    ("asked", "file"),
    [
        ("worth blightmeer-village -s lookout -t brute", ""),
        ("solve blightmeer-village -s lookout -t brute --field shooter.wounds --over 1..2", ""),
        ("figure brute", "brute.glb"),
        ("import inn -r blightmeer", "maps/inn.dd2vtt"),
        pytest.param(
            "sweep burst --out new.parquet --workers 1", "sweeps/burst.toml", marks=pytest.mark.whole("extra")
        ),
        ("verify ancients-mixed-table --head ancients-mixed-table", "ancients-mixed-table.jsonl"),
        ("db import ancients-table --database new.db", "ancients-table.jsonl"),
    ],
)
def test_an_example_by_its_name_is_the_file_with_all_that_it_names(
    asked: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: Typed
) -> None:
    monkeypatch.chdir(tmp_path)
    told = typed(*asked.split())
    if file:
        for left in tmp_path.iterdir():
            left.unlink()
        name = Path(file).name.partition(".")[0]
        assert typed(*asked.replace(name, str(EXAMPLES / file), 1).split()) == told
        Path(name).write_text("mine", encoding="utf-8")
        typed(*asked.split(), status=2)


def test_python_finds_a_log_and_a_spec_by_the_name_of_an_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: Typed
) -> None:
    monkeypatch.chdir(tmp_path)
    typed("phase", "ancients-ranged-combat", "--auto", "--seed", "1", "--log", "mine.jsonl")
    game, home = fireline.load_log("mine.jsonl"), tmp_path / "shipped"
    home.mkdir()
    Path("mine.jsonl").rename(home / "a-game.jsonl")
    with monkeypatch.context() as patch:
        patch.setattr("fireline.formats.examples.folder", lambda: home)
        assert fireline.load_log("a-game") == game
        assert typed("luck", "a-game") == typed("luck", str(home / "a-game.jsonl"))
    with pytest.raises(BattleFileError, match=r"^no-game: cannot be read: No such file or directory$"):
        fireline.load_log("no-game")
    with pytest.raises(BattleFileError, match=r"^results.txt: .*parquet"):  # and not of the spec
        fireline.sweep("burst", "results.txt")


def test_nothing_is_written_over_and_what_cannot_be_is_one_line(tmp_path: Path, typed: Typed) -> None:
    taken = tmp_path / "tower.glb"
    taken.write_text("mine")
    out = tmp_path / "battle.yaml"
    told = typed.refused("examples", "blightmeer-village", "-o", str(out))
    assert told == f"{taken}: is there already; nothing was written"
    assert not out.exists()
    typed("examples", "-o", str(tmp_path), status=2)
    assert [*tmp_path.iterdir()] == [taken]
    assert taken.read_text() == "mine"
    (tmp_path / "file").write_text("")
    typed.refused("examples", "ancients-edges", "-o", str(tmp_path / "file" / "battle.yaml"))
