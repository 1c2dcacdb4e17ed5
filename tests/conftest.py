"""What holds for every test: rule coverage, what is slow, examples that stay the same, battles for the battery."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

pytest_plugins = ["rule_coverage", "slow", "fuzzed"]

settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")

EXAMPLES = Path(__file__).parent.parent / "examples"


def pytest_fireline_rulesets() -> tuple[str, ...]:
    """Every game that is installed."""
    from fireline.game.registry import ruleset_ids

    return ruleset_ids()


def pytest_fireline_folder() -> Path:
    """The examples."""
    return EXAMPLES


def pytest_fireline_battles(ruleset_id: str) -> Mapping[str, Any]:
    """The first cases with known answers."""
    from battles import known

    return known(ruleset_id)


def pytest_fireline_random_battles(ruleset_id: str) -> st.SearchStrategy[dict[str, Any]] | None:
    """The strategies of our own games."""
    from battles import RANDOM

    return RANDOM[ruleset_id]() if ruleset_id in RANDOM else None
