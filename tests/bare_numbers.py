"""The bare numbers in the source of a game's rules: found by reading it, with where each one stands."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import fireline.rulesets

GAMES = Path(fireline.rulesets.__file__).parent
NOT_RULES = {
    "drawing": "pictures",
    "tools": "questions that one game has",
    "editing": "what the editor begins with, and builds", "maps": "maps of other programs",
    "figure": "the body of a model and what it carries", "landscape": "what a file says of terrain",
    "modelfacts": "facts of a mesh",
}  # fmt: skip
"""Folders and modules that hold no rule, each with what they hold."""
SMALL = {-1, 0, 1, 2}
COUNTING = (ast.Subscript, ast.BinOp, ast.Compare, ast.AugAssign)
"""Where a small number counts or indexes: `rows[1]`, `n + 1`, `len(found) == 1`, `steps += 1`."""
FROM = {
    "Fact",
    "range",
    "enumerate",
    "max",
    "min",
    "sum",
    "accumulate",
    "Field",
    "Parameter",
    "lru_cache",
    "reshape",
    "round",
}
"""What counts from a number, or names the bounds of what may be typed."""


class Bare(NamedTuple):
    """A number in the source, with the name it stands under: of a module, and of what in it."""

    place: str
    number: int | float
    line: int


def modules(game: str) -> Iterator[Path]:
    """The modules of a game that hold rules, by the name of its package."""
    for path in sorted((GAMES / game).rglob("*.py")):
        parts = path.relative_to(GAMES / game).with_suffix("").parts
        if not NOT_RULES.keys() & set(parts):
            yield path


def bare_numbers(game: str) -> list[Bare]:
    """Every number in the rules of a game but 0, and but small ones that count or index."""
    return [one for path in modules(game) for one in in_source(path.read_text(encoding="utf-8"), path.stem)]


def in_source(source: str, module: str) -> list[Bare]:
    """The same of one module."""
    return list(_within(ast.parse(source), module, counts=False))


def _within(node: ast.AST, place: str, *, counts: bool) -> Iterator[Bare]:
    if isinstance(node, ast.Constant):
        number = node.value if isinstance(node.value, int | float) and not isinstance(node.value, bool) else 0
        if number and not (counts and number in SMALL):
            yield Bare(place, number, node.lineno)
        return
    if isinstance(node, ast.Call) and _name(node.func) in FROM:
        counts, bounds = (
            True,
            [
                word
                for word in node.keywords
                if word.arg in {"ge", "le", "gt", "lt", "least", "most", "above", "maxsize"}
            ],
        )
        node.keywords = [word for word in node.keywords if word not in bounds]
    if isinstance(node, COUNTING):
        counts = True
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        place, counts = f"{place.partition('.')[0]}.{node.name}", False
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
        named = _name(target)
        place = f"{place}.{named}" if named and "." not in place else place
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.expr) and child is getattr(node, "returns", None)):
            yield from _within(child, place, counts=counts and isinstance(child, ast.expr | ast.keyword))


def _name(node: ast.AST) -> str:
    if isinstance(node, ast.Tuple):
        return _name(node.elts[0])
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def strings(game: str) -> set[str]:
    """Every text in the source of a game's rules, those of annotations and of f-strings among them."""
    return {
        node.value
        for path in modules(game)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
