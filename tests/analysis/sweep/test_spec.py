"""What a sweep may say, and the one line for each way of saying it wrongly."""

from pathlib import Path
from typing import Any

import pytest

from fireline.analysis.sweep import sweep as sweeping
from fireline.analysis.sweep.answers import answer
from fireline.analysis.sweep.jobs import Piece, Sweep
from fireline.analysis.sweep.spec import read_spec
from fireline.game.errors import BattleFileError
from refusing import wrong_with
from sweeping import EXAMPLES, PHASES, SHOT, loaded, swept, written

HEAD = 'battle = "ancients-ranged-combat.yaml"\n'
ASKS = HEAD + 'shot = {shooter = "bow", target = "warriors"}\n'
MOVED = ASKS + 'vary."units[bow].moved" = [0, 1]\n'


@pytest.mark.parametrize("file", sorted((EXAMPLES / "sweeps").glob("*.toml")), ids=lambda file: file.stem)
def test_the_examples_are_sweeps(file: Path) -> None:
    assert len(read_spec(file).grid) > 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("battle = ", "spec.toml: is not well-formed TOML: Invalid value (at end of document)"),
        ("a = " + "[" * 2000, "spec.toml: is nested deeper than 30"),
        ("a = " + "1" * 5000, "spec.toml: holds a number that is too long"),
        ("fireline = 1\nunits = []", "spec.toml: is a battle file; a sweep is a file of its own that names a battle: "),
        ("fireline_log = 1", "spec.toml: is a log; a sweep is a file of its own that names a battle: battle = FILE"),
        ("[tool.ruff]", "spec.toml: battle: is missing, so this is no sweep; write battle = FILE"),
        (MOVED + "triels = 3", "spec.toml: unknown key 'triels'; did you mean 'trials'?"),
        (MOVED + "fireline_sweep = 2", "spec.toml: fireline_sweep: 2 is not 1"),
        (MOVED + "ask.marginal = []", "spec.toml: ask: unknown key 'marginal'; did you mean 'marginals'?"),
        (MOVED + "ask.headline = false", "spec.toml: ask: nothing is asked for; allowed: headline, marginals, means"),
        (MOVED + 'ask.means = ["hits", "hits"]', "spec.toml: ask.means[1]: 'hits' is asked for twice"),
        (MOVED + 'ask.means = ["hit"]', "spec.toml: ask.means[0]: 'hit' is no marginal of this game; did you mean 'hi"),
        (MOVED + 'exact = false\nask.means = ["hit"]', "spec.toml: ask.means[0]: 'hit' is no marginal of this "),
        (MOVED + 'ask.marginals = ["wounds"]', "spec.toml: ask.marginals[0]: 'wounds' is no marginal of this game; al"),
        (MOVED + "trials = 5", "spec.toml: trials: nothing is simulated here, for a shot has exact odds; or write exa"),
        (MOVED + 'exact = "maybe"', "spec.toml: exact: 'maybe' is not auto, True or False"),
        (MOVED + 'answers = "fine"', "spec.toml: answers: 'fine' is not customary, best or worst"),
        (MOVED + 'answers = "best"\nvary.answers = ["best"]', "spec.toml: answers: is varied, too; leave it out here"),
        (MOVED + 'vary.answers = ["fine"]', "spec.toml: answers: 'fine' is no way to give owed answers; allowed: cus"),
        (MOVED + "seed = -1", "spec.toml: seed: -1 is too small; at least 0"),
        (MOVED + "phases = 3", "spec.toml: shot: a sweep asks either about a [shot] or about phases = NUMBER"),
        (HEAD, "spec.toml: shot: a sweep asks either about a [shot] or about phases = NUMBER"),
        (PHASES + "exact = true", "spec.toml: exact: whole phases are simulated; only a [shot] has exact odds"),
        (PHASES + "trials = 3", "spec.toml: trials: phases = NUMBER says already how many are played; leave it out"),
        (PHASES.replace("{means", "{headline = true, means"), "spec.toml: ask.headline: a phase has no headline; ask "),
        (PHASES.partition("ask =")[0] + "ask = {}", "spec.toml: ask: nothing is asked for; allowed: marginals and mea"),
        (PHASES.replace('["top.blocks"]', '["hits"]'), "spec.toml: ask.means[0]: 'hits' is not commands, shots, or so"),
        (PHASES.replace('["top.blocks"]', '["tip.blocks"]'), "spec.toml: ask.means[0]: 'tip' is no side or unit of th"),
        (PHASES + 'policy = "clever"', "spec.toml: policy: 'clever' is no policy; allowed: simple, first, nearest, ra"),
        (ASKS, "spec.toml: vary: nothing is varied, so there is nothing to sweep; name a field and its values"),
        (ASKS + 'vary."units[bow].mved" = [1]', "spec.toml: units[bow].mved: unknown key 'mved'; did you mean 'moved"),
        (ASKS + 'vary."units[bwo].moved" = [1]', "spec.toml: units[bwo].moved: there is no entry 'bwo'; did you mean "),
        (ASKS + 'vary."units[bow].moved" = [0, 99]', "spec.toml: units[bow].moved: 99 is too large; at most "),
        (ASKS + 'vary."units[bow].moved" = []', "spec.toml: vary.units[bow].moved: has no values, so there is no case"),
        (ASKS + 'vary."units[bow].moved" = "3..1"', "spec.toml: vary.units[bow].moved: '3..1' is empty: it ends befor"),
        (ASKS + 'vary."units[bow].moved" = "1..3 step 0"', "spec.toml: vary.units[bow].moved: the step of '1..3 step "),
        (ASKS + 'vary."units[bow].moved" = "1..99999999"', "spec.toml: vary.units[bow].moved: '1..99999999' has 99,99"),
        (ASKS + 'vary."units[bow].moved" = "few"', "spec.toml: vary.units[bow].moved: 'few' is no range; write \"2..2"),
        (ASKS + 'vary."units[bow].moved" = [1, "0..2"]', "spec.toml: units[bow].moved: 1 stands twice in it"),
        (ASKS + "vary.name = [2026-01-01]", "spec.toml: vary.name[0]: datetime.date(2026, 1, 1) is no value that a ba"),
        (ASKS + "vary.name = [nan]", "spec.toml: vary.name[0]: nan is no value that a battle file holds"),
        (ASKS + "vary.options = {}", "spec.toml: vary.options: names no field"),
        (ASKS + 'vary."a b]" = [1]', "spec.toml: vary: 'a b]' is no path into a battle file, e.g. units[bow].hex"),
        (ASKS + "zip = [{}]", "spec.toml: zip[0]: names no field"),
        (ASKS + "zip = [{a = [1], b = [1, 2]}]", "spec.toml: zip[0]: fields varied together need equally many values;"),
        (MOVED + 'zip = [{"units[bow].moved" = [1]}]', "spec.toml: vary: 'units[bow].moved' is varied twice"),
        (ASKS + "vary.edition = [1]", "spec.toml: edition: there is only one version of ancients"),
        (ASKS + 'vary.battle = ["x"]', "spec.toml: vary.battle: battles are listed at the top: battle = [FILE, FILE]"),
        (ASKS + 'vary.shot.target = ["nobody"]', "spec.toml: shot.target: 'nobody' is no unit or leader of this battl"),
        (
            ASKS + 'zip = [{"units[bow].moved" = [0, 1], "shot.target" = ["legion", "nobody"]}]',
            "spec.toml: shot.target: 'nobody' is no unit or l",
        ),
        (MOVED.replace('"bow"', '"bwo"'), "spec.toml: shot.shooter: 'bwo' is no unit of this battle; did you mean 'b"),
        (MOVED.replace("ancients-ranged", "x"), "x-combat.yaml: cannot be read: No such file or directory"),
        (MOVED.replace('"ancients-ranged-combat.yaml"', "[]"), "spec.toml: battle: names no battle"),
        (MOVED.replace('"ancients-ranged-combat.yaml"', '["a", "a"]'), "spec.toml: battle: names a battle twice"),
    ],
)
def test_what_cannot_be_used_is_one_line(text: str, complaint: str, tmp_path: Path) -> None:
    line = wrong_with(swept, written(tmp_path, text), tmp_path / "out.parquet")
    assert line.replace(f"{tmp_path}/", "").startswith(complaint)
    assert {file.name for file in tmp_path.glob("out*")} == set()


