"""`fireline sweep`: what it says, what it leaves, and how it ends."""

import sys
from pathlib import Path

import pytest

from cli.typed import Typed
from fireline import load
from fireline.analysis.deadline import Done
from fireline.analysis.sweep import sweep as sweeping
from fireline.analysis.sweep.jobs import Sweep
from fireline.analysis.vary import Variant
from fireline.cli.sweep import Meter
from fireline.game.command import Shot
from sweeping import PHASES, SHOT, Alone, plain_tables, rows, written


@pytest.fixture(autouse=True)
def _without_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pool's processes have tests of their own, and so have the tables of a library."""
    monkeypatch.setattr(sweeping, "processes", lambda asked, workers: Alone(asked))
    plain_tables(monkeypatch)


def test_it_says_what_it_came_to_also_in_json(tmp_path: Path, typed: Typed) -> None:
    out = tmp_path / "out.parquet"
    told = typed("sweep", str(written(tmp_path, SHOT)), "--out", str(out))
    assert " ".join(told.split()) == f"9 cases: 6 legal, 3 not; all exact. Wrote {out}."
    assert typed.err == ""
    out = tmp_path / "phases.parquet"
    assert typed.data("sweep", str(written(tmp_path, PHASES)), "-o", str(out), "--workers", "3") == {
        "cases": 2, "legal": 0, "illegal": 0, "exact": False, "taken_up": 0, "failed": [], "problems": {},
        "never": [], "out": str(out), "finished": False,
    }  # fmt: skip


def test_problems_and_what_nobody_lost_are_told(tmp_path: Path, typed: Typed) -> None:
    text = SHOT.replace('["C5", "D4", "A1"]', '["C5", "D4"]').replace("[0, 1, 2]", "[0]")
    text = text.replace("ask =", 'vary."units[legion].hex" = ["D4", "B2"]\nask =')
    text = text.replace("ask =", 'vary."units[phalanx].hex" = ["D4", "C9"]\nask =')
    told = typed("sweep", str(written(tmp_path, text)), "--out", str(tmp_path / "out.parquet"))
    assert told.count("Case ") == 3
    assert "more with a problem; the column `problem` lists them." in told
    text = PHASES.replace("top.blocks", "top.blcoks").replace("120", "9")
    told = typed("sweep", str(written(tmp_path, text)), "--out", str(tmp_path / "phases.parquet"))
    assert "Nobody ever lost any top.blcoks; is it spelled as the game has it?" in told


def test_a_lost_case_is_told_and_so_is_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: Typed
) -> None:
    monkeypatch.setattr(sweeping, "processes", lambda asked, workers: Alone(asked, {2}))
    told = typed("sweep", str(written(tmp_path, SHOT)), "--out", str(tmp_path / "out.parquet"), status=2)
    assert "Case 3: every worker that tried this case died over it" in told
    assert "tried again by the same command; the others are kept." in told
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    told = typed.refused("sweep", str(written(tmp_path, SHOT)), "--out", str(tmp_path / "out.parquet"))
    assert told == "sweep: the results are written by pyarrow; install it with: pip install 'fireline[sweep]'"


def test_a_full_hundred_thousand_wants_a_yes(tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fireline.analysis.sweep.sweep.MOST_CASES", 8)
    spec, out = str(written(tmp_path, SHOT)), str(tmp_path / "out.parquet")
    assert typed.refused("sweep", spec, "--out", out) == f"{spec}: vary: 9 cases; more than 8 need --yes"
    typed("sweep", spec, "--out", out, "--yes")


def test_progress_is_a_line_now_and_then_and_a_bar_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter([0.0, 0.0, 5.0, 20.0, 20.0])
    monkeypatch.setattr("fireline.cli.sweep.time.monotonic", lambda: next(clock))
    with Meter() as meter:
        meter(0.0, Done(0, 1000, "cases"))
        meter(0.1, Done(100, 1000, "cases"))
        meter(0.4, Done(400, 1000, "cases"))
    assert capsys.readouterr().err == "400 of 1,000 cases, 20.0/s, about 30 s left\n"
    monkeypatch.undo()
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with Meter() as meter:
        meter(0.01, Done(10, 1000, "phases"))
        meter(1.0, Done(1000, 1000, "phases"))
    told = capsys.readouterr().err
    assert "Continuing an earlier run: 10 of 1,000 phases are done." in told
    assert "1,000 of 1,000 phases" in told


def test_the_workers_are_those_of_the_machine_or_as_many_as_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: Typed
) -> None:
    seen: list[int] = []

    def crew(asked: Sweep, workers: int) -> Alone:
        seen.append(workers)
        return Alone(asked)

    monkeypatch.setattr(sweeping, "processes", crew)
    for n, options in enumerate(([], ["--workers", "7"])):
        typed("sweep", str(written(tmp_path, SHOT)), "--out", str(tmp_path / f"{n}.parquet"), *options)
    assert seen[0] >= 1
    assert seen[1] == 7


def test_a_sweep_as_a_team_may_know_it(tmp_path: Path, typed: Typed) -> None:
    text = """\
battle = "duel-of-ages-tommy-gun.yaml"
shot = {shooter = "sanchez", target = "lazar"}
vary."heroes[sanchez].ratings.aim" = "3..5"
"""
    spec, out = written(tmp_path, text), tmp_path / "out.parquet"
    typed("sweep", str(spec), "-o", str(out), "--team", "white")
    seen = load(str(tmp_path / "duel-of-ages-tommy-gun.yaml")).view_for("white")
    chances = [
        Variant.of(seen, Shot("sanchez", "lazar")).vary(f"heroes[sanchez].ratings.aim={aim}").preview.odds
        for aim in (3, 4, 5)
    ]
    assert [row["headline_exact"] for row in rows(out)] == [str(odds.headline.chance) for odds in chances if odds]
    wrong = typed.refused("sweep", str(spec), "-o", str(tmp_path / "red.parquet"), "--team", "red")
    assert "'red' is no team of duel-of-ages" in wrong
    (tmp_path / "duel-of-ages-tommy-gun.yaml").write_text("fireline: 1\nruleset: duel-of-ages\nsecret: 1\n")
    wrong = typed.refused("sweep", str(spec), "-o", str(tmp_path / "bad.parquet"), "--team", "white")
    assert "the reason may tell of hidden cards" in wrong
    assert "secret" not in wrong
