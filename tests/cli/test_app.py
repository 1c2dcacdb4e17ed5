"""The command line: what it prints, what it writes, how it exits."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.typed import Typed
from fireline.cli.app import COMMANDS, MERGED, PANELS, commands
from fireline.game.registry import ruleset_ids

FIRELINE = Path(sys.executable).parent / "fireline"

BATTLE = """\
fireline: 1
ruleset: ancients
turn: {side: bottom}
board: {terrain: {C5: forest}}
units:
  - {id: bow, side: bottom, type: light_bow_infantry, hex: F5}
  - {id: far, side: bottom, type: light_infantry, hex: I1}
  - {id: hi, side: top, type: heavy_infantry, hex: C5}
  - {id: ax, side: top, type: auxilia, hex: C4}
"""


@pytest.fixture
def battle(tmp_path: Path) -> str:
    file = tmp_path / "battle.yaml"
    file.write_text(BATTLE)
    return str(file)


def shot(battle: str, target: str = "ax", shooter: str = "bow") -> list[str]:
    return [battle, "--shooter", shooter, "--target", target]


def test_the_card_of_a_shot_its_exact_odds_and_every_target(battle: str, typed: Typed) -> None:
    out = typed("check", *shot(battle))
    assert out.startswith("Light Bow (F5) > Auxilia (C4): legal.")
    assert "held its position" in out
    assert "CCA-4.1" in out
    answer = typed.data("odds", *shot(battle))
    assert answer["odds"]["marginals"]["hits"] == {"0": "25/36", "1": "5/18", "2": "1/36"}
    assert "11/36" not in typed("odds", *shot(battle)), "fractions on request"
    assert "30.6% (11/36)" in typed("odds", *shot(battle), "--exact")
    listed = typed.data("targets", battle, "--shooter", "bow")["targets"]
    assert [one["shot"]["target"] for one in listed] == ["hi", "ax"]
    assert "not legal: " in typed("targets", battle, "--shooter", "far")


def test_an_illegal_shot_is_an_answer_with_every_reason_and_writes_nothing(
    battle: str, typed: Typed, tmp_path: Path
) -> None:
    answer = typed.data("check", *shot(battle, shooter="far"))
    assert answer["legal"] is False
    assert answer["refusals"][0]["rule"] == "CCA-2.1"
    assert typed.data("odds", *shot(battle, shooter="far"))["odds"] is None
    after = tmp_path / "after.yaml"
    typed("shoot", *shot(battle, shooter="far"), "--out", str(after), status=3)
    assert not after.exists()


def test_shoot_with_faces_writes_the_battle_after(battle: str, tmp_path: Path, typed: Typed) -> None:
    after = tmp_path / "after.yaml"
    assert "rolls green circle and crossed swords: 1 hit" in typed(
        "shoot", *shot(battle), "--dice", "green,swords", "--out", str(after)
    )
    answer = typed.data("check", *shot(str(after)))
    assert [refusal["rule"] for refusal in answer["refusals"]] == ["CCA-1.4"]


def test_a_mistake_of_ours_is_one_line_too(monkeypatch: pytest.MonkeyPatch, typed: Typed) -> None:
    monkeypatch.setattr("fireline.cli.arguments.load", lambda _: 1 / 0)
    typed("check", "x", "-s", "a", "-t", "b", status=70)
    assert typed.err.startswith("fireline made a mistake (ZeroDivisionError")


def test_rules_are_printed_in_plain_words_and_rulesets_listed(typed: Typed) -> None:
    out = typed("rules", "ancients", "CCA-3.3")
    assert "CCA-3.3" in out
    assert "staggered_edges_block" in out
    told = typed.data("rules", "ancients")
    assert {"id", "says", "source", "status", "reading"} <= told["rules"][0].keys()
    out = typed("rulesets")
    assert all(id_ in out for id_ in ruleset_ids())


@pytest.mark.parametrize("game", ruleset_ids())
def test_a_game_by_its_name_gives_a_commented_battle_that_loads(game: str, tmp_path: Path, typed: Typed) -> None:
    text = typed("examples", game)
    assert text == typed("new", game), "the older name answers as it did"
    assert text.count("#") > 5, "a starter file explains itself in comments"
    file = tmp_path / "battle.yaml"
    file.write_text(text)
    from fireline import load

    assert load(file).ruleset.id == game


@pytest.mark.whole("long")
def test_the_installed_command_is_plain_without_a_terminal_or_our_signs(battle: str) -> None:
    command = [str(FIRELINE), "odds", *shot(battle)]
    for encoding in ("utf-8", "ascii", "latin-1"):
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        assert "\x1b" not in done.stdout
        assert ("#######" in done.stdout) is (encoding != "utf-8"), "a bar"
        assert done.stderr == ""
    piped = f"'{FIRELINE}' rules ancients | head -1"
    done = subprocess.run(["bash", "-c", piped], capture_output=True, text=True, check=True)
    assert "Traceback" not in done.stderr
    assert "mistake" not in done.stderr


@pytest.mark.whole("long")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("fireline ta", ["targets"]),
        ("fireline check BATTLE --shooter b", ["bow"]),
        ("fireline check BATTLE --shooter bow --target a", ["ax"]),
        ("fireline check nowhere.yaml --shooter b", []),
        ("fireline odds ancients-ranged-combat --shooter b", ["bow"]),
        ("fireline odds duel-of-ages-to", ["duel-of-ages-tommy-gun"]),
        ("fireline odds ./duel", []),
        ("fireline rules bl", ["blightmeer", "blightmeer@2025-11", "blightmeer@2026-01", "blightmeer@2026-07"]),
    ],
)
def test_the_shell_completes_commands_battles_games_and_units(typed: str, offered: list[str], battle: str) -> None:
    words = typed.replace("BATTLE", battle)
    asked = {"_FIRELINE_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    done = subprocess.run([FIRELINE], capture_output=True, text=True, check=False, env={**os.environ, **asked})
    assert done.stdout.split() == offered


@pytest.mark.whole("long")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("command", [["check", "BATTLE", "-s", "bow", "-t", "ax"], ["new", "ancients"], ["--help"]])
def test_a_full_disk_behind_the_output_is_told(command: list[str], battle: str) -> None:
    with Path("/dev/full").open("w") as full:
        filled = [word.replace("BATTLE", battle) for word in command]
        done = subprocess.run([FIRELINE, *filled], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "standard output: cannot be written: No space left on device\n"


@pytest.mark.whole("long")
@pytest.mark.skipif(os.name != "posix", reason="a shell closes the streams")
@pytest.mark.parametrize(("closed", "status"), [(">&-", 0), ("2>&-", 0), ("<&-", 0), ("-t zz 2>&-", 2)])
def test_closed_streams_are_no_mistake(closed: str, status: int, battle: str) -> None:
    command = f"'{FIRELINE}' check '{battle}' -s bow -t ax {closed}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (status, "")


@pytest.mark.skipif(os.name != "posix", reason="links and pipes are made as on POSIX systems")
def test_out_writes_through_links_and_replaces_no_device(battle: str, tmp_path: Path, typed: Typed) -> None:
    after, link, pipe = tmp_path / "after.yaml", tmp_path / "link.yaml", tmp_path / "pipe"
    link.symlink_to(after.name)
    shoot = ["shoot", *shot(battle), "--seed", "1", "--out"]
    typed(*shoot, str(link))
    assert link.is_symlink()
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        typed(*shoot, str(pipe))
        assert reader.stdout is not None
        assert reader.stdout.read() == after.read_text()
    assert pipe.is_fifo()


@pytest.mark.whole("long")
@pytest.mark.parametrize("asked", [["check", "-t", "d"], ["odds", "-t", "d"], ["targets"]], ids=lambda asked: asked[0])
def test_what_looks_like_a_slip_is_told_with_every_answer(asked: list[str], tmp_path: Path, typed: Typed) -> None:
    command, *more = asked
    text = (
        "fireline: 1\nruleset: blightmeer\nturn: {side: red, number: 2}\ntable: {width: 36, depth: 36}\nunits:\n"
        "  - {id: a, side: red, at: [10, 8], facing: 90, ranged: 14, defence: 16, wounds: 1, weapon: Long Bow}\n"
        "  - {id: d, side: blue, at: [10, 16, 3], defence: 16, wounds: 1}\n"
    )
    (tmp_path / "slip.yaml").write_text(text)
    arguments = [command, str(tmp_path / "slip.yaml"), "-s", "a", *more]
    assert "Warning: " in typed(*arguments)
    (slip,) = typed.data(*arguments)["warnings"]
    (tmp_path / "slip.yaml").write_text(text.replace(", 3]", "]"))
    assert "warnings" not in typed.data(*arguments)
    assert 'stands 3" up over nothing' in slip


def test_the_help_of_a_command_breaks_only_where_the_screen_does() -> None:
    every = {name: commands().get_command(None, name).help for name in COMMANDS}
    assert {name for name, text in every.items() if "\n" in text.replace("\n\n", "")} == set()
    assert "number of cores" in every["simulate"]


def test_help_lists_few_commands_by_what_people_want_and_merged_names_still_answer(typed: Typed) -> None:
    assert sum(map(len, PANELS.values())) <= 24
    told = typed("--help")
    for panel, listed in PANELS.items():
        assert f"─ {panel} ─" in told
        assert all(f"│ {name} " in told for name in listed)
    for name in MERGED:
        assert f"│ {name} " not in told
        typed(name, "--help")
    for merged, usual in (
        ("matchups ancients-edges --json", "targets ancients-edges --json"),
        ("legal ancients-edges --json", "do ancients-edges --json"),
        ("rulesets --json", "rules --json"),
    ):
        answer = typed(*merged.split())
        assert typed(*usual.split()) == answer


def test_an_interrupt_while_libraries_load_is_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt")
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-P", "-m", "fireline", "list"]
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
