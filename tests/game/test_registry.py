"""Games from elsewhere: announced by installed distributions, or registered by hand; found, told, pickled."""

import importlib
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import battles
from fireline.analysis.matchups import matchups
from fireline.cli import run
from fireline.cli.batch import answer_line
from fireline.game import registry
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError, sent_on
from fireline.game.registry import every, names, register, ruleset, ruleset_ids, version_of, versions_of
from fireline.game.tools import announced
from refusing import wrong_with

GOOD = """
from dataclasses import replace
from fireline.rulesets.ancients import RULESET as ANCIENTS

RULESET = replace(ANCIENTS, id="{id}", name="Elsewhere")
"""
Install = Callable[..., None]


def refresh() -> None:
    """Look again for games installed since this process began."""
    importlib.invalidate_caches()
    announced.cache_clear()
    ruleset.cache_clear()


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    modules = set(sys.modules)
    yield
    for name in set(sys.modules) - modules:
        if name.startswith("elsewhere"):
            del sys.modules[name]
    registry._registered.clear()
    refresh()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Put a distribution where Python finds it: a module, and metadata that announce games in it."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def install(distribution: str, text: str, **announced: str) -> None:
        module = distribution.replace("-", "_")
        (tmp_path / f"{module}.py").write_text(text, encoding="utf-8")
        info = tmp_path / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n", encoding="utf-8")
        lines = [f"{id_.replace('_', '-')} = {place}" for id_, place in announced.items()]
        text = "\n".join(["[fireline.rulesets]", *lines, ""])
        (info / "entry_points.txt").write_text(text, encoding="utf-8")
        refresh()

    return install


def battle_of(id_: str) -> Battle:
    return Battle.read(battles.starter("ancients") | {"ruleset": id_})


def problem_of(id_: str) -> str:
    with pytest.raises(BattleFileError) as wrong:
        ruleset(id_)
    assert "\n" not in str(wrong.value)
    return wrong.value.problem


# --- what is installed ---------------------------------------------------------------


def test_an_announced_game_is_a_game_like_ours_and_so_are_its_versions(install: Install) -> None:
    install("elsewhere", GOOD.format(id="my-game"), my_game="elsewhere:RULESET")
    assert "my-game" in ruleset_ids()
    assert "elsewhere" not in sys.modules, "a list imports nothing"
    assert ruleset("my-game").name == "Elsewhere"
    assert battle_of("my-game").data()["ruleset"] == "my-game"
    assert "ruleset: my-game" in registry.starter("my-game")
    text = GOOD.format(id="sea@2024") + "\nLATER = replace(RULESET, id='sea@2025')"
    install("elsewhere-sea", text, **{"sea@2024": "elsewhere_sea:RULESET", "sea@2025": "elsewhere_sea:LATER"})
    assert ruleset("sea").id == "sea@2025"
    assert "sea" in names()


