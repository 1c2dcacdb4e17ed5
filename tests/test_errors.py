"""Errors carry a code of a closed set, and no program reads their text."""

import ast
import importlib
import json
import pickle
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import fireline
from fireline.cli import run
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError, Code, IllegalShot

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "ancients-ranged-combat.yaml"
TEXTS = {"problem", "detail", "args"}
"""What of an error is for people."""
SEEKING = {"startswith", "endswith", "find", "index", "count", "search", "match", "fullmatch", "partition"}


def test_every_code_is_a_plain_word() -> None:
    assert json.dumps([Code.UNKNOWN_KEY, str(Code.MISSING)]) == '["unknown-key", "missing"]'
    assert pickle.loads(pickle.dumps(Code.MISSING)) is Code("missing") is Code.MISSING  # noqa: S301


def exceptions() -> Iterator[type[Exception]]:
    """Every kind of error that anybody may meet."""
    for module in pkgutil.walk_packages(fireline.__path__, "fireline."):
        if not module.name.endswith(("__main__", "migrations.env")):
            for name, kind in vars(importlib.import_module(module.name)).items():
                own = isinstance(kind, type) and kind.__module__ == module.name
                if own and issubclass(kind, Exception) and not name.startswith("_"):
                    yield kind


INSIDE = {"LengthAsked", "OutOfTime", "Stopped", "TakenBack", "WorkerLacks", "WorkerDied", "Problem", "Busy", "TooLong"}
"""Errors that never leave the program, or carry the code of another."""


@pytest.mark.whole("long")
def test_every_error_has_a_code_of_the_set() -> None:
    found = {kind for kind in exceptions() if not issubclass(kind, BattleFileError) and kind.__name__ not in INSIDE}
    assert len(found) > 10
    for kind in found:
        assert kind.code in set(Code), kind  # type: ignore[attr-defined]


@pytest.mark.whole("long")
def test_no_module_reads_the_text_of_an_error() -> None:
    sources = {file: file.read_text(encoding="utf-8") for file in sorted((ROOT / "src").rglob("*.py"))}
    catching = {file: text for file, text in sources.items() if "except " in text}
    assert len(catching) > 50
    assert [f"{file}:{line}" for file, text in catching.items() for line in texts_read(text)] == []


def test_one_that_does_is_found() -> None:
    assert list(texts_read("try:\n    f()\nexcept E as odd:\n    x = str(odd).startswith('no')")) == [4]
    assert list(texts_read("try:\n    f()\nexcept E as odd:\n    print(odd)")) == []


def texts_read(text: str) -> Iterator[int]:
    """The lines of a module that ask what the text of a caught error says."""
    tree = ast.parse(text)
    caught = {node.name for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.name}
    for node in ast.walk(tree) if caught else ():
        asked: list[ast.AST] = []
        if isinstance(node, ast.Compare):
            asked = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SEEKING:
            asked = [node.func.value, *node.args]
        elif isinstance(node, ast.Match):
            asked = [node.subject]
        if any(_is_text(one, caught) for one in asked):
            yield getattr(node, "lineno", 0)


def _is_text(asked: ast.AST, caught: set[str]) -> bool:
    """Whether this is the text of an error that has been caught."""
    if isinstance(asked, ast.Attribute):
        return asked.attr in TEXTS and isinstance(asked.value, ast.Name) and asked.value.id in caught
    if isinstance(asked, ast.Call) and isinstance(asked.func, ast.Name) and asked.func.id in {"str", "repr"}:
        return any(isinstance(one, ast.Name) and one.id in caught for one in asked.args)
    inner = ast.iter_child_nodes(asked) if isinstance(asked, ast.Subscript | ast.BinOp) else ()
    return any(_is_text(one, caught) for one in inner)


def test_the_code_goes_where_the_error_goes_also_to_another_process() -> None:
    wrong = BattleFileError(Code.UNKNOWN_KEY, "unknown key 'a'", "b", key="a", meant="c")
    for again in (
        pickle.loads(pickle.dumps(wrong)),  # noqa: S301
        wrong.inside("units[0]", file="battle.yaml"),
        wrong.at("elsewhere"),
    ):
        assert (again.code, again.key, again.meant) == (Code.UNKNOWN_KEY, "a", "c")
    battle = fireline.load(EXAMPLE)
    shots = (Shot("bow", target) for target in battle.ruleset.targets(battle.state, "bow"))
    shot = next(shot for shot in shots if not battle.check(shot).legal)
    with pytest.raises(IllegalShot) as refused:
        battle.shoot(shot)
    assert pickle.loads(pickle.dumps(refused.value)).code is Code.NOT_LEGAL  # noqa: S301


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check", str(EXAMPLE), "--shooter", "nobody", "--target", "warriors"], Code.UNKNOWN_NAME),
        (["check", str(EXAMPLE), "--shooter", "bow"], Code.MISSING),
        (["check", "none.yaml", "--shooter", "bow", "--target", "warriors"], Code.NOT_FOUND),
        (["rules", "chess"], Code.UNKNOWN_NAME),
    ],
)
def test_the_command_line_says_it_as_json_where_json_is_asked_for(
    arguments: list[str], code: Code, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*arguments, "--json"]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out) == {"error": err.rstrip("\n"), "code": code}
    assert run(arguments) == 2
    assert capsys.readouterr() == ("", err)
