"""What a `conftest.py` may say of the games that it puts to the contract battery; each hook may be left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


OPTION = "--fireline-ruleset"
"""The option that names a game."""


class Run:
    """The run that goes on: whom to ask for battles, and which games are put to the battery."""

    config: pytest.Config


@pytest.hookspec(firstresult=True)
def pytest_fireline_rulesets() -> Iterable[str] | None:
    """The games to put to the battery where the command line names none."""


@pytest.hookspec(firstresult=True)
def pytest_fireline_folder(ruleset_id: str) -> Path | None:
    """A folder whose battle files are used, and in which battles find the files that they name."""


@pytest.hookspec
def pytest_fireline_battles(ruleset_id: str) -> Mapping[str, Mapping[str, Any]] | None:
    """More battles as the data of their files, by a name for each."""


@pytest.hookspec(firstresult=True)
def pytest_fireline_random_battles(ruleset_id: str) -> SearchStrategy[dict[str, Any]] | None:
    """The data of battles that nobody wrote; without it, units of written battles are moved and marked at random."""
