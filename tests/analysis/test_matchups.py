"""All against all: each pair is the shot that `targets` tells, both ways, and stands in table, picture and Parquet."""

import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from ancients_table import lay
from battles import EXAMPLES
from fireline import load
from fireline.analysis.matchups import matchups
from fireline.cli import run
from fireline.game.battle import Battle

COLUMN = str(EXAMPLES / "ancients-ranged-combat.yaml")
Output = pytest.CaptureFixture[str]


@pytest.mark.whole("long")
@pytest.mark.parametrize("answers", ["customary", "best", "worst"])
def test_every_pair_stands_on_the_answers_asked_for(answers: str) -> None:
    battle = load(EXAMPLES / "blightmeer-protect.yaml").with_answers(answers)
    told = {one.target: one.odds for one in battle.targets("bowman")}
    assert {pair.target: pair.preview.odds for pair in matchups(battle).pairs if pair.shooter == "bowman"} == told


@pytest.mark.parametrize(
    ("name", "far"),
    [("ancients-ranged-combat", "2"), ("duel-of-ages-tommy-gun", "2"), ("endless-horizons-burst", "75/2")],
)
def test_at_a_distance_every_pair_is_so_far_apart(name: str, far: str) -> None:
    battle = load(EXAMPLES / f"{name}.yaml")
    found = matchups(battle, Fraction(far))
    assert {Fraction(pair.distance) for pair in found.pairs} == {Fraction(far)}
    assert found.data()["apart"] == far
    apart = battle.ruleset.planning and battle.ruleset.planning.apart
    assert apart
    for pair in found.pairs:
        state = apart(battle.state, pair.shooter, pair.target, Fraction(far))
        assert Battle.read(battle.with_state(state).data()).state == state, "a battle file can say so"
        places, others = battle.places, {unit.id for unit in battle.units} - {pair.target}
        if places.measure != "metres":
            leaders = {one for one in others if places.at(battle.state, one) == places.at(battle.state, pair.target)}
            assert all(places.at(state, one) == places.at(battle.state, one) for one in others - leaders)


def test_the_free_hex_that_is_nearest_holds_the_target() -> None:
    battle = lay("bow bottom light_bow_infantry F5", "ax top auxilia C4", "wall top auxilia D4")
    (pair,) = (one for one in matchups(battle, Fraction(2)).pairs if one.target == "ax" and one.side == "bottom")
    assert pair.preview.ruling.summary["distance"] == 2
    planning = battle.ruleset.planning
    assert planning
    assert planning.apart
    state = planning.apart(battle.state, "bow", "ax", Fraction(2))
    assert battle.places.at(state, "ax") == "D5", "D4 is taken"


@pytest.mark.parametrize(
    ("battle", "far", "complaint"),
    [
        ("ancients-ranged-combat", "30", "distance: 'warriors' can stand nowhere 30 hexes from bow"),
        ("ancients-ranged-combat", "2.5", "distance: 2.5 is no distance here; it is a whole number of hexes"),
        ("ancients-ranged-combat", "far", "'--distance' / '-d': it must be a number"),
        ("endless-horizons-burst", "-1", "--distance: -1.0 is too small; at least 0"),
        ("blightmeer-protect", "6", "cannot put a unit at a distance; leave out the distance"),
    ],
)
def test_a_distance_that_cannot_be_is_one_line(battle: str, far: str, complaint: str, capsys: Output) -> None:
    assert run(["matchups", str(EXAMPLES / f"{battle}.yaml"), f"--distance={far}"]) == 2
    told = capsys.readouterr().err
    assert complaint in told
    assert told.count("\n") == 1


def test_the_table_has_both_sides_and_so_have_picture_parquet_and_json(capsys: Output, tmp_path: Path) -> None:
    assert run(["matchups", COLUMN]) == 0
    assert "30.6% at Warriors (C5)" in capsys.readouterr().out
    assert run(["matchups", COLUMN, "--exact"]) == 0
    told = capsys.readouterr().out
    assert "bottom at" in told
    assert "top at" in told
    assert "30.6%" in told


@pytest.mark.whole("extra")
def test_picture_parquet_and_json(capsys: Output, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    heat, table = tmp_path / "heat.svg", tmp_path / "pairs.parquet"
    assert run(["matchups", COLUMN, "--out", str(heat)]) == 0
    assert "bottom fires" in heat.read_text()
    capsys.readouterr()
    assert run(["matchups", COLUMN, "--out", str(table), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    rows = pq.read_table(table).to_pylist()
    assert [(row["shooter"], row["target"], row["headline_exact"]) for row in rows] == [
        (pair["shooter"], pair["target"], pair["headline"] and pair["headline"]["p"]) for pair in data["pairs"]
    ]
    assert all(row["legal"] or row["because"] for row in rows)


def test_a_team_asks_and_a_wrong_name_and_a_missing_extra_are_one_line(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel = str(EXAMPLES / "duel-of-ages-tommy-gun.yaml")
    assert run(["matchups", duel, "--team", "white"]) == 0
    capsys.readouterr()
    one_row = tmp_path / "warriors.svg"
    assert run(["targets", COLUMN, "-s", "warriors", "-d", "2", "-o", str(one_row)]) == 0, "out of its turn, too"
    assert "not its turn now" in capsys.readouterr().out
    assert "top fires" in one_row.read_text()
    assert "bottom fires" not in one_row.read_text()
    assert run(["matchups", COLUMN, "--out", "pairs.txt"]) == 2
    assert "name it .svg, .png or .parquet" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert run(["matchups", COLUMN, "--out", str(tmp_path / "pairs.parquet")]) == 2
    assert "fireline[sweep]" in capsys.readouterr().err