def test_of_a_shot_the_headline_is_kept_and_nothing_but_what_is_listed_varies() -> None:
    asked = loaded(MOVED)
    assert (asked.spec.ask.headline, asked.spec.exact, asked.parts) == (True, True, 1)
    assert asked.spec.grid.paths == ("units[bow].moved",)
    both = loaded(MOVED.replace('yaml"', 'yaml", "ancients-edges.yaml"]').replace('= "anc', '= ["anc', 1))
    assert both.spec.grid.paths == ("battle", "units[bow].moved")


def test_a_long_run_wants_a_yes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "LONG", 1e-9)
    with pytest.raises(BattleFileError, match=r"hours with 1 at work; more than one needs --yes"):
        swept(written(tmp_path, SHOT), tmp_path / "out.parquet")


@pytest.mark.whole("extra")
@pytest.mark.parametrize(
    ("out", "complaint"),
    [
        ("out.csv", "the results are a Parquet file"),
        ("no/out.parquet", "there is no folder"),
        ("d.parquet", "a folder"),
    ],
)
def test_an_output_that_cannot_be_is_refused_before_the_work(out: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "d.parquet").mkdir()
    with pytest.raises(BattleFileError, match=complaint):
        swept(written(tmp_path, SHOT), tmp_path / out)


def test_the_question_is_tried_on_no_more_cases_than_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    whole = answer

    def counted(asked: Sweep, piece: Piece) -> dict[str, Any]:
        tried.append(piece.case.number)
        return whole(asked, piece)

    monkeypatch.setattr(sweeping, "answer", counted)
    assert sweeping._seconds(loaded(SHOT.replace('["C5", "D4", "A1"]', '["A1", "C5"]'))) > 0
    assert tried == [0, 0, 1, 1]
    tried.clear()
    sweeping._seconds(loaded(PHASES.replace("120", "5")))
    assert tried == [0, 0]
