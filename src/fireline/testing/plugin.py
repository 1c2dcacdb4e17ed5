"""The pytest plug-in: `pytest --fireline-ruleset ID` puts a game to the contract battery.

A `conftest.py` may hand in battles besides the starter: see `hooks`. Every pytest run of the environment imports this
module, so whatever is heavier than pytest is imported where it is needed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fireline.testing import hooks
from fireline.testing.hooks import OPTION

if TYPE_CHECKING:
    from collections.abc import Iterable

BATTERY = "fireline.testing.battery"
PARTS = ("decisions", "places", "losses", "planning", "hidden", "drawing", "editing", "versions")
"""The parts of a game that it may leave out."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option that names the games."""
    group = parser.getgroup("fireline", "the contract battery of Fireline's rulesets")
    group.addoption(OPTION, action="append", default=[], metavar="ID", help="a ruleset to put to the contract battery")


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """What a conftest may say of its games."""
    pluginmanager.add_hookspecs(hooks)


def pytest_configure(config: pytest.Config) -> None:
    """Add the battery's files to the run, where a game is named."""
    hooks.Run.config = config
    config.addinivalue_line("markers", "rule(id, ...): the rules of the rulebooks that this test pins")
    config.addinivalue_line("markers", "whole(reason): what a quick run leaves out, and why")
    pytest.register_assert_rewrite(BATTERY)
    if not (ids := config.getoption(OPTION)):
        return
    if not all(ids):
        raise pytest.UsageError(f"{OPTION} needs the id of a ruleset")
    _check(ids)
    named = config.args if config.args_source is pytest.Config.ArgsSource.ARGS else []  # but for `testpaths`
    config.args[:] = dict.fromkeys([*named, *map(str, files())])


def _check(ids: Iterable[str]) -> None:
    """Raise for a game that there is not, and for a library that is not, in one line."""
    from fireline.extras import need
    from fireline.game.errors import BattleFileError
    from fireline.game.registry import ruleset

    try:
        need("hypothesis", "testing", "the battery draws battles with hypothesis")
        for id_ in ids:
            ruleset(id_)
    except BattleFileError as wrong:
        raise pytest.UsageError(str(wrong)) from None


def files() -> list[Path]:
    """The files of the battery."""
    return sorted(path for path in (Path(__file__).parent / "battery").glob("*.py") if path.stem != "__init__")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each test of the battery for each game (`id_`), or for each of its battles (`name`)."""
    if not metafunc.function.__module__.startswith(BATTERY):
        return
    from fireline.testing import battles

    newest = battles.newest(battles.ids())
    if "name" in metafunc.fixturenames:
        names = [name for id_ in battles.ids() for name in battles.written(id_)]
        starters = {f"{id_}-starter" for id_ in newest}
        metafunc.parametrize("name", [battles.in_suite(name, quick=name in starters) for name in names])
    elif "id_" in metafunc.fixturenames:
        metafunc.parametrize("id_", [battles.in_suite(id_, quick=id_ in newest) for id_ in battles.ids()])


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A game that no check was made of has not stood the battery."""
    if session.config.getoption(OPTION) and not session.testscollected and not hasattr(session.config, "workerinput"):
        session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How many checks each game stood, and what it has none of, so that green says how much was looked at."""
    if not (ids := hooks.Run.config.getoption(OPTION)):
        return
    passed = [report.nodeid for report in terminalreporter.stats.get("passed", ())]
    terminalreporter.section("Fireline's contract battery")
    for id_ in ids:
        ran = sum(f"[{id_}" in node for node in passed)
        lacks = missing(id_)
        terminalreporter.write_line(f"{id_}: {ran} checks passed; {lacks or 'has all parts'}")


def missing(id_: str) -> str:
    """The parts that a game has none of, in a phrase; "" where it has all."""
    from fireline.game.registry import ruleset
    from fireline.ruling.prose import listing

    names = [part for part in PARTS if getattr(ruleset(id_), part) is None]
    return f"has no {listing(names)}, so what needs them was not looked at" if names else ""
