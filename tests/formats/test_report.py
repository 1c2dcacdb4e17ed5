"""The report of a sweep: one page that needs nothing else and shows every figure that was asked for."""

import re
import sys
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from fireline.cli import run
from fireline.draw.heatmap import colour
from fireline.formats.report import page as report
from fireline.formats.report import write_report
from fireline.formats.report.figures import draw, layout
from fireline.formats.report.table import Dimension, Results, ticks
from fireline.game.errors import BattleFileError
from fireline.game.registry import ruleset
from fireline.testing.battery.pictures import parsed
from refusing import wrong_with
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
    import pyarrow.parquet as pq

    words = re.sub(r"\s+", " ", seen.text)
    assert "Chance: at least one block lost" in words
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
    import pyarrow.parquet as pq

    words = re.sub(r"\s+", " ", page(tmp_path, PHASES).text)
    assert "Every figure is simulated: each case was played 120 times" in words
    assert "Wilson interval" in words
    row = pq.read_table(tmp_path / "out.parquet").to_pylist()[0]
    low, high = row["mean(top.blocks)_low"], row["mean(top.blocks)_high"]
    shown = [f"{end:.3f}".rstrip("0").rstrip(".") for end in (low, high)]
    assert f" {shown[0]} to {shown[1]} " in words
    assert "polygon" in {tag for tag, _ in page(tmp_path, PHASES.replace('"1..2"', '"1..3"')).tags}


def dimension(*values: object) -> Dimension:
    return Dimension(("x",), tuple((value,) for value in values))


@pytest.mark.quick
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


MOVED, BLOCKS = "units[bow].moved", "units[legion].blocks"


def results(axes: dict[str, list[object]], value: Callable[..., Fraction | str], **told: Any) -> Results:
    """What a sweep of a shot wrote: a chance for each combination, or the rule that forbids it, or a problem."""
    rows = []
    for n, at in enumerate(product(*axes.values()), 1):
        row: dict[str, Any] = dict(zip(axes, at, strict=True)) | {"case": n, "headline": None, "headline_name": "a hit"}
        row |= dict.fromkeys(("rule", "because", "problem"), None)
        if isinstance(found := value(*at), Fraction):
            row |= {"legal": True, "headline": float(found), "headline_exact": str(found)} | told
        elif found.startswith("CCA"):
            row |= {"legal": False, "rule": found, "because": "too far"}
        else:
            row |= {"legal": None, "problem": found}
        rows.append(row)
    about = {
        "name": "", "axes": [[path] for path in axes], "answers": None, "trials": None, "policy": "",
        "figures": [{"column": "headline", "kind": "headline", "of": "", "value": ""}],
        "shot": {"shooter": "bow", "target": "legion", "aim_actions": 1},
        "battles": [{"name": "", "file": "hill.yaml", "ruleset": "ancients"}],
    }  # fmt: skip
    return Results(rows, about, "", "1", "7")


@pytest.mark.quick
def test_the_answer_in_short_ranks_counts_and_says_why() -> None:
    def share(blocks: int, moved: int) -> Fraction | str:
        return {(1, 2): "CCA-3.3", (2, 2): "CCA-3.3", (3, 2): "no such hex"}.get((blocks, moved), Fraction(blocks, 7))

    found = results({BLOCKS: [*range(1, 7)], MOVED: [0, 2]}, share)
    assert report.question(found).startswith("bow shoots at legion in ")
    assert report.question(found).endswith("(Commands & Colors: Ancients), aim actions 1.")
    assert report.varied(found) == [("blocks of legion", "1, 2, 3, 4, 5, 6"), ("moved of bow", "0, 2")]
    assert report.varied(results({"shot.bullets": [1, 2]}, Fraction)) == [("bullets of the shot", "1, 2")]
    assert report.verdict(found) == [
        ("cases", "12"), ("legal", "9"), ("not legal", "2"), ("without an answer", "1"), ("numbers", "exact"),
    ]  # fmt: skip
    (ranking,), (section,) = report.rankings(found), report.sections(found)
    assert (ranking.title, section.title, section.beside) == ("Chance: a hit", "Chance: a hit", False)
    assert [(row["case"], *shown) for row, shown in ranking.best[:2]] == [(n, "85.7%", "6/7") for n in (11, 12)]
    assert [row["case"] for row, _ in ranking.worst] == [1, 3, 5, 7]
    ((rule, count, says),) = report.refusals(found)
    assert (rule, count, says) == ("CCA-3.3", 2, ruleset("ancients").rulebook["CCA-3.3"].says)
    assert report.problems(found) == [("no such hex", 1)]
    words = re.sub(r"\s+", " ", Page(report.render(found)).text)
    assert "All cases" in words
    assert "Cases without an answer" in words
    assert "not legal: too far CCA-3.3" in words


def drawn(svg: str, tag: str) -> list[dict[str, str]]:
    return [one.attrib for one in parsed(svg).iter() if one.tag.endswith(tag)]


