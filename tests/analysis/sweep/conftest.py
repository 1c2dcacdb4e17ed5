"""Processes that tests kill or deny room on disk keep no record of coverage, which they could leave half written."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True)
def _unwatched_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("COVERAGE")]:
        monkeypatch.delenv(name)
