"""What a database of tables holds: tables, their events, seats; what comes of an append; and what goes wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import Field

from fireline.game.entries import FileEntry
from fireline.game.errors import BattleFileError, Code

PAGE = 1000
"""How many events are read at once unless somebody asks for more or fewer."""


def now() -> str:
    """The time in UTC, to the millisecond, as events have it: `2026-07-01T18:30:00.250Z`."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class KeptRow(FileEntry):
    """A row of the database, an export or an answer: every value of its type."""

    def data(self) -> dict[str, Any]:
        """The row as clients and exports have it."""
        return {**vars(self)}


class TableRow(KeptRow):
    """A table as it was opened; it never changes, for the chain of its events hangs on it."""

    id: str
    name: str
    ruleset: str
    version: str
    """The version of Fireline that it was opened with."""
    created: str = Field(default_factory=now)
    settings: dict[str, Any] = Field(default_factory=dict)
    """How it is played: whose dice, which undo, and whatever else was agreed on when it was opened."""


class SeatRow(KeptRow):
    """A seat at a table: its name, the SHA-256 of its token in hexadecimal, and what it may do."""

    name: str
    token: str
    grants: dict[str, Any] = Field(default_factory=dict)
    revoked: bool = False


class NewEvent(KeptRow):
    """An event that is to be appended: what happened, by whom, and the fingerprint of the battle after it.

    The body is plain JSON data. The same `cmd_id` is never appended twice to one table; None for what no client sent.
    """

    kind: str
    actor: str
    body: dict[str, Any]
    state: str
    cmd_id: str | None = None
    at: str = Field(default_factory=now)


class KeptEvent(NewEvent):
    """An event of the log: numbered from 1, and chained to the one before it by `prev` and `hash`."""

    seq: int
    cmd_id: str | None = Field()  # with no default, as all that is kept
    at: str = Field()
    prev: str
    hash: str


class LogEnds(KeptRow):
    """Where a log ends, by the log itself, the row of its table, and the chain of heads; 0 and "" for nowhere."""

    last_seq: int
    last_hash: str
    head_seq: int
    head_hash: str
    link_seq: int
    link_hash: str

    def check(self) -> None:
        """Raise `BattleFileError` where they do not tell the same."""
        if self.last_seq < self.head_seq:
            problem = (
                f"ended with event {self.head_seq}, and ends with event {self.last_seq}: the last ones are missing"
            )
        elif self.last_seq > self.head_seq:
            problem = f"ended with event {self.head_seq}, and goes on to event {self.last_seq}, which nobody kept"
        elif self.last_hash != self.head_hash or (self.link_seq == self.head_seq and self.link_hash != self.head_hash):
            problem = f"event {self.last_seq} is another than the one that was kept last"
        elif self.link_seq != self.head_seq:
            problem = f"ends with event {self.head_seq}, but by the chain of heads with event {self.link_seq}"
        elif self.last_seq < 1:
            problem = "has no events"
        else:
            return
        raise BattleFileError(Code.MISMATCH, problem)


class Link(KeptRow):
    """A link of the chain of heads, as it is kept."""

    n: int
    table_id: str
    kind: str
    key: str
    seq: int
    hash: str
    how: str
    chain: str


@dataclass(frozen=True, slots=True)
class Notice:
    """News of a table: its log has reached `head`. A notice without a table says that any table may have news."""

    table: str | None
    head: int


class Address(NamedTuple):
    """Where a database is: a file, or the address of a PostgreSQL server."""

    file: Path | None
    url: str

    def __str__(self) -> str:
        """The address without a password."""
        return str(self.file) if self.file else re.sub(r"(//[^/@:]*):[^@/]*@", r"\1@", self.url).partition("?")[0]


class DatabaseError(BattleFileError):
    """The database cannot be opened, read or written; nothing is half kept."""


class ConnectionLost(DatabaseError):
    """The connection to the database broke: nobody knows whether what was asked last was kept."""


class TableDamaged(DatabaseError):
    """What is kept of a table is not what was written; no more is written to it, and the others go on."""

    def __init__(self, table: str, problem: str) -> None:
        super().__init__(Code.MISMATCH, problem, f"table {table}")
        self.table = table

    def __reduce__(self) -> tuple[type[TableDamaged], tuple[str, str]]:
        return type(self), (self.table, self.problem)


def no_such_table(table: str) -> DatabaseError:
    """There is no table of this id."""
    return DatabaseError(Code.NOT_FOUND, "there is no such table", table)


@contextmanager
def at(place: str) -> Iterator[None]:
    """Whatever is wrong inside is seen from further out: in this line, event or table.

    >>> with at("line 3"):
    ...     raise BattleFileError(Code.MISSING, "is missing", "throws[0].die")
    Traceback (most recent call last):
    fireline.game.errors.BattleFileError: line 3: throws[0].die: is missing
    """
    try:
        yield
    except BattleFileError as wrong:
        raise wrong.at(f"{place}: {wrong.place}" if wrong.place else place, file=wrong.file) from None
