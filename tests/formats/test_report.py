"""The report of a sweep: one page that needs nothing else and shows every figure that was asked for."""

from __future__ import annotations

import re
import sys
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from fireline.cli import run
from fireline.formats.report import panels, write_report
from fireline.formats.report.panels import draw, layout
from fireline.formats.report.scale import colour, is_dark, ticks
from fireline.formats.report.table import Dimension, read_results
from fireline.game.errors import BattleFileError
from sweeping import PHASES, SHOT, swept, written

pytestmark = pytest.mark.whole("extra")

NUMBERS = SHOT.replace(
    'vary."units[warriors].hex" = ["C5", "D4", "A1"]',
    'vary."units[warriors].blocks" = "1..4"\nvary.name = ["a", "<b>"]',
)
CURVE = SHOT.replace("[0, 1, 2]", '"0..2"')
WORDS = SHOT.replace('vary."units[bow].moved" = [0, 1, 2]\n', "")
VOID = {"meta", "br", "img", "input", "link"}


class Page(HTMLParser):
    """Every element opened and closed in order, and the text between."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += f" {data} "


def page(folder: Path, text: str) -> Page:
    (folder / "out.parquet").unlink(missing_ok=True)
    swept(written(folder, text), folder / "out.parquet")
    write_report(folder / "out.parquet", folder / "out.html")
    return Page((folder / "out.html").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "text", [SHOT, NUMBERS, CURVE, WORDS, PHASES], ids=["mixed", "heat", "curve", "bars", "phases"]
)
def test_the_page_is_whole_leads_nowhere_and_shows_every_figure_that_was_asked_for(text: str, tmp_path: Path) -> None:
    seen = page(tmp_path, text)
    assert seen.open == []
    assert not [tag for tag, _ in seen.tags if tag in {"script", "link", "img", "iframe", "object", "a"}]
    assert not [values for _, values in seen.tags for name in values if name in {"href", "src", "onload", "onclick"}]
    assert "url(" not in (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "prefers-color-scheme: dark" in seen.text
    assert "@media print" in seen.text
    if text == PHASES:
        return
    words = re.sub(r"\s+", " ", seen.text)
    assert "Chance: at least one hit" in words
    assert "Mean of hits" in words
    assert "hits = 1" in words
    for row in pq.read_table(tmp_path / "out.parquet").to_pylist():
        if not row["legal"]:
            assert row["because"] in words
            continue
        for name in ("headline", "mean(hits)", "hits=0", "hits=1", "hits=2"):
            exact = Fraction(row[f"{name}_exact"])
            assert f" {exact} " in words or exact.denominator == 1


def test_a_simulated_page_says_so_with_its_bounds(tmp_path: Path) -> None:
    words = re.sub(r"\s+", " ", page(tmp_path, PHASES).text)
    assert "Every figure is simulated: each case was played 120 times" in words
    assert "Wilson interval" in words
    row = pq.read_table(tmp_path / "out.parquet").to_pylist()[0]
    low, high = row["mean(top.blocks)_low"], row["mean(top.blocks)_high"]
    shown = [f"{end:.3f}".rstrip("0").rstrip(".") for end in (low, high)]
    assert f" {shown[0]} to {shown[1]} " in words
    assert "polygon" in {tag for tag, _ in page(tmp_path, PHASES.replace('"1..2"', '"1..3"')).tags}


def test_what_came_from_outside_is_text_and_never_markup(tmp_path: Path) -> None:
    text = NUMBERS + 'name = "<script>alert(1)</script>"\n'
    seen = page(tmp_path, 'name = "<script>alert(1)</script>"\n' + text.rpartition("name")[0])
    assert "<script>alert(1)</script>" in seen.text
    assert "b" not in {tag for tag, values in seen.tags if tag == "b" and values}
    assert "name <b>" in seen.text


def dimension(*values: object) -> Dimension:
    return Dimension(("x",), tuple((value,) for value in values))


@pytest.mark.parametrize(
    ("dimensions", "expected"),
    [
        ([dimension(1, 2, 3), dimension(4, 5, 6)], (1, 0, None, ())),
        ([dimension("a", "b"), dimension(1, 2, 3)], (1, None, 0, ())),
        ([dimension(*"abcdefgh"), dimension(1, 2, 3)], (1, None, None, (0,))),
        ([dimension(*"abcdefgh")], (None, None, 0, ())),
        ([dimension(1, 2, 3), dimension(True, False), dimension(4, 5, 6)], (2, 0, None, (1,))),
        ([dimension(3, 1, 2), dimension(1, 2)], (None, None, 1, (0,))),
        ([], (None, None, None, ())),
    ],
)
def test_numbers_span_a_picture_and_the_rest_tells_pictures_apart(
    dimensions: list[Dimension], expected: tuple[int | None, int | None, int | None, tuple[int, ...]]
) -> None:
    assert layout(dimensions) == expected


def test_pictures_that_do_not_fit_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panels, "MOST_PANELS", 1)
    swept(written(tmp_path, NUMBERS), tmp_path / "out.parquet")
    results = read_results(tmp_path / "out.parquet")
    drawn = draw(results, results.figures[0])
    assert (len(drawn.panels), drawn.left_out) == (1, 1)
    write_report(tmp_path / "out.parquet", tmp_path / "out.html")
    assert "1 picture more would not fit here" in (tmp_path / "out.html").read_text(encoding="utf-8")


def test_many_cases_are_not_all_listed(tmp_path: Path) -> None:
    text = SHOT.replace('vary."units[warriors].hex" = ["C5", "D4", "A1"]', 'vary."units[warriors].blocks" = "1..4"')
    for unit in ("legion", "riders"):
        text = text.replace("ask =", f'vary."units[{unit}].blocks" = "1..3"\nask =')
    text = text.replace("ask =", 'vary."units[phalanx].blocks" = "1..4"\nask =')
    words = page(tmp_path, text).text
    assert "All cases" not in words
    assert "Best and worst cases" in words


def test_colours_go_from_light_to_dark() -> None:
    assert not is_dark(0)
    assert is_dark(1)
    light = [sum(int(colour(n / 20)[i : i + 2], 16) for i in (1, 3, 5)) for n in range(21)]
    assert light == sorted(light, reverse=True)


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 0), (-3, 5), (0.1, 0.11), (0, 1e6), (2, 2)])
def test_an_axis_holds_both_ends(low: float, high: float) -> None:
    steps = ticks(low, high)
    assert steps[0] <= low <= high <= steps[-1]
    assert 2 <= len(steps) <= 8


@pytest.mark.parametrize("missing", ["pyarrow", "jinja2"])
def test_what_is_not_installed_is_named(missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    swept(written(tmp_path, CURVE), tmp_path / "out.parquet")
    for name in [name for name in sys.modules if name.partition(".")[0] == missing]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(BattleFileError, match=r"; install it with: pip install 'fireline\[sweep\]'"):
        write_report(tmp_path / "out.parquet", tmp_path / "out.html")


def test_cases_with_a_problem_and_details_of_the_shot_are_told(tmp_path: Path) -> None:
    text = """
