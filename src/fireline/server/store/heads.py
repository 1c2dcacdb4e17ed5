"""What was written last of everything, kept twice: in its own place, and in one chain over all of a database.

A chain of events shows whether any of them was changed, but not whether the last ones are missing. So the head of each
log stands in the row of its table and in the chain of heads; and of each seed, seat and shot its hash stands there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.server.store.chain import as_it_is, canonical, digest
from fireline.server.store.rows import SeatRow

LOG, SEED, SEAT, SHOT, BORN = "log", "seed", "seat", "shot", "born"
WRITE, UPGRADE = "write", "upgrade"
"""How a link came: with what was written, or from what an upgrade found there."""


class NewLink(NamedTuple):
    """What is to be said of something that is written: its table, its kind, which it is, its hash."""

    table: str
    kind: str
    key: str
    hash: str
    seq: int = 0
    """The number of the event, for the head of a log."""

    @classmethod
    def of_birth(cls) -> NewLink:
        """What a database is made with, so that one that was emptied is known from one that is new."""
        return cls("", BORN, "", "")

    @classmethod
    def of_log(cls, table: str, seq: int, hash_: str) -> NewLink:
        """The head of a log."""
        return cls(table, LOG, "", hash_, seq)

    @classmethod
    def of_seed(cls, table: str, commit: str, seed: bytes) -> NewLink:
        """A secret seed, by its commitment."""
        return cls(table, SEED, commit, digest(seed.hex()))

    @classmethod
    def of_seat(cls, table: str, seat: SeatRow) -> NewLink:
        """A seat as it is now."""
        return cls(table, SEAT, seat.name, digest(canonical(seat.data())))

    @classmethod
    def of_shot(cls, id_: str, body: str) -> NewLink:
        """A shot of a permanent link, by the text of its JSON."""
        return cls("", SHOT, id_, digest(body))


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link of the chain, as it is kept."""

    n: int
    table_id: str
    kind: str
    key: str
    seq: int
    hash: str
    how: str
    chain: str


def chained(new: NewLink, n: int, prev: str, how: str = WRITE) -> dict[str, Any]:
    """A new link behind the one whose hash is `prev`, as the database keeps it."""
    told = {
        "n": n,
        "table_id": new.table,
        "kind": new.kind,
        "key": new.key,
        "seq": new.seq,
        "hash": new.hash,
        "how": how,
    }
    return told | {"chain": _hash(prev, told)}


def _hash(prev: str, told: Mapping[str, Any]) -> str:
    return digest(as_it_is([prev, *told.values()]))


def check_link(link: Link, n: int, prev: str) -> None:
    """Raise `BattleFileError` unless this is the link of that number, unchanged, behind the one of this hash."""
    if link.n != n:
        raise BattleFileError(Code.MISMATCH, f"link {n} is missing", "chain of heads")
    told = asdict(link)
    del told["chain"]
    if _hash(prev, told) != link.chain:
        raise BattleFileError(Code.MISMATCH, f"link {n} was changed, or the one before it", "chain of heads")


class Ends(NamedTuple):
    """Where a log ends, by the log itself, the row of its table, and the chain of heads; 0 and "" for nowhere.

    Who appends asks the first two; who reads asks the chain, too.
    """

    last_seq: int
    last_hash: str
    head_seq: int
    head_hash: str
    link_seq: int
    link_hash: str

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Ends:
        """The ends in a row of the database; raises `BattleFileError` where they are no numbers and texts."""
        nothing = (0, "") * 3
        row = {"link_seq": row["head_seq"], "link_hash": row["head_hash"], **row}
        found = cls._make(
            empty if row[name] is None else row[name] for name, empty in zip(cls._fields, nothing, strict=True)
        )
        if not all(isinstance(one, type(empty)) for one, empty in zip(found, nothing, strict=True)):
            raise BattleFileError(Code.MISMATCH, "where its log ends is not written as it was")
        return found

    def check(self) -> None:
        """Raise `BattleFileError` where they do not tell the same."""
        if self.last_seq < self.head_seq:
            problem = (
                f"ended with event {self.head_seq}, and ends with event {self.last_seq}: the last ones are missing"
            )
        elif self.last_seq > self.head_seq:
            problem = f"ended with event {self.head_seq}, and goes on to event {self.last_seq}, which nobody kept"
        elif self.last_hash != self.head_hash or (self.link_seq == self.head_seq and self.link_hash != self.head_hash):
            problem = f"event {self.last_seq} is another than the one that was kept last"
        elif self.link_seq != self.head_seq:
            problem = f"ends with event {self.head_seq}, but by the chain of heads with event {self.link_seq}"
        elif self.last_seq < 1:
            problem = "has no events"
        else:
            return
        raise BattleFileError(Code.MISMATCH, problem)


def difference(kind: str, links: Iterable[Link], found: Iterable[NewLink]) -> str:
    """How what is found differs from what the chain of heads says was written last, "" if it does not."""
    written = {link.key: link.hash for link in links}
    there = {one.key: one.hash for one in found}
    for key in sorted(written.keys() | there.keys()):
        if written.get(key) != there.get(key):
            how = "is missing" if key not in there else "was changed" if key in written else "was added by somebody"
            return f"the {kind} {shown(key, 80)} {how}"
    return ""