@pytest.mark.quick
def test_a_figure_is_drawn_over_what_was_varied() -> None:
    figure = results({}, lambda: Fraction(1)).figures[0]
    found = results({BLOCKS: [1, 2, 3], MOVED: [0, 1, 2]}, lambda b, m: Fraction(b + m, 10) if m else "no such hex")
    heat = draw(found, figure, "a hit")
    assert heat.left_out == 0
    upwards = [None if m == 0 else (b + m - 2) / 3 for b in (3, 2, 1) for m in (0, 1, 2)]
    assert [one["fill"] for one in drawn(heat.panels[0], "rect")[1:]] == [*map(colour, upwards)]
    assert "From 20%, white, to 50%, blue." in heat.panels[0]
    assert "<title>case 1: no such hex</title>" in heat.panels[0]
    for share in ("20%", "30%", "40%", "50%"):
        assert f">{share}</text>" in heat.panels[0], "every number stands in its cell"
    ends = {"headline_low": 0.25, "headline_high": 0.75}
    bars = draw(results({"name": ["a", "b", "c"]}, lambda one: Fraction("abc".index(one), 4), **ends), figure, "a hit")
    wide = [float(one["width"]) for one in drawn(bars.panels[0], "rect")[1:]]
    assert wide[0] == 1.5, "nothing is still seen"
    assert wide[2] == pytest.approx(2 * wide[1], abs=0.1)
    assert bars.panels[0].count("50.0% (1/2), 25.0% to 75.0%</text") == 1
    none = draw(results({"name": ["a", "b"]}, lambda one: "CCA-3.3" if one == "a" else Fraction(1)), figure, "a hit")
    assert "not legal: too far CCA-3.3</text" in none.panels[0]
    curves = draw(results({"name": [*"abcdefgh"], BLOCKS: [1, 2, 3]}, lambda _, b: Fraction(b, 4)), figure, "a hit")
    assert ["a hit, name b</text" in one for one in curves.panels[:2]] == [False, True]
    dots = [(float(one["cx"]), float(one["cy"])) for one in drawn(curves.panels[0], "circle")]
    assert [x - dots[0][0] for x, _ in dots] == pytest.approx([0, dots[1][0] - dots[0][0], 170], abs=0.1)
    assert [dots[0][1] - y for _, y in dots] == pytest.approx([240 * n / 4 / 0.8 for n in range(3)], abs=0.1)
    gains = draw(results({"name": [*"abcdefgh"], BLOCKS: [1, 2, 3]}, lambda _, b: Fraction(b - 2, 4)), figure, "a hit")
    dots = [(float(one["cx"]), float(one["cy"])) for one in drawn(gains.panels[0], "circle")]
    steps = ticks(-0.25, 0.25)
    assert dots[0][1] - dots[2][1] == pytest.approx(240 * 0.5 / (steps[-1] - steps[0]), abs=0.1), "below nothing, too"


@pytest.mark.quick
def test_what_does_not_fit_is_counted_and_what_came_from_outside_is_text() -> None:
    script = "<script>alert(1)</script>"
    found = results({"name": [script, *"abcdefghijklmnopqrstuvwxyz"], BLOCKS: [*range(8)]}, lambda _, b: Fraction(b, 9))
    pictures = draw(found, found.figures[0], "a hit")
    assert (len(pictures.panels), pictures.left_out) == (24, 3)
    seen = Page(report.render(found))
    assert "3 pictures more would not fit here" in seen.text
    assert "Best and worst cases" in seen.text
    assert "All cases" not in seen.text, "216 are too many"
    assert f"name {script}" in seen.text
    assert "script" not in {tag for tag, _ in seen.tags}


@pytest.mark.quick
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


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    swept(written(tmp_path, CURVE), tmp_path / "out.parquet")
    out = str(tmp_path / "page.html")
    assert run(["report", str(tmp_path / "out.parquet"), "-o", out]) == 0
    assert run(["report", str(tmp_path / "out.parquet"), "-o", out, "--json"]) == 0
    assert '{\n "report": "' in capsys.readouterr().out


def test_what_is_no_result_file_is_refused(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    (tmp_path / "text.parquet").write_text("no")
    pq.write_table(pa.table({"a": [1]}), tmp_path / "other.parquet")
    told = {"fireline.sweep": '{"axes": [["x"]], "figures": []}', "fireline.spec": "", "fireline.version": ""}
    half = pa.table({"case": [1]}).replace_schema_metadata(told | {"fireline.seed": ""})
    pq.write_table(half, tmp_path / "half.parquet")
    for name, problem in (
        ("text", "is no Parquet file"),
        ("other", "is no result file of `fireline sweep`"),
        ("half", "is no result file of `fireline sweep`"),
        ("none", "cannot be read: No such file or directory"),
    ):
        said = wrong_with(write_report, tmp_path / f"{name}.parquet", tmp_path / "out.html")
        assert said == f"{tmp_path / name}.parquet: {problem}"
