"""The figures of a case are those that the same battle, written by hand, gives when it is asked alone."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import yaml

import fireline
from fireline.analysis.shots import count_shots
from fireline.analysis.simulate import simulate
from fireline.analysis.sweep.figures import Figure, Measure
from fireline.analysis.sweep.jobs import Sweep
from fireline.game.battle import Battle
from sweeping import EXAMPLES, PHASES, SHOT, Alone, loaded, swept, written

pytestmark = pytest.mark.whole("extra")

BOW = (EXAMPLES / "ancients-ranged-combat.yaml").read_text(encoding="utf-8")
ARCHER = """\
battle = "blightmeer-village.yaml"
shot = {shooter = "archer", target = "sniper"}
vary.edition = ["2025-11", "2026-07"]
vary."units[archer].ranged" = [12, 16]
vary.shot.protector = ["wounded", "sniper"]
ask = {means = ["wounds_lost"], marginals = ["injury", "attacks_hit"]}
"""
PROTECT = """\
battle = "blightmeer-protect.yaml"
shot = {shooter = "bowman", target = "captain"}
"""
OPEN = ARCHER.replace("vary.shot", "# vary.shot").replace("2025-11", "2026-01")


def by_hand(moved: int, hex_: str) -> Battle:
    """The battle of the ancients with the bow moved and the warriors elsewhere, changed as text."""
    text = re.sub(r"(id: bow, [^}]*)}", rf"\1, moved: {moved}}}", BOW)
    text = re.sub(r"(id: warriors, [^}]*hex: )\w+", rf"\g<1>{hex_}", text)
    return Battle.read(yaml.safe_load(text))


def test_every_exact_figure_is_the_one_of_the_battle_asked_alone(tmp_path: Path) -> None:
    told = swept(written(tmp_path, SHOT), tmp_path / "out.parquet")
    rows = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert [row["case"] for row in rows] == list(range(1, 10))
    for row in rows:
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
    assert {row["legal"] for row in rows} == {True, False}


def test_what_an_edition_does_not_know_is_a_problem_of_its_cases_alone(tmp_path: Path) -> None:
    told = swept(written_with_models(tmp_path, ARCHER), tmp_path / "out.parquet")
    rows = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert [row["problem"] is None for row in rows] == [row["edition"] == "2026-07" for row in rows]
    assert all("nobody can Protect in blightmeer@2025-11" in problem for problem in told.problems.values())
    assert set(told.problems) == {1, 2, 3, 4}


def test_owed_answers_are_given_as_the_spec_or_an_axis_says(tmp_path: Path) -> None:
    swept(written(tmp_path, PROTECT + 'vary.answers = ["customary", "best", "worst"]'), tmp_path / "axis.parquet")
    by_axis = {row["answers"]: row["headline_exact"] for row in pq.read_table(tmp_path / "axis.parquet").to_pylist()}
    battle, shot = fireline.load(EXAMPLES / "blightmeer-protect.yaml"), fireline.Shot("bowman", "captain")
    for way, exact in by_axis.items():
        swept(written(tmp_path, PROTECT + f'answers = "{way}"\nvary.name = ["a"]'), tmp_path / f"{way}.parquet")
        (row,) = pq.read_table(tmp_path / f"{way}.parquet").to_pylist()
        assert Fraction(exact) == Fraction(row["headline_exact"]) == battle.with_answers(way).odds(shot).headline.chance
    assert len(set(by_axis.values())) == 2, "the customary answer is the best one here"


def test_jobs_of_other_answers_are_other_jobs() -> None:
    one, *others = (loaded(f"{SHOT}{more}") for more in ("", 'answers = "best"', 'answers = "worst"'))
    jobs_of_one = {one.job(case) for case in one.cases()}
    assert all(not jobs_of_one & {other.job(case) for case in other.cases()} for other in others)


def test_a_mean_of_an_open_ended_count_is_refused(tmp_path: Path) -> None:
    text = OPEN.replace('["wounds_lost"]', '["attacks_hit"]')
    with pytest.raises(
        fireline.BattleFileError, match=r"ask\.means\[0\]: attacks_hit has no exact mean, for \d\+ stands"
    ):
        swept(written_with_models(tmp_path, text), tmp_path / "out.parquet")


def test_a_mean_of_words_is_refused(tmp_path: Path) -> None:
    text = OPEN.replace('["wounds_lost"]', '["injury"]')
    with pytest.raises(fireline.BattleFileError, match=r"ask\.means\[0\]: injury has no mean, for 'none' is no number"):
        swept(written_with_models(tmp_path, text), tmp_path / "out.parquet")


def test_simulated_figures_are_those_of_the_phases_of_the_seed_in_the_row(tmp_path: Path) -> None:
    swept(written(tmp_path, PHASES), tmp_path / "out.parquet")
    rows = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert len({row["seed"] for row in rows}) == 2
    for row in rows:
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
    swept(written(tmp_path, SHOT + "exact = false\ntrials = 1000\n"), tmp_path / "out.parquet")
    for row in pq.read_table(tmp_path / "out.parquet").to_pylist():
        assert not row["exact"]
        battle, shot = by_hand(row["units[bow].moved"], row["units[warriors].hex"]), fireline.Shot("bow", "warriors")
        if not row["legal"]:
            assert row["headline"] is row["hits=1"] is None
            continue
        taken = count_shots(battle, shot, shots=1000, seed=row["seed"])
        hits = taken.marginal("hits")
        assert [row[f"hits={n}"] for n in range(3)] == [hits[n] / 1000 for n in range(3)]
        assert row["headline"] == (1000 - hits[0]) / 1000
        assert row["mean(hits)"] == pytest.approx(sum(n * count for n, count in hits.items()) / 1000)
        exact = battle.odds(shot).headline.chance
        assert row["headline_low"] - 0.05 < exact < row["headline_high"] + 0.05


@pytest.mark.parametrize("asked", ['means = ["hit"]', 'marginals = ["hit"]'])
def test_simulated_shots_have_the_figures_of_their_game(asked: str, tmp_path: Path) -> None:
    text = re.sub("ask = .*", f"ask = {{{asked}}}", SHOT) + "exact = false\n"
    with pytest.raises(fireline.BattleFileError, match=r"ask\.\w+\[0\]: 'hit' is no marginal of this game"):
        swept(written(tmp_path, text), tmp_path / "out.parquet")


def test_a_loss_that_nobody_ever_suffers_is_named(tmp_path: Path) -> None:
    text = PHASES.replace('"top.blocks"', '"top.blcoks"').replace("120", "20")
    told = swept(written(tmp_path, text), tmp_path / "out.parquet")
    assert told.never == ("top.blcoks",)


def test_the_intervals_of_one_trial_are_as_wide_as_they_must_be() -> None:
    answer = {"trials": 1, "counts": {"shots": {"3": 1}}}
    seen = Figure("mean", "shots").measure(answer)
    assert seen == Measure(Fraction(3), float("-inf"), float("inf"))


def test_a_mistake_of_the_rules_costs_one_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Sweep.variant

    def broken(self: Sweep, case: object) -> object:
        if getattr(case, "number", 0) == 4:
            raise ZeroDivisionError("two\nlines")
        return whole(self, case)  # type: ignore[arg-type]

    monkeypatch.setattr(Sweep, "variant", broken)
    told = swept(written(tmp_path, SHOT), tmp_path / "out.parquet")
    assert told.problems == {5: "fireline made a mistake (ZeroDivisionError: two lines)"}


def written_with_models(folder: Path, text: str) -> Path:
    """A spec in a folder with the village and its models."""
    for model in ("tower.glb", "tower.parts.yaml", "scout.stl", "scout.parts.yaml", "brute.glb"):
        (folder / model).write_bytes((EXAMPLES / model).read_bytes())
    return written(folder, text)


def test_models_travel_with_the_sweep_and_side_files_with_the_models(tmp_path: Path) -> None:
    asked = loaded(ARCHER)
    names = {name for name, _ in asked.bases[0].parcel.files}
    assert names == {"tower.glb", "tower.parts.yaml", "scout.stl", "scout.parts.yaml", "brute.glb"}
    elsewhere = asked.bases[0].parcel.unpacked().path
    assert elsewhere != EXAMPLES
    assert (elsewhere / "scout.stl").read_bytes() == (EXAMPLES / "scout.stl").read_bytes()


def test_a_varied_value_that_names_a_file_takes_it_along() -> None:
    text = 'vary."units[brute].model" = ["brute.glb", "tower.glb"]\n'
    asked = loaded(
        ARCHER.replace("vary.edition", text + "vary.edition").replace("blightmeer-village", "blightmeer-closest")
    )
    assert {"brute.glb", "tower.glb"} <= {name for name, _ in asked.bases[0].parcel.files}


def test_the_job_of_a_case_is_its_own_and_changes_with_all_that_matters() -> None:
    asked = loaded(SHOT)
    jobs = [asked.job(case) for case in asked.cases()]
    assert len(set(jobs)) == len(jobs)
    assert jobs == [again.job(case) for again in [loaded(SHOT)] for case in again.cases()]
    for changed in (SHOT.replace('"hits", ', ""), SHOT + "seed = 1", SHOT.replace("[0, 1, 2]", "[0, 2]")):
        assert not {loaded(changed).job(case) for case in loaded(changed).cases()} & set(jobs)


def test_the_crew_is_told_to_go_when_the_work_is_done(tmp_path: Path) -> None:
    crews: list[Alone] = []

    def crew(asked: Sweep) -> Alone:
        crews.append(Alone(asked))
        return crews[-1]

    swept(written(tmp_path, SHOT), tmp_path / "out.parquet", crew)
    assert crews[0].worked == 9
