"""Commands typed in the process of the tests, and what each prints."""

import io
import json
import sys
from typing import Any

import pytest

from fireline.cli import run


class Typed:
    """Types commands; `out` and `err` are what the last one printed, to the letter."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys, self._monkeypatch, self.out, self.err = capsys, monkeypatch, "", ""

    def __call__(self, *words: str, status: int = 0) -> str:
        """What a command prints that ends with this status, the ends of its lines trimmed."""
        assert self.run(*words) == status, self.err
        return "\n".join(line.rstrip() for line in self.out.splitlines())

    def run(self, *words: str) -> int:
        self._capsys.readouterr()
        ended = run([*words])
        self.out, self.err = self._capsys.readouterr()
        return ended

    def data(self, *words: str, status: int = 0) -> Any:
        self(*words, "--json", status=status)
        return json.loads(self.out)

    def refused(self, *words: str) -> str:
        """The one line of a command that cannot be carried out."""
        self(*words, status=2)
        assert self.err.count("\n") == 1, self.err
        assert self.out == "" or "--json" in words
        return self.err.rstrip("\n")

    def answers(self, *lines: str) -> None:
        self._monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
