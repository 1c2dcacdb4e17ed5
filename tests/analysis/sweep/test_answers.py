"""The figures of a case are those that the same battle, written by hand, gives when it is asked alone."""

import pickle
import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

import fireline
from fireline.analysis.intervals import Interval
from fireline.analysis.shots import count_shots
from fireline.analysis.simulate import simulate
from fireline.analysis.sweep.jobs import Sweep
from fireline.analysis.sweep.results import kinds, measure
from fireline.formats.folder import Folder
from fireline.formats.report.table import Figure
from fireline.game.battle import Battle
from sweeping import EXAMPLES, PHASES, SHOT, Alone, loaded, rows, swept, written

pytestmark = pytest.mark.usefixtures("plain_tables")

BOW = (EXAMPLES / "ancients-ranged-combat.yaml").read_text(encoding="utf-8")
ARCHER = """\
battle = "blightmeer-village.yaml"
shot = {shooter = "archer", target = "sniper"}
vary.edition = ["2025-11", "2026-07"]
vary.shot.protector = ["wounded", "sniper"]
ask = {means = ["wounds_lost"], marginals = ["injury", "attacks_hit"]}
"""
PROTECT = """\
battle = "blightmeer-protect.yaml"
shot = {shooter = "bowman", target = "captain"}
"""
OPEN = ARCHER.replace("vary.shot", "# vary.shot").replace("2025-11", "2026-01")
MIXED = """\
name = "Two battles"
battle = ["ancients-ranged-combat.yaml", "ancients-ranged-combat-moved.yaml"]
shot = {shooter = "horse", target = "legion"}
[vary]
"units[horse].ordered" = [true, false]
"units[warriors].blocks" = "1..2"
[[zip]]
"units[legion].blocks" = [1, 2]
"units[legion].type" = ["heavy_infantry", "medium_infantry"]
"""


def by_hand(moved: int, hex_: str) -> Battle:
    """The battle of the ancients with the bow moved and the warriors elsewhere, changed as text."""
    text = re.sub(r"(id: bow, [^}]*)}", rf"\1, moved: {moved}}}", BOW)
    text = re.sub(r"(id: warriors, [^}]*hex: )\w+", rf"\g<1>{hex_}", text)
    return Battle.read(yaml.safe_load(text))


def test_every_exact_figure_is_the_one_of_the_battle_asked_alone(tmp_path: Path) -> None:
    told = swept(written(tmp_path, SHOT), tmp_path / "out.parquet")
    table = rows(tmp_path / "out.parquet")
    assert [row["case"] for row in table] == list(range(1, 10))
    for row in table:
        seen = by_hand(row["units[bow].moved"], row["units[warriors].hex"]).preview(fireline.Shot("bow", "warriors"))
        assert row["legal"] == seen.ruling.legal
        assert row["exact"]
        if seen.odds is None:
            first = seen.ruling.refusals[0]
            assert (row["rule"], row["because"]) == (first.rule, first.because)
            assert row["headline"] is row["mean(hits)_exact"] is row["hits=1"] is None
            continue
        assert row["headline_name"] == seen.odds.headline.name
        assert Fraction(row["headline_exact"]) == seen.odds.headline.chance
        assert row["headline"] == float(seen.odds.headline.chance)
        assert Fraction(row["mean(hits)_exact"]) == seen.odds.marginal("hits").mean()
        for hits in (0, 1, 2):
            assert Fraction(row[f"hits={hits}_exact"]) == seen.odds.marginal("hits").get(hits, 0)
        assert Fraction(row["eliminated=false_exact"]) == seen.odds.marginal("eliminated")[False]
    assert (told.cases, told.legal, told.illegal) == (9, 6, 3)
    assert {row["legal"] for row in table} == {True, False}


@pytest.mark.whole("long")
def test_what_an_edition_does_not_know_is_a_problem_of_its_cases_alone(tmp_path: Path) -> None:
    told = swept(written_with_models(tmp_path, ARCHER), tmp_path / "out.parquet")
    table = rows(tmp_path / "out.parquet")
    assert [row["problem"] is None for row in table] == [row["edition"] == "2026-07" for row in table]
    assert all("nobody can Protect in blightmeer@2025-11" in problem for problem in told.problems.values())
    assert set(told.problems) == {1, 2}


