"""What a spoilt command line comes to: an answer, or one line on standard error, and never a mistake of ours."""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import fireline
from battles import EXAMPLES
from fireline.cli import ANSWERED, BAD_INPUT, GONE, ILLEGAL, run
from fireline.formats.logfile import write_log
from fireline.testing.battery.hostile import fuzz
from fireline.testing.battles import play_out

SHOT = ["battle.yaml", "--shooter", "bow", "--target", "warriors"]
GOOD = [
    ["check", *SHOT, "--exit-code"],
    ["targets", "battle.yaml", "--shooter", "bow", "--json"],
    ["odds", *SHOT, "--answers", "best"],
    ["shoot", *SHOT, "--seed", "7", "--out", "after.yaml"],
    ["shoot", *SHOT, "--dice", "blue,red", "--json"],
    ["compare", *SHOT, "--change", "units.bow.moved=1", "--json"],
    ["worth", *SHOT, "--json"],
    ["solve", *SHOT, "--field", "shooter.blocks", "--over", "1..4", "--is", "1/2"],
    ["do", "battle.yaml", "bow move F6", "--out", "moved.yaml"],
    ["do", "battle.yaml", "end", "--out", "next.yaml"],
    ["legal", "battle.yaml", "--unit", "bow", "--json"],
    ["matchups", "battle.yaml", "--distance", "2", "--json"],
    ["threat", "battle.yaml", "--against", "bow", "--json"],
    ["replay", "log.jsonl", "--json"],
    ["luck", "log.jsonl"],
    ["picture", "battle.yaml", "--out", "board.svg"],
    ["batch", "-"],
    ["rules", "ancients", "CCA-4.1", "--json"],
    ["rulesets", "--json"],
    ["new", "ancients"],
    ["examples", "ancients-ranged-combat", "--out", "example.yaml"],
    ["verify-dice", "table.jsonl", "--json"],
    ["db", "verify", "--database", "none.db"],
    ["db", "export", "--all", "out.jsonl", "--database", "none.db"],
    ["deck", "builtin", "--replace", "A1=D9"],
    ["figure", "scout.stl", "--json"],
]
ODD = [
    *("", " ", "-", "--", "--json", "--help", "-1", "0", "1", "9" * 30, "1e308", "nan", "1/0", "1/3", "x" * 3000),
    *("Ω\u202e", "a\nb", "\x00", "\ud800", "=", "a=b", "a=", "[]", "{", "~", ".", "../x", "*", "None", "battle.yaml"),
    *("bow", "none.yaml", "--shooter", "--seed", "--dice", "--out", "--option", "--answers", "--team", "--yes", "--no"),
    *("builtin", "ancients"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything that the good lines name."""
    made = tmp_path_factory.mktemp("lines")
    for name, source in {
        "battle.yaml": "ancients-ranged-combat.yaml",
        "table.jsonl": "ancients-table.jsonl",
        "scout.stl": "scout.stl",
    }.items():
        (made / name).write_bytes((EXAMPLES / source).read_bytes())
    battle = fireline.load(made / "battle.yaml")
    write_log(play_out(battle, seed=7, steps=3), made / "log.jsonl")
    return made


@st.composite
def spoilt(draw: st.DrawFn) -> list[str]:
    """A good line in which a few words are left out, doubled, swapped or made something else."""
    line = [*draw(st.sampled_from(GOOD))]
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(1, len(line)))
        match draw(st.sampled_from(["put", "take", "double", "change", "swap"])):
            case "put":
                line.insert(at, draw(st.sampled_from(ODD)))
            case "take":
                del line[at : at + 1]
            case "double":
                line[at:at] = line[at : at + 2]
            case "swap":
                line[at : at + 2] = reversed(line[at : at + 2])
            case _:
                line[at : at + 1] = [draw(st.sampled_from(ODD) | st.text(max_size=6))]
    return line


@pytest.fixture(autouse=True)
def apart(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read or written elsewhere, and a mistake of ours is raised."""
    monkeypatch.chdir(folder)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(folder))
    monkeypatch.setenv("FIRELINE_DATABASE", str(folder / "tables.db"))
    monkeypatch.setenv("FIRELINE_DEBUG", "1")


def said(line: list[str]) -> tuple[int, str, str]:
    """How a command line ends, and what it says on standard error and on standard output."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        return run(line), err.getvalue(), out.getvalue()


@pytest.mark.whole("long")
def test_the_lines_that_are_spoilt_are_good() -> None:
    for line in GOOD:
        status, told, _ = said(line)
        assert status in {ANSWERED, GONE} or line[0] == "db", (line, told)


@pytest.mark.whole("long")
@fuzz("command lines", 150)
@given(line=spoilt())
@example(line=["batch", "\0"])
@example(line=["picture", "examples/ancients-ranged-combat.yaml", "--out", "x" * 5000 + ".svg"])
def test_no_command_line_breaks_anything(line: list[str]) -> None:
    status, told, ruling = said(line)
    assert status in {ANSWERED, GONE, BAD_INPUT, ILLEGAL}, line
    if status == BAD_INPUT or (status == ILLEGAL and not ruling):  # `shoot` tells an illegal shot's ruling
        assert len(told.splitlines()) == 1, (line, told)
        assert "Traceback" not in told
