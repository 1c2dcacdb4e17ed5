"""What a database of tables holds: tables, their events, seats; and what comes of an append."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import Any

PAGE = 1000
"""How many events are read at once unless somebody asks for more or fewer."""


def now() -> str:
    """The time in UTC, to the millisecond, as events have it: `2026-07-01T18:30:00.250Z`."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A table as it was opened; it never changes, for the chain of its events hangs on it."""

    id: str
    name: str
    ruleset: str
    version: str
    """The version of Fireline that it was opened with."""
    created: str = field(default_factory=now)
    settings: Mapping[str, Any] = field(default_factory=dict)
    """How it is played: whose dice, which undo, and whatever else was agreed on when it was opened."""

    def data(self) -> dict[str, Any]:
        """The table as it stands in an export."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """A seat at a table: its name, the SHA-256 of its token in hexadecimal, and what it may do."""

    name: str
    token: str
    grants: Mapping[str, Any] = field(default_factory=dict)
    revoked: bool = False

    def data(self) -> dict[str, Any]:
        """The seat as it stands in a private export."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """An event that is to be appended: what happened, by whom, and the fingerprint of the battle after it.

    The body is plain JSON data. The same `cmd_id` is never appended twice to one table; None for what no client sent.
    """

    kind: str
    actor: str
    body: Mapping[str, Any]
    state: str
    cmd_id: str | None = None
    at: str = field(default_factory=now)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptEvent:
    """An event of the log: numbered from 1, and chained to the one before it by `prev` and `hash`."""

    seq: int
    kind: str
    actor: str
    at: str
    body: Mapping[str, Any]
    cmd_id: str | None
    prev: str
    hash: str
    state: str

    def data(self) -> dict[str, Any]:
        """The event as clients and exports have it."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


@dataclass(frozen=True, slots=True)
class Appended:
    """The events are safe on disk."""

    events: tuple[KeptEvent, ...]

    @property
    def head(self) -> int:
        """The number of the last of them."""
        return self.events[-1].seq


@dataclass(frozen=True, slots=True)
class Stale:
    """Nothing was appended: the log has gone on to `head` meanwhile."""

    head: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Nothing was appended: the event of this `cmd_id` has been there before, whoever sent it."""

    event: KeptEvent


@dataclass(frozen=True, slots=True)
class Notice:
    """News of a table: its log has reached `head`. A notice without a table says that any table may have news."""

    table: str | None
    head: int
