"""The tables of the database, defined once for SQLite and PostgreSQL, and how those of an older Fireline become so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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

from fireline.game.errors import Code
from fireline.server.store.rows import DatabaseError

REVISION = "0003"
"""The revision of the schema that this program reads and writes; migrations lead to it."""

SCHEMA = MetaData()
MIGRATIONS = Path(__file__).parent / "migrations"


def _of_table() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["table_id"], ["tables.id"])


def _texts(*names: str) -> list[Column[str]]:
    """Columns of texts, JSON among them: what is hashed must come back letter by letter."""
    return [Column(name, Text, nullable=False) for name in names]


TABLES = Table(
    "tables",
    SCHEMA,
    Column("id", Text, primary_key=True),
    *_texts("name", "ruleset", "version", "created", "settings"),
    Column("head_seq", Integer, nullable=False, server_default="0"),  # its last event, beside the chain of heads
    Column("head_hash", Text, nullable=False, server_default=""),
)
EVENTS = Table(
    "events",
    SCHEMA,
    *_texts("table_id"),
    Column("seq", Integer, nullable=False, autoincrement=False),
    *_texts("kind", "actor", "at", "body"),
    Column("cmd_id", Text),
    *_texts("prev", "hash", "state"),
    PrimaryKeyConstraint("table_id", "seq"),  # two writers with the same `expect`: exactly one wins
    UniqueConstraint("table_id", "cmd_id"),  # the same command twice: once
    _of_table(),
    sqlite_with_rowid=False,
)
SEATS = Table(
    "seats",
    SCHEMA,
    *_texts("table_id", "name", "token", "grants"),
    Column("revoked", Boolean, nullable=False),
    PrimaryKeyConstraint("table_id", "name"),
    _of_table(),
)
SEEDS = Table(
    "seeds",
    SCHEMA,
    *_texts("table_id", "commit_hash"),  # kept before the table that it is for
    Column("seed", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "commit_hash"),
)
Table(
    "snapshots",  # the first migration makes it; nothing is kept there any more
    SCHEMA,
    *_texts("table_id"),
    Column("seq", Integer, nullable=False, autoincrement=False),
    *_texts("state"),
    PrimaryKeyConstraint("table_id", "seq"),
    _of_table(),
)
SHOTS = Table("shots", SCHEMA, Column("id", Text, primary_key=True), *_texts("body"))
HEADS = Table(
    "heads",
    SCHEMA,
    Column("n", Integer, primary_key=True, autoincrement=False),
    *_texts("table_id", "kind", "key"),
    Column("seq", Integer, nullable=False),
    *_texts("hash", "how", "chain"),
    Index("heads_of_table", "table_id", "kind", "key", "n"),
)
"""What was written last of everything, each row chained to the one before; none is ever changed or removed."""


def check(found: str | None, database: object, *, older: bool = False) -> None:
    """Raise `DatabaseError` where a database of this revision cannot be used; None is one of somebody else's.

    One that holds nothing yet ("") or is of an older Fireline can only be brought up, and then `older` is said.
    """
    if found == REVISION:
        return
    old = found in known_revisions()
    if older and (old or found == ""):
        return
    if old:
        problem = f"is of an older Fireline (schema {found}); back it up, then bring it up with: fireline db upgrade"
    elif found:
        problem = f"is of a newer Fireline (schema {found}, this one knows {REVISION}); update Fireline"
    else:
        problem = "is no database of Fireline's"
    raise DatabaseError(Code.UNSUPPORTED, problem, file=str(database))


def known_revisions() -> list[str]:
    """The revisions there are, the first one first."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(_config())
    return [one.revision for one in scripts.walk_revisions()][::-1]


def migrate(connection: Any) -> None:
    """Run the migrations that are still to run, on a connection of SQLAlchemy's."""
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _config() -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
