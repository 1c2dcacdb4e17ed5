"""What was written is unchanged and whole: a chain of the events of each table, and one over all of a database.

Each event holds the hash of the one before it, so a change anywhere is found, but not whether the last ones are
missing. So the head of each log stands in the row of its table and in the chain of heads, too; and of each seed, seat
and shot its hash stands there. What is hashed is a text of the data as RFC 8785 writes it. Tables from before that go
on as they are: see `writing_of`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, cast

import rfc8785

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.server.store.rows import DatabaseError, KeptEvent, Link, NewEvent, SeatRow, TableRow

DOUBT = 2**53
"""From here on two whole numbers may be the same double."""
PLAIN = frozenset({str, bool, type(None)})
LOG, SEED, SEAT, SHOT, BORN = "log", "seed", "seat", "shot", "born"
WRITE, UPGRADE = "write", "upgrade"
"""How a link came: with what was written, or from what an upgrade found there."""


def canonical(data: object) -> str:
    """Data as the one JSON text that is hashed: RFC 8785, the JSON Canonicalization Scheme.

    Raises `BattleFileError` for what it cannot hold: whole numbers past 2^53, numbers without end, half characters.

    >>> canonical({"b": [1.5, 2.0, "ü"], "a": None})
    '{"a":null,"b":[1.5,2,"ü"]}'
    """
    try:
        if _plain(data):
            return sorted_json(data)
        try:
            return rfc8785.dumps(data).decode()  # type: ignore[arg-type]  # it looks for itself
        except rfc8785.IntegerDomainError:
            return rfc8785.dumps(_doubles(data)).decode()
    except (ValueError, OverflowError, RecursionError) as wrong:
        raise _unkept(wrong) from None


def _plain(data: object) -> bool:
    """Whether Python's own encoder, which takes a fifth of the time, writes the same: no fractions, no odd keys."""
    kind, one = type(data), cast("Any", data)
    if kind is dict:
        return all(type(key) is str and key.isascii() for key in one) and all(map(_plain, one.values()))
    if kind is list:
        return all(map(_plain, one))
    return kind in PLAIN or (kind is int and abs(one) < DOUBT)


def _doubles(data: Any) -> Any:
    """The data with large whole numbers as the doubles that are written so: 1e17 comes back from its text as 10^17."""
    match data:
        case dict():
            return {key: _doubles(value) for key, value in data.items()}
        case list() | tuple():
            return [_doubles(value) for value in data]
        case int() if abs(data) >= DOUBT and rfc8785.dumps(float(data)) == b"%d" % data:
            return float(data)
    return data


def sorted_json(data: object) -> str:
    """Data as it was hashed before RFC 8785: keys in order of their code points, numbers as Python writes them.

    Raises `BattleFileError` as `canonical` does.

    >>> sorted_json({"b": [1.5, 2.0, "ü"], "a": None})
    '{"a":null,"b":[1.5,2.0,"ü"]}'
    """
    return _text(data, sort_keys=True)


def as_it_is(data: object) -> str:
    """Data as a JSON text from which it comes back as it was, its keys in the order that they had.

    Raises `BattleFileError` as `canonical` does.

    >>> as_it_is({"b": [1.5, "ü"], "a": None})
    '{"b":[1.5,"ü"],"a":null}'
    """
    return _text(data, sort_keys=False)


