"""A server without the extras: it answers three games, and says of the fourth how to install what it needs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import httpx
import pytest

from fireline.formats.examples import examples
from server.clients import API
from server.serving import serving_anew

BLOCKED = """
import sys
from importlib.abc import MetaPathFinder

class Blocker(MetaPathFinder):
    def find_spec(self, name, *_):
        if name.partition(".")[0] in {"numpy", "numba", "llvmlite", "trimesh", "mapbox_earcut", "PIL", "resvg"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocker())
"""
"""Run by every Python that starts with it on its path: the server, and the processes that compute for it."""


@pytest.mark.whole("long")
def test_what_lacks_an_extra_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text(BLOCKED, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    with serving_anew(tmp_path / "tables.db") as url:

        def asked(name: str, shooter: str, target: str) -> tuple[int, dict[str, Any]]:
            body = {"battle": examples()[name].battle.data(), "shot": {"shooter": shooter, "target": target}}
            answer = httpx.post(f"{url}{API}/check", json=body, timeout=60)
            return answer.status_code, answer.json()

        status, ruled = asked("ancients-ranged-combat", "bow", "warriors")
        assert (status, ruled["legal"]) == (200, True)
        status, problem = asked("blightmeer-village", "lookout", "brute")
        assert (status, problem["code"]) == (422, "not-installed")
        assert problem["detail"].endswith("; install it with: pip install 'fireline[3d]'")
