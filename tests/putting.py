"""Code blocks of a document, put into the files that they name, as a reader would by hand.

The first line of a block names its file: `# board.py`. Python is put in by name: what the file has already takes the
new form, what is new is added, and `...` at the beginning of a class or a call stands for all that is there already.
Rules of a rulebook are put in by their ids, rows of other tables by their keys; any other file is what the block says.
"""

import ast
import re
from pathlib import Path

NAMED = re.compile(r"# ([\w./]+)\n")
RULE = re.compile(r"^\[rules\..*?(?=^\[|\Z)", re.MULTILINE | re.DOTALL)


def put(block: str, folder: Path) -> bool:
    """Put a block into its file; whether it names one."""
    if not (named := NAMED.match(block)):
        return False
    file, text = folder / named[1], block[named.end() :].lstrip("\n")
    old = file.read_text(encoding="utf-8") if file.exists() else ""
    if file.suffix == ".py":
        text = merged(old, text) if old else text
    elif file.suffix == ".toml" and old:
        text = with_rules(old, text) if RULE.search(text) else with_rows(old, text)
    file.write_text(text, encoding="utf-8")
    return True


def with_rules(old: str, new: str) -> str:
    """A rulebook with more rules, or with others of the same id."""
    known = {one.partition("\n")[0]: one for one in RULE.findall(old)}
    for rule in RULE.findall(new):
        head = rule.partition("\n")[0]
        old = old.replace(known[head], rule) if head in known else f"{old.rstrip()}\n\n{rule}"
    return f"{old.rstrip()}\n"


def with_rows(old: str, new: str) -> str:
    """A file of tables with more rows, or with others of the same keys: a row is a line."""
    lines, at = old.splitlines(), 0
    for line in new.splitlines():
        if line.startswith("["):
            at = lines.index(line) + 1
        elif "=" in line:
            end = next((n for n in range(at, len(lines)) if lines[n].startswith("[")), len(lines))
            key = line.partition(" = ")[0]
            here = next((n for n in range(at, end) if lines[n].partition(" = ")[0] == key), None)
            last = max(n for n in range(at - 1, end) if lines[n].strip() and not lines[n].startswith("#"))
            lines[last + 1 if here is None else here : last + 1 if here is None else here + 1] = [line]
    return "\n".join([*lines, ""])


def merged(old: str, new: str) -> str:
    """A module with what a block of Python puts into it."""
    for node in ast.parse(new).body:
        old = _imported(old, node) if isinstance(node, ast.ImportFrom) else _defined(old, node, new)
    return old


def _imported(old: str, node: ast.ImportFrom) -> str:
    """With an import more, or with more names in one that is there."""
    imports = [one for one in ast.parse(old).body if isinstance(one, ast.ImportFrom)]
    here = next((one for one in imports if one.module == node.module), None)
    names = {alias.name for one in (node, here) if one for alias in one.names}
    return _spliced(old, here, imports[-1], f"from {node.module} import {', '.join(sorted(names))}")


def _defined(old: str, node: ast.stmt, new: str) -> str:
    """With a definition in place of the one of its name; new functions and classes last, new values before them."""
    body = ast.parse(old).body
    here = next((one for one in body if _name(one) == _name(node)), None)
    if isinstance(node, ast.ClassDef) and isinstance(here, ast.ClassDef) and _is_dots(node.body[0]):
        for member in node.body[1:]:
            old = _member(old, node.name, member, new)
        return old
    given = getattr(node, "value", None)
    if here and isinstance(given, ast.Call) and given.args and _is_dots(given.args[0]):
        for keyword in given.keywords:
            old = _keyword(old, _name(node), keyword)
        return old
    if here or isinstance(node, ast.FunctionDef | ast.ClassDef):
        return _spliced(old, here, body[-1], "", "", _text(new, node))
    imports = [one for one in body if isinstance(one, ast.ImportFrom)]
    return _spliced(old, None, imports[-1], "", _text(new, node))


def _member(old: str, kind: str, node: ast.stmt, new: str) -> str:
    """With a field or a method in a class: in place of the one of its name, else behind the others of its sort."""
    (body,) = (one.body for one in ast.parse(old).body if isinstance(one, ast.ClassDef) and one.name == kind)
    here = next((one for one in body if _name(one) == _name(node)), None)
    sort = ast.AnnAssign if isinstance(node, ast.AnnAssign) else ast.stmt
    last = [one for one in body if isinstance(one, sort)][-1]
    return _spliced(old, here, last, *([""] * (sort is ast.stmt)), _text(new, node))


def _keyword(old: str, name: str, node: ast.keyword) -> str:
    """With a keyword in the call that a name is set to."""
    (call,) = (getattr(one, "value", None) for one in ast.parse(old).body if _name(one) == name)
    assert isinstance(call, ast.Call)
    here = next((one for one in call.keywords if one.arg == node.arg), None)
    return _spliced(old, here, call.keywords[-1], f"    {ast.unparse(node)},")


Placed = ast.stmt | ast.keyword


def _spliced(old: str, here: Placed | None, after: Placed, *texts: str) -> str:
    """With these texts in the place of something, or where that is not there behind something else."""
    lines = old.splitlines()
    first, last = (_start(here), _end(here)) if here else (_end(after),) * 2
    return "\n".join([*lines[:first], *(text for text in texts if text or not here), *lines[last:], ""])


def _name(node: ast.stmt) -> str:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    return target.id if isinstance(target, ast.Name) else ""


def _start(node: Placed) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min(one.lineno for one in (node, *decorators)) - 1


def _end(node: Placed) -> int:
    assert node.end_lineno is not None
    return node.end_lineno


def _text(source: str, node: ast.stmt) -> str:
    return "\n".join(source.splitlines()[_start(node) : _end(node)])


def _is_dots(node: ast.AST) -> bool:
    """Whether it is `...`, alone or as a statement."""
    node = node.value if isinstance(node, ast.Expr) else node
    return isinstance(node, ast.Constant) and node.value is Ellipsis
