"""Tables as JSON Lines: a line for the table, then a line for each event, as canonical JSON; shots as they are.

The first line counts the events and names the hash of the last, so a file that was cut short is found.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, Literal, TypeVar

from pydantic import Field

from fireline.formats.parsing import parse_row
from fireline.game.entries import FileEntry, Name, read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.server.dice.book import secrets_in
from fireline.server.dice.hashes import Hash
from fireline.server.dice.notes import Head as SignedHead
from fireline.server.store.chain import as_it_is, canonical, check_next, genesis, writing_of
from fireline.server.store.rows import PAGE, KeptEvent, SeatRow, TableRow, at, no_such_table

if TYPE_CHECKING:
    from fireline.server.store.store import Store

E = TypeVar("E", bound=FileEntry)
LINE_LIMIT = 16 * 1024 * 1024
"""The longest line that is read, in bytes."""
Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]
Line = Annotated[str, Field(max_length=200, pattern=r"^[^\p{C}\p{Zl}\p{Zp}]*$")]
"""A text that may be shown on a terminal."""


class TableLine(TableRow):
    """The table as it was opened."""

    id: Id
    name: Line
    ruleset: Line
    version: Line
    created: Line = Field()  # with no default, as everything here
    settings: dict[str, Any] = Field()


class SeatLine(SeatRow):
    """A seat with the hash of its token."""

    name: Name
    grants: dict[str, Any] = Field()
    revoked: bool = Field()


class Private(FileEntry):
    """What only a backup holds: the seats' tokens, hashed, and seeds that may not be revealed yet."""

    seats: list[SeatLine]
    seeds: dict[Hash, Annotated[str, Field(pattern=r"^([0-9a-f]{2})+$")]]


class Head(FileEntry):
    """The first line of a table."""

    fireline_table: Literal[1]
    table: TableLine
    events: Annotated[int, Field(ge=1)]
    head: Hash
    seats: list[str] = Field(default_factory=list)
    note: Annotated[str, Field(max_length=2000)] | None = None
    private: Private | None = None


class ShotLine(FileEntry):
    """The line of a shot with a permanent link; only a backup has them."""

    fireline_shot: Id
    body: dict[str, Any]


@dataclass(frozen=True)
class Exported:
    """A table from an export, its chain checked; `line` is the number of its first line."""

    line: int
    table: TableRow
    events: tuple[KeptEvent, ...]
    seats: tuple[SeatRow, ...] = ()
    seeds: dict[str, bytes] = field(default_factory=dict)
    note: str | None = None
    """The head of the log as the server that wrote it has signed it."""

    def line_of(self, event: KeptEvent) -> str:
        """The place of an event in the export."""
        return f"line {self.line + event.seq}"


async def export_table(
    store: Store, id_: str, *, private: bool = False, sign: Callable[[SignedHead], str] | None = None
) -> AsyncIterator[str]:
    """The lines of one table, each with its end; `sign` makes a note of its head. Raises `DatabaseError`.

    Without `private` they can be given to anybody at the table: no token and no secret seed is in them.
    """
    table = await store.table(id_)
    if table is None:
        raise no_such_table(id_)
    head = await store.head(id_)
    seats = await store.seats(id_)
    (last,) = await store.events(id_, head - 1, 1)
    first = {
        "fireline_table": 1,
        "table": table.data(),
        "events": head,
        "head": last.hash,
        "seats": [seat.name for seat in seats],
    }
    if sign is not None:
        first["note"] = sign(SignedHead(id_, head, last.hash))
    if private:
        seeds = {commit: seed.hex() for commit, seed in (await store.seeds(id_)).items()}
        first["private"] = {"seats": [seat.data() for seat in seats], "seeds": seeds}
    yield canonical(first) + "\n"
    for after in range(0, head, PAGE):
        for event in await store.events(id_, after, min(PAGE, head - after)):
            yield writing_of(event)(event.data()) + "\n"


async def begun(lines: AsyncIterator[str]) -> AsyncIterator[str]:
    """The same lines, the first of them made already: what is wrong is known before anything is sent."""
    first = await anext(lines)

    async def rest() -> AsyncIterator[str]:
        yield first
        async for line in lines:
            yield line

    return rest()


async def export_all(
    store: Store, *, private: bool = False, sign: Callable[[SignedHead], str] | None = None
) -> AsyncIterator[str]:
    """The lines of every table, and with `private` those of every permanent link."""
    for table in await store.tables():
        async for line in export_table(store, table.id, private=private, sign=sign):
            yield line
    if private:
        for id_, body in (await store.shots()).items():
            yield as_it_is({"fireline_shot": id_, "body": body}) + "\n"


