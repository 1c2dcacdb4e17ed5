"""The tables of the database, spelt for SQLite and PostgreSQL; every statement put to them, and what their rows say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError
from sqlalchemy import (
    Boolean,
    Column,
    Executable,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    bindparam,
    delete,
    func,
    insert,
    inspect,
    literal_column,
    select,
    update,
)
from typing_extensions import override

from fireline.game.errors import BattleFileError, Code
from fireline.server.store.chain import LOG, as_it_is
from fireline.server.store.rows import DatabaseError, KeptEvent, KeptRow, Link, LogEnds, SeatRow, TableRow

if TYPE_CHECKING:
    from sqlalchemy import Connection, Dialect

R = TypeVar("R", bound=KeptRow)
Row = Mapping[str, Any]
REVISION = "0003"
"""The revision of the schema that this program reads and writes; migrations lead to it."""

SCHEMA = MetaData()
MIGRATIONS = Path(__file__).parent / "migrations"


class Data(TypeDecorator[Any]):
    """Data as a JSON text that it comes back from as it was; what is no such text is read as None."""

    impl = Text
    cache_ok = True

    @override
    def process_bind_param(self, value: Any, dialect: Dialect) -> str:
        return as_it_is(value)

    @override
    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        with suppress(ValueError, RecursionError):
            return json.loads(value) if isinstance(value, str) else None
        return None


class Flag(Boolean):
    """Yes or no; what is neither is read as None."""

    @override
    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        return {0: False, 1: True}.get


class Seed(LargeBinary):
    """Bytes, whatever stands there."""

    @override
    def result_processor(self, dialect: Dialect, coltype: object) -> None:
        return None


def _of_table() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["table_id"], ["tables.id"])


def _texts(*names: str) -> list[Column[str]]:
    """Columns of texts."""
    return [Column(name, Text, nullable=False) for name in names]


TABLES = Table(
    "tables",
    SCHEMA,
    Column("id", Text, primary_key=True),
    *_texts("name", "ruleset", "version", "created"),
    Column("settings", Data, nullable=False),
    Column("head_seq", Integer, nullable=False, server_default="0"),  # its last event, beside the chain of heads
    Column("head_hash", Text, nullable=False, server_default=""),
)
EVENTS = Table(
    "events",
    SCHEMA,
    *_texts("table_id"),
    Column("seq", Integer, nullable=False, autoincrement=False),
    *_texts("kind", "actor", "at"),
    Column("body", Data, nullable=False),
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
    *_texts("table_id", "name", "token"),
    Column("grants", Data, nullable=False),
    Column("revoked", Flag, nullable=False),
    PrimaryKeyConstraint("table_id", "name"),
    _of_table(),
)
SEEDS = Table(
    "seeds",
    SCHEMA,
    *_texts("table_id", "commit_hash"),  # kept before the table that it is for
    Column("seed", Seed, nullable=False),
    PrimaryKeyConstraint("table_id", "commit_hash"),
)
SHOTS = Table("shots", SCHEMA, Column("id", Text, primary_key=True), Column("body", Data, nullable=False))
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


def revision_of(connection: Connection) -> str | None:
    """The revision of the schema in a database, if it holds one; "" for one that holds nothing at all."""
    names = inspect(connection).get_table_names()
    if "alembic_version" not in names:
        return None if names else ""
    found: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return found


def bring_up(connection: Connection, database: object) -> str | None:
    """Run the migrations that are still to run, and give the revision that was there, None for nothing."""
    from alembic import command

    found = revision_of(connection)
    check(found, database, older=True)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    return found or None


def _config() -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


# --- statements -----------------------------------------------------------------------


def _ends() -> list[Any]:
    """Where the log of a table ends: its last event, and what the chain of heads says; as texts, which cost less."""
    event = "FROM events WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1"
    link = f"FROM heads WHERE table_id = tables.id AND kind = '{LOG}' AND \"key\" = '' ORDER BY n DESC LIMIT 1"
    return [
        literal_column(f"coalesce((SELECT {column} {last}), {nothing})").label(name)
        for name, column, last, nothing in (
            ("last_seq", "seq", event, 0),
            ("last_hash", "hash", event, "''"),
            ("link_seq", "seq", link, 0),
            ("link_hash", "hash", link, "''"),
        )
    ]


def _written() -> dict[str, Executable]:
    """Every statement by its name, those that write in the order in which a transaction does."""
    of_table: Any = bindparam("table_id")
    mine = EVENTS.c.table_id == of_table
    links_of = select(HEADS).where(HEADS.c.table_id == of_table, HEADS.c.kind == bindparam("kind")).order_by(HEADS.c.n)
    return {
        "add_table": insert(TABLES),
        "add_event": insert(EVENTS),
        "drop_seat": delete(SEATS).where(SEATS.c.table_id == of_table, SEATS.c.name == bindparam("name")),
        "add_seat": insert(SEATS),
        "add_seed": insert(SEEDS),
        "add_shot": insert(SHOTS),
        "table": select(TABLES, *_ends()).where(TABLES.c.id == bindparam("id")),
        "ends": select(TABLES.c.head_seq, TABLES.c.head_hash, *_ends()).where(TABLES.c.id == bindparam("id")),
        "tables": select(TABLES).order_by(TABLES.c.created, TABLES.c.id),
        "set_head": update(TABLES)
        .where(TABLES.c.id == of_table)
        .values(head_seq=bindparam("to_seq"), head_hash=bindparam("to_hash")),
        "count": select(func.count().label("events")).where(mine, EVENTS.c.seq <= bindparam("up_to")),
        "events": select(EVENTS)
        .where(mine, EVENTS.c.seq > bindparam("after"))
        .order_by(EVENTS.c.seq)
        .limit(bindparam("limit")),
        "seats": select(SEATS).where(SEATS.c.table_id == of_table).order_by(SEATS.c.name),
        "seeds": select(SEEDS).where(SEEDS.c.table_id == of_table),
        "shots": select(SHOTS).order_by(SHOTS.c.id),
        "shot": select(SHOTS).where(SHOTS.c.id == bindparam("key")),
        "add_link": insert(HEADS),
        "last_link": select(HEADS.c.n, HEADS.c.chain).order_by(HEADS.c.n.desc()).limit(1),
        "links": select(HEADS).where(HEADS.c.n > bindparam("after")).order_by(HEADS.c.n).limit(bindparam("limit")),
        "links_of": links_of,
        "links_of_one": links_of.where(HEADS.c.key == bindparam("key")),
    }


STATEMENTS = _written()
"""All that is said to a database, by name."""


# --- rows, and what they say ----------------------------------------------------------


CALLED: dict[type[KeptRow], str] = {
    TableRow: "its row",
    SeatRow: "the seat {name!r}",
    KeptEvent: "event {seq}",
    LogEnds: "where its log ends",
    Link: "link {n} of the chain of heads",
}
"""What a row of each kind is called."""


def read(kind: type[R], row: Row) -> R:
    """A row of the database as what it was written from; raises `BattleFileError`."""
    try:
        return kind.model_validate({name: row[name] for name in kind.model_fields})
    except ValidationError:
        raise not_written(CALLED[kind].format(**row)) from None


def read_seed(row: Row) -> tuple[str, bytes]:
    """A commitment and the seed behind it; raises `BattleFileError`."""
    commit, seed = row["commit_hash"], row["seed"]
    if not isinstance(commit, str) or not isinstance(seed, bytes):
        raise not_written("a seed")
    return commit, seed


def not_written(what: str) -> BattleFileError:
    """Something is not written as it was."""
    return BattleFileError(Code.MISMATCH, f"{what} is not written as it was")
