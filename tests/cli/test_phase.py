"""A ranged phase at the prompt, as a player has it."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from battles import EXAMPLES
from cli.typed import Typed
from fireline import load
from fireline.cli import run
from fireline.cli.phase import with_details
from fireline.formats.logfile import load_log
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError
from fireline.game.registry import starter
from refusing import wrong_with

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


def sat_down(battle: Path, *more: str) -> Any:
    """Somebody at the prompt of a phase."""
    child = pexpect.spawn(FIRELINE, ["phase", str(battle), *more], encoding="utf-8", timeout=60)
    child.setwinsize(50, 140)
    return child


def talk(child: Any, script: str) -> None:
    """Wait for each line of a script in turn; what stands behind a > is typed once the prompt asks for it."""
    for line in script.strip().splitlines():
        if line.startswith(">"):
            child.expect("q quit: |go back")
            child.sendline(line[1:].strip())
        else:
            child.expect(line)


SCRIPT = r"""
Who fires, and at whom?
1.*Light Bow \(F5\) fires at Light Cavalry .*55.6%
> w
Light Infantry \(I1\): The target is \d+ hexes away
> 1
at least one block lost, 55.6%
>
Who fires, and at whom?
> 1
> y
must answer
top decides
blocks? lost
> 2
retreats to
> u
The last step is undone
top decides
> u
The last step threw dice
> 1
retreats to
> 1
The ranged phase ends
The phase is over
"""
"""A shot is looked at and left before its dice; an answer without dice may be taken back, the volley may not."""


@pytest.mark.whole("long")
def test_a_phase_is_played_at_the_prompt(battle: Path, tmp_path: Path, typed: Typed) -> None:
    log = tmp_path / "game.jsonl"
    child = sat_down(battle, "--seed", str(flag_seed(battle)), "--log", str(log), "--turns", "1")
    talk(child, SCRIPT)
    child.expect(pexpect.EOF)
    assert "replayed without dice, to the recorded states" in typed("replay", str(log))


@pytest.mark.whole("long")
def test_a_stopped_phase_is_taken_up_again_and_two_processes_do_not_play_one_log(battle: Path, typed: Typed) -> None:
    child = sat_down(battle, "--seed", "1")
    talk(child, "> 1\n> y\nfires at\n> q\ncontinues from here")
    child.expect(pexpect.EOF)
    log = battle.with_suffix(".log.jsonl")
    before = load_log(log)
    assert len(before.entries) == 1
    assert "Continuing" in typed("phase", str(battle), "--auto")
    assert load_log(log).entries[0] == before.entries[0]
    log.unlink()
    child = sat_down(battle, "--seed", "1")
    child.expect("q quit: ")
    assert "cannot be written: another process is playing it" in typed.refused("phase", str(battle), "--auto")
    child.sendline("q")
    child.expect(pexpect.EOF)


def test_auto_plays_the_phase_and_writes_the_battle_for_so_many_turns(
    battle: Path, tmp_path: Path, typed: Typed
) -> None:
    after = tmp_path / "after.json"
    typed("phase", str(battle), "--auto", "--seed", "5", "--out", str(after))
    assert load(after).state.over
    log = load_log(battle.with_suffix(".log.jsonl"))
    assert log.battle == load(after)
    assert log.entries[0].command["shot"] == {"shooter": "bow", "target": "lc"}
    assert typed.data("replay", str(battle.with_suffix(".log.jsonl")))["battle"] == load(after).data()
    file = tmp_path / "duel.yaml"
    file.write_text(starter("duel-of-ages"), encoding="utf-8")
    one = typed("phase", str(file), "--seed", "1", "--auto")
    assert "The phase is over. Log:" in one
    assert "A new round" not in one
    won = typed("phase", str(file), "--seed", "1", "--auto", "--turns", "2")
    assert "White has won the game. The game is over. Log:" in " ".join(won.split())
    file.with_suffix(".log.jsonl").unlink()
    typed("phase", str(file), "--seed", "2", "--auto")
    two = typed("phase", str(file), "--seed", "2", "--auto", "--turns", "2")
    assert two.count("A new round begins with the Action step of white.") == 2
    assert "2 turns are over. Log:" in two


def test_a_log_of_another_battle_or_what_is_none_is_left_alone(battle: Path, typed: Typed, tmp_path: Path) -> None:
    typed("phase", str(battle), "--auto", "--seed", "5")
    battle.write_text(BATTLE.replace("I1", "I2"))
    assert "is the log of another battle; name another file with --log" in typed.refused("phase", str(battle), "--auto")
    precious = tmp_path / "precious.txt"
    precious.write_text("no newline at the end")
    assert "is no Fireline log" in typed.refused("phase", str(battle), "--auto", "--log", str(precious))
    assert precious.read_text() == "no newline at the end"


def test_any_command_is_typed_at_the_prompt_and_taken_back(battle: Path, typed: Typed) -> None:
    wrong = "lcc place E5; lc place Z9; lc place F5; mark lc moved=999; mark lc moved=fish; lc mve E5; ends"
    typed.answers(*wrong.split("; "), "lc move E5", "lc place E5 moved=1", "s", "u", "mark bow battled=yes", "q")
    out = " ".join(typed("phase", str(battle), "--seed", "1").split())
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


def test_nobody_is_put_anywhere_while_an_answer_is_owed(battle: Path, typed: Typed) -> None:
    seed, log = flag_seed(battle), str(battle.with_name("game.jsonl"))
    typed.answers("1", "y", "bow place E5", "q")
    out = typed("phase", str(battle), "--seed", str(seed), "--log", log)
    assert "top owes an answer first." in " ".join(out.split())
    assert [entry.command["command"] for entry in load_log(Path(log)).entries] == ["Shoot"]


@pytest.mark.whole("long")
def test_menus_say_what_chances_stand_on_and_ask_for_edges_only_where_there_are_any(
    tmp_path: Path, typed: Typed
) -> None:
    typed.answers("q")
    assert "Owed answers are the customary ones: nobody Protects." in typed(
        "phase", str(EXAMPLES / "blightmeer-protect.yaml"), "--log", str(tmp_path / "a.jsonl")
    )
    typed.answers("1", "", "q")
    out = typed("phase", str(EXAMPLES / "duel-of-ages-tommy-gun.yaml"), "--log", str(tmp_path / "b.jsonl"))
    assert "Shoot?" in out
    assert "Which spaces" not in out


BURST = EXAMPLES / "endless-horizons-burst.yaml"


def test_details_are_asked_for_on_one_line_and_only_where_they_can_matter(tmp_path: Path, typed: Typed) -> None:
    log = str(tmp_path / "game.jsonl")
    typed.answers("1", "?", "aim_actions", "aim_actions=99", "bullets=2; effort=1", "", "2", "", "", "q")
    out = typed("phase", str(BURST), "--log", log)
    assert out.count("Details (bullets, aim_actions, effort, modifiers)? ") == 4
    assert out.count("Details (aim_actions, effort, modifiers)? ") == 1, "the line has named the bullets"
    assert "effort: Effort bonus?" in out
    assert "'aim_actions' is not KEY=VALUE" in out
    assert "99 is too large; at most 20" in out
    assert "effort +1" in out
    assert "out_of_turn" not in out
    text = BURST.read_text().replace("id: player\n", "id: player\n    actions: 1\n")
    (tmp_path / "one.yaml").write_text(text)
    typed.answers("1", "q")
    assert "Details (bullets, effort, modifiers)? " in typed(
        "phase", str(tmp_path / "one.yaml"), "--log", str(tmp_path / "one.jsonl")
    )


def test_q_quits_and_u_takes_back_at_every_question(battle: Path, tmp_path: Path, typed: Typed) -> None:
    log = tmp_path / "quit.jsonl"
    typed.answers("lc place D5", "1", "u", "1", "q")
    out = typed("phase", str(battle), "--seed", "1", "--log", str(log))
    assert "The last step is undone." in out
    assert "continues from here" in out
    assert load_log(log).entries == ()
    typed.answers("1", "u", "1", "q")
    assert "There is nothing to undo." in typed("phase", str(BURST), "--log", str(tmp_path / "burst.jsonl"))


def test_a_unit_may_be_called_like_a_key_and_a_number_may_be_a_text(tmp_path: Path, typed: Typed) -> None:
    file, log = tmp_path / "battle.yaml", str(tmp_path / "game.jsonl")
    file.write_text(BATTLE.replace("id: far", "id: q"))
    typed.answers("mark q moved=1", "q")
    assert "Light Infantry (I1) is marked by hand: moved 1." in typed("phase", str(file), "--seed", "1", "--log", log)
    duel = load(EXAMPLES / "duel-of-ages-tommy-gun.yaml")
    said = wrong_with(with_details, duel, Shot("sanchez", "lazar"), ["weapon=7"])
    assert "quotes" not in said
    assert "'7' is no" in said
    with pytest.raises(BattleFileError, match=r"modifiers\[0\].name: 7 is not a text; put it in quotes"):
        with_details(load(BURST), Shot("player", "target"), ['modifiers=[{"name": 7, "value": 2}]'])


@pytest.mark.whole("long")
def test_long_menus_are_folded_by_unit(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "duel.yaml"
    file.write_text(starter("duel-of-ages"), encoding="utf-8")
    typed.answers("8", "", "8", "1", "q")
    out = typed("phase", str(file), "--seed", "1")
    assert "8  sanchez (0,0): 8 other commands" in out
    assert "Enter to go back" in out
    assert "sanchez (0,0) moves into 1,0. DOA-1.5" in out
    village, log = EXAMPLES / "blightmeer-village.yaml", tmp_path / "village.jsonl"
    typed.answers("1", "1", "", "q")
    out = typed("phase", str(village), "--seed", "1", "--log", str(log))
    assert re.search(r"1 +lookout \(Elvish Bow\): \d+ shots +\d.* at best: ", out)
    assert re.search(r"1 +lookout shoots at brute +\d", out)


@pytest.mark.whole("long")
def test_the_log_of_a_battle_with_meshes_goes_into_any_folder(typed: Typed, tmp_path: Path) -> None:
    for folder in ("battles", "logs", "copies"):
        (tmp_path / folder).mkdir()
    battle, log, copy = (tmp_path / name for name in ("battles/village.yaml", "logs/game.jsonl", "copies/game.jsonl"))
    typed("examples", "blightmeer-village", "-o", str(battle))
    typed("phase", str(battle), "--seed", "1", "--auto", "--log", str(log))
    typed("phase", str(battle), "--auto", "--log", str(log))  # taken up again
    typed("replay", str(log), "--copy", str(copy))
    typed("luck", str(copy))
    assert load_log(log).battle == load_log(copy).battle
    assert json.loads(log.read_text().splitlines()[0])["folder"] == "../battles"
    (tmp_path / "battles").rename(tmp_path / "gone")
    assert "is no file in the battle's folder" in typed.refused("replay", str(log))
    head, rest = log.read_text().split("\n", 1)
    log.write_text(head.replace('"../battles"', "7") + "\n" + rest)
    typed("replay", str(log), status=2)
