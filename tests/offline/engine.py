"""The page without a server, built where that is due, and its engine under Node."""

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import static

from browser.serving import hook
from fireline.server.offline import ROOT, Answer

ASK = Path(__file__).parent / "ask.mjs"


def built() -> Path:
    """The folder of the page; the test is left out where there is no Node to build it with."""
    if static.is_due():
        if hook().node_on_path() is None:
            pytest.skip("the page without a server is not built; install Node 20.19 or newer to build it")
        static.build()
    return static.OUT


class Engine:
    """The engine in Pyodide."""

    def __init__(self, node: subprocess.Popen[str]) -> None:
        self._node = node

    def answers(self, questions: Iterable[tuple[str, Any]]) -> Iterator[Answer]:
        """The answer to each question, a path and what is asked there, None for nothing."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        for path, asked in questions:
            body = asked if isinstance(asked, str | None) else json.dumps(asked)
            print(json.dumps([ROOT + path, body]), file=self._node.stdin, flush=True)
            yield Answer(*json.loads(self._node.stdout.readline()))


@contextmanager
def running(folder: Path) -> Iterator[Engine]:
    """The engine of a built page, started; no network is asked for anything."""
    if (node := shutil.which("node")) is None:
        pytest.skip("no node on PATH, in which the engine would run; install Node 20.19 or newer")
    command = [node, str(ASK), str(folder / "pyodide")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8") as asked:
        try:
            yield Engine(asked)
        finally:
            asked.kill()
