"""Every statement put to the database, written once and spelt for SQLite or for PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Executable, bindparam, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import asyncpg
from sqlalchemy.engine import Dialect

from fireline.server.store.heads import LOG, SHOT
from fireline.server.store.schema import EVENTS, HEADS, SEATS, SEEDS, SHOTS, TABLES


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement in the words of a database, with its parameters' names in order and those it brings itself."""

    sql: str
    names: tuple[str, ...]
    own: Mapping[str, Any]

    @classmethod
    def of(cls, written: Executable, dialect: Dialect) -> Statement:
        """A statement of SQLAlchemy as this dialect spells it."""
        spelt: Any = written.compile(dialect=dialect)  # type: ignore[attr-defined]
        own = {name: value for name, value in spelt.params.items() if value is not None}
        return cls(str(spelt), tuple(spelt.positiontup or spelt.params), own)

    def named(self, **values: Any) -> dict[str, Any]:
        """The parameters by their names."""
        return {**self.own, **values}

    def in_order(self, **values: Any) -> list[Any]:
        """The parameters in the order in which the statement has them."""
        given = {**self.own, **values}
        return [given[name] for name in self.names]


def _written() -> dict[str, Any]:
    """Every statement by its name, for inserts that give way with the dialect's own insert."""
    of_table: Any = bindparam("table_id")
    mine = EVENTS.c.table_id == of_table
    return {
        "add_table": insert(TABLES),
        "add_event": insert(EVENTS),
        "add_seat": insert(SEATS),
        "table": select(TABLES, *_ends()).where(TABLES.c.id == bindparam("id")),
        "head": select(TABLES.c.head_seq, TABLES.c.head_hash, *_ends()[:2]).where(TABLES.c.id == of_table),
        "tables": select(TABLES).order_by(TABLES.c.created, TABLES.c.id),
        "set_head": update(TABLES)
        .where(TABLES.c.id == of_table)
        .values(head_seq=bindparam("to_seq"), head_hash=bindparam("to_hash")),
        "count": select(func.count().label("events")).where(mine, EVENTS.c.seq <= bindparam("up_to")),
        "sent": select(EVENTS).where(mine, EVENTS.c.cmd_id == bindparam("cmd_id")),
        "events": select(EVENTS)
        .where(mine, EVENTS.c.seq > bindparam("after"))
        .order_by(EVENTS.c.seq)
        .limit(bindparam("limit")),
        "seats": select(SEATS).where(SEATS.c.table_id == of_table).order_by(SEATS.c.name),
        "seeds": select(SEEDS).where(SEEDS.c.table_id == of_table),
        "shots": select(SHOTS).order_by(SHOTS.c.id),
        "shot": select(SHOTS).where(SHOTS.c.id == bindparam("id")),
        "add_link": insert(HEADS),
        "last_link": select(HEADS.c.n, HEADS.c.chain).order_by(HEADS.c.n.desc()).limit(1),
        "links": select(HEADS).where(HEADS.c.n > bindparam("after")).order_by(HEADS.c.n).limit(bindparam("limit")),
        "links_of": select(HEADS)
        .where(HEADS.c.table_id == of_table, HEADS.c.kind == bindparam("kind"))
        .order_by(HEADS.c.n),
        "shot_links": select(HEADS)
        .where(HEADS.c.table_id == "", HEADS.c.kind == SHOT, HEADS.c.key == bindparam("key"))
        .order_by(HEADS.c.n),
    }


def _ends() -> list[Any]:
    """Where the log of a table ends: its last event, and what the chain of heads says."""
    events = EVENTS.c.table_id == TABLES.c.id
    links = (HEADS.c.table_id == TABLES.c.id) & (HEADS.c.kind == LOG) & (HEADS.c.key == "")
    return [
        select(column).where(mine).order_by(last.desc()).limit(1).scalar_subquery().label(name)
        for name, column, mine, last in (
            ("last_seq", EVENTS.c.seq, events, EVENTS.c.seq),
            ("last_hash", EVENTS.c.hash, events, EVENTS.c.seq),
            ("link_seq", HEADS.c.seq, links, HEADS.c.n),
            ("link_hash", HEADS.c.hash, links, HEADS.c.n),
        )
    ]


def _giving_way(insert_: Any) -> dict[str, Any]:
    """Inserts that leave alone what is there, or replace it."""
    put_seat = insert_(SEATS)
    replaced = {name: put_seat.excluded[name] for name in ("token", "grants", "revoked")}
    return {
        "put_seat": put_seat.on_conflict_do_update(index_elements=["table_id", "name"], set_=replaced),
        "keep_seed": insert_(SEEDS).on_conflict_do_nothing(),
        "keep_shot": insert_(SHOTS).on_conflict_do_nothing(),
    }


def statements(kind: str) -> dict[str, Statement]:
    """All statements by name, for "sqlite" (parameters by name) or "postgresql" (in order)."""
    if kind == "sqlite":
        dialect: Dialect = sqlite.dialect(paramstyle="named")
        written = _written() | _giving_way(sqlite.insert)
    else:
        dialect = cast("type[Dialect]", asyncpg.dialect)()
        written = _written() | _giving_way(postgresql.insert)
    return {name: Statement.of(one, dialect) for name, one in written.items()}
