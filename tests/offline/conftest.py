"""The engine in Pyodide, started once for all that is asked of it."""

from collections.abc import Iterator

import pytest

from offline.engine import Engine, built, running


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with running(built()) as engine:
        yield engine
