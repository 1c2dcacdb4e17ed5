"""`fireline simulate`, as a player has it."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from battles import EXAMPLES
from cli.typed import Typed
from fireline import Shot, load
from fireline.analysis.policy import POLICIES
from fireline.analysis.shots import outcome_data, throw_shot
from fireline.analysis.simulate import simulate
from fireline.testing.battery.pictures import assert_legible, parsed
from present import present

BATTLE = str(EXAMPLES / "ancients-ranged-combat.yaml")
VILLAGE = str(EXAMPLES / "blightmeer-protect.yaml")
SHOT = ["-s", "bow", "-t", "warriors"]
FIRELINE = str(Path(sys.executable).parent / "fireline")


def answer(typed: Typed, *arguments: str) -> Any:
    """What a command answers in JSON."""
    return typed.data("simulate", BATTLE, *arguments)


def test_phases_are_counted(typed: Typed) -> None:
    told = typed("simulate", BATTLE, "--phases", "60", "--seed", "7", "--exact")
    assert told.startswith("In 60 phases the losses are on average: side top 0.")
    assert "policy simple, trials 0 to 59 of seed 7" in told
    assert "Heavy Infantry (C8)" in told
    assert "nothing lost in any phase" in told
    assert "95% Wilson interval" in told
    assert "With common dice" in typed("simulate", BATTLE, "--phases", "5", "--seed", "7", "--common-dice")


@pytest.mark.parametrize("command", ["simulate", "worth", "solve"])
def test_the_help_names_every_policy(command: str, typed: Typed) -> None:
    (told,) = re.findall(r"Who plays:.*?SIDE=POLICY", typed(command, "--help"), re.DOTALL)
    assert POLICIES.keys() <= set(re.findall(r"\w+", told))


def test_the_answer_in_json_is_the_python_one(typed: Typed, tmp_path: Path) -> None:
    out = tmp_path / "counts.json"
    data = answer(typed, "--trials", "20..59", "--seed", "7", "--policy", "top=first,bottom=random", "--out", str(out))
    same = simulate(load(BATTLE), phases=40, seed=7, policies="top=first,bottom=random", first=20)
    assert data == same.data() == json.loads(out.read_text())


def test_the_help_names_the_seed_that_is_taken(typed: Typed) -> None:
    assert "[default: (0)]" in re.findall(r"--seed.*?\n.*?\n.*?\n", typed("simulate", "--help"))[0]


def test_one_phase_is_played_again_alone(typed: Typed) -> None:
    alone = answer(typed, "--seed", "7", "--trial", "3")
    whole = answer(typed, "--seed", "7", "--trials", "3..3")
    losses: dict[str, dict[str, int]] = {}
    for loss in alone["losses"]:
        losses.setdefault(loss["unit"], {})[loss["what"]] = loss["number"]
    counted = {
        unit: {what: int(next(iter(one["counts"]))) for what, one in kinds.items()}
        for unit, kinds in whole["units"].items()
        if kinds
    }
    assert losses == counted
    told = typed("simulate", BATTLE, "--seed", "7", "--trial", "3")
    assert alone["story"][0].split(" CCA")[0] in told
    assert "Trial 3 of seed 7, the dice:" in told
    assert "battle die " in told


def test_shots_are_counted_beside_their_odds_a_billion_of_them_and_one_alone(typed: Typed, tmp_path: Path) -> None:
    out = tmp_path / "counts.json"
    told = typed("simulate", BATTLE, *SHOT, "--shots", "300", "--seed", "7")
    assert "of 300 shots; its chance is" in told
    assert "Seed 7 gives the same counts again" in told
    picture = tmp_path / "counts.svg"
    typed("simulate", BATTLE, *SHOT, "--shots", "300", "--seed", "7", "--out", str(picture))
    assert_legible(parsed(picture.read_text()))
    assert "69.4% (25/36)" in told
    assert "hits in all: " in told
    assert "100.00 expected" in told
    assert "the counts drawn from the exact odds" in told
    assert f"Wrote {out}." in typed("simulate", BATTLE, *SHOT, "--shots", "1000000000", "--seed", "7", "-o", str(out))
    assert json.loads(out.read_text())["shots"] == 10**9
    for common, more in ((False, []), (True, ["--common-dice"])):
        alone = answer(typed, *SHOT, "--seed", "7", "--trial", "12345", *more)
        thrown = throw_shot(load(BATTLE), Shot("bow", "warriors"), 7, 12345, common_dice=common)
        assert alone["outcome"] == outcome_data(thrown.outcome)
        assert alone["faces"] == list(thrown.transcript.faces)
    assert f"battle die {alone['faces'][0]}" in typed(
        "simulate", BATTLE, *SHOT, "--seed", "7", "--trial", "12345", "--common-dice"
    )


def test_an_illegal_shot_says_why_and_exits_3(typed: Typed) -> None:
    illegal = ["simulate", BATTLE, "-s", "slingers", "-t", "warriors"]
    assert "NOT LEGAL" in typed(*illegal, status=3)
    assert typed.data(*illegal, "--trial", "4", status=3)["legal"] is False


@pytest.mark.whole("long")
def test_a_bar_tells_how_far_it_is() -> None:
    child = pexpect.spawn(
        FIRELINE, ["simulate", VILLAGE, "--phases", "700", "--seed", "1"], encoding="utf-8", timeout=60
    )
    child.setwinsize(50, 140)
    child.expect(r"[0-9]+ of 700 phases")
    child.expect("In 700 phases the losses are on average")
    child.expect(pexpect.EOF)


@pytest.mark.whole("long")
def test_two_battles_are_tested_against_each_other(typed: Typed, tmp_path: Path) -> None:
    asked = ["simulate", BATTLE, "--against", "units[bow].moved=1", "--phases", "400", "--seed", "7", "--common-dice"]
    told = typed(*asked)
    assert told.startswith("In 400 pairs of phases these differ by more than chance, second less first: ")
    assert "From ancients-ranged-combat.yaml to units[bow].moved=1: policy simple, dice in common." in told
    assert "Trials 0 to 399 of seed 7" in told
    assert "side top" in told
    assert " points [" in told
    assert re.search(r"Warriors \(C5\) +any blocks +\d", typed(*asked, "--exact"))
    picture = tmp_path / "apart.svg"
    typed(*asked, "--out", str(picture))
    assert_legible(parsed(picture.read_text()))
    out = tmp_path / "test.json"
    data = json.loads(typed(*asked, "--json", "--out", str(out)))
    assert data == json.loads(out.read_text())
    assert "they never differ" in typed("simulate", BATTLE, "--against", BATTLE, "--phases", "9", "--common-dice")
    other = str(EXAMPLES / "ancients-ranged-combat-moved.yaml")
    told = " ".join(typed("simulate", BATTLE, "--against", other, "--trials", "5..5", "--seed", "7").split())
    assert told.startswith("In 1 pair of phases nothing differs")
    assert "dice of their own" in told
    assert "none for one trial" in told


def test_phases_as_a_team_may_know_them(typed: Typed) -> None:
    duel = str(EXAMPLES / "duel-of-ages-tommy-gun.yaml")
    told = typed.data("simulate", duel, "--phases", "5", "--seed", "7", "--team", "white")
    assert told == simulate(load(duel).view_for("white"), phases=5, seed=7).data()


def test_whole_games_say_who_won_and_one_of_them_is_told(typed: Typed, tmp_path: Path) -> None:
    games = ["--phases", "20", "--turns", "3", "--seed", "7"]
    told = typed("simulate", BATTLE, *games)
    ended = r"Of 20 games bottom won \d+\.\d% \[.*\].* and \d+ were unfinished; \d\.\d turns on average\."
    assert re.match(ended, " ".join(told.split()))
    assert "the game" in typed("simulate", BATTLE, *games, "--exact")
    picture = tmp_path / "won.svg"
    typed("simulate", BATTLE, *games, "--out", str(picture))
    assert_legible(parsed(picture.read_text()))
    found = answer(typed, *games)
    assert found["simulated"] == "games"
    assert found["turns"]["most"] == 3
    assert found["turns"]["mean"] == pytest.approx(float(present(re.search(r"(\d\.\d) turns", told))[1]), abs=0.05)
    once = answer(typed, *games[2:], "--trial", "4")
    assert once["turns"] == 3
    assert "of fewer than 30 pairs nothing is called significant" in " ".join(
        typed("simulate", BATTLE, *games, "--against", "units[bow].moved=1").split()
    )
    apart = answer(typed, *games, "--against", "units[bow].moved=1")
    assert apart["simulated"] == "pairs of games"
