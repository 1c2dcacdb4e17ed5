"""The results so far, safe beside the output: a kill at any moment loses none of them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from fireline.analysis.sweep.jobs import Piece
from fireline.game.errors import BattleFileError, Code

Kept = tuple[int, int, str]
"""The case and the part of a piece, and its answer as JSON."""
SUFFIX = ".sweep.sqlite"
_SWEEP = "CREATE TABLE IF NOT EXISTS sweep (digest TEXT NOT NULL)"
_RESULT = """
CREATE TABLE IF NOT EXISTS result (job INTEGER, part INTEGER, answer TEXT NOT NULL, PRIMARY KEY (job, part))
WITHOUT ROWID
"""


def checkpoint_of(out: Path) -> Path:
    """Where the results of an unfinished sweep are kept."""
    return out.with_name(out.name + SUFFIX)


class Checkpoint:
    """The results of one sweep in an SQLite file beside its output."""

    def __init__(self, out: Path, digest: str) -> None:
        """Open or begin a checkpoint; raises `BattleFileError` if it belongs to another sweep or cannot be written."""
        self.file = checkpoint_of(out)
        with self._written():
            self._db = sqlite3.connect(self.file, isolation_level="IMMEDIATE")
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                self._db.execute(_SWEEP)
                self._db.execute(_RESULT)
                self._db.execute("INSERT INTO sweep SELECT ? WHERE NOT EXISTS (SELECT * FROM sweep)", (digest,))
            (found,) = self._db.execute("SELECT digest FROM sweep").fetchone()
        if found != digest:
            self._db.close()
            problem = "holds the results of another sweep, or of other rules; remove it, or name another --out"
            raise BattleFileError(Code.MISMATCH, problem, file=str(self.file))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        if kind is not None and not self.done():
            self.remove()
        self._db.close()

    def keep(self, results: Iterable[Kept]) -> None:
        """Store results, all or none; existing ones stay. Raises `BattleFileError`."""
        with self._written(), self._db:
            self._db.executemany("INSERT OR IGNORE INTO result VALUES (?, ?, ?)", results)

    def done(self) -> set[Piece]:
        """The pieces that have a result."""
        with self._written():
            return set(map(Piece._make, self._db.execute("SELECT job, part FROM result")))

    def parts(self, case: int) -> list[dict[str, Any]]:
        """The results of a case, part by part."""
        with self._written():
            found = self._db.execute("SELECT answer FROM result WHERE job = ? ORDER BY part", (case,)).fetchall()
        return [json.loads(text) for (text,) in found]

    def remove(self) -> None:
        """Remove the file: its results are safe elsewhere."""
        self._db.close()
        for name in (self.file.name, f"{self.file.name}-wal", f"{self.file.name}-shm"):
            self.file.with_name(name).unlink(missing_ok=True)

    @contextmanager
    def _written(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as wrong:
            raise BattleFileError(Code.UNWRITABLE, f"cannot be written: {wrong}", file=str(self.file)) from None