battle = "endless-horizons-burst.yaml"
shot = {shooter = "player", target = "target", aim_actions = 1}
vary."shot.bullets" = "1..3"
[vary.units]
"""
    text = text.replace("[vary.units]\n", 'vary."shot.effort" = [0, 1]\n')
    words = page(tmp_path, text).text
    assert "player shoots at target" in words
    assert ", aim actions 1." in words
    assert "bullets of the shot" in words
    clash = WORDS.replace('["C5", "D4", "A1"]', '["C5", "D4"]').replace(
        "ask =", 'vary."units[legion].hex" = ["C8", "D4"]\nask ='
    )
    words = page(tmp_path, clash).text
    assert "Cases without an answer" in words
    assert "without an answer" in words


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    swept(written(tmp_path, CURVE), tmp_path / "out.parquet")
    out = str(tmp_path / "page.html")
    assert run(["report", str(tmp_path / "out.parquet"), "-o", out]) == 0
    assert run(["report", str(tmp_path / "out.parquet"), "-o", out, "--json"]) == 0
    assert '{\n "report": "' in capsys.readouterr().out


def test_what_is_no_result_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.parquet").write_text("no")
    pq.write_table(pa.table({"a": [1]}), tmp_path / "other.parquet")
    half = pa.table({"case": [1]}).replace_schema_metadata(
        {
            "fireline.sweep": '{"axes": [["x"]], "figures": []}',
            "fireline.spec": "",
            "fireline.version": "",
            "fireline.seed": "",
        }
    )
    pq.write_table(half, tmp_path / "half.parquet")
    for name, problem in (
        ("text", "is no Parquet file"),
        ("other", "is no result file of `fireline sweep`"),
        ("half", "is no result file of `fireline sweep`"),
        ("none", "cannot be read: No such file or directory"),
    ):
        with pytest.raises(BattleFileError) as wrong:
            write_report(tmp_path / f"{name}.parquet", tmp_path / "out.html")
        assert str(wrong.value) == f"{tmp_path / name}.parquet: {problem}"