def test_owed_answers_are_given_as_the_spec_or_an_axis_says(tmp_path: Path) -> None:
    swept(written(tmp_path, PROTECT + 'vary.answers = ["customary", "best", "worst"]'), tmp_path / "axis.parquet")
    by_axis = {row["answers"]: row["headline_exact"] for row in rows(tmp_path / "axis.parquet")}
    battle, shot = fireline.load(EXAMPLES / "blightmeer-protect.yaml"), fireline.Shot("bowman", "captain")
    for way, exact in by_axis.items():
        assert Fraction(exact) == battle.with_answers(way).odds(shot).headline.chance
    swept(written(tmp_path, PROTECT + 'answers = "worst"\nvary.name = ["a"]'), tmp_path / "worst.parquet")
    assert rows(tmp_path / "worst.parquet")[0]["headline_exact"] == by_axis["worst"]
    assert len(set(by_axis.values())) == 2, "the customary answer is the best one here"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("attacks_hit", r"attacks_hit has no exact mean, for \d\+ stands"),
        ("injury", "injury has no mean, for 'none' is no number"),
    ],
)
def test_a_mean_of_an_open_ended_count_or_of_words_is_refused(name: str, why: str, tmp_path: Path) -> None:
    text = OPEN.replace('["wounds_lost"]', f'["{name}"]')
    with pytest.raises(fireline.BattleFileError, match=rf"ask\.means\[0\]: {why}"):
        swept(written_with_models(tmp_path, text), tmp_path / "out.parquet")


def test_simulated_figures_are_those_of_the_phases_of_the_seed_in_the_row(tmp_path: Path) -> None:
    swept(written(tmp_path, PHASES), tmp_path / "out.parquet")
    table = rows(tmp_path / "out.parquet")
    assert len({row["seed"] for row in table}) == 2
    for row in table:
        data = yaml.safe_load(BOW)
        next(unit for unit in data["units"] if unit["id"] == "warriors")["blocks"] = row["units[warriors].blocks"]
        alone = simulate(Battle.read(data), phases=120, seed=row["seed"])
        counts = alone.units["warriors"]["blocks"]
        blocks = alone.sides["top"]["blocks"]
        assert row["trials"] == 120
        assert not row["exact"]
        assert row["legal"] is None
        for lost in (0, 1):
            share = counts.get(lost, 0) / 120
            assert row[f"warriors.blocks={lost}"] == share
            assert row[f"warriors.blocks={lost}_low"] < share < row[f"warriors.blocks={lost}_high"]
        assert row["mean(top.blocks)"] == pytest.approx(sum(n * count for n, count in blocks.items()) / 120)
        assert row["mean(top.blocks)_low"] < row["mean(top.blocks)"] < row["mean(top.blocks)_high"]


def test_simulated_shots_are_those_of_the_seed_in_the_row(tmp_path: Path) -> None:
    told = swept(written(tmp_path, SHOT + "exact = false\ntrials = 400\n"), tmp_path / "out.parquet")
    assert (told.legal, told.illegal, told.never) == (6, 3, ())
    for row in rows(tmp_path / "out.parquet"):
        assert not row["exact"]
        battle, shot = by_hand(row["units[bow].moved"], row["units[warriors].hex"]), fireline.Shot("bow", "warriors")
        if not row["legal"]:
            assert row["headline"] is row["hits=1"] is None
            continue
        taken = count_shots(battle, shot, shots=400, seed=row["seed"])
        hits = taken.marginal("hits")
        assert [row[f"hits={n}"] for n in range(3)] == [hits[n] / 400 for n in range(3)]
        assert row["headline"] == (400 - hits[0]) / 400
        assert row["mean(hits)"] == pytest.approx(sum(n * count for n, count in hits.items()) / 400)
        exact = battle.odds(shot).headline.chance
        assert row["headline_low"] - 0.05 < exact < row["headline_high"] + 0.05


def test_a_loss_that_nobody_ever_suffers_is_named(tmp_path: Path) -> None:
    text = PHASES.replace('"top.blocks"', '"top.blcoks"').replace("120", "20")
    told = swept(written(tmp_path, text), tmp_path / "out.parquet")
    assert told.never == ("top.blcoks",)
    assert (told.exact, told.legal, told.illegal) == (False, 0, 0)


def test_the_intervals_of_one_trial_are_as_wide_as_they_must_be() -> None:
    answer = {"trials": 1, "marginals": {"shots": {"3": 1}}}
    seen = measure(Figure("mean", "shots"), answer)
    assert seen == (Fraction(3), Interval(float("-inf"), float("inf")))


def test_the_interval_of_a_mean_is_196_hundredths_of_its_error_to_each_side() -> None:
    seen = measure(Figure("mean", "shots"), {"trials": 101, "marginals": {"shots": {"1": 100, "102": 1}}})
    assert seen is not None
    assert seen[0] == 2
    assert seen[1] == pytest.approx((2 - 1.959964, 2 + 1.959964))