def read_export(lines: Iterable[bytes]) -> Iterator[Exported | ShotLine]:
    """The tables and links of an export, one after the other.

    Raises `BattleFileError` naming the first line that is malformed, changed, missing or out of order.
    """
    numbered = enumerate(lines, 1)
    number = 0
    for number, raw in numbered:
        data = _data(raw, f"line {number}")
        if "fireline_shot" in data:
            yield _entry(ShotLine, data, f"line {number}")
        elif "fireline_table" in data:
            yield _table(number, _entry(Head, data, f"line {number}"), numbered)
        else:
            raise BattleFileError(
                Code.MALFORMED, "begins no table: a table begins with fireline_table: 1", f"line {number}"
            )
    if not number:
        raise BattleFileError(Code.MISSING, "holds no table")


def _table(number: int, head: Head, numbered: Iterator[tuple[int, bytes]]) -> Exported:
    table = TableRow(**head.table.data())
    events: list[KeptEvent] = []
    sent: set[str | None] = set()
    prev = genesis(table)
    for line, raw in numbered:
        event = _event(raw, len(events) + 1, prev, f"line {line}")
        if event.cmd_id in sent:
            raise BattleFileError(Code.DUPLICATE, f"the command {shown(event.cmd_id)} stands twice", f"line {line}")
        events.append(event)
        sent |= {event.cmd_id} - {None}
        prev = event.hash
        if len(events) == head.events:
            break
    if len(events) < head.events:
        problem = f"ends after {len(events)} of the {head.events} events of table {table.id}: it was cut short"
        raise BattleFileError(Code.MISMATCH, problem, f"line {number + len(events)}")
    if prev != head.head:
        raise BattleFileError(
            Code.MISMATCH, "the last event is another than the first line names", f"line {number + len(events)}"
        )
    if head.private is None:
        return Exported(number, table, tuple(events), note=head.note)
    seats = tuple(SeatRow(**seat.data()) for seat in head.private.seats)
    if len({seat.name for seat in seats}) < len(seats):
        raise BattleFileError(Code.DUPLICATE, "a seat stands twice", f"line {number}")
    seeds = {commit: bytes.fromhex(seed) for commit, seed in head.private.seeds.items()}
    return Exported(number, table, tuple(events), seats, seeds, head.note)


def _event(raw: bytes, seq: int, prev: str, place: str) -> KeptEvent:
    data = _data(raw, place)
    if "fireline_table" in data:
        raise BattleFileError(Code.MISMATCH, f"begins a table where event {seq} should be", place)
    event = _entry(KeptEvent, data, place)
    with at(place):
        check_next(event, seq, prev)
    if raw.rstrip(b"\r\n") != writing_of(event)(data).encode():
        raise BattleFileError(
            Code.MISMATCH, f"event {seq} is not written as it was: keys out of order, or spaces", place
        )
    return event


def _entry(kind: type[E], data: object, place: str) -> E:
    with at(place):
        return read_entry(kind, data)


def _data(raw: bytes, place: str) -> dict[str, Any]:
    if len(raw) > LINE_LIMIT:
        raise BattleFileError(Code.TOO_LARGE, f"is longer than {LINE_LIMIT // 1024**2} MiB", place)
    return parse_row(raw, place, "an export")


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream, none read further than a line may be long."""
    return iter(lambda: stream.readline(LINE_LIMIT + 1), b"")


async def import_file(store: Store, file: Path) -> list[Exported]:
    """Keep every table and link of an export; gives the tables.

    The whole file is checked before anything of it is kept. Raises `BattleFileError` as `read_export` does, and for
    a table that is there already.
    """
    try:
        with file.open("rb") as stream:
            await _check(store, read_export(lines_of(stream)))
            stream.seek(0)
            return [one async for one in _take_in(store, read_export(lines_of(stream)))]
    except OSError as wrong:
        raise BattleFileError(Code.UNREADABLE, f"cannot be read: {wrong.strerror}", file=str(file)) from None
    except BattleFileError as wrong:
        raise wrong if wrong.file else wrong.inside(file=str(file)) from None


async def _check(store: Store, read: Iterable[Exported | ShotLine]) -> None:
    """Read an export to its end and see that none of its tables is there, nor stands in it twice."""
    seen: set[str] = set()
    for one in read:
        if isinstance(one, Exported):
            if one.table.id in seen or await store.table(one.table.id):
                problem = f"table {one.table.id} is there already; nothing was taken in"
                raise BattleFileError(Code.DUPLICATE, problem, f"line {one.line}")
            seen.add(one.table.id)


async def _take_in(store: Store, read: Iterable[Exported | ShotLine]) -> AsyncIterator[Exported]:
    for one in read:
        if isinstance(one, ShotLine):
            await store.keep_shot(one.fireline_shot, one.body)
        else:
            await store.take_in(one.table, one.events, one.seats, one.seeds | secrets_in(one.events))
            yield one
