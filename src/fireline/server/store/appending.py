"""What a new table and an append write in one transaction, and how one whose end nobody heard is known again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fireline.server.store import chain
from fireline.server.store.database import Transaction
from fireline.server.store.rows import (
    Appended,
    Duplicate,
    KeptEvent,
    NewEvent,
    NoSuchTable,
    Notice,
    SeatRow,
    Stale,
    TableIsThere,
    TableRow,
)
from fireline.server.store.statements import event_values, read_event, seat_values, table_values


class Append:
    """Appends events to a table where they fit; tells those that it kept from others by their hashes."""

    def __init__(self, table: str, expect: int, new: Sequence[NewEvent]) -> None:
        self._table, self._expect, self._new = table, expect, new
        self._events: tuple[KeptEvent, ...] = ()

    def __call__(self, db: Transaction) -> Appended | Stale | Duplicate:
        """Append where the log ends as expected and no command was kept before; raises `NoSuchTable`."""
        if db.again and _is_kept(db, self._table, self._events):
            return Appended(self._events)
        head = head_of(db, self._table)
        for cmd_id in (one.cmd_id for one in self._new if one.cmd_id is not None):
            if sent := db.ask("sent", table_id=self._table, cmd_id=cmd_id):
                return Duplicate(read_event(sent[0]))
        if head.last_seq != self._expect:
            return Stale(head.last_seq)
        self._events = (*chain.in_place(self._new, head.last_seq, head.last_hash),)
        last = _add_events(db, self._table, self._events, chain.canonical)
        db.do("set_head", table_id=self._table, to_seq=last.seq, to_hash=last.hash)
        return Appended(self._events)


def add_table(
    db: Transaction,
    table: TableRow,
    events: Sequence[KeptEvent],
    seats: Sequence[SeatRow],
    seeds: Mapping[str, bytes],
) -> None:
    """Write a table with its first events, seats and seeds; raises `TableIsThere`."""
    if db.again and _is_kept(db, table.id, events):
        return
    if db.ask("table", id=table.id):
        raise TableIsThere(table.id)
    db.do("add_table", **table_values(table, events[-1]))
    _add_events(db, table.id, events)
    for seat in seats:
        db.do("add_seat", **seat_values(table.id, seat))
        db.link(chain.NewLink.of_seat(table.id, seat))
    for commit, seed in seeds.items():
        if db.do("keep_seed", table_id=table.id, commit_hash=commit, seed=seed):
            db.link(chain.NewLink.of_seed(table.id, commit, seed))


def _add_events(
    db: Transaction, table: str, events: Sequence[KeptEvent], write: chain.Writing | None = None
) -> KeptEvent:
    """Write events, and where the log ends now; gives the last of them."""
    for event in events:
        db.do("add_event", **event_values(table, event, write))
    last = events[-1]
    db.link(chain.NewLink.of_log(table, last.seq, last.hash))
    db.news.append(Notice(table, last.seq))
    return last


def head_of(db: Transaction, table: str) -> chain.Ends:
    """Where a table ends; raises `NoSuchTable`."""
    found = db.ask("head", table_id=table)
    if not found:
        raise NoSuchTable(table)
    ends = chain.Ends.of(found[0])
    ends.check()
    return ends


def _is_kept(db: Transaction, table: str, events: Sequence[KeptEvent]) -> bool:
    """Whether a transaction whose end nobody heard has kept these events."""
    if not events:  # none was tried before
        return False
    found = db.ask("events", table_id=table, after=events[0].seq - 1, limit=len(events))
    return [row["hash"] for row in found] == [event.hash for event in events]
