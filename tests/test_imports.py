"""What is imported when: nothing heavy for a cold answer, and from room to room one way only."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from battles import every_ruleset

SOURCE = Path(__file__).parent.parent / "src" / "fireline"
HEAVY = {
    "numba", "fastapi", "starlette", "uvicorn", "scipy", "resvg", "pyarrow", "dask", "distributed", "gymnasium",
    "jinja2", "pettingzoo",
}  # fmt: skip
MAY_KNOW = {"chance": {"chance"}, "geometry": {"geometry"}, "ruling": {"chance", "geometry", "ruling"}}
"""The rooms on the ground floor, and which of them each may know."""
OUTSIDE = {"questions", "server", "client", "cli", "env", "testing"}
MAY_NOT = {room: {path.stem for path in SOURCE.iterdir()} - known for room, known in MAY_KNOW.items()} | {
    "game": {"draw", "rulesets", "formats", "analysis", *OUTSIDE},
    "draw": {"rulesets", "formats", "analysis", *OUTSIDE},
    "rulesets": {"formats", "analysis", *OUTSIDE},
    "newgame": {"draw", "rulesets", "formats", "analysis", *OUTSIDE},
    "formats": {"analysis", *OUTSIDE},
    "analysis": OUTSIDE,
    "maps": {"draw", "rulesets", "analysis", *OUTSIDE},
    "questions": OUTSIDE - {"questions"},
    "server": {"client", "cli", "env", "testing"},
    "client": {"draw", "rulesets", "formats", "analysis", "maps", "cli", "env", "testing"},
    "cli": {"client", "env", "testing"},
    "env": {"rulesets", "formats", "questions", "server", "client", "cli", "testing"},
    "testing": {"rulesets", "analysis", "questions", "server", "client", "cli", "env"},
}
"""Every room, and those that it must not import."""
CHECK = """
import sys
import fireline
from fireline.formats.parsing import parse
from fireline.game import answers
from fireline.game.battle import Battle
from importlib.resources import files

rules = fireline.ruleset(sys.argv[1])
battle = Battle.read(parse(files(rules.package).joinpath("starter.yaml").read_text(encoding="utf-8")))
for shooter in rules.shooters(battle.state):
    for target in rules.targets(battle.state, shooter):
        answers.odds(battle, fireline.Shot(shooter, target))
"""


def loaded_after(code: str, *arguments: str) -> set[str]:
    """The packages that a fresh Python has loaded when it has run the code."""
    code += "\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True, encoding="utf-8")
    return {name.partition(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}


def test_what_is_asked_first_loads_nothing_heavy() -> None:
    assert not loaded_after("import fireline") & (HEAVY | {"numpy", "pydantic", "yaml", "rich", "typer"})
    assert not loaded_after("import fireline.cli.app") & (HEAVY | {"numpy"})
    of_the_server = {"sqlalchemy", "alembic", "nacl", "platformdirs", "httpx", "websockets"}
    assert not loaded_after("import fireline.client") & (HEAVY | {"numpy"} | of_the_server)
    told = "from fireline.cli import run\nassert run(['--version']) == 0\nprint()"
    assert not loaded_after(told) & (HEAVY | {"numpy", "pydantic", "yaml", "rich", "typer"})


@every_ruleset
@pytest.mark.whole("long")
def test_a_cold_ruling_and_its_odds_load_nothing_heavy(id_: str) -> None:
    needed = {"numba", "numpy"} if id_.startswith("blightmeer") else set()
    assert not loaded_after(CHECK, id_) & (HEAVY | {"numpy"}) - needed


def test_the_page_without_a_server_imports_what_the_browser_has() -> None:
    told = packages_distributions()
    loaded = loaded_after("import fireline.server.offline") - loaded_after("")
    assert {one.lower().replace("_", "-") for name in loaded for one in told.get(name, ())} <= {
        *("fireline", "annotated-types", "pydantic", "pydantic-core", "pyyaml", "rfc8785"),
        *("typing-extensions", "typing-inspection"),
    }


@pytest.mark.whole("long")
@every_ruleset
def test_a_rulebook_loads_nothing_heavy(id_: str) -> None:
    assert not loaded_after("import sys, fireline\nfireline.ruleset(sys.argv[1])", id_) & (HEAVY | {"numpy", "trimesh"})


@pytest.mark.whole("long")
def test_a_match_is_searched_without_what_its_environments_need() -> None:
    searched = """
import fireline
from fireline import env
start = env.Position(env.Match(fireline.example("ancients-ranged-combat").battle).start)
assert sum(start.transitions(start.legal[-1]).values()) == 1
"""
    assert not loaded_after(searched) & (HEAVY | {"numpy"})


def imports(file: Path) -> Iterator[tuple[int, str]]:
    """Every module that a file imports, anywhere in it, with the line."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}:{node.lineno} imports by dots"
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def test_compiled_code_is_for_geometry_alone() -> None:
    users = {file.relative_to(SOURCE).parts[0] for file in SOURCE.rglob("*.py") if "numba" in roots(file)}
    assert users == {"geometry"}


def roots(file: Path) -> set[str]:
    """Every package that a file imports, anywhere in it."""
    return {module.partition(".")[0] for _, module in imports(file)}


def test_every_room_is_on_a_floor_and_in_the_drawing() -> None:
    rooms = {file.parent.name for file in SOURCE.glob("*/__init__.py")}
    assert rooms == MAY_NOT.keys()
    drawing = (SOURCE.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8").split("```")[1]
    assert [room for room in rooms if not re.search(rf"\b{room}\b", drawing)] == []


@pytest.mark.parametrize(
    "room", [*MAY_KNOW, *(pytest.param(one, marks=pytest.mark.whole("long")) for one in MAY_NOT if one not in MAY_KNOW)]
)
def test_imports_run_one_way(room: str) -> None:
    files = sorted((SOURCE / room).rglob("*.py"))
    assert files
    wrong = [
        f"{file.relative_to(SOURCE)}:{line} imports {module}"
        for file in files
        for line, module in imports(file)
        if module.startswith("fireline.") and module.split(".")[1] in MAY_NOT[room]
    ]
    assert wrong == []


@pytest.mark.whole("long")
def test_a_ruleset_imports_no_other() -> None:
    for file in (SOURCE / "rulesets").rglob("*.py"):
        mine = file.relative_to(SOURCE / "rulesets").parts[0]
        for line, module in imports(file):
            if module.startswith("fireline.rulesets."):
                assert module.split(".")[2] == mine, f"{file}:{line} imports {module}"
