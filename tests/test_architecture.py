"""The drawing in docs/architecture.md: every room is in it, and from room to room imports run one way only."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "fireline"
PAGE = (SOURCE.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
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
    "testing": {"rulesets", "questions", "server", "client", "cli", "env"},
}
"""Every room, and those that it must not import."""


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
    drawing = PAGE.split("```")[1]
    assert [room for room in rooms if not re.search(rf"\b{room}\b", drawing)] == []


def test_the_table_of_the_server_names_files_that_are_there() -> None:
    table = PAGE.partition("| idea | in `server` |")[2].partition("\n\n")[0]
    named = re.findall(r"`(\w+)`", table)
    assert named
    there = {path.stem for path in (SOURCE / "server").iterdir()}
    assert [name for name in named if name not in there] == []


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
