"""Where a fault can be planted in the engine: one operator, number or condition of a function changed."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

ROOMS = {
    "rules: Ancients": ("rulesets/ancients",),
    "rules: Blightmeer": ("rulesets/blightmeer",),
    "rules: Duel of Ages": ("rulesets/duel_of_ages",),
    "rules: Endless Horizons": ("rulesets/endless_horizons",),
    "chance": ("chance",),
    "geometry": ("geometry",),
    "game": ("game", "ruling"),
    "analysis": ("analysis",),
    "formats": ("formats", "maps"),
    "server": ("server",),
}
"""The rooms of the engine, each with its folders."""
LEFT_OUT = {"drawing", "drawing.py", "migrations", "page", "offline_page"}
"""What is drawn is judged by eye and by whole pictures; migrations run once; the rest is built."""
COMPILED = {"compiled", "njit"}
"""Functions with these decorators call no Python: whichever test calls one of them may reach a place in any."""
SHARE = 4
"""No kind of fault is more than one in so many of a room."""

COMPARED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
COMPUTED: dict[type[ast.operator], str] = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Mod: "*"}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Fault:
    """One change of one expression of a file: the text from `start` to `end` becomes `new`."""

    room: str
    file: str
    line: int
    function: str
    kind: str
    start: int
    end: int
    old: str
    new: str
    compiled: bool = False

    @property
    def key(self) -> str:
        """What names the fault as long as its line stays as it is, wherever the line goes."""
        return f"{self.file}:{self.function}: {' '.join(self.old.split())} -> {' '.join(self.new.split())}"

    def planted(self, text: str) -> str:
        """The file with the fault."""
        return text[: self.start] + self.new + text[self.end :]


@dataclass(frozen=True)
class Call:
    """Where Python calls a function that numba compiles: a stretch of a file."""

    file: str
    start: int
    end: int


def chosen(root: Path, a_room: int, seed: int) -> list[Fault]:
    """So many faults of each room, the same for the same source and seed, at most one in a function."""
    found = []
    for room, folders in ROOMS.items():
        sites = [site for folder in folders for site in _of_folder(root, room, root / "src/fireline" / folder)]
        found += spread(sites, a_room, seed)
    return found


def spread(sites: Iterable[Fault], number: int, seed: int) -> list[Fault]:
    """So many of them, at most one in a function, and no kind too often; a change elsewhere changes no choice."""
    sites = sorted(sites, key=lambda site: sha256(f"{seed} {site.key}".encode()).digest())
    kept: list[Fault] = []
    kinds: Counter[str] = Counter()
    functions = set()
    for site in sites:
        if (site.file, site.function) not in functions and kinds[site.kind] * SHARE < number:
            kinds[site.kind] += 1
            functions.add((site.file, site.function))
            kept.append(site)
    return kept[:number]


def _of_folder(root: Path, room: str, folder: Path) -> Iterator[Fault]:
    for file in sorted(folder.rglob("*.py")):
        if not LEFT_OUT & set(file.relative_to(folder).parts):
            yield from of_file(root, room, file)


def of_file(root: Path, room: str, file: Path) -> Iterator[Fault]:
    """Every fault that can be planted in a file and leaves it Python."""
    text = file.read_text(encoding="utf-8")
    tree, stretch, name = ast.parse(text), _stretches(text), file.relative_to(root).as_posix()
    compiled = _compiled(tree)
    for function, node in _expressions(tree):
        start, end = stretch(node)
        for kind, new in _changes(node):
            fault = Fault(
                room, name, node.lineno, function, kind, start, end, text[start:end], f"({new})", function in compiled
            )
            if _is_python(fault.planted(text)):
                yield fault


def calls_of_compiled(root: Path) -> Iterator[Call]:
    """Every place where Python may call a function that numba compiles: only geometry has such functions.

    They are told by their names, because which module draws is settled while it runs.
    """
    texts = {file: file.read_text(encoding="utf-8") for file in sorted((root / "src/fireline/geometry").glob("*.py"))}
    trees = {file: ast.parse(text) for file, text in texts.items()}
    names = {name for tree in trees.values() for name in _compiled(tree)}
    for file, tree in trees.items():
        own, stretch = _compiled(tree), _stretches(texts[file])
        for function, node in _expressions(tree):
            called = node.func if isinstance(node, ast.Call) else None
            if function not in own and isinstance(called, ast.Name | ast.Attribute) and _last(called) in names:
                yield Call(file.relative_to(root).as_posix(), *stretch(node))


def _stretches(text: str) -> Callable[[ast.expr], tuple[int, int]]:
    """Where an expression of a text begins and ends."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    lines = text.splitlines()

    def place(row: int, column: int) -> int:
        return starts[row - 1] + len(lines[row - 1].encode()[:column].decode())

    return lambda node: (
        place(node.lineno, node.col_offset),
        place(node.end_lineno or 0, node.end_col_offset or 0),  # parsed text always has both
    )


