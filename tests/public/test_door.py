"""What `import fireline` offers: every name there, told, documented and short to look at."""

import ast
import importlib
import inspect
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import fireline
from fireline.analysis.solve import solve
from fireline.game import ways

ROOT = Path(__file__).parents[2]
SOURCE = Path(fireline.__file__)
PUBLIC = sorted(fireline.__all__)
BATTLE = fireline.load(ROOT / "examples" / "ancients-ranged-combat.yaml")
SHOT = fireline.Shot("bow", "warriors")
ONE_OF_EACH = ["ancients-ranged-combat", "blightmeer-village", "duel-of-ages-tommy-gun", "endless-horizons-burst"]


def imported() -> Iterator[str]:
    """The names that type checkers are told of."""
    for node in ast.walk(ast.parse(SOURCE.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("fireline."):
            yield from (alias.asname or alias.name for alias in node.names)


def test_checkers_the_list_and_the_interpreter_agree_and_a_name_that_is_not_there_is_named() -> None:
    assert list(fireline.__all__) == PUBLIC == sorted(set(imported()) - {"__version__"})
    assert set(PUBLIC) <= set(dir(fireline))
    assert set(PUBLIC) == set(vars(fireline)["_HOME_OF"])
    assert all(getattr(fireline, name) is getattr(fireline, name) for name in PUBLIC)
    name = "lod"
    with pytest.raises(AttributeError, match="module 'fireline' has no attribute 'lod'"):
        getattr(fireline, name)


def test_the_docstring_and_the_reference_name_everything() -> None:
    reference = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`(\w+)`", fireline.__doc__ or "")) == set(PUBLIC)
    assert sorted(re.findall(r"auto\w+:: (\w+)", reference)) == PUBLIC


LAZY = """
import sys, fireline
assert [name for name in sys.modules if name.startswith("fireline.")] == ["fireline.version"]
assert "Shot" not in vars(fireline)
fireline.Shot
assert "Shot" in vars(fireline)
"""
FRUGAL = """
import sys
from fireline.cli import run
assert run(["check", "ancients-ranged-combat", "-s", "bow", "-t", "warriors"]) == 0
slow = ("fireline.analysis", "fireline.server", "numpy")
assert not [name for name in sys.modules if name.startswith(slow)]
"""


@pytest.mark.parametrize("code", [LAZY, FRUGAL], ids=["an import", "a check"])
def test_no_more_is_loaded_than_is_asked_for(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


def documented() -> Iterator[tuple[str, Any]]:
    """Every public name, and the public methods of classes, with what it stands for."""
    for name in PUBLIC:
        thing = getattr(fireline, name)
        yield name, thing
        if inspect.isclass(thing):
            for own, member in vars(thing).items():
                if not own.startswith("_") and isinstance(member, FunctionType | property | classmethod):
                    yield f"{name}.{own}", member


def test_everything_public_is_documented_and_whoever_raises_says_so() -> None:
    told = {name: inspect.getdoc(thing) or "" for name, thing in documented()}
    assert len(told) > 150
    assert [name for name, text in told.items() if not re.match(r"[^.]*\w+.*[.:]", text, re.DOTALL)] == []
    silent = [(name, error) for name, body, text in functions() for error in raised(body) if error not in text]
    assert silent == []


def raised(function: Callable[..., object]) -> set[str]:
    """The errors that a function raises in its own body; what a class raises in the making stands in its docstring."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    nodes = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise) and node.exc]
    made = [node.func if isinstance(node, ast.Call) else node for node in nodes]
    return {node.id for node in made if isinstance(node, ast.Name) and node.id[:1].isupper()}


def functions() -> Iterator[tuple[str, Callable[..., object], str]]:
    for name, thing in documented():
        if inspect.isclass(thing):
            bodies = [vars(thing).get(own) for own in ("__init__", "__post_init__")]
        else:
            bodies = [thing.fget if isinstance(thing, property) else inspect.unwrap(getattr(thing, "__func__", thing))]
        for body in bodies:
            if isinstance(body, FunctionType) and Path(body.__code__.co_filename).is_file():
                yield name, body, inspect.getdoc(thing) or ""


DIRECTIVE = re.compile(r"^\.\. auto(\w+):: (\w+)\n((?:   :.*\n)*)", re.MULTILINE)
SECTION = re.compile(r"^(Args|Returns|Yields|Raises):\n((?: .*\n|\n)*)", re.MULTILINE)


def referenced() -> Iterator[tuple[str, Callable[..., object]]]:
    """Every function that the site's reference shows or that a guide imports, and the methods of the classes there."""
    for guide in sorted((ROOT / "docs").glob("*.md")):
        text = guide.read_text(encoding="utf-8")
        for module, names in re.findall(r"^from (fireline[\w.]*) import ([\w, ]+)$", text, re.MULTILINE):
            home = importlib.import_module(module)
            for name in names.split(", "):
                if inspect.isfunction(thing := getattr(home, name)):
                    yield f"{module}.{name}", thing
        room = re.search(r"^\.\. currentmodule:: (\S+)", text, re.MULTILINE)
        if room is None:
            continue
        for kind, name, options in DIRECTIVE.findall(text):
            thing = getattr(importlib.import_module(room[1]), name)
            if kind == "function":
                yield name, thing
            elif ":members:" in options:
                said = dict(re.findall(r":([\w-]+): ?(.*)", options))
                yield from methods(thing, set(re.findall(r"\w+", said["members"])), said.get("exclude-members", ""))


def methods(kind: type, chosen: set[str], left_out: str) -> Iterator[tuple[str, Callable[..., object]]]:
    """The public methods of a class and of what it is made of: those that are chosen, or all but those left out."""
    out = re.findall(r"\w+", left_out)
    for owner in kind.__mro__:
        for name, member in vars(owner).items() if owner.__module__.startswith("fireline.") else ():
            method = inspect.unwrap(getattr(member, "__func__", member))
            wanted = not name.startswith("_") and name not in out and (not chosen or name in chosen)
            if wanted and inspect.isfunction(method):
                yield f"{kind.__name__}.{name}", method


def lacks(function: Callable[..., object]) -> list[str]:
    """What its docstring does not tell: a parameter, what it returns, an error that it raises."""
    text, node = inspect.getdoc(function) or "", ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(node, ast.FunctionDef)
    told, given = dict(SECTION.findall(f"{text}\n")), node.args
    taken = [one for one in (*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg) if one]
    names = [one.arg for one in taken if one.arg not in {"self", "cls"}]
    missing = [
        name for name in names if not re.search(rf"^    \*{{0,2}}{name}: \S", told.get("Args", ""), re.MULTILINE)
    ]
    if names and node.returns and ast.unparse(node.returns) != "None" and not told.keys() & {"Returns", "Yields"}:
        missing.append("Returns")
    return [*missing, *(one for one in raised(function) if f"    {one}: " not in told.get("Raises", ""))]


def test_what_the_reference_shows_tells_each_parameter_what_comes_back_and_each_error() -> None:
    every = dict(referenced())
    assert {"Battle.odds", "Dist.total", "Client.ask", "Table.say", "Position.after", "compare"} <= every.keys()
    assert {name: missing for name, one in every.items() if (missing := lacks(one))} == {}
    offered = {name: thing for name in PUBLIC if inspect.isfunction(thing := getattr(fireline, name))}
    bare = [name for name, function in offered.items() if ">>> " not in (function.__doc__ or "")]
    assert bare == [], "each function has an example, which runs as a test"


def shown() -> Iterator[object]:
    """One of everything that a prompt may show."""
    for name in ONE_OF_EACH:
        battle = fireline.load(ROOT / "examples" / f"{name}.yaml")
        yield battle
        for command in battle.legal():
            if isinstance(command, fireline.Shoot):
                yield battle.check(command.shot)
                yield battle.odds(command.shot)
                yield battle.targets(command.shot.shooter)
                yield battle.shoot(command.shot, seed=7)
                break
    held = fireline.vary(BATTLE, shot=SHOT)
    yield held.vary("units[bow].moved=1")
    yield BATTLE.preview(SHOT)
    yield fireline.kills(BATTLE, SHOT)
    yield solve(held, "shooter.moved", "1/2")
    yield fireline.compare(held, held.vary("units[bow].moved=1"))
    yield fireline.worth(held)
    yield fireline.threat(BATTLE, "warriors")
    yield fireline.plan(BATTLE, shooters=["bow"])
    yield fireline.simulate(BATTLE, phases=3, seed=1)
    log, _ = fireline.GameLog(BATTLE).play(fireline.Shoot(SHOT), fireline.FixedDice("blue", "red"))
    yield fireline.luck(log)


@pytest.mark.whole("long")
def test_whatever_is_shown_is_one_short_line() -> None:
    for one in shown():
        assert "\n" not in repr(one), repr(one)
        assert len(repr(one)) < 300, repr(one)
        assert repr(one).startswith("<"), repr(one)
        if not isinstance(one, fireline.Variant | fireline.PlanNode):
            picture = getattr(one, "_repr_svg_", None) or one._repr_html_  # type: ignore[attr-defined] # one of them
            assert picture().startswith("<"), "a notebook shows a table or a picture"


def test_a_battle_says_whose_it_is_and_notebooks_show_it() -> None:
    assert repr(BATTLE) == "<Battle 'Who may fire?' ancients: bottom fires, 9 units>"
    assert repr(BATTLE.check(SHOT)) == "<Ruling Light Bow (F5) > Warriors (C5): legal, dice 2>"
    assert repr(BATTLE.odds(SHOT)) == "<Odds at least one block lost: 30.6% (11/36), 6 outcomes>"
    assert BATTLE._repr_svg_() == fireline.picture(BATTLE)
    odds, ruling = BATTLE.odds(SHOT)._repr_html_(), BATTLE.check(SHOT)._repr_html_()
    assert odds.count("<tr>") == 9, "three of hits, blocks lost and flags; what is certain has no bars"
    assert "11/36" in odds
    assert next(iter(BATTLE.odds(SHOT).marginals)) == "blocks_lost", "the headline's marginal leads"
    wounded = BATTLE.data()
    next(unit for unit in wounded["units"] if unit["id"] == "warriors")["blocks"] = 1
    assert "<td>eliminated</td><td>true</td>" in fireline.loads(wounded).odds(SHOT)._repr_html_()
    assert "leader killed" not in odds
    burst = fireline.load(ROOT / "examples" / "endless-horizons-alley.yaml").odds(fireline.Shot("gunner", "marksman"))
    counts = [len(one) for one in burst.marginals.values() if len(one) > 1]
    assert min(counts) == 2, "a yes or no is open as well"
    assert burst._repr_html_().count("<tr>") == sum(counts)
    assert ruling.count("<li>") == len(list(BATTLE.check(SHOT).lines())) - 2
    shown = fireline.kills(BATTLE, SHOT)._repr_html_()
    assert shown.startswith("<p>In 13.9% of all cases attacks of Light Bow (F5) put Warriors (C5) out of play")
    assert 0 < shown.index("<svg") < shown.index("<strong>Kills</strong><table>"), "the sentence, the picture, the rest"
    assert "Warriors (C5)</td>" not in BATTLE.targets("bow")._repr_html_()
    data = BATTLE.data()
    data["units"][5]["id"] = "<script>"
    battle = fireline.loads(data)
    for one in (battle.odds(fireline.Shot("bow", "<script>")), battle.targets("bow")):
        assert "<script>" not in one._repr_html_()
    assert "&lt;script&gt;" in battle.targets("bow")._repr_html_()


def test_only_those_who_are_asked_about_are_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    weighed = list[str]()
    best_way = ways.best_way

    def noted(battle: fireline.Battle, shooter: str, target: str) -> fireline.ShotPreview:
        weighed.append(target)
        return best_way(battle, shooter, target)

    monkeypatch.setattr(ways, "best_way", noted)
    assert [one.target for one in BATTLE.targets("bow", only=["slingers", "warriors"])] == ["warriors"]
    assert weighed == ["warriors"]


def test_words_have_no_numbers() -> None:
    battle = fireline.load(ROOT / "examples" / "blightmeer-village.yaml")
    odds = battle.odds(fireline.Shot("lookout", "brute"))
    assert odds.numeric_marginal("wounds_lost").mean() > 0
    with pytest.raises(TypeError, match="injury may be 'none', which is no number"):
        odds.numeric_marginal("injury")
