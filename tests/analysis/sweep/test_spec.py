"""What a sweep may say, and the one line for each way of saying it wrongly."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from fireline.analysis.sweep import sweep as sweeping
from fireline.analysis.sweep.jobs import Piece, Sweep, answer
from fireline.analysis.sweep.spec import parse_spec
from fireline.game.errors import BattleFileError
from refusing import wrong_with
from sweeping import EXAMPLES, PHASES, SHOT, loaded, swept, written

HEAD = 'battle = "ancients-ranged-combat.yaml"\n'
ASKS = HEAD + 'shot = {shooter = "bow", target = "warriors"}\n'
MOVED = ASKS + 'vary."units[bow].moved" = [0, 1]\n'


@pytest.mark.parametrize("file", sorted((EXAMPLES / "sweeps").glob("*.toml")), ids=lambda file: file.stem)
def test_the_examples_are_sweeps(file: Path) -> None:
    assert len(parse_spec(file.read_text(encoding="utf-8"), file.stem).grid) > 1


BEGUN = {"none": "", "shot": ASKS, "moved": MOVED, "phases": PHASES}
TABLE = yaml.safe_load((Path(__file__).parent / "mistakes.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        *((BEGUN[begun] + text, complaint) for begun, rows in TABLE.items() for text, complaint in rows),
        ("a = " + "[" * 2000, "spec.toml: is nested deeper than 30"),
        ("a = " + "1" * 5000, "spec.toml: holds a number that is too long"),
        (HEAD, "spec.toml: shot: a sweep asks either about a [shot] or about phases = NUMBER"),
        (PHASES.replace("{means", "{headline = true, means"), "spec.toml: ask.headline: a phase has no headline; ask "),
        (PHASES.partition("ask =")[0] + "ask = {}", "spec.toml: ask: nothing is asked for; allowed: marginals and mea"),
        (PHASES.replace('["top.blocks"]', '["hits"]'), "spec.toml: ask.means[0]: 'hits' is not commands, shots, or so"),
        (PHASES.replace('["top.blocks"]', '["tip.blocks"]'), "spec.toml: ask.means[0]: 'tip' is no side or unit of th"),
        (ASKS, "spec.toml: vary: nothing is varied, so there is nothing to sweep; name a field and its values"),
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
    assert (asked.spec.said.ask.headline, asked.spec.exact, asked.parts) == (True, True, 1)
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
        tried.append(piece.case)
        return whole(asked, piece)

    monkeypatch.setattr(sweeping, "answer", counted)
    assert sweeping._seconds(loaded(SHOT.replace('["C5", "D4", "A1"]', '["A1", "C5"]'))) > 0
    assert tried == [0, 0, 1, 1]
    tried.clear()
    sweeping._seconds(loaded(PHASES.replace("120", "5")))
    assert tried == [0, 0]