BROKEN = {
    "raise ValueError('no\\nluck')": "my-game of elsewhere cannot be used: ValueError: no",
    "raise SystemExit(3)": "my-game of elsewhere cannot be used: SystemExit: 3",
    "import nothing_of_that_name": "my-game of elsewhere cannot be used: ModuleNotFoundError: No module named "
    "'nothing_of_that_name'",
    "def f(:": "my-game of elsewhere cannot be used: SyntaxError: ",
    "": "my-game of elsewhere cannot be used: AttributeError: module 'elsewhere' has no attribute 'RULESET'",
    "RULESET = 7": "my-game of elsewhere cannot be used: TypeError: elsewhere:RULESET is no Ruleset but of type int",
    GOOD.format(id="other"): "my-game of elsewhere cannot be used: TypeError: elsewhere:RULESET is the ruleset other, "
    "not my-game",
    "raise RuntimeError": "my-game of elsewhere cannot be used: RuntimeError: no reason given",
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_one_is_told_in_one_line_and_stops_nothing(
    text: str, install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install("elsewhere", text, my_game="elsewhere:RULESET")
    assert problem_of("my-game").startswith(BROKEN[text])
    games, problems = every()
    assert [game.id for game in games] == [id_ for id_ in ruleset_ids() if id_ != "my-game"]
    assert [problem.startswith(BROKEN[text]) for problem in problems] == [True]
    assert run(["rules", "--json"]) == 0
    told = capsys.readouterr()
    assert [game["id"] for game in json.loads(told.out)] == [game.id for game in games]
    assert told.err.splitlines() == list(problems)


def test_a_place_that_is_none_is_told(install: Install) -> None:
    install("elsewhere", "", my_game="elsewhere")
    assert (
        problem_of("my-game") == "my-game of elsewhere cannot be used: TypeError: 'elsewhere' is not module:attribute"
    )


def test_two_with_one_id_are_both_refused_and_one_with_the_id_of_ours_is_not_used(install: Install) -> None:
    install("elsewhere", GOOD.format(id="ancients"), ancients="elsewhere:RULESET")
    assert ruleset("ancients").name != "Elsewhere"
    assert every()[1] == ("ancients of elsewhere is not used: another game has that id already",)
    for name in ("elsewhere-one", "elsewhere-two"):
        install(name, GOOD.format(id="my-game"), my_game=f"{name.replace('-', '_')}:RULESET")
    assert (
        problem_of("my-game")
        == "my-game is announced by elsewhere-one and elsewhere-two; uninstall all but one of them"
    )
    assert "ancients" in {game.id for game in every()[0]}


def test_metadata_that_nobody_can_read_stop_nothing(install: Install, tmp_path: Path) -> None:
    install("elsewhere", GOOD.format(id="my-game"), my_game="elsewhere:RULESET")
    torn = tmp_path / "torn-1.0.dist-info"
    torn.mkdir()
    (torn / "METADATA").write_text("Metadata-Version: 2.1\nName: torn\nVersion: 1.0\n", encoding="utf-8")
    (torn / "entry_points.txt").write_bytes(b"[fireline.rulesets]\nno-value\n\xff\xfe")
    refresh()
    assert ruleset("my-game").id == "my-game"


def test_what_is_installed_is_not_looked_through_for_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def looked() -> None:
        raise AssertionError("what is installed was looked through")

    ruleset.cache_clear()
    monkeypatch.setattr(registry, "announced", looked)
    assert [ruleset(id_).id for id_ in ("ancients", "blightmeer")] == ["ancients", "blightmeer@2026-07"]


# --- what is registered by hand ------------------------------------------------------


def test_a_registered_game_is_found_by_its_id_and_one_that_breaks_is_told_in_one_line(install: Install) -> None:
    install("elsewhere", GOOD.format(id="by-hand"))
    register("by-hand", "elsewhere:RULESET")
    register("by-hand", "elsewhere:RULESET")
    assert ruleset("by-hand").name == "Elsewhere"
    assert "by-hand" in ruleset_ids()
    register("broken", "elsewhere_not_there:RULESET")
    assert problem_of("broken") == "broken cannot be used: ModuleNotFoundError: No module named 'elsewhere_not_there'"


@pytest.mark.parametrize(
    ("id_", "where", "line"),
    [
        ("ancients", "a:B", "'ancients' is already the id of the game at fireline.rulesets.ancients:RULESET"),
        ("No Id", "a:B", "'No Id' is no id; an id is small letters, digits, dots and dashes"),
        ("by-hand", "nowhere", "'nowhere' is not MODULE:ATTRIBUTE, e.g. my_package:RULESET"),
    ],
)
def test_what_cannot_be_registered_is_refused(id_: str, where: str, line: str) -> None:
    with pytest.raises(BattleFileError) as wrong:
        register(id_, where)
    assert wrong.value.problem == line


MISTAKEN = (
    GOOD
    + """
def targets(state, shooter):
    return state["no such place"]

RULESET = replace(RULESET, targets=targets)
"""
)


def test_a_mistake_of_a_game_is_its_authors_wherever_it_is_told(
    install: Install, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    install("elsewhere", MISTAKEN.format(id="by-hand"), by_hand="elsewhere:RULESET")
    told = "the game by-hand made a mistake (TypeError{}); please report it to its author"
    battle = tmp_path / "battle.json"
    battle.write_text(json.dumps(battles.starter("ancients") | {"ruleset": "by-hand"}), encoding="utf-8")
    assert run(["targets", str(battle), "--json"]) == 70
    line = told.format(": 'State' object is not subscriptable")
    assert capsys.readouterr().err == f"{line}; FIRELINE_DEBUG=1 shows where\n"
    asked = {"ask": "matchups", "battle": json.loads(battle.read_text("utf-8"))}
    assert answer_line(json.dumps(asked).encode(), 1) == {"error": f"line 1: {line}", "code": "bug"}
    with pytest.raises(TypeError) as wrong:
        matchups(battle_of("by-hand"))
    assert registry.mistake(wrong.value) == told.format("")
    sent_on(wrong.value)
    arrived = pickle.loads(pickle.dumps(wrong.value))  # noqa: S301 - our own
    assert arrived.__traceback__ is None
    assert registry.mistake(arrived) == told.format("")


def test_any_other_mistake_is_ours() -> None:
    with pytest.raises(ZeroDivisionError) as wrong:
        _ = 1 / 0
    assert registry.mistake(wrong.value) == "fireline made a mistake (ZeroDivisionError); please report it"


SPAWN = """
import multiprocessing, sys
sys.path.insert(0, sys.argv[1])

def headline(battle):
    shot = next(c.shot for c in battle.legal())
    return battle.ruleset.id, str(battle.odds(shot).headline.chance)

if __name__ == "__main__":
    import fireline, yaml
    from fireline.game.registry import starter
    from fireline.analysis.simulate import simulate
    fireline.register("by-hand", "elsewhere:RULESET")
    battle = fireline.Battle.read(yaml.safe_load(starter("by-hand")))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(headline, (battle,)) == headline(battle)
    one, two = (simulate(battle, phases=130, seed=1, workers=n) for n in (1, 2))
    assert one == two
    print("the same")
"""


@pytest.mark.whole("long")
def test_its_battles_survive_being_pickled_into_processes_that_are_spawned(install: Install, tmp_path: Path) -> None:
    install("elsewhere", GOOD.format(id="by-hand"))
    script = tmp_path / "script.py"
    script.write_text(SPAWN, encoding="utf-8")
    paths = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH", ""), *sys.path]))
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path)],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": paths},
        check=False,
    )
    assert (done.stdout, done.returncode) == ("the same\n", 0), done.stderr


def test_what_was_registered_travels_with_a_pickle(install: Install) -> None:
    install("elsewhere", GOOD.format(id="by-hand"))
    register("by-hand", "elsewhere:RULESET")
    battle, all_of_them = battle_of("by-hand"), registry.Registered.here()
    for parcel in (pickle.dumps(battle), pickle.dumps(all_of_them)):
        registry._registered.clear()
        refresh()
        arrived = pickle.loads(parcel)  # noqa: S301 - our own
        assert ruleset("by-hand").id == "by-hand"
        assert arrived in (battle, all_of_them)


# --- versions ------------------------------------------------------------------------


def test_versions_are_asked_of_the_game_and_an_unknown_id_names_the_nearest() -> None:
    assert versions_of("blightmeer")[-1] == ruleset("blightmeer").id
    assert versions_of("ancients") == ("ancients",)
    assert version_of("blightmeer@2026-07", "blightmeer@2025-11", "edition") == "blightmeer@2025-11"
    assert "edition: there is only one version of ancients" in wrong_with(version_of, "ancients", "2025", "edition")
    importlib.invalidate_caches()
    assert problem_of("ancient") == "'ancient' is no ruleset; did you mean 'ancients'?"
