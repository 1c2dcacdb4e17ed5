"""A game of your own: names that can be used, nothing written over, and a package that keeps every promise at once."""

import ast
import json
import re
import tomllib
from pathlib import Path

import pytest

from bench import own_python
from documents import ROOT, complaints, type_in
from fireline.cli import run
from fireline.cli.games import write_package
from fireline.game.errors import BattleFileError, Code
from fireline.newgame import check_name, package_of
from refusing import wrong_with

pytestmark = pytest.mark.whole("install")

LEAST_CHECKS = 25


@pytest.mark.parametrize(
    ("name", "code", "why"),
    [
        ("", Code.MALFORMED, "'' is no name for a game"),
        ("Skirmish", Code.MALFORMED, "small letters"),
        ("2nd-line", Code.MALFORMED, "begins with a letter"),
        ("last--stand", Code.MALFORMED, "single hyphens"),
        ("last_stand", Code.MALFORMED, "single hyphens"),
        ("../up", Code.MALFORMED, "small letters"),
        ("x" * 31, Code.MALFORMED, "at most 30"),
        ("ancients", Code.DUPLICATE, "is a game already"),
        ("regatta", Code.DUPLICATE, "is a game already"),
        ("class", Code.CONFLICT, "is a word of Python"),
        ("random", Code.CONFLICT, "is a Python package that is installed already"),
    ],
)
def test_a_name_that_cannot_says_why(name: str, code: Code, why: str, tmp_path: Path) -> None:
    with pytest.raises(BattleFileError) as refused:
        write_package(name, tmp_path / "game")
    assert refused.value.code is code
    assert refused.value.place == "NAME"
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "game").exists()


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game").mkdir()
    assert run(["new-ruleset", "skirmish", "--out", str(tmp_path / "game"), "--json"]) == 2
    told, line = capsys.readouterr()
    assert json.loads(told)["code"] == Code.UNWRITABLE
    assert (
        line == f"{tmp_path / 'game'}: is there already, and nothing is written over; name another folder with --out\n"
    )
    assert list((tmp_path / "game").iterdir()) == []


def test_a_package_that_cannot_be_written_whole_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    assert "cannot be written: Not a directory" in wrong_with(write_package, "skirmish", tmp_path / "file" / "game")

    def full(self: Path, *_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    assert "cannot be written: No space left on device" in wrong_with(write_package, "skirmish", tmp_path / "game")
    assert not (tmp_path / "game").exists()


@pytest.mark.parametrize(
    ("name", "package", "prefix"),
    [("last-stand", "last_stand", "LAS"), ("x1", "x1", "XXX"), ("go", "go", "GOX"), ("x" * 30, "x" * 30, "XXX")],
)
def test_every_file_speaks_of_the_game(name: str, package: str, prefix: str) -> None:
    check_name(name)
    files = {str(path): text for path, text in package_of(name)}
    assert not [path for path, text in files.items() if "$" in path + text]
    announced = tomllib.loads(files["pyproject.toml"])["project"]["entry-points"]["fireline.rulesets"]
    assert announced == {name: f"{package}:RULESET"}
    assert list(tomllib.loads(files[f"src/{package}/rulebook.toml"])["rules"]) == [f"{prefix}-1.1"]
    for path, text in files.items():
        if path.endswith(".py"):
            assert ast.get_docstring(ast.parse(text)), path


def test_the_files_are_named_as_those_of_our_own_games() -> None:
    ours = {file.stem for file in (ROOT / "src/fireline/rulesets/ancients").iterdir()}
    theirs = {path.stem for path, _ in package_of("skirmish") if path.parts[0] == "src"}
    assert theirs - ours == {"py"}  # `py.typed`, which Fireline has once


def test_the_command_says_what_comes_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new-ruleset", "last-stand"]) == 0
    written = [file for file in (tmp_path / "last-stand").rglob("*") if file.is_file()]
    wrote, install, test = capsys.readouterr().out.splitlines()
    assert wrote == f"Wrote {len(written)} files into last-stand.  Next:"
    assert install == "  pip install --editable 'last-stand[test]'", "what the battery needs comes along"
    assert test == "  pytest --fireline-ruleset last-stand"
    assert run(["new-ruleset", "last-stand", "--out", "two words", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {key: told[key] for key in ("ruleset", "folder")} == {"ruleset": "last-stand", "folder": "two words"}
    there = (file for file in (tmp_path / "two words").rglob("*") if file.is_file())
    assert sorted(told["files"]) == sorted(str(file.relative_to(tmp_path / "two words")) for file in there)


def test_the_package_is_installed_and_keeps_every_promise_at_once(tmp_path: Path) -> None:
    programs = own_python(tmp_path / "python")

    def typed(command: str) -> str:
        return type_in(command, tmp_path, programs)

    assert typed("fireline new-ruleset last-stand").startswith("Wrote")
    assert typed("pip install --quiet --editable 'last-stand[test]'") == ""
    battery = typed("pytest --fireline-ruleset last-stand")
    checks = re.search(r"last-stand: (\d+) checks passed", battery)
    assert checks, battery
    assert int(checks[1]) > LEAST_CHECKS
    assert not re.search(r"\d+ (failed|error)", battery), battery
    own = typed("cd last-stand && pytest tests")
    assert not re.search(r"\d+ (failed|error)", own), own
    assert "2 passed" in own
    assert typed("fireline new last-stand > battle.yaml && fireline plan battle.yaml") == (
        "ruleset: last-stand has no planning, so there is no plan"
    )


def test_the_package_is_clean_to_linter_and_type_checker(tmp_path: Path) -> None:
    write_package("last-stand", tmp_path / "game")
    assert complaints(tmp_path / "game", "src/last_stand", ".") == ""
