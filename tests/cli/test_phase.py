"""A ranged phase at the prompt, as a player has it."""

import io
import json
import re
import shutil
import sys
from pathlib import Path

import pexpect
import pytest

from fireline import load
from fireline.cli import run
from fireline.cli.details import with_detail
from fireline.formats.logfile import load_log
from fireline.game.errors import BattleFileError
from fireline.game.registry import starter
from fireline.game.shot import Shot

EXAMPLES = Path(__file__).parents[2] / "examples"
FIRELINE = str(Path(sys.executable).parent / "fireline")

BATTLE = """\
fireline: 1
ruleset: ancients
turn: {side: bottom}
units:
  - {id: bow, side: bottom, type: light_bow_infantry, hex: F5}
  - {id: far, side: bottom, type: light_infantry, hex: I1}
  - {id: lc, side: top, type: light_cavalry, hex: C5}
"""


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    file = tmp_path / "battle.yaml"
    file.write_text(BATTLE)
    return file


def flag_seed(battle: Path) -> int:
    """A seed whose first volley forces a retreat that the unit survives."""
    for seed in range(1000):
        log = battle.with_name(f"probe{seed}.jsonl")
        run(["phase", str(battle), "--auto", "--seed", str(seed), "--log", str(log)])
        if any("retreat_forced" in line for line in log.read_text().splitlines()):
            return seed
    raise AssertionError("no seed below 1000 rolls a flag")


