"""`fireline import`: a battle file of a map, the questions, and the answers that are kept."""

import json
import sys
from pathlib import Path

import pexpect
import pytest
import yaml

from cli.typed import Typed
from drawn_maps import board, scene, uvtt, wall
from fireline.formats.battlefile import load

GAME = "blightmeer@2026-07"
FIRELINE = str(Path(sys.executable).parent / "fireline")


@pytest.fixture
def inn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "inn.dd2vtt"
    file.write_text(json.dumps(uvtt()), encoding="utf-8")
    return file


def test_a_map_becomes_a_battle_file_or_is_printed(inn: Path, typed: Typed) -> None:
    told = typed("import", "inn.dd2vtt", "--ruleset", GAME, "--out", "battle.yaml")
    assert told.startswith("Wrote battle.yaml, from a Universal VTT.\nThe file cannot tell, so this was assumed;")
    assert "  closed=gap  What is a portal of which the file says that it is not closed?" in told
    assert load("battle.yaml").data()["table"] == {"width": 12, "depth": 8}
    assert sorted(file.name for file in inn.parent.iterdir()) == ["battle.yaml", "inn.dd2vtt"]
    assert yaml.safe_load(typed("import", str(inn), "-r", GAME))["ruleset"] == GAME
    assert "closed=gap" in typed.err


def test_answers_are_kept_beside_the_battle_and_a_file_that_holds_none_is_told(inn: Path, typed: Typed) -> None:
    asked = ["import", str(inn), "-r", GAME, "-o", "battle.yaml"]
    told = typed(*asked, "--answer", "height=5", "--answer", "closed=open")
    assert "Your answers are kept in battle.answers.yaml." in told
    assert yaml.safe_load(Path("battle.answers.yaml").read_text(encoding="utf-8")) == {"height": "5", "closed": "open"}
    told = typed.data(*asked)
    assert {one["key"]: one["answer"] for one in told["questions"] if one["given"]} == {"height": "5", "closed": "open"}
    inn.with_name("own.yaml").write_text("- 1\n", encoding="utf-8")
    wrong = typed.refused("import", str(inn), "-r", GAME, "--kept", "own.yaml")
    assert wrong == "own.yaml: holds no answers: a mapping of questions to values"


def test_tiles_are_named_by_an_option(tmp_path: Path, typed: Typed) -> None:
    file = tmp_path / "ford.board"
    file.write_bytes(board(3, 3, {(0, 0): (0, "woods:1"), (1, 1): (0, "road:1")}))
    out = tmp_path / "battle.json"
    asked = ["import", str(file), "-r", "ancients", "-o", str(out)]
    typed(*asked, "--map-terrain", "road=bridge", "--map-terrain", "woods 1=open")
    assert load(out).data()["board"]["terrain"] == {"B2": "bridge"}


def test_one_of_several_scenes_is_named_by_an_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: Typed
) -> None:
    monkeypatch.chdir(tmp_path)
    scenes = [scene(wall(500 + n, 300, 900, 300), name=name) for n, name in enumerate(("Cellar", "Attic"))]
    Path("house.json").write_text(json.dumps({"scenes": scenes}), encoding="utf-8")
    asked = ["import", "house.json", "-r", GAME, "-o", "battle.yaml"]
    assert "  scene=Cellar  The file holds 2 scenes. Which one is meant? (Cellar, Attic)" in typed(*asked)
    typed(*asked, "--scene", "Attic")
    assert load("battle.yaml").data()["name"] == "Attic"
    assert typed.refused(*asked, "--scene", "Roof") == "answers.scene: 'Roof' is no answer; allowed: Cellar, Attic"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--answer", "height"], "--answer: 'height' is not like NAME=VALUE"),
        (["--answer", "height=99"], "answers.height: '99' is not between 0.01 and 24"),
        (["--map-terrain", "wood=forest"], "answers: 'terrain.wood' is no question of this map"),
        (["--kept", "inn.dd2vtt"], "inn.dd2vtt: is also the file for the map"),
        (["--out", "."], ".: cannot be written: Is a directory"),
        (["--tileset", "none.tsx"], "none.tsx: cannot be read: No such file or directory"),
    ],
)
def test_what_cannot_be_used_leaves_nothing(inn: Path, typed: Typed, more: list[str], told: str) -> None:
    assert typed.refused("import", "inn.dd2vtt", "-r", GAME, "-o", "battle.yaml", *more).startswith(told)
    assert [file.name for file in inn.parent.iterdir()] == ["inn.dd2vtt"]


def typed(out: str, *answers: str) -> str:
    """What the command says at a terminal where these answers are typed."""
    child = pexpect.spawn(
        FIRELINE, ["import", "inn.dd2vtt", "-r", GAME, "-o", out], encoding="utf-8", timeout=60, dimensions=(40, 200)
    )
    for answer in answers:
        child.expect(r"\] ")
        child.sendline(answer)
    child.expect(pexpect.EOF)
    return str(child.before)


@pytest.mark.usefixtures("inn")
@pytest.mark.whole("long")
def test_at_a_terminal_each_question_is_asked_once() -> None:
    # A door is no answer; then 2 inches, taken back for 1.5; the rest as usual.
    assert "Wrote battle.yaml" in typed("battle.yaml", "door", "open", "2", "u", "1.5", "", "", "", "", "")
    kept = yaml.safe_load(Path("battle.answers.yaml").read_text(encoding="utf-8"))
    assert (kept["closed"], kept["inches"], kept["height"]) == ("open", "1.5", "3")
    assert "What is" not in typed("battle.yaml")
    assert "Stopped; nothing was written." in typed("other.yaml", "q")
    assert not Path("other.yaml").exists()
