"""No room knows a game but the game's own: not by id, name, package or field."""

import ast
import dataclasses
import pkgutil
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from fireline.game.entries import FileEntry
from fireline.game.registry import ruleset
from fireline.rulesets import RULESETS

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "fireline"
GAMES = [ruleset(id_) for id_ in RULESETS]
PACKAGES = {game.package.rpartition(".")[2] for game in GAMES}
WORDS = {game.id for game in GAMES} | {game.id.partition("@")[0] for game in GAMES} | PACKAGES
NAMES = re.compile("|".join(rf"\b{re.escape(one)}\b" for one in sorted({*WORDS, *(game.name for game in GAMES)})))

SHARED = frozenset(
    (
        # Every battle and every answer has these, as docs/server.md says.
        *("id", "name", "side", "team", "turn", "over", "unit", "units", "shooter", "target", "targets", "shot"),
        *("weapon", "place", "move", "dice", "options", "house", "cover", "modifiers", "steps", "hidden", "edition"),
        "points",
        "board",
        # Words of pictures, files, tables, reports and the web, which some game happens to use for a field, too.
        *("file", "kind", "type", "size", "value", "number", "count", "path", "table", "columns", "range", "list"),
        *("start", "end", "from", "to", "first", "left", "step", "status", "done", "check", "model"),
        *("base", "pose", "at", "origin"),
        *("blocks", "wall", "card", "stands", "battles", "revealed", "hit"),
        *("top", "bottom", "drawn", "out", "pieces"),
        *("width", "height", "depth", "round", "letter", "border", "facing", "short"),
        *("up", "front", "eyes", "parts", "regions", "said", "foot"),  # what is said of any mesh file
    )
)
"""Field names of games that other rooms say, too, and mean something of their own by."""
OF_THEIR_ROOM = {"maps": {"walls", "flags", "hex", "terrain"}}
"""Words with a meaning of their own in a room: keys in the files of other programs."""

Found = Iterator[tuple[int, str]]


@cache
def fields() -> frozenset[str]:
    """The field names of the games' states and battle files, but for those that are everybody's."""
    found: set[str] = set()
    for game in GAMES:
        for module in pkgutil.iter_modules(import_module(game.package).__path__):
            for kind in vars(import_module(f"{game.package}.{module.name}")).values():
                if isinstance(kind, type) and kind.__module__.startswith(game.package):
                    found |= set(_fields_of(kind))
    return frozenset(found - SHARED)


def _fields_of(kind: type) -> Iterator[str]:
    if issubclass(kind, FileEntry):
        yield from kind.model_fields
    elif kind.__module__.endswith(".state") and dataclasses.is_dataclass(kind):
        yield from (field.name for field in dataclasses.fields(kind))


@cache
def texts(tree: ast.Module) -> tuple[tuple[int, str], ...]:
    """Every text that a program holds, with its line, but docstrings and those that say what a field is."""
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    every = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in said)
    return tuple((node.lineno, node.value) for node in every if isinstance(node.value, str))


def knows_a_game(tree: ast.Module) -> Found:
    """An import of a game's package, or its id, name or package in a text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names]
            for name in names if isinstance(node, ast.Import) else [f"{node.module}.{name}" for name in names]:
                if name.startswith("fireline.rulesets."):
                    yield node.lineno, f"imports {name}"
    for line, text in texts(tree):
        if match := NAMES.search(text):
            yield line, f"says {match[0]!r}"


OF_THE_FRAME = {"pieces", "named", "but"}
"""What the frame itself declares of every state whose pieces are `Pieces`: see `game/pieces.py`."""


def looks_into_a_state(tree: ast.Module) -> Found:
    """`state.something`: a state is its game's to read; a server's own state is no game's."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute):
            continue
        held = node.value
        named = isinstance(held, ast.Name) and held.id == "state"
        inner = isinstance(held, ast.Attribute) and held.attr == "state" and not _is_of_the_server(held)
        if (named or inner) and node.attr not in OF_THE_FRAME:
            yield node.lineno, f"reads {ast.unparse(node)}"


def _is_of_the_server(held: ast.Attribute) -> bool:
    return ast.unparse(held.value).rpartition(".")[2] in {"app", "api", "application"}


def reads_a_field(tree: ast.Module) -> Found:
    """A game's own field name as a text: a key of its battle file, or an attribute asked for by name."""
    for line, text in texts(tree):
        if text in fields():
            yield line, f"says {text!r}, which is a field of a game"


RULES: dict[str, Callable[[ast.Module], Found]] = {
    "knows a game": knows_a_game,
    "looks into a state": looks_into_a_state,
    "reads a field": reads_a_field,
}


@cache
def modules() -> dict[str, ast.Module]:
    """Every module outside the games, by its path in the package."""
    files = {file.relative_to(SOURCE).as_posix(): file for file in sorted(SOURCE.rglob("*.py"))}
    mine = {path: file for path, file in files.items() if not path.startswith("rulesets/")}
    return {path: ast.parse(file.read_text(encoding="utf-8")) for path, file in mine.items()}


def broken(rule: str) -> dict[str, list[str]]:
    """What breaks a rule, by module."""
    found = {
        path: [f"{path}:{line} {what}" for line, what in RULES[rule](tree) if not _is_of_its_room(path, what)]
        for path, tree in modules().items()
    }
    return {path: told for path, told in found.items() if told}


def _is_of_its_room(path: str, what: str) -> bool:
    own = OF_THEIR_ROOM.get(path.partition("/")[0], set())
    return any(what == f"says {word!r}, which is a field of a game" for word in own)


OPTION = re.compile(r"--[a-z]")
OF_EVERY_DOOR = ("analysis/", "questions/", "draw/", "ruling/", "chance/")
TYPED_ONLY = ("analysis/sweep/", "analysis/grid.py", "analysis/matchups.py")
"""What only the command line reaches: a sweep, a grid of cells, a table of pairs in a file."""


def names_an_option(path: str, tree: ast.Module) -> list[str]:
    """Texts of answers and errors that name an option of the command line, though other doors show them as well."""
    if not path.startswith(OF_EVERY_DOOR) or path.startswith(TYPED_ONLY):
        return []
    return [f"{path}:{line} says {text!r}" for line, text in texts(tree) if OPTION.search(text)]


def test_what_every_door_shows_names_no_option_of_one() -> None:
    assert [told for path, tree in modules().items() for told in names_an_option(path, tree)] == []
    assert names_an_option("analysis/plan.py", ast.parse("TOLD = f'{more}; --seconds gives more'"))


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.whole("long")
def test_a_room_outside_the_games_keeps_to_the_frame(rule: str) -> None:
    assert [line for told in broken(rule).values() for line in told] == []


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ("knows a game", "from fireline.rulesets.ancients import RULESET"),
        ("knows a game", "def f(id_):\n    return id_ == 'duel-of-ages'"),
        ("knows a game", "QUICK = {'blightmeer@2026-07'}"),
        ("looks into a state", "def f(battle):\n    return battle.state.units"),
        ("looks into a state", "def f(state):\n    return getattr(state.edition, 'id')"),
        ("reads a field", "def f(entry):\n    return entry.get('last_action')"),
        ("reads a field", "SECTIONS = ('heroes', 'leaders')"),
    ],
)
def test_each_rule_finds_what_breaks_it(rule: str, code: str) -> None:
    assert list(RULES[rule](ast.parse(code)))