def test_values_that_make_a_shot_impossible_are_a_problem_of_their_cases_alone(tmp_path: Path) -> None:
    text = SHOT.replace('.hex" = ["C5", "D4", "A1"]', '.id" = ["warriors", "others"]').replace("[0, 1, 2]", "[0]")
    told = swept(written(tmp_path, text), tmp_path / "out.parquet")
    assert told.problems.keys() == {2}
    assert told.problems[2].startswith("shot.target: 'warriors' is no unit or leader of this battle; ")


def test_a_mistake_of_the_rules_costs_one_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Sweep.variant

    def broken(self: Sweep, values: Mapping[str, Any]) -> object:
        if values == self.spec.grid[4]:
            raise ZeroDivisionError("two\nlines")
        return whole(self, values)

    monkeypatch.setattr(Sweep, "variant", broken)
    told = swept(written(tmp_path, SHOT), tmp_path / "out.parquet")
    assert told.problems == {5: "fireline made a mistake (ZeroDivisionError: two lines); please report it"}


def written_with_models(folder: Path, text: str) -> Path:
    """A spec in a folder with the village and its models."""
    for model in ("tower.glb", "tower.parts.yaml", "scout.stl", "scout.parts.yaml", "brute.glb"):
        (folder / model).write_bytes((EXAMPLES / model).read_bytes())
    return written(folder, text)


def test_models_travel_with_the_sweep_and_side_files_with_the_models(tmp_path: Path) -> None:
    asked = loaded(ARCHER)
    packed = asked.bases["blightmeer-village.yaml"].files
    names = {name for name, _ in packed.files}
    assert names == {"tower.glb", "tower.parts.yaml", "scout.stl", "scout.parts.yaml", "brute.glb"}
    there = pickle.loads(pickle.dumps(packed))  # noqa: S301 - as workers get it
    assert there == packed
    assert there.model("scout.stl", "") == Folder(EXAMPLES).model("scout.stl", "")


def test_a_varied_value_that_names_a_file_takes_it_along() -> None:
    text = 'vary."units[brute].model" = ["brute.glb", "tower.glb"]\n'
    asked = loaded(
        ARCHER.replace("vary.edition", text + "vary.edition").replace("blightmeer-village", "blightmeer-closest")
    )
    assert {"brute.glb", "tower.glb"} <= {name for name, _ in asked.bases["blightmeer-closest.yaml"].files.files}


def test_the_digest_of_a_sweep_changes_with_all_that_matters() -> None:
    now = loaded(SHOT).digest
    assert loaded(SHOT).digest == now
    answers = [f'{SHOT}answers = "{way}"' for way in ("best", "worst")]
    changes = SHOT.replace('"hits", ', ""), SHOT + "seed = 1", SHOT.replace("[0, 1, 2]", "[0, 2]"), *answers
    assert len({now, *(loaded(changed).digest for changed in changes)}) == 1 + len(changes)


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ("[false, true]", "bool"),
        ("[0, true]", "string"),
        ("[1, 2]", "int64"),
        ("[1, 2.5]", "float64"),
        ("[1, 'two']", "string"),
        (f"[{2**63 - 1}, {-(2**63)}]", "int64"),
        (f"[{2**63}]", "string"),
        (f"[{-(2**63) - 1}]", "string"),
    ],
)
def test_a_field_has_the_narrowest_type_that_holds_it(values: str, kind: str) -> None:
    assert kinds(loaded(f"{PHASES}vary.name = {values}"))["name"] == kind


def test_of_several_battles_each_case_says_its_own_and_what_varied_together(tmp_path: Path) -> None:
    swept(written(tmp_path, MIXED), tmp_path / "out.parquet")
    table = rows(tmp_path / "out.parquet")
    files = [f"ancients-ranged-combat{more}.yaml" for more in ("", "-moved") for _ in range(8)]
    assert [row["battle"] for row in table] == files
    assert [row["legal"] for row in table] == [*[True] * 4, *[False] * 4] * 2, "only who is ordered fires"
    fields = "units[legion].blocks", "units[legion].type"
    assert [tuple(map(row.get, fields)) for row in table] == [(1, "heavy_infantry"), (2, "medium_infantry")] * 8
    chances = [row["headline_exact"] for row in table if row["legal"]]
    assert chances == ["11/36"] * 4 + ["1/6"] * 4, "who has moved fires with one die"


def test_a_crew_does_every_case_once_and_is_told_to_go(tmp_path: Path) -> None:
    went: list[int] = []

    class Dismissed(Alone):
        def dismiss(self) -> None:
            went.append(self.worked)

    swept(written(tmp_path, SHOT), tmp_path / "out.parquet", Dismissed)
    assert went == [9]
