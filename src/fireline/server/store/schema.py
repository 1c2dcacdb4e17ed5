"""The tables of the database, defined once for SQLite and PostgreSQL."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

REVISION = "0003"
"""The revision of the schema that this program reads and writes; migrations lead to it."""

SCHEMA = MetaData()


def _of_table() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["table_id"], ["tables.id"])


TABLES = Table(
    "tables",
    SCHEMA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("settings", Text, nullable=False),  # JSON as text: what is hashed must come back letter by letter
    Column("head_seq", Integer, nullable=False, server_default="0"),  # its last event, beside the chain of heads
    Column("head_hash", Text, nullable=False, server_default=""),
)
EVENTS = Table(
    "events",
    SCHEMA,
    Column("table_id", Text, nullable=False),
    Column("seq", Integer, nullable=False, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("cmd_id", Text),
    Column("prev", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("state", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),  # two writers with the same `expect`: exactly one wins
    UniqueConstraint("table_id", "cmd_id"),  # the same command twice: once
    _of_table(),
    sqlite_with_rowid=False,
)
SEATS = Table(
    "seats",
    SCHEMA,
    Column("table_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("token", Text, nullable=False),
    Column("grants", Text, nullable=False),
    Column("revoked", Boolean, nullable=False),
    PrimaryKeyConstraint("table_id", "name"),
    _of_table(),
)
SEEDS = Table(
    "seeds",
    SCHEMA,
    Column("table_id", Text, nullable=False),  # kept before the table that it is for
    Column("commit_hash", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "commit_hash"),
)
Table(
    "snapshots",  # the first migration makes it; nothing is kept there any more
    SCHEMA,
    Column("table_id", Text, nullable=False),
    Column("seq", Integer, nullable=False, autoincrement=False),
    Column("state", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
    _of_table(),
)
SHOTS = Table(
    "shots",
    SCHEMA,
    Column("id", Text, primary_key=True),
    Column("body", Text, nullable=False),
)
HEADS = Table(
    "heads",
    SCHEMA,
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("table_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("hash", Text, nullable=False),
    Column("how", Text, nullable=False),
    Column("chain", Text, nullable=False),
    Index("heads_of_table", "table_id", "kind", "key", "n"),
)
"""What was written last of everything, each row chained to the one before; none is ever changed or removed."""
