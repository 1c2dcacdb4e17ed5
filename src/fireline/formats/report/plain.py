"""A page of one answer: a sentence, a picture, a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from fireline.formats.report.page import filled
from fireline.formats.writing import write_atomically


class PlainPage(NamedTuple):
    """One answer as a page."""

    title: str
    lead: str
    """The answer in a sentence."""
    numbers: Sequence[tuple[str, str]]
    """What each of the numbers at the top is, and the number."""
    svg: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str]
    """Sentences that say how the numbers were got."""

    def write(self, out: Path) -> None:
        """Write it as HTML; raises `BattleFileError`."""
        write_atomically(out, filled("plain", **self._asdict()))
