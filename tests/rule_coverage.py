"""Which rules the code acts on, and which files of tests claim them.

A test claims rules with `@pytest.mark.rule("CCA-1.3", ...)`. `test_rule_coverage.py` fails on a claimed rule that no
rulebook has, on a rule that is done and claimed by no test, and on a page `tests/rule-coverage.md` that says something
else. Write the page anew with

    python tests/rule_coverage.py --write
"""

import ast
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from functools import cache, partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
RULESETS = ROOT / "src" / "fireline" / "rulesets"
PAGE = TESTS / "rule-coverage.md"
Where = dict[str, set[str]]
"""Sets of places by the ID of a rule."""


# --- the rulebooks and the code ------------------------------------------------------


@cache
def rulebooks() -> dict[str, dict[str, dict[str, str]]]:
    """The rules of every ruleset by their IDs, read without importing the ruleset."""
    return {
        file.parent.name: tomllib.loads(file.read_text(encoding="utf-8"))["rules"]
        for file in sorted(RULESETS.glob("*/rulebook.toml"))
    }


def choices(folder: Path) -> Where:
    """The choices of a rulebook, between editions or of players, by the rule that each changes."""
    found: Where = defaultdict(set)
    book = tomllib.loads((folder / "rulebook.toml").read_text(encoding="utf-8"))
    for kind in ("choices", "options"):
        for name, choice in book.get(kind, {}).items():
            for id_ in (choice["rule"],) if "rule" in choice else choice["rules"].values():
                found[id_].add(f"rulebook.toml:{kind}.{name}")
    return found


def places_in_code(folder: Path, ids: Iterable[str]) -> Where:
    """Where a ruleset's code acts on each of its rules, as `file.py:function`."""
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted(folder.rglob("*.py"))}
    found: Where = {id_: set() for id_ in ids}
    constants = {
        (file.stem, name): id_
        for file, tree in trees.items()
        for top in tree.body
        for name, id_ in _constants(top, ids)
    }
    for file, tree in trees.items():
        names = _names_here(file.stem, tree, constants)
        for top in tree.body:
            shorthand = dict(_constants(top, ids))
            for id_ in set(_strings(top)) & (found.keys() - set(shorthand.values())):
                found[id_] |= {_place(folder, file, scope) for scope in _scopes(top, partial(_is_text, id_))}
            for name, id_ in names.items():
                if name not in shorthand:
                    scopes = _scopes(top, partial(_is_name, name))
                    found[id_] |= {_place(folder, file, scope) for scope in scopes}
    return found


def _constants(top: ast.stmt, ids: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Names at the top of a module that stand for one rule: `LEADERS = RULES.cite("CCA-6")`, or several at once."""
    if not isinstance(top, ast.Assign) or len(top.targets) != 1:
        return
    target, value = top.targets[0], top.value
    pairs = [(target, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = list(zip(target.elts, value.elts, strict=True))
    for name, cited in pairs:
        rules = set(_strings(cited)) & set(ids)
        if isinstance(name, ast.Name) and len(rules) == 1:
            yield name.id, rules.pop()


def _names_here(module: str, tree: ast.Module, constants: dict[tuple[str, str], str]) -> dict[str, str]:
    """The constants as a module calls them: `LEADERS` its own or imported, `sight.CORNER` of a module imported."""
    names = {name: id_ for (home, name), id_ in constants.items() if home == module}
    for top in tree.body:
        if isinstance(top, ast.ImportFrom) and top.module:
            home = top.module.rpartition(".")[2]
            for alias in top.names:
                called = alias.asname or alias.name
                if (home, alias.name) in constants:
                    names[called] = constants[home, alias.name]
                names |= {f"{called}.{name}": id_ for (stem, name), id_ in constants.items() if stem == alias.name}
    return names


def _scopes(top: ast.stmt, matches: Callable[[ast.AST], bool]) -> set[str]:
    """The functions and classes in a statement in which something matches, "" for the module itself."""
    if not any(matches(node) for node in ast.walk(top)):
        return set()
    if isinstance(top, ast.ClassDef):
        inner = [scope for part in top.body for scope in _scopes(part, matches)]
        return {f"{top.name}.{scope}" if scope else top.name for scope in inner} or {top.name}
    return {top.name} if isinstance(top, ast.FunctionDef) else {""}


def _strings(node: ast.AST) -> Iterator[str]:
    return (n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str))


def _is_text(text: str, node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == text


def _is_name(name: str, node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return isinstance(node.value, ast.Name) and f"{node.value.id}.{node.attr}" == name
    return isinstance(node, ast.Name) and node.id == name


def _place(folder: Path, file: Path, scope: str) -> str:
    name = file.relative_to(folder).as_posix()
    return f"{name}:{scope}" if scope else name


# --- the tests -----------------------------------------------------------------------


def claims(folder: Path) -> Where:
    """The files of tests that claim each rule with `@pytest.mark.rule`, read without importing them."""
    found: Where = defaultdict(set)
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for claimed in node.args:
                    found[str(ast.literal_eval(claimed))].add(file.relative_to(folder).as_posix())
    return found


def problems(claimed: Where) -> Iterator[str]:
    """Claims of rules that no rulebook has, and rules that are done and that no test claims."""
    rules = {id_: rule for rulebook in rulebooks().values() for id_, rule in rulebook.items()}
    for id_ in sorted(claimed.keys() - rules.keys()):
        nearest = ", ".join(get_close_matches(id_, rules, n=1, cutoff=0))
        yield f"{min(claimed[id_])} claims {id_!r}, which no rulebook has; nearest: {nearest}"
    for id_, rule in rules.items():
        if rule["status"] == "done" and not claimed.get(id_):
            yield f"{id_} is done, but no test claims it with @pytest.mark.rule({id_!r})"


# --- the page ------------------------------------------------------------------------


def page(claimed: Where) -> str:
    """The page as it should be: what stands in the code and in the tests."""
    lines = [
        "# Rule coverage",
        "",
        "Every rule, where the code acts on it, and the tests that claim it.",
        "Written by `python tests/rule_coverage.py --write`; a test fails when it is out of date.",
    ]
    for name, rules in rulebooks().items():
        code, chosen = places_in_code(RULESETS / name, rules), choices(RULESETS / name)
        lines += ["", f"## {name}", "", f"Code: `src/fireline/rulesets/{name}/`.", ""]
        lines += ["| rule | says | code | claimed by |", "|---|---|---|---|"]
        for id_, rule in rules.items():
            tests = claimed.get(id_, ())
            shown = _listed(tests) if tests or rule["status"] != "done" else "**UNTESTED**"
            status = "" if rule["status"] == "done" else f" ({rule['status']})"
            cells = [id_ + status, _first_sentence(rule["says"]), _listed(code[id_] | chosen[id_]), shown]
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def _first_sentence(text: str) -> str:
    head, dot, _ = text.partition(". ")
    return head + "." if dot else text


def _listed(places: Iterable[str]) -> str:
    return ", ".join(f"`{place}`" for place in sorted(places))


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    PAGE.write_text(page(claims(TESTS)), encoding="utf-8")
