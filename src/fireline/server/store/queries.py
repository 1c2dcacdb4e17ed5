"""Tables, seats and events as rows of the database, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Generic, TypeVar, get_type_hints

from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.server.store.chain import canonical, check_texts, writing_of
from fireline.server.store.heads import Link
from fireline.server.store.rows import KeptEvent, SeatRow, TableRow

T = TypeVar("T")
Row = Mapping[str, Any]


class Shape(Generic[T]):
    """A row of the database as what it was written from: every value of its type, and texts of JSON as data."""

    def __init__(self, kind: type[T]) -> None:
        self._kind = kind
        self._adapter: TypeAdapter[dict[str, Any]] = TypeAdapter(TypedDict(kind.__name__, get_type_hints(kind)))  # type: ignore[operator]

    def read(self, values: dict[str, Any], what: str, **texts: object) -> T:
        """The row; raises `BattleFileError`."""
        values |= {name: read_json(text, what) for name, text in texts.items()}
        try:
            return self._kind(**self._adapter.validate_python(values, strict=True))
        except ValidationError:
            raise _not_written(what) from None


_TABLE, _SEAT, _EVENT, _LINK = Shape(TableRow), Shape(SeatRow), Shape(KeptEvent), Shape(Link)


def table_values(table: TableRow, head_seq: int, head_hash: str) -> dict[str, Any]:
    """A table as the database keeps it."""
    check_texts(table.id, table.name, table.ruleset, table.version, table.created)
    return table.data() | {"settings": canonical(table.settings)} | {"head_seq": head_seq, "head_hash": head_hash}


def read_table(row: Row) -> TableRow:
    """A table from the database; raises `BattleFileError`."""
    return _TABLE.read({one.name: row[one.name] for one in fields(TableRow)}, "its row", settings=row["settings"])


def seat_values(table: str, seat: SeatRow) -> dict[str, Any]:
    """A seat as the database keeps it."""
    check_texts(seat.name, seat.token)
    return {"table_id": table} | seat.data() | {"grants": canonical(seat.grants)}


def read_seat(row: Row) -> SeatRow:
    """A seat from the database; raises `BattleFileError`."""
    revoked = {0: False, 1: True}.get(row["revoked"]) if isinstance(row["revoked"], int) else None
    values = {"name": row["name"], "token": row["token"], "revoked": revoked}
    return _SEAT.read(values, f"the seat {shown(row['name'])}", grants=row["grants"])


def read_event(row: Row) -> KeptEvent:
    """An event from the database; raises `BattleFileError`."""
    values = {name: row[name] for name in row if name != "table_id"}
    return _EVENT.read(values, f"event {row['seq']}", body=row["body"])


def read_link(row: Row) -> Link:
    """A link of the chain of heads from the database; raises `BattleFileError`."""
    return _LINK.read(dict(row), f"link {row['n']} of the chain of heads")


def read_seed(row: Row) -> tuple[str, bytes]:
    """A commitment and the seed behind it; raises `BattleFileError`."""
    commit, seed = row["commit_hash"], row["seed"]
    if not isinstance(commit, str) or not isinstance(seed, bytes):
        raise _not_written("a seed")
    return commit, seed


def read_json(text: object, what: str) -> dict[str, Any]:
    """The data of a JSON text that was kept; raises `BattleFileError`."""
    try:
        data = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise _not_written(what)
    return data


def _not_written(what: str) -> BattleFileError:
    return BattleFileError(Code.MISMATCH, f"{what} is not written as it was")


def event_values(table: str, event: KeptEvent) -> dict[str, Any]:
    """An event that is kept already, as the database keeps it."""
    check_texts(event.kind, event.actor, event.at, event.state, event.cmd_id or "")
    return {"table_id": table} | event.data() | {"body": writing_of(event)(event.body)}
