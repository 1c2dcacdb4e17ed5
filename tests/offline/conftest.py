"""The engine in Pyodide, started once for all that is asked of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from offline.engine import Engine, built, running


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    try:
        folder = built()
    except FileNotFoundError as missing:
        pytest.skip(f"{missing}; install Node 20.19 or newer to build it")
    with running(folder) as engine:
        yield engine
