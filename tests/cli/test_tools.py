"""Commands of one game alone: found without an import, and those of plug-ins beside Fireline's own."""

import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.typed import Typed
from fireline.game import tools
from fireline.game.tools import announced
from fireline.rulesets import TOOLS

TIDE = '''
from typing import Annotated
import typer
from fireline.game.tools import Quiet, Strong, Table, Tool, ToolAnswer

def tide(files, hours: Annotated[int, typer.Argument()], moon: Annotated[str, typer.Option("--moon")] = "full"):
    """How high the water stands.

    More than one paragraph.
    """
    rows = [(str(hour), f"{hour * 2} ft") for hour in range(hours)]
    lines = (Strong(f"Under a {moon} moon"), Table(columns=("hour", "depth"), rows=rows, right=(1,)), Quiet("Low."))
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" viewBox="0 0 10 10"/>'
    return ToolAnswer(data={"hours": hours, "moon": moon}, lines=lines, picture=lambda: svg)

TOOL = Tool(run=tide, draws="Draw the water, .svg or .png.")
'''


def install(folder: Path, distribution: str, **entries: str) -> None:
    """What pip leaves of a distribution that announces tools."""
    info = folder / f"{distribution}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("\n".join(["[fireline.tools]", *(f"{k} = {v}" for k, v in entries.items())]))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed things, and none of it left afterwards."""
    monkeypatch.syspath_prepend(str(tmp_path))
    announced.cache_clear()
    yield tmp_path
    announced.cache_clear()
    sys.modules.pop("tides", None)


@pytest.fixture
def tide(folder: Path) -> None:
    (folder / "tides.py").write_text(TIDE)
    install(folder, "tidal", tide="tides:TOOL")


def test_own_tools_are_listed_without_an_import_among_the_commands(typed: Typed) -> None:
    program = "import sys, fireline.game.tools as t; t.help_of('deck'); t.help_of('figure'); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"fireline.rulesets.duel_of_ages", "fireline.rulesets.blightmeer", "importlib.metadata"} & set(loaded)
    for name, listed in TOOLS.items():
        assert listed.help == inspect.getdoc(tools.tool(name).run)
    before, _, after = typed("--help").partition("Commands of one game")
    assert "check" in before
    assert all(name in after for name in TOOLS)


@pytest.mark.usefixtures("tide")
def test_a_plug_ins_tool_is_a_command_with_help_json_and_a_picture(tmp_path: Path, typed: Typed) -> None:
    listed = typed("--help")
    assert "How high the water stands." in listed
    assert "More than one paragraph" not in listed
    told = typed("tide", "--help")
    for word in ("hours", "--moon", "--out", "Draw the water", "--json"):
        assert word in told
    lines = typed("tide", "3", "--moon", "new", "-o", str(tmp_path / "water.svg")).split("\n")
    assert lines[0] == "Under a new moon"
    assert " 2       4 ft" in lines
    assert "Low." in lines
    assert f"Wrote {tmp_path / 'water.svg'}." in " ".join(" ".join(lines).split())
    assert (tmp_path / "water.svg").read_text().startswith("<svg")
    assert typed.data("tide", "2") == {"hours": 2, "moon": "full"}


@pytest.mark.whole("long")
@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("raise SystemExit('no sea here')", "tide: cannot be used (tidal): SystemExit: no sea here"),
        ("TOOL = 3", "tide: cannot be used (tidal): TypeError: tides:TOOL is no Tool but of type int"),
        ("import nowhere", "tide: cannot be used (tidal): ModuleNotFoundError: No module named 'nowhere'"),
    ],
)
def test_a_broken_tool_is_told_in_a_line_and_the_others_go_on(
    folder: Path, typed: Typed, source: str, says: str
) -> None:
    (folder / "tides.py").write_text(source)
    install(folder, "tidal", tide="tides:TOOL")
    assert typed.refused("tide", "3") == says
    assert "cannot be used (tidal)" in typed("--help")
    typed("deck", "builtin", "--json")


@pytest.mark.usefixtures("tide")
def test_two_tools_of_a_name_are_both_refused_and_an_own_command_is_never_replaced(folder: Path, typed: Typed) -> None:
    install(folder, "lunar", tide="moons:TOOL", deck="moons:TOOL", check="moons:TOOL")
    problem = "tide: cannot be used: announced by lunar and tidal; uninstall all but one of them"
    assert typed.refused("tide", "3") == problem
    typed("deck", "builtin", "--json")
    assert "Say whether a shot is legal" in typed("check", "--help")
