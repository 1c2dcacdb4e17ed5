"""What a seat's client does about the dice: takes part, checks every event, shows each value once and for one roll.

The page does the same; tests sit down at tables with this.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fireline.game.errors import BattleFileError
from fireline.server.dice.book import Mixing
from fireline.server.dice.hashes import Declared, commitment_to, face, own_value, stream
from fireline.server.dice.notes import Head, Signed, read_note
from fireline.server.store.chain import canonical, digest, sorted_json

HASHED = ("actor", "at", "body", "cmd_id", "kind", "prev", "seq", "state")
Said = dict[str, Any]


@dataclass
class Kept:
    """What a seat keeps between two visits: how far the log went, the last value it showed and for what, a head."""

    seq: int = 0
    hash: str = ""
    roll: int = 0
    context: str = ""
    note: str = ""


@dataclass
class SeatDice:
    """One seat's part in the dice of a table: it hears every event in order, and knows what is to be said now.

    `trouble` is what an honest player has to see: a roll without him, another log than before, faces that the values
    do not make. After a `fork` nothing is shown any more.
    """

    table: str
    seat: str
    secret: bytes
    kept: Kept = field(default_factory=Kept)
    trouble: list[str] = field(default_factory=list)
    fork: bool = False
    taking_part: bool = False

    def __post_init__(self) -> None:
        self.mixing = Mixing(self.table)
        self._hashes = [""]
        self._whole = True
        self._told, self.key = 0, ""
        self._sealed: dict[int, str] = {}
        self._others: dict[str, Head] = {}

    @property
    def head(self) -> int:
        return len(self._hashes) - 1

    def expected(self) -> dict[str, Any]:
        """What a command for which dice are thrown names of them."""
        return {"roll": self.mixing.roll, "seats": sorted(self.mixing.standing)}

    def hear(self, event: Mapping[str, Any]) -> None:
        before = self.mixing
        self._chain(event)
        self._compare()
        try:
            self.mixing = before.after(event["body"])
        except BattleFileError as wrong:
            self._forked(f"event {event['seq']}: {wrong}")
        if not self.fork and "rolled" in event["body"]:
            self._check_faces(before, event["body"])

    def to_say(self) -> list[Said]:
        """What is to be said, now that everything has been heard: this seat's value, or that it takes part."""
        if not self.fork and self.head < self.kept.seq:
            self._forked(f"the log ends at event {self.head}, but went to event {self.kept.seq} before")
        if self.fork or not self.taking_part:
            return []
        declared = self.mixing.declared
        if declared is not None and self.seat in self.mixing.silent:
            return self._value(declared)
        if declared is not None and self.seat not in declared.seats and declared.roll != self._told:
            self._told = declared.roll
            self.trouble.append(f"roll {declared.roll} was declared without this seat")
        if self.seat in self.mixing.standing:
            return []
        return [{"kind": "dice_value", "body": {"roll": self.mixing.roll, "commit": self._commit(self.mixing.roll)}}]

    def take_note(self, text: str) -> Signed:
        """Keep a signed head; one that is not of this log, or of another key than before, is trouble."""
        note = read_note(text)
        if self.key not in {"", note.key}:
            self.trouble.append("the server signs with another key than before")
        self.key = note.key
        known = note.head.seq <= self.head and not note.head.sealed
        if note.head.table != self.table or (known and self._hashes[note.head.seq] != note.head.hash):
            self._forked(f"the server signed another event {note.head.seq} than it has told")
        if self.kept.note and read_note(self.kept.note).head.seq > note.head.seq:
            self._forked(f"the server signs event {note.head.seq}, but has signed a later one before")
        if note.head.sealed:
            self._sealed[note.head.seq] = note.head.hash
        if not self.fork:
            self.kept.note = text
        return note

    def take_other(self, seat: str, text: str, head: int | None = None) -> None:
        """See a head that another seat holds; `head` is where the log ends, where that is known to be its end.

        One of another game, or of a game that went further, is trouble: the table was doubled, or set back.
        """
        note = read_note(text)
        if note.head.table != self.table:
            self._forked(f"{seat} holds a head of another table")
        elif head is not None and note.head.seq > head:
            told = f"{seat} holds a head of event {note.head.seq}, but the log ends at event {head}"
            self._forked(f"{told}: the table was set back")
        else:
            self._others[seat] = note.head
            self._compare()

    def _compare(self) -> None:
        """Compare the heads of others with what was heard, as far as that goes."""
        for seat, other in list(self._others.items()):
            known = self._sealed.get(other.seq) if other.sealed else None
            if not other.sealed and other.seq <= self.head:
                known = self._hashes[other.seq]
                del self._others[seat]
            if known and known != other.hash:
                self._forked(f"{seat} holds another event {other.seq}: there are two games")

    def _commit(self, roll: int) -> str:
        return commitment_to(self.table, roll, self.seat, own_value(self.secret, self.table, roll))

    def _chain(self, event: Mapping[str, Any]) -> None:
        """See that this is the next event of the log that was told before; where the hashes are told."""
        seq, hash_ = event["seq"], event.get("hash") or ""
        if hash_ and self._whole:
            told = {key: event[key] for key in HASHED}
            own = hash_ in {digest(canonical(told)), digest(sorted_json(told))}
            if not own or (self.head and event["prev"] != self._hashes[-1]):
                self._forked(f"event {seq} does not follow the events before it")
        self._whole = self._whole and bool(hash_)
        if seq == self.kept.seq and hash_ and hash_ != self.kept.hash:
            self._forked(f"event {seq} is another than on the last visit")
        self._hashes.append(hash_)
        if seq > self.kept.seq:
            self.kept.seq, self.kept.hash = seq, hash_

    def _value(self, declared: Declared) -> list[Said]:
        """Show this seat's value, if everything is as it must be."""
        roll, context = declared.roll, self.mixing.context
        if declared.seats[self.seat] != self._commit(roll):
            if self._told != roll:
                self.trouble.append(f"the commitment of roll {roll} is not this device's")
            self._told = roll
            return []
        if declared.head is not None and declared.head != self._hashes[declared.seen]:
            self._forked(f"roll {roll} names another event {declared.seen}")
        elif roll < self.kept.roll or (roll == self.kept.roll and context != self.kept.context):
            self._forked(f"roll {roll} was declared before, for something else")
        if self.fork:
            return []
        self.kept.roll, self.kept.context = roll, context
        value = own_value(self.secret, self.table, roll)
        body = {"roll": roll, "context": context, "value": value, "commit": self._commit(roll + 1)}
        return [{"kind": "dice_value", "body": body}]

    def _check_faces(self, before: Mixing, body: Mapping[str, Any]) -> None:
        server = body["rolled"].get("value")
        if server is None:
            return
        words = stream(before.context, before.values, server)
        for one in body["throws"]:
            if face(words, one["sides"], one.get("weights") or ()) != one["face"]:
                self.trouble.append(f"the faces of roll {body['rolled']['roll']} are not those that the values make")
                return

    def _forked(self, why: str) -> None:
        self.fork = True
        self.trouble.append(why)
