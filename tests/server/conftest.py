"""One server for all tests that leave nothing behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.clients import Client, served


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("server")) as client:
        yield client
