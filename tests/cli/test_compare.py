"""`fireline compare`, `worth` and `luck`: what they print, and how they refuse."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import fireline
from battles import EXAMPLES
from cli.typed import Typed
from fireline.analysis.luck import DiceTally, LuckReport, LuckTally, luck
from fireline.chance import d6, d20
from fireline.cli import show
from fireline.formats.logfile import load_log, write_log
from fireline.game.entries import read_entry
from fireline.game.result import as_json
from fireline.questions.columns import CompareRequest, compare
from fireline.questions.games import game_in

VILLAGE = [str(EXAMPLES / "blightmeer-village.yaml"), "-s", "lookout", "-t", "brute"]
COLUMN = [str(EXAMPLES / "ancients-ranged-combat.yaml"), "-s", "bow", "-t", "warriors"]
SLINGERS = [str(EXAMPLES / "ancients-ranged-combat.yaml"), "-s", "slingers", "-t", "warriors"]
BURST = [str(EXAMPLES / "endless-horizons-burst.yaml"), "-s", "player", "-t", "target"]


def test_editions_stand_side_by_side_with_the_rule_that_parts_them(typed: Typed) -> None:
    out = typed("compare", *VILLAGE, "-e", "2025-11", "-e", "2026-01")
    told = "36.6% with 2026-07, 37.3% with 2025-11 (+0.7) and 36.7% with 2026-01 (+0.1)."
    assert " ".join(out.split()).startswith(f"lookout (Elvish Bow) > brute (Throwing Stars): hurts the target, {told}")
    assert "(597/1600)" not in out
    exact = typed("compare", *VILLAGE, "-e", "2025-11", "--exact")
    assert "36.6% (234081/640000)   37.3% (597/1600)" in exact
    assert "+0.7 (+4719/640000)" in exact
    assert "Why 2025-11 differs" in out
    assert "BLM-7.4" in out
    assert "Different in 2025-11, but without effect on this shot" in out


def test_changes_and_illegal_columns_that_have_no_chances(typed: Typed) -> None:
    barred = "units[bow].moved=1; board.terrain.D5=forest"
    out = typed("compare", *COLUMN, "-c", "units[bow].moved=1", "-c", barred, "-c", "options.lone_leader_pins=true")
    assert "not legal with units[bow].moved=1, board.terrain.D5=forest" in " ".join(out.split())
    assert "The line of sight is blocked by the forest on D5." in out
    assert "forbids" in out
    assert "options.lone_leader_pins=true: nothing makes this shot differ from as it stands." in out
    out = typed("compare", *SLINGERS, "-c", "units[slingers].moved=1")
    assert "hits" not in out
    assert out.startswith("Light Slingers (F8) > Warriors (C5): not legal, as it stands and units[slingers].moved=1.")


def test_weapons_other_battles_and_verdicts_that_turn_either_way(typed: Typed, tmp_path: Path) -> None:
    moved = str(EXAMPLES / "ancients-ranged-combat-moved.yaml")
    out = typed("compare", COLUMN[0], moved, COLUMN[0], *COLUMN[1:])
    assert "ancients-ranged-combat.yaml" in out
    assert "ancients-ranged-combat.yaml (3)" in out
    assert "Rifle" in typed("compare", *VILLAGE, "--weapon", "Rifle")
    closest = [str(EXAMPLES / "blightmeer-closest.yaml"), "-s", "archer", "-t", "sixth"]
    for edition in (["-e", "2026-01"], ["-c", "edition=2026-01"]):
        assert "makes it legal" in typed("compare", *closest, *edition)
    text = (EXAMPLES / "blightmeer-closest.yaml").read_text().replace("@2025-11", "@2026-01")
    (tmp_path / "open.yaml").write_text(text)
    assert "makes it illegal" in typed("compare", str(tmp_path / "open.yaml"), *closest[1:], "-e", "2025-11")


def test_a_protector_cannot_be_named_where_nobody_protects_and_numbers_are_no_rule(
    typed: Typed, tmp_path: Path
) -> None:
    text = (EXAMPLES / "blightmeer-protect.yaml").read_text()
    (tmp_path / "old.yaml").write_text(re.sub(r"blightmeer@\S+", "blightmeer@2025-11", text))
    bowman = [str(tmp_path / "old.yaml"), "-s", "bowman", "-t", "captain"]
    (difference,) = typed.data("compare", *bowman, "-c", "edition=2026-07; shot.protector=squire")["differences"]
    assert any(one["matters"] and one["alone"] is None for one in difference["causes"]), "cannot be declared"
    out = typed("compare", *PROTECTED, "-c", "units[captain].defence=18", "-c", "units[hound].morale=14")
    assert "units[captain].defence=18: every rule and modifier acts the same; the numbers make the odds differ." in out
    assert "units[hound].morale=14: nothing makes this shot differ from as it stands." in out


def test_the_comparison_in_json_and_its_chart(typed: Typed, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    out = typed.data("compare", *VILLAGE, "-e", "2025-11", "--out", str(chart))
    assert [column["label"] for column in out["columns"]] == ["2026-07", "2025-11"]
    assert "2025-11" in chart.read_text()
    assert typed("compare", *COLUMN, "-c", "units[bow].moved=1", "-o", str(chart)).endswith(f"Wrote {chart}.")
    none = tmp_path / "none.svg"
    out = typed("compare", *SLINGERS, "-c", "units[slingers].moved=1", "-o", str(none))
    assert out.endswith("There is nothing to draw.")
    assert not none.exists()


def test_every_door_reads_and_names_columns_alike(typed: Typed) -> None:
    barred = "units[lookout].moved=true; units[brute].defence=9"
    options = ["-e", "2025-11", "-e", "2026-07", "--weapon", "Rifle", "-c", barred, "-c", "units[none].moved=true"]
    shot, told = {"shooter": "lookout", "target": "brute"}, typed.data("compare", *VILLAGE, *options, status=2)
    columns: list[dict[str, Any]] = [
        {"changes": {"edition": "2025-11"}},
        {"changes": "edition=blightmeer@2026-07"},
        {"weapon": "Rifle"},
        {"changes": {"units[lookout].moved": True, "units[brute].defence": 9}},
        {"changes": "units[none].moved=true"},
    ]
    asked = read_entry(CompareRequest, {"battle": fireline.load(VILLAGE[0]), "shot": shot, "columns": columns})
    assert json.loads(as_json(compare(asked).data())) == told
    first, second, third, last = (column["label"] for column in told["columns"])
    assert [first, second, third, last] == ["2026-07", "2025-11", "Rifle", barred.replace(";", ",")]
    assert list(told["problems"]) == ["units[none].moved=true"]


PROTECTED = [str(EXAMPLES / "blightmeer-protect.yaml"), "-s", "bowman", "-t", "captain"]
TERMS = "Owed answers are those that are worst for the player who owes them."


@pytest.mark.whole("long")
@pytest.mark.parametrize(
    "asked",
    [
        ["targets", *PROTECTED[:3]],
        ["worth", *PROTECTED],
        ["compare", *PROTECTED, "-c", "units[captain].defence=18"],
        ["compare", *PROTECTED, "--grid", "defence=16..18"],
    ],
)
def test_chances_that_hang_on_answers_say_whose(asked: list[str], typed: Typed) -> None:
    assert typed(*asked, "--answers", "worst").endswith(TERMS)


@pytest.mark.whole("long")
def test_a_column_may_stand_on_other_answers(typed: Typed) -> None:
    asked = ["compare", *PROTECTED, "-c", "answers=worst"]
    data = typed.data(*asked)
    first, second = (Fraction(column["odds"]["headline"]["p"]) for column in data["columns"])
    alone = fireline.load(PROTECTED[0]).with_answers("worst").odds(fireline.Shot("bowman", "captain"))
    assert second == alone.headline.chance
    (difference,) = data["differences"]
    cause = next(one for one in difference["causes"] if one["what"] == "owed answers")
    assert (cause["before"], cause["after"]) == ("customary", "worst")
    assert Fraction(cause["alone"]["headline"]) == Fraction(cause["last"]["headline"]) == second - first
    assert data["stands_on"].startswith("as it stands: Owed answers are the customary ones")
    assert data["stands_on"].endswith(f"answers=worst: {TERMS}")
    assert "owed answers" in typed(*asked)
    told = typed.refused("compare", *PROTECTED, "-c", "answers=fine")
    assert told.endswith("answers: 'fine' is no way to give owed answers; allowed: customary, best, worst")


@pytest.mark.whole("long")
def test_a_grid_says_where_editions_part(typed: Typed, tmp_path: Path) -> None:
    heat = tmp_path / "heat.png"
    arguments = [*VILLAGE, "-e", "2025-11", "-e", "2026-07", "--grid", "ranged=5..7,defence=5..7"]
    out = typed("compare", *arguments, "--out", str(heat))
    assert "ranged 5 to 7 × defence 5 to 7: 9 cells, each exact; hurts the target." in out
    assert "differs first with ranged 5, defence 5: " in out
    assert "differs from 2026-07 in 9 of 9 cells" in out
    assert heat.read_bytes().startswith(b"\x89PNG")
    answer = typed.data("compare", *arguments, "--of", "wounds_lost")
    assert answer["measure"] == "wounds_lost"
    assert len(answer["cells"]) == 9


def test_a_grid_of_equals_of_means_and_of_what_is_not_legal(typed: Typed) -> None:
    same = ["compare", *COLUMN, "-c", "options.lone_leader_pins=true", "--grid", "shooter.moved=0..1"]
    assert "options.lone_leader_pins=true is the same as as it stands in every cell." in typed(*same)
    held = ["compare", *COLUMN, "-c", "units[bow].ordered=false", "--grid", "shooter.moved=0..1"]
    out = typed(*held)
    assert "another verdict in 2" in out
    assert "differs most" not in out
    means = ["compare", *COLUMN, "-c", "board.terrain.C5=forest", "--grid", "shooter.moved=0..1", "--of", "hits"]
    assert "0.33 (1/3)" in typed(*means, "--exact")


def test_a_column_that_cannot_be_asked_is_told_and_the_rest_goes_on(typed: Typed) -> None:
    bad = ["-c", "units[bow].mved=1", "-e", "2025-11", "--weapon", "Bow", "-c", "units[nobody].moved=1"]
    good = ["-c", "units[bow].moved=1"]
    out = " ".join(typed("compare", *COLUMN, *bad, *good, status=2).split())
    assert "16.7% with units[bow].moved=1 (−13.9)." in out
    named = "2025-11, Bow, units[nobody].moved=1 and units[bow].mved=1"
    assert typed.err == f"fireline compare: 4 columns are left out, as the answer tells: {named}\n"
    assert "−13.9 (−5/36)" in typed("compare", *COLUMN, *good, "--exact")
    assert "Left out: units[bow].mved=1: units[bow].mved: unknown key 'mved'; did you mean 'moved'?" in out
    assert "Left out: 2025-11: edition: there is only one version of ancients" in out
    assert "Left out: Bow: weapon: a shot of Commands & Colors: Ancients has no weapon to choose" in out
    data = typed.data("compare", *COLUMN, *bad, *good, status=2)
    assert [column["label"] for column in data["columns"]] == ["as it stands", "units[bow].moved=1"]
    assert list(data["problems"]) == ["2025-11", "Bow", "units[nobody].moved=1", "units[bow].mved=1"]
    grid = typed("compare", *COLUMN, *bad, *good, "--grid", "shooter.moved=0..1", status=2)
    assert "units[bow].moved=1 is the same as as it stands in every cell." in grid
    assert "Left out: units[bow].mved=1: " in grid
    battles = typed("compare", COLUMN[0], VILLAGE[0], COLUMN[0], *COLUMN[1:], status=2)
    assert "Left out: blightmeer-village.yaml: " in battles
    assert typed.refused("compare", *COLUMN, *bad, "--grid", "shooter.moved=0..1").startswith("edition: there is only")


@pytest.mark.whole("long")
def test_a_grid_of_one_version_alone(typed: Typed, tmp_path: Path) -> None:
    one = typed("compare", *COLUMN, "--grid", "shooter.moved=0..1", "-o", str(tmp_path / "heat.svg"))
    assert "at least one block lost, from 16.7% with shooter.moved 1 to 30.6% with" in one
    assert "\nshooter.moved 0  ███████                   30.6%\n" in one
    assert "30.6%" in (tmp_path / "heat.svg").read_text()
    field = typed("compare", *VILLAGE, "--grid", "ranged=5..7,defence=5..7", "--exact")
    assert len(re.findall(r"^ [5-7] +[5-7] +\d", field, re.MULTILINE)) == 9
    large = typed("compare", *VILLAGE, "--grid", "ranged=2..20,defence=2..20")
    assert "Every cell is told by --exact and --json" in large
    none = ["compare", *SLINGERS, "--grid", "units[slingers].moved=0..2,board.columns=13..30"]
    assert ": legal in no cell." in typed(*none)


def test_columns_as_a_team_may_know_them(typed: Typed) -> None:
    hero = [str(EXAMPLES / "duel-of-ages-tommy-gun.yaml"), "-s", "sanchez", "-t", "lazar"]
    change = ["-c", "heroes[sanchez].ratings.aim=4"]
    seen = typed.data("compare", *hero, *change, "--team", "white")
    alone = typed.data("odds", *hero, "--team", "white")
    assert seen["columns"][0]["odds"] == alone["odds"]
    assert "'red' is no team" in typed.refused("compare", *hero, *change, "--team", "red")


def test_help_shows_brackets(typed: Typed) -> None:
    assert "units[bow].moved=1" in " ".join(typed("compare", "--help").split())


@pytest.mark.whole("long")
def test_worth_lists_every_line_and_that_nothing_would_help(typed: Typed) -> None:
    plain = typed("worth", *VILLAGE)
    assert plain.startswith("lookout (Elvish Bow) > brute (Throwing Stars): hurts the target, 36.6%.")
    out = typed("worth", *VILLAGE, "--exact")
    assert "target has Cover" in out
    assert "−10.3 (−6598071/64000000)" in out
    assert "Advantage from above" in out
    assert "Worth nothing in this shot: pierce of the Elvish Bow (BLM-2.3)" in out
    nothing = "No other way to shoot, no aim, no other target and no step would raise the chance and cost nothing."
    assert nothing in out, "a step aside costs more than it gains"
    assert len(out.splitlines()) < 40


def test_worth_of_an_illegal_shot_and_where_there_is_nothing_to_shoot_with(typed: Typed) -> None:
    out = typed("worth", *SLINGERS, "--exact")
    assert "still forbidden" in out
    assert "Without these rules it would be 30.6%." in " ".join(out.split())
    assert "No other way to shoot, no aim, no other target and no step would make it legal." in out
    alone = typed("worth", str(EXAMPLES / "blightmeer-closest.yaml"), "-s", "archer", "-t", "sixth", "--exact")
    assert "BLM-3.1   25.6% (511/2000)" in alone
    assert "shoot at fifth" in alone
    out = typed("worth", str(EXAMPLES / "blightmeer-closest.yaml"), "-s", "first", "-t", "archer", "--exact")
    assert "still be no shot" in out
    hero = [str(EXAMPLES / "duel-of-ages-tommy-gun.yaml"), "-s", "sanchez", "-t", "lazar", "--team", "white"]
    assert "rifle symbol" in typed("worth", *hero)


def test_worth_of_options_that_decide_and_in_json(typed: Typed, tmp_path: Path) -> None:
    data = typed.data("worth", *BURST, "-w", "bullets=3")
    assert data["mean_of"] == "hits"
    assert [line["value"] for line in data["lines"]][:2] == [5, 8]
    assert data["remedies"][0]["kind"] == "aim"
    far = Path(BURST[0]).read_text().replace('{"player>target": 100}', '{"player>target": 400}')
    (tmp_path / "far.yaml").write_text(f"{far}\noptions: {{beyond_range_penalty: 3}}\n")
    assert "illegal without it" in typed("worth", str(tmp_path / "far.yaml"), *BURST[1:])


@pytest.fixture
def log(tmp_path: Path, typed: Typed) -> str:
    file = str(tmp_path / "game.jsonl")
    typed("phase", COLUMN[0], "--auto", "--seed", "5", "--log", file)
    return file


def test_luck_tells_what_came_and_what_was_due_and_where_nothing_was_rolled(
    log: str, typed: Typed, tmp_path: Path
) -> None:
    out = typed("luck", log)
    assert out.startswith("bottom, shots with any hits: 0 against 0.92 expected; fewer than in 83.3% of games")
    assert re.search(r"bottom, hits +█+ +0 against 1\.00 expected, luckier than 16\.7%", out)
    assert re.search(r" hits +3 +0 +1\.00 \(1\) +16\.7% \(", typed("luck", log, "--exact"))
    assert "Each count is compared with games in which these shots are thrown again" in out
    assert "bottom: 6 battle dice thrown; green: 1, blue: 1" in out
    assert "chi-square" not in out
    assert typed.data("luck", log)["tallies"][0]["who"] == "bottom"
    assert typed.refused("luck", log, "--team", "botom").startswith("team: 'botom' is no player who rolled")
    assert typed.refused("luck", COLUMN[0]).startswith(COLUMN[0])
    write_log(fireline.GameLog(fireline.load(COLUMN[0])), tmp_path / "none.jsonl")
    assert typed("luck", str(tmp_path / "none.jsonl")) == "No roll in this log could have come out differently."


def test_luck_is_that_of_an_exported_table_and_of_a_game_of_the_page(log: str, typed: Typed, tmp_path: Path) -> None:
    export, page, game = EXAMPLES / "ancients-table.jsonl", tmp_path / "page.jsonl", load_log(log)
    assert "6 battle dice thrown" in " ".join(typed("luck", str(export)).split())
    assert typed.data("luck", "ancients-table") == luck(game_in(export.read_text(encoding="utf-8"))).data()
    steps = [{key: one.data()[key] for key in ("command", "events", "faces")} for one in game.entries]
    rows = [{"fireline_game": 1, "battle": game.start.data()}, *steps]
    page.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert typed.data("luck", str(page))["tallies"] == typed.data("luck", log)["tallies"]
    page.write_text(export.read_text(encoding="utf-8") * 2, encoding="utf-8")
    assert "page.jsonl: line 15: begins a second table" in typed.refused("luck", str(page))
    page.write_bytes(export.read_bytes() + b"\xff")
    assert typed.refused("luck", str(page)).endswith(f"page.jsonl: is not UTF-8 text (byte {export.stat().st_size})")


def test_luck_names_what_is_approximate_and_what_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    third = Fraction(1, 3**80)
    hits = LuckTally("white", "hits", 9, 4, Fraction(3), third, third)
    dice = (DiceTally("white", d6, (5, 5, 5, 5, 5, 5)), DiceTally("white", d20, (5,) * 20))
    show.answer(LuckReport((hits,), dice, ("attacks hit",), 2))
    out = capsys.readouterr().out
    assert "white: 30 d6s thrown; 1: 5, 2: 5" in out
    assert "fair dice are as uneven in about 100% of games" in out
    assert "chi-square test, an approximation" in " ".join(out.split())
    assert "Not added up, because the highest count stands for that many or more: attacks hit." in " ".join(out.split())
    assert "2 steps left out" in out
