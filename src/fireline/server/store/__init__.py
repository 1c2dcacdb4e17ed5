"""Where tables are kept: SQLite on one machine, or PostgreSQL shared by several servers."""

from fireline.server.store.address import default_database
from fireline.server.store.errors import ConnectionLost, DatabaseError, NoSuchTable, TableDamaged, TableIsThere
from fireline.server.store.opening import open_store
from fireline.server.store.rows import (
    Appended,
    Duplicate,
    KeptEvent,
    NewEvent,
    Notice,
    SeatRow,
    Stale,
    TableRow,
    now,
)

__all__ = [
    "Appended",
    "ConnectionLost",
    "DatabaseError",
    "Duplicate",
    "KeptEvent",
    "NewEvent",
    "NoSuchTable",
    "Notice",
    "SeatRow",
    "Stale",
    "TableDamaged",
    "TableIsThere",
    "TableRow",
    "default_database",
    "now",
    "open_store",
]
