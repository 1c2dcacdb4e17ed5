"""Which rules the code acts on, which the tests claim, and under which they throw dice.

A pytest plugin, registered by `conftest.py`. A test claims rules with `@pytest.mark.rule("CCA-1.3", ...)`.
The run fails on a claimed rule that no rulebook has, and, when the whole suite ran, on a rule that is done and
claimed by no test, and on a page `docs/rule-coverage.md` that says something else than this run. Write it anew with

    python tests/rule_coverage.py --write

A whole run ends with every rule in short; so does another one with `--rules`.
"""

import ast
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
RULESETS = ROOT / "src" / "fireline" / "rulesets"
PAGE = ROOT / "docs" / "rule-coverage.md"
CELLS_A_LINE, CELL = 4, 24
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


@cache
def known_rules() -> dict[str, dict[str, str]]:
    """Every rule of every ruleset."""
    return {id_: rule for rules in rulebooks().values() for id_, rule in rules.items()}


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


@dataclass
class Seen:
    """What one process saw of the tests; workers hand theirs to the one that reports."""

    claimed: Where = field(default_factory=lambda: defaultdict(set))
    thrown: Where = field(default_factory=lambda: defaultdict(set))
    left_out: bool = False

    def data(self) -> dict[str, Any]:
        """Plain values, as they go from process to process."""
        wheres = {"claimed": self.claimed, "thrown": self.thrown}
        return {"left_out": self.left_out} | {
            name: {id_: sorted(places) for id_, places in where.items()} for name, where in wheres.items()
        }

    def add(self, data: dict[str, Any]) -> None:
        """Take in what another process saw."""
        self.left_out |= data["left_out"]
        for where, name in ((self.claimed, "claimed"), (self.thrown, "thrown")):
            for id_, places in data[name].items():
                where[id_] |= set(places)