def _text(data: object, *, sort_keys: bool) -> str:
    try:
        text = json.dumps(data, sort_keys=sort_keys, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        text.encode()
    except (TypeError, ValueError, RecursionError) as wrong:
        raise _unkept(wrong) from None
    return text


def _unkept(wrong: Exception) -> DatabaseError:
    return DatabaseError(Code.UNSUPPORTED, f"cannot be kept: {wrong}")


def digest(text: str) -> str:
    """The SHA-256 of a text in UTF-8, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def genesis(table: TableRow) -> str:
    """The `prev` of a table's first event: the hash of the table as it was opened."""
    return digest(canonical(table.data()))


def prepare(events: Iterable[NewEvent]) -> list[NewEvent]:
    """New events as they come back from their texts, at least one, before anything is locked.

    Raises `BattleFileError` where one cannot be kept or is sent twice at once.
    """
    prepared = [NewEvent(**json.loads(as_it_is(event.data()))) for event in events]
    if not prepared:
        raise BattleFileError(Code.MISSING, "there is no event to keep")
    ids = [event.cmd_id for event in prepared if event.cmd_id is not None]
    if twice := [one for n, one in enumerate(ids) if one in ids[:n]]:
        raise BattleFileError(Code.DUPLICATE, f"the command {shown(twice[0])} stands twice")
    return prepared


def in_place(events: Iterable[NewEvent], head: int, prev: str) -> Iterator[KeptEvent]:
    """New events one after the other behind the head of a log."""
    for seq, event in enumerate(events, head + 1):
        told = event.data() | {"seq": seq, "prev": prev}
        prev = digest(canonical(told))
        yield KeptEvent(**told, hash=prev)


Writing = Callable[[object], str]
"""Data as the text that is hashed."""


def writing_of(event: KeptEvent) -> Writing:
    """In which of the two ways the text was written that the hash of an event is of: `canonical` or `sorted_json`.

    Most texts are the same in both. Raises `BattleFileError` where it is of neither.
    """
    hashed = {name: value for name, value in event.data().items() if name != "hash"}
    for write in (canonical, sorted_json):
        with suppress(BattleFileError):
            if digest(write(hashed)) == event.hash:
                return write
    raise BattleFileError(
        Code.MISMATCH, f"event {event.seq} does not match its hash: it was changed after it was written"
    )


def check_next(event: KeptEvent, seq: int, prev: str) -> None:
    """Raise `BattleFileError` unless this is the event of that number, unchanged, behind the one of this hash."""
    if event.seq != seq:
        raise BattleFileError(Code.MISMATCH, f"should be event {seq}, but is event {event.seq}")
    if event.prev != prev:
        raise BattleFileError(
            Code.MISMATCH, f"event {seq} does not follow the one before it: another was there when it was written"
        )
    writing_of(event)


class NewLink(NamedTuple):
    """What is to be said of something that is written: its table, its kind, which it is, its hash."""

    table_id: str
    kind: str
    key: str
    seq: int
    """The number of the event, for the head of a log."""
    hash: str

    @classmethod
    def of_birth(cls) -> NewLink:
        """What a database is made with, so that one that was emptied is known from one that is new."""
        return cls("", BORN, "", 0, "")

    @classmethod
    def of_log(cls, table: str, seq: int, hash_: str) -> NewLink:
        """The head of a log."""
        return cls(table, LOG, "", seq, hash_)

    @classmethod
    def of_seed(cls, table: str, commit: str, seed: bytes) -> NewLink:
        """A secret seed, by its commitment."""
        return cls(table, SEED, commit, 0, digest(seed.hex()))

    @classmethod
    def of_seat(cls, table: str, seat: SeatRow) -> NewLink:
        """A seat as it is now."""
        return cls(table, SEAT, seat.name, 0, digest(canonical(seat.data())))

    @classmethod
    def of_shot(cls, id_: str, body: Mapping[str, Any]) -> NewLink:
        """A shot of a permanent link, by the text of its JSON."""
        return cls("", SHOT, id_, 0, digest(as_it_is(body)))


def chained(new: NewLink, n: int, prev: str, how: str = WRITE) -> dict[str, Any]:
    """A new link behind the one whose hash is `prev`, as the database keeps it."""
    told = {"n": n, **new._asdict(), "how": how}
    return told | {"chain": _hash(prev, told)}


def _hash(prev: str, told: Mapping[str, Any]) -> str:
    return digest(as_it_is([prev, *told.values()]))


def check_link(link: Link, n: int, prev: str) -> None:
    """Raise `BattleFileError` unless this is the link of that number, unchanged, behind the one of this hash."""
    if link.n != n:
        raise BattleFileError(Code.MISMATCH, f"link {n} is missing", "chain of heads")
    told = link.data()
    del told["chain"]
    if _hash(prev, told) != link.chain:
        raise BattleFileError(Code.MISMATCH, f"link {n} was changed, or the one before it", "chain of heads")


def difference(kind: str, links: Iterable[Link], found: Iterable[NewLink]) -> str:
    """How what is found differs from what the chain of heads says was written last, "" if it does not."""
    written = {link.key: link.hash for link in links}
    there = {one.key: one.hash for one in found}
    for key in sorted(written.keys() | there.keys()):
        if written.get(key) != there.get(key):
            how = "is missing" if key not in there else "was changed" if key in written else "was added by somebody"
            return f"the {kind} {shown(key, 80)} {how}"
    return ""
