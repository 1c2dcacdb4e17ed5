"""What holds for every test: the two suites, examples that stay the same, battles for the battery."""

import gc
import os
import shutil
import signal
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from forking import forks

pytest_plugins = ["suites", "fuzzed", "stracing"]

settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")

EXAMPLES = Path(__file__).parent.parent / "examples"
OUTSIDE = Path(__file__).parent / "toy" / "src"
"""A game from outside, and its announcement beside it: nothing is installed, so nobody but the tests has it."""
# What the tests start finds it as they do, by the path.
_others = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path not in {"", str(OUTSIDE)}]
os.environ["PYTHONPATH"] = os.pathsep.join([str(OUTSIDE), *_others])
MEMORY, ENOUGH = Path("/dev/shm"), 4 << 30  # noqa: S108 - a folder that is in memory
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH:
    # A crash of the machine is nothing that tests could bring about, so nothing waits for the disk.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell's run in the background ignores control-C, and so would all that it starts; here it is sent on purpose.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Several workers share the process that commands are forked from."""
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        forks()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is there once all tests are found stays to the end, so nothing looks for garbage among it again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def program() -> Path:
    """The command `fireline` where its start is not the subject: each call is a fork of one that is there already."""
    return forks() / "bin" / "fireline"


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server for all tests that talk to one over the network and leave it as it was."""
    from server.serving import serving

    with serving(tmp_path_factory.mktemp("served") / "tables.db") as url:
        yield url


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
    """Small ones of our own games."""
    from fireline.rulesets import RULESETS
    from smallbattles import random_battles

    return random_battles(ruleset_id) if ruleset_id in RULESETS else None
