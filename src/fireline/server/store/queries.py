"""Tables, seats and events as rows of the database, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fireline.server.store.chain import canonical, check_texts, writing_of
from fireline.server.store.rows import KeptEvent, SeatRow, TableRow

Row = Mapping[str, Any]


def table_values(table: TableRow) -> dict[str, Any]:
    """A table as the database keeps it."""
    check_texts(table.id, table.name, table.ruleset, table.version, table.created)
    return table.data() | {"settings": canonical(table.settings)}


def read_table(row: Row) -> TableRow:
    """A table from the database."""
    return TableRow(**dict(row) | {"settings": json.loads(row["settings"])})


def seat_values(table: str, seat: SeatRow) -> dict[str, Any]:
    """A seat as the database keeps it."""
    check_texts(seat.name, seat.token)
    return {"table_id": table} | seat.data() | {"grants": canonical(seat.grants)}


def read_seat(row: Row) -> SeatRow:
    """A seat from the database."""
    grants, revoked = json.loads(row["grants"]), bool(row["revoked"])
    return SeatRow(name=row["name"], token=row["token"], grants=grants, revoked=revoked)


def event_values(table: str, event: KeptEvent) -> dict[str, Any]:
    """An event that is kept already, as the database keeps it."""
    check_texts(event.kind, event.actor, event.at, event.state, event.cmd_id or "")
    return {"table_id": table} | event.data() | {"body": writing_of(event)(event.body)}