def _compiled(tree: ast.Module) -> set[str]:
    """The functions of a module that numba compiles."""
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return {one.name for one in functions if any(map(_is_compiled, one.decorator_list))}


def _is_python(text: str) -> bool:
    try:
        compile(text, "", "exec")
    except SyntaxError:
        return False
    return True


def _expressions(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The expressions that functions work out, each with the name of its function; no types, messages or patterns."""

    def inside(node: ast.AST, name: str) -> Iterator[tuple[str, ast.expr]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                for part in child.body:
                    yield from inside(ast.Module([part], []), f"{name}.{child.name}".strip("."))
            elif isinstance(child, ast.Raise | ast.Assert | ast.JoinedStr | ast.pattern):
                continue
            elif isinstance(child, ast.AnnAssign):
                if child.value is not None:
                    yield from inside(ast.Expression(child.value), name)
            else:
                if isinstance(child, ast.expr) and name and isinstance(getattr(child, "ctx", ast.Load()), ast.Load):
                    yield name, child
                yield from inside(child, name)

    yield from ((name, node) for name, node in inside(tree, "") if name[:1].islower() or "." in name or name[:1] == "_")


def _is_compiled(decorator: ast.expr) -> bool:
    return any(isinstance(one, ast.Name | ast.Attribute) and _last(one) in COMPILED for one in ast.walk(decorator))


def _last(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr


def _changes(node: ast.expr) -> Iterator[tuple[str, str]]:
    """The kinds of faults of one expression, each with the text that takes its place."""
    match node:
        case ast.Compare(left, [op], [right]) if type(op) in COMPARED:
            yield "comparison", f"{ast.unparse(left)} {COMPARED[type(op)]} {ast.unparse(right)}"
        case ast.BoolOp(ast.And(), values):
            yield "and, or", " or ".join(f"({ast.unparse(one)})" for one in values)
        case ast.BoolOp(ast.Or(), values):
            yield "and, or", " and ".join(f"({ast.unparse(one)})" for one in values)
        case ast.UnaryOp(ast.Not(), operand):
            yield "not", ast.unparse(operand)
        case ast.BinOp(left, op, right) if type(op) in COMPUTED and not (_is_text(left) or _is_text(right)):
            yield "arithmetic", f"{_operand(left)} {COMPUTED[type(op)]} {_operand(right)}"
        case ast.Constant(bool(value)):
            yield "constant", str(not value)
        case ast.Constant(int(value)):
            yield "number", str(value + 1)
        case ast.IfExp(test, body, orelse):
            yield "condition", f"{_operand(orelse)} if {_operand(test)} else {_operand(body)}"
        case ast.Call(ast.Name(name), args) if name in SWAPPED and args:
            yield "least, most", SWAPPED[name] + ast.unparse(node).removeprefix(name)


def _operand(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))