@pytest.mark.whole("long")
def test_a_phase_is_played_at_the_prompt(battle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seed = flag_seed(battle)
    capsys.readouterr()
    log = tmp_path / "game.jsonl"
    child = pexpect.spawn(
        FIRELINE,
        ["phase", str(battle), "--seed", str(seed), "--log", str(log), "--turns", "1"],
        encoding="utf-8",
        timeout=60,
    )
    child.setwinsize(50, 140)
    child.expect("Who fires, and at whom?")
    child.expect(r"1.*Light Bow \(F5\) fires at Light Cavalry .*55.6 % \(5/9\)")  # (C5) is on the next line
    child.expect("q quit: ")
    child.sendline("w")
    child.expect(r"Light Infantry \(I1\): The target is \d+ hexes away")
    child.expect("q quit: ")
    child.sendline("1")
    child.expect("LEGAL")
    child.expect("go back")
    child.sendline("")  # undo before dice: back to the choice
    child.expect("Who fires, and at whom?")
    child.expect("q quit: ")
    child.sendline("1")
    child.expect("go back")
    child.sendline("y")
    child.expect("must answer")
    child.expect("top decides")
    child.expect("q quit: ")
    child.sendline("2")
    child.expect("retreats to")
    child.expect("q quit: ")
    child.sendline("u")  # an answer without dice may be taken back
    child.expect("The last step is undone")
    child.expect("top decides")
    child.expect("q quit: ")
    child.sendline("u")  # the volley may not
    child.expect("The last step threw dice")
    child.expect("q quit: ")
    child.sendline("1")
    child.expect("retreats to")
    child.expect("q quit: ")
    child.sendline("1")
    child.expect("The ranged phase ends")
    child.expect("The phase is over")
    child.expect(pexpect.EOF)
    assert run(["replay", str(log)]) == 0
    assert "replayed without dice, to the recorded states" in capsys.readouterr().out


@pytest.mark.whole("long")
def test_a_stopped_phase_is_taken_up_again_and_two_processes_do_not_play_one_log(
    battle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    child = pexpect.spawn(FIRELINE, ["phase", str(battle), "--seed", "1"], encoding="utf-8", timeout=60)
    child.expect("q quit: ")
    child.sendline("1")
    child.expect("go back")
    child.sendline("y")
    child.expect("fires at")
    child.expect("q quit: ")
    child.sendline("q")
    child.expect("continues from here")
    child.expect(pexpect.EOF)
    log = battle.with_suffix(".log.jsonl")
    before = load_log(log)
    assert len(before.entries) == 1
    assert run(["phase", str(battle), "--auto"]) == 0
    assert "Continuing" in capsys.readouterr().out
    assert load_log(log).entries[0] == before.entries[0]
    log.unlink()
    child = pexpect.spawn(FIRELINE, ["phase", str(battle), "--seed", "1"], encoding="utf-8", timeout=60)
    child.expect("q quit: ")
    assert run(["phase", str(battle), "--auto"]) == 2
    assert "cannot be written: another process is playing it" in capsys.readouterr().err
    child.sendline("q")
    child.expect(pexpect.EOF)


def test_auto_plays_the_phase_and_writes_the_battle_for_so_many_turns(
    battle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    after = tmp_path / "after.json"
    assert run(["phase", str(battle), "--auto", "--seed", "5", "--out", str(after)]) == 0
    assert load(after).state.over
    log = load_log(battle.with_suffix(".log.jsonl"))
    assert log.battle == load(after)
    assert log.entries[0].command["shot"] == {"shooter": "bow", "target": "lc"}
    capsys.readouterr()
    assert run(["replay", str(battle.with_suffix(".log.jsonl")), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["battle"] == load(after).data()
    file = tmp_path / "duel.yaml"
    file.write_text(starter("duel-of-ages"), encoding="utf-8")
    capsys.readouterr()
    assert run(["phase", str(file), "--seed", "1", "--auto"]) == 0
    one = capsys.readouterr().out
    assert "The phase is over. Log:" in one
    assert "A new round" not in one
    assert run(["phase", str(file), "--seed", "1", "--auto", "--turns", "2"]) == 0
    two = capsys.readouterr().out
    assert two.count("A new round begins with the Action step of white.") == 2
    assert "2 turns are over. Log:" in two


def test_a_log_of_another_battle_or_what_is_none_is_left_alone(
    battle: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["phase", str(battle), "--auto", "--seed", "5"]) == 0
    battle.write_text(BATTLE.replace("I1", "I2"))
    assert run(["phase", str(battle), "--auto"]) == 2
    assert "is the log of another battle; name another file with --log" in capsys.readouterr().err
    precious = tmp_path / "precious.txt"
    precious.write_text("no newline at the end")
    assert run(["phase", str(battle), "--auto", "--log", str(precious)]) == 2
    assert "is no Fireline log" in capsys.readouterr().err
    assert precious.read_text() == "no newline at the end"


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_any_command_is_typed_at_the_prompt_and_taken_back(
    battle: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = (
        "lcc place E5",
        "lc place Z9",
        "lc place F5",
        "mark lc moved=999",
        "mark lc moved=fish",
        "lc mve E5",
        "ends",
    )
    typed(monkeypatch, *wrong, "lc move E5", "lc place E5 moved=1", "s", "u", "mark bow battled=yes", "q")
    assert run(["phase", str(battle), "--seed", "1"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    for told in (
        "bottom plays. Who fires, and at whom?",
        "'lcc' is no unit",
        "did you mean 'lc'?",
        "'Z9' is no hex of this board",
        "cannot stand on F5: F5 already holds 'bow'",
        "999 is not between 0 and",
        "'fish' is no value of moved, which is 0 now",
        "did you mean 'move'?",
        "Type a number to choose, a command",
        "It is the turn of bottom. CCA-4.1",
        "Light Cavalry (C5) is put on E5 by hand: moved 1. CCA-4.1",
        "The last step is undone.",
        "Light Bow (F5) is marked by hand: battled yes. CCA-4.1",
    ):
        assert told in out, told
    game = load_log(battle.with_suffix(".log.jsonl"))
    assert [entry.command["command"] for entry in game.entries] == ["Place"]
    state = game.battle.state
    assert (state.unit("lc").moved, state.unit("bow").battled) == (0, True)


def test_nobody_is_put_anywhere_while_an_answer_is_owed(
    battle: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seed, log = flag_seed(battle), str(battle.with_name("game.jsonl"))
    typed(monkeypatch, "1", "y", "bow place E5", "q")
    assert run(["phase", str(battle), "--seed", str(seed), "--log", log]) == 0
    assert "top owes an answer first." in " ".join(capsys.readouterr().out.split())
    assert [entry.command["command"] for entry in load_log(Path(log)).entries] == ["Shoot"]


@pytest.mark.whole("long")
def test_menus_say_what_chances_stand_on_and_ask_for_edges_only_where_there_are_any(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "q")
    assert run(["phase", str(EXAMPLES / "blightmeer-protect.yaml"), "--log", str(tmp_path / "a.jsonl")]) == 0
    assert "Owed answers are the customary ones: nobody Protects." in capsys.readouterr().out
    typed(monkeypatch, "1", "", "q")
    assert run(["phase", str(EXAMPLES / "duel-of-ages-tommy-gun.yaml"), "--log", str(tmp_path / "b.jsonl")]) == 0
    out = capsys.readouterr().out
    assert "Shoot?" in out
    assert "Which spaces" not in out


BURST = EXAMPLES / "endless-horizons-burst.yaml"


def test_details_are_asked_for_on_one_line_and_only_where_they_can_matter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = str(tmp_path / "game.jsonl")
    typed(monkeypatch, "1", "?", "aim_actions", "aim_actions=99", "bullets=2; effort=1", "", "2", "", "", "q")
    assert run(["phase", str(BURST), "--log", log]) == 0
    out = capsys.readouterr().out
    assert out.count("Details (bullets, aim_actions, effort, modifiers)? ") == 4
    assert out.count("Details (aim_actions, effort, modifiers)? ") == 1, "the line has named the bullets"
    assert "effort: Effort bonus?" in out
    assert "'aim_actions' is not NAME=VALUE" in out
    assert "99 is too large; at most 20" in out
    assert "effort +1" in out
    assert "out_of_turn" not in out
    text = BURST.read_text().replace("id: player\n", "id: player\n    actions: 1\n")
    (tmp_path / "one.yaml").write_text(text)
    typed(monkeypatch, "1", "q")
    assert run(["phase", str(tmp_path / "one.yaml"), "--log", str(tmp_path / "one.jsonl")]) == 0
    assert "Details (bullets, effort, modifiers)? " in capsys.readouterr().out


def test_q_quits_and_u_takes_back_at_every_question(
    battle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "quit.jsonl"
    typed(monkeypatch, "lc place D5", "1", "u", "1", "q")
    assert run(["phase", str(battle), "--seed", "1", "--log", str(log)]) == 0
    out = capsys.readouterr().out
    assert "The last step is undone." in out
    assert "continues from here" in out
    assert load_log(log).entries == ()
    typed(monkeypatch, "1", "u", "1", "q")
    assert run(["phase", str(BURST), "--log", str(tmp_path / "burst.jsonl")]) == 0
    assert "There is nothing to undo." in capsys.readouterr().out


def test_a_unit_may_be_called_like_a_key_and_a_number_may_be_a_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, log = tmp_path / "battle.yaml", str(tmp_path / "game.jsonl")
    file.write_text(BATTLE.replace("id: far", "id: q"))
    typed(monkeypatch, "mark q moved=1", "q")
    assert run(["phase", str(file), "--seed", "1", "--log", log]) == 0
    assert "Light Infantry (I1) is marked by hand: moved 1." in capsys.readouterr().out
    duel = load(EXAMPLES / "duel-of-ages-tommy-gun.yaml")
    with pytest.raises(BattleFileError) as wrong:
        with_detail(duel, Shot("sanchez", "lazar"), "weapon", "7")
    assert "quotes" not in str(wrong.value)
    assert "'7' is no" in str(wrong.value)
    with pytest.raises(BattleFileError, match=r"modifiers\[0\].name: 7 is not a text; put it in quotes"):
        with_detail(load(BURST), Shot("player", "target"), "modifiers", '[{"name": 7, "value": 2}]')


@pytest.mark.whole("long")
def test_long_menus_are_folded_by_unit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "duel.yaml"
    file.write_text(starter("duel-of-ages"), encoding="utf-8")
    typed(monkeypatch, "8", "", "8", "1", "q")
    assert run(["phase", str(file), "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "8  sanchez (0,0): 8 other commands" in out
    assert "Enter to go back" in out
    assert "sanchez (0,0) moves into 1,0. DOA-1.5" in out
    village, log = EXAMPLES / "blightmeer-village.yaml", tmp_path / "village.jsonl"
    typed(monkeypatch, "1", "1", "", "q")
    assert run(["phase", str(village), "--seed", "1", "--log", str(log)]) == 0
    out = capsys.readouterr().out
    assert re.search(r"1 +lookout \(Elvish Bow\): \d+ shots +\d.* at best: ", out)
    assert re.search(r"1 +lookout shoots at brute +\d", out)


@pytest.mark.whole("long")
def test_the_log_of_a_battle_with_meshes_goes_into_any_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for folder in ("battles", "logs", "copies"):
        (tmp_path / folder).mkdir()
    for file in (
        "scout.stl",
        "scout.parts.yaml",
        "tower.glb",
        "tower.parts.yaml",
        "brute.glb",
        "blightmeer-village.yaml",
    ):
        shutil.copy(EXAMPLES / file, tmp_path / "battles")
    battle, log, copy = (
        tmp_path / name for name in ("battles/blightmeer-village.yaml", "logs/game.jsonl", "copies/game.jsonl")
    )
    assert run(["phase", str(battle), "--seed", "1", "--auto", "--log", str(log)]) == 0
    assert run(["phase", str(battle), "--auto", "--log", str(log)]) == 0, "taken up again"
    assert run(["replay", str(log), "--copy", str(copy)]) == 0
    assert run(["luck", str(copy)]) == 0
    assert load_log(log).battle == load_log(copy).battle
    assert json.loads(log.read_text().splitlines()[0])["folder"] == "../battles"
    capsys.readouterr()
    (tmp_path / "battles").rename(tmp_path / "gone")
    assert run(["replay", str(log)]) == 2
    assert "is no file in the battle's folder" in capsys.readouterr().err
    head, rest = log.read_text().split("\n", 1)
    log.write_text(head.replace('"../battles"', "7") + "\n" + rest)
    assert run(["replay", str(log)]) == 2