class RuleCoverage:
    """Watches one run."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.seen = Seen()
        self.problems: list[str] = []
        self.whole = False
        self._item: pytest.Item | None = None
        self._watch()

    def _watch(self) -> None:
        from fireline.chance.thrown import RecordingDice

        run, coverage = RecordingDice.run, self

        def watched(dice: RecordingDice, program: Any, /, *args: Any, **kwargs: Any) -> Any:
            if program.rule and coverage._item is not None:
                coverage._threw(str(program.rule), coverage._item)
            return run(dice, program, *args, **kwargs)

        RecordingDice.run = watched  # type: ignore[method-assign]
        self.config.add_cleanup(lambda: setattr(RecordingDice, "run", run))

    def _threw(self, rule: str, item: pytest.Item) -> None:
        self.seen.thrown[rule].add(item.nodeid)

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Note which rules a test claims, whichever suite runs it."""
        for mark in item.iter_markers("rule"):
            for rule in mark.args:
                self.seen.claimed[str(rule)].add(item.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Know whose dice are thrown."""
        self._item = item
        try:
            return (yield)
        finally:
            self._item = None

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take in what a worker of pytest-xdist saw."""
        if (output := getattr(node, "workeroutput", {}).get("rule_coverage")) is not None:
            self.seen.add(output)
        else:
            self.seen.left_out = True

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hand over, or judge."""
        if (output := getattr(self.config, "workeroutput", None)) is not None:
            output["rule_coverage"] = self.seen.data()
            return
        if self.config.option.collectonly and not self.config.option.write_rule_coverage:
            return
        self.whole = self._is_whole(session)
        self.problems = list(self._judge(passed=session.exitstatus == pytest.ExitCode.OK))
        if self.problems and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _is_whole(self, session: pytest.Session) -> bool:
        """Whether every test was collected: by `make test-all`, or where nothing was chosen."""
        everything = self.config.args_source is pytest.Config.ArgsSource.TESTPATHS
        finished = session.exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}
        stopped = session.shouldfail or session.shouldstop
        option = self.config.option
        last_failed = getattr(option, "lf", False)  # no such option where pytest keeps no cache
        chosen = (
            last_failed or option.ignore or option.ignore_glob or option.deselect or getattr(option, "quick", False)
        )
        chosen = chosen or option.keyword or option.markexpr or self.seen.left_out
        return everything and finished and not stopped and not chosen

    def _judge(self, *, passed: bool) -> Iterator[str]:
        known = known_rules()
        for rule in sorted(self.seen.claimed.keys() - known.keys()):
            nearest = get_close_matches(rule, known, n=1, cutoff=0)
            test = min(self.seen.claimed[rule])
            yield f"{test} claims {rule!r}, which no rulebook has; nearest: {', '.join(nearest)}"
        if not self.whole:
            return
        for rule in untested(self.seen.claimed):
            yield f"{rule} is done, but no test claims it with @pytest.mark.rule({rule!r})"
        new = page(self.seen.claimed)
        if self.config.option.write_rule_coverage:
            PAGE.write_text(new, encoding="utf-8")
        elif passed and (not PAGE.exists() or PAGE.read_text(encoding="utf-8") != new):
            yield f"{PAGE.relative_to(ROOT)} is out of date; run: python tests/rule_coverage.py --write"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """The rules in short: tests that claim each, and tests that threw dice under it."""
        if self.whole or self.config.option.rules:
            terminalreporter.section("rules: tests that claim each / that threw dice under it")
            for line in summary(self.seen, whole=self.whole):
                terminalreporter.write_line(line)
        for problem in self.problems:
            terminalreporter.write_line(f"FAILED {problem}", red=True)


def untested(claimed: Where) -> list[str]:
    """The rules that are done and that no test claims."""
    return [id_ for id_, rule in known_rules().items() if rule["status"] == "done" and not claimed.get(id_)]


def summary(seen: Seen, *, whole: bool) -> Iterator[str]:
    """A few rules a line, then those that nobody claims."""
    cells = [
        f"{id_} {len(seen.claimed.get(id_, ()))}/{len(seen.thrown.get(id_, ()))}".ljust(CELL) for id_ in known_rules()
    ]
    for start in range(0, len(cells), CELLS_A_LINE):
        yield "".join(cells[start : start + CELLS_A_LINE]).rstrip()
    if whole and (missing := untested(seen.claimed)):
        yield f"UNTESTED: {', '.join(missing)}"


# --- the page ------------------------------------------------------------------------


def page(claimed: Where) -> str:
    """The page as it should be: what stands in the code and in the tests, so that collecting them is enough."""
    lines = [
        "# Rule coverage",
        "",
        "Every rule, where the code acts on it, and the tests that claim it.",
        "Written by `python tests/rule_coverage.py --write`; a full test run fails when it is out of date.",
    ]
    for name, rules in rulebooks().items():
        code = places_in_code(RULESETS / name, rules)
        lines += ["", f"## {name}", "", f"Code: `src/fireline/rulesets/{name}/`.", ""]
        lines += ["| rule | says | code | claimed by |", "|---|---|---|---|"]
        for id_, rule in rules.items():
            tests = {node.partition("::")[0] for node in claimed.get(id_, ())}
            claims = _listed(tests) if tests or rule["status"] != "done" else "**UNTESTED**"
            status = "" if rule["status"] == "done" else f" ({rule['status']})"
            cells = [id_ + status, _first_sentence(rule["says"]), _listed(code[id_]), claims]
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def _first_sentence(text: str) -> str:
    head, dot, _ = text.partition(". ")
    return head + "." if dot else text


def _listed(places: Iterable[str]) -> str:
    return ", ".join(f"`{place.removeprefix('tests/')}`" for place in sorted(places))


# --- pytest and the command line -----------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    """Write the page instead of comparing it; list the rules after any run."""
    parser.addoption(
        "--rules", action="store_true", help="list every rule with the number of tests, after part of them too"
    )
    parser.addoption("--write-rule-coverage", action="store_true", help="write docs/rule-coverage.md anew")


def pytest_configure(config: pytest.Config) -> None:
    """Watch this run."""
    config.pluginmanager.register(RuleCoverage(config), "rule-coverage-watch")


def main(arguments: list[str]) -> int:
    """Collect the whole suite and write the page."""
    if arguments != ["--write"]:
        print(__doc__)
        return 2
    command = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "--write-rule-coverage"]
    return subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
