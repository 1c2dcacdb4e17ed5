"""What the log of a table says about its dice: the commitment in force, seeds, the roll declared, values shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from fireline.game.entries import read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.server.dice.hashes import (
    SERVER,
    ClientSeed,
    Declared,
    GivenUp,
    Joined,
    Proof,
    Reveal,
    Rolled,
    StreamDice,
    Value,
    commitment,
    commitment_to,
    context_of,
    message,
    own_value,
    stream,
    words,
)
from fireline.server.store.chain import canonical
from fireline.server.store.rows import KeptEvent

SEED_LIMIT = 64
_HASH = re.compile(r"[0-9a-f]{64}")
Body = Mapping[str, Any]


@dataclass(frozen=True)
class Mixing:
    """The rolls into which seats mix fresh values of their own, after some events of a log.

    Every method that changes anything gives a new one.
    """

    table: str = ""
    roll: int = 1
    """The number of the next roll to be declared."""
    standing: Mapping[str, str] = field(default_factory=dict)
    """The seats that take part in it, with their commitments."""
    declared: Declared | None = None
    """The roll that waits for values."""
    values: Mapping[str, str] = field(default_factory=dict)
    """The values shown for it so far."""

    @property
    def silent(self) -> list[str]:
        """The seats whose value is waited for."""
        return [] if self.declared is None else sorted(set(self.declared.seats) - set(self.values))

    def asked_to_go_on(self, players: Iterable[str], speaker: str) -> frozenset[str]:
        """Whose consent it needs to go on without the silent: who has shown a value, or else all who are not silent.

        Somebody silent who asks it himself asks everybody.
        """
        silent = frozenset(self.silent)
        shown = frozenset() if self.declared is None else frozenset(self.declared.seats) - silent
        return shown or frozenset(players) - (frozenset() if speaker in silent else silent) - {speaker}

    @property
    def context(self) -> str:
        """The context of the roll that is declared, "" where there is none."""
        return context_of(self.table, self.declared.data()) if self.declared else ""

    def after(self, body: Body) -> Mixing:
        """The dice after an event of this body; raises `BattleFileError` for one that could not have been fair."""
        mixing = self
        if "away" in body:
            mixing = _away(mixing, body)
        if "without" in body:
            mixing = _without(mixing, read_entry(GivenUp, body["without"], "without"))
        if "joined" in body:
            mixing = _joined(mixing, read_entry(Joined, body["joined"], "joined"), body.get("instead"))
        if "declared" in body:
            mixing = _declared(mixing, read_entry(Declared, body["declared"], "declared"))
        if "value" in body:
            mixing = _value(mixing, read_entry(Value, body["value"], "value"))
        if "rolled" in body:
            mixing = _rolled(mixing, read_entry(Rolled, body["rolled"], "rolled"), body.get("command"))
        if "next" in body:
            same("next", body["next"], dict(mixing.standing))
        return mixing


@dataclass(frozen=True)
class DiceBook:
    """The dice of a table after some of its events; every method that changes anything gives a new book.

    What counts is in the body of an event: `commit`, `client_seed`, `throws` with their `proof`, `reveal`, and what
    `Mixing` takes. A rotation carries the seeds over that it names in `seeds`; those may be given anew.
    """

    commit: str = ""
    """The commitment in force, "" where there is none."""
    seeds: Mapping[str, str] = field(default_factory=dict)
    """The seeds given under it, by seat."""
    rolls: int = 0
    """How many events have thrown dice under it."""
    revealed: Mapping[str, bytes] = field(default_factory=dict)
    """The secret seeds made known so far, by commitment."""
    carried: frozenset[str] = frozenset()
    """The seats whose seeds were given under an earlier commitment."""
    mixing: Mixing = field(default_factory=Mixing)
    """The rolls into which seats mix fresh values of their own."""

    def after(self, body: Body) -> DiceBook:
        """The book after an event of this body; raises `BattleFileError` for one that could not have been fair."""
        book = self
        if self.mixing.declared is not None and ("reveal" in body or "commit" in body):
            raise BattleFileError(Code.NOT_NOW, "a roll waits for values", "reveal" if "reveal" in body else "commit")
        if "reveal" in body:
            book = _revealed(book, read_entry(Reveal, body["reveal"], "reveal"))
        if "commit" in body:
            book = _committed(book, body["commit"])
        if "seeds" in body:
            same("seeds", body["seeds"], dict(self.seeds))
            if "commit" in body:
                book = replace(book, seeds=self.seeds, carried=frozenset(self.seeds))
        if "client_seed" in body:
            given = read_entry(ClientSeed, body["client_seed"], "client_seed")
            book = book.give(given.seat, given.seed)
        if "proof" in body:
            book = _proved(book, read_entry(Proof, body["proof"], "proof"))
        mixing = book.mixing.after(body)
        if "declared" in body and mixing.declared is not None:
            same("declared.commit", mixing.declared.commit, book.commit)
        return book if mixing is book.mixing else replace(book, mixing=mixing)

    def give(self, seat: str, seed: str) -> DiceBook:
        """The book with the seed of a seat: one under each commitment, before its first roll.

        Later ones are refused, for whoever knows the secret seed could choose them to suit himself.
        """
        if not self.commit:
            raise BattleFileError(Code.NOT_NOW, "no commitment is in force for a seed to follow", "client_seed")
        if self.rolls:
            problem = "dice have been thrown under this commitment; a new one (rotate) takes new seeds"
            raise BattleFileError(Code.NOT_NOW, problem, "client_seed")
        if seat in self.seeds and seat not in self.carried:
            problem = f"{shown(seat)} has given its seed under this commitment"
            raise BattleFileError(Code.NOT_NOW, problem, "client_seed")
        for name, text in (("seat", seat), ("seed", seed)):
            if not 1 <= len(text) <= SEED_LIMIT or not text.isprintable():
                problem = f"{shown(text)} is not a text of 1 to {SEED_LIMIT} printable characters"
                raise BattleFileError(Code.MALFORMED, problem, f"client_seed.{name}")
        return replace(self, seeds={**self.seeds, seat: seed}, carried=self.carried - {seat})

    # --- the roll that comes next ----------------------------------------------------

    def dice(self, secret: bytes, *, closed: bool = False) -> StreamDice:
        """The dice of the next roll, for who knows the secret seed; raises `BattleFileError` for another's.

        A roll that was declared is mixed; `closed` keeps the server's own value of it back.
        """
        if not self.commit or commitment(secret) != self.commit:
            raise BattleFileError(Code.MISMATCH, "this seed is not the one behind the commitment in force", "commit")
        declared = self.mixing.declared
        own = own_value(secret, self.mixing.table, declared.roll) if declared else None
        return StreamDice(self.words(secret, own), self.evidence(None if closed else own))

    def words(self, secret: bytes, own: str | None) -> Iterator[int]:
        """What the faces of the next roll are made from: every value with the server's `own`, else seed and secret."""
        if own is None:
            return words(secret, message(self.mixing.table, self.rolls + 1, self.seeds))
        if self.mixing.silent:
            raise BattleFileError(Code.NOT_NOW, "not every value has been shown", "values")
        return stream(self.mixing.context, self.mixing.values, own)

    def evidence(self, own: str | None) -> dict[str, Any]:
        """What the event of the next roll says of where its faces come from; `own` is the server's value, if told."""
        mixing = self.mixing
        if mixing.declared is None:
            return {"proof": {"commit": self.commit, "roll": self.rolls + 1, "seeds": dict(self.seeds)}}
        told = {} if own is None else {"value": own}
        roll = {"roll": mixing.declared.roll, "context": mixing.context, "next": dict(mixing.standing)}
        return {"rolled": roll | told}


# --- what an event does to the dice of the server ------------------------------------


def _committed(book: DiceBook, commit: object) -> DiceBook:
    if not isinstance(commit, str) or not _HASH.fullmatch(commit):
        raise BattleFileError(Code.MALFORMED, f"{shown(commit)} is no SHA-256 in hexadecimal", "commit")
    if book.commit:
        raise BattleFileError(Code.NOT_NOW, "the commitment in force has to be revealed before another", "commit")
    if commit in book.revealed:
        raise BattleFileError(Code.NOT_NOW, "this commitment has been revealed; its dice are known", "commit")
    return DiceBook(commit, revealed=book.revealed, mixing=book.mixing)


def _revealed(book: DiceBook, reveal: Reveal) -> DiceBook:
    if not book.commit or reveal.commit != book.commit:
        problem = f"{shown(reveal.commit, 80)} is not the commitment in force"
        raise BattleFileError(Code.MISMATCH, problem, "reveal.commit")
    try:
        secret = bytes.fromhex(reveal.seed)
    except ValueError:
        raise BattleFileError(Code.MALFORMED, f"{shown(reveal.seed)} is not hexadecimal", "reveal.seed") from None
    if commitment(secret) != book.commit:
        raise BattleFileError(Code.MISMATCH, "the seed revealed is not the one that was committed to", "reveal.seed")
    return DiceBook(revealed={**book.revealed, book.commit: secret}, mixing=book.mixing)


def _proved(book: DiceBook, proof: Proof) -> DiceBook:
    same("proof.commit", proof.commit, book.commit)
    same("proof.roll", proof.roll, book.rolls + 1)
    same("proof.seeds", proof.seeds, dict(book.seeds))
    return replace(book, rolls=book.rolls + 1)


# --- what an event does to the dice that seats mix -----------------------------------


def _joined(mixing: Mixing, joined: Joined, instead: object) -> Mixing:
    same("joined.roll", joined.roll, mixing.roll)
    if instead is not None:
        same("instead", instead, mixing.standing.get(joined.seat))
    return replace(mixing, standing={**mixing.standing, joined.seat: joined.commit})


def _away(mixing: Mixing, body: Body) -> Mixing:
    seats, standing = body["away"], mixing.standing
    if not isinstance(seats, list | tuple) or not seats or not set(seats) <= set(standing):
        raise BattleFileError(Code.MISMATCH, f"{shown(seats)} do not take part", "away")
    if "gave" in body:
        same("gave", body["gave"], {seat: standing[seat] for seat in seats})
    return replace(mixing, standing={seat: one for seat, one in standing.items() if seat not in seats})


def _declared(mixing: Mixing, declared: Declared) -> Mixing:
    if mixing.declared is not None:
        raise BattleFileError(Code.NOT_NOW, f"roll {mixing.declared.roll} still waits for values", "declared")
    if (declared.head is None) == (declared.sealed is None):
        raise BattleFileError(Code.CONFLICT, "names either head or sealed", "declared")
    same("declared.roll", declared.roll, mixing.roll)
    same("declared.seats", declared.seats, dict(mixing.standing))
    return Mixing(mixing.table, mixing.roll + 1, {}, declared, {})


def _value(mixing: Mixing, value: Value) -> Mixing:
    declared = _waiting(mixing, "value")
    same("value.roll", value.roll, declared.roll)
    if value.seat not in mixing.silent:
        raise BattleFileError(Code.NOT_NOW, f"no value of {shown(value.seat)} is waited for", "value.seat")
    same("value.context", value.context, mixing.context)
    if commitment_to(mixing.table, value.roll, value.seat, value.value) != declared.seats[value.seat]:
        raise BattleFileError(Code.MISMATCH, "is not the value that was committed to", "value.value")
    standing = {**mixing.standing, value.seat: value.next}
    return replace(mixing, standing=standing, values={**mixing.values, value.seat: value.value})


def _without(mixing: Mixing, without: GivenUp) -> Mixing:
    same("without.roll", without.roll, _waiting(mixing, "without").roll)
    same("without.seats", without.seats, mixing.silent)
    return replace(mixing, declared=None, values={})


def _rolled(mixing: Mixing, rolled: Rolled, command: object) -> Mixing:
    declared = _waiting(mixing, "rolled")
    same("rolled.roll", rolled.roll, declared.roll)
    if mixing.silent:
        raise BattleFileError(Code.NOT_NOW, f"the value of {shown(mixing.silent[0])} has not been shown", "rolled")
    same("rolled.context", rolled.context, mixing.context)
    if canonical(command) != canonical(declared.command):
        raise BattleFileError(Code.MISMATCH, "is not the command that was declared", "command")
    if rolled.value and commitment_to(mixing.table, rolled.roll, SERVER, rolled.value) != declared.server:
        raise BattleFileError(Code.MISMATCH, "is not the value that the server committed to", "rolled.value")
    if rolled.next is not None:
        same("rolled.next", rolled.next, dict(mixing.standing))
    return replace(mixing, declared=None, values={})


def _waiting(mixing: Mixing, place: str) -> Declared:
    if mixing.declared is None:
        raise BattleFileError(Code.NOT_NOW, "no roll is declared", place)
    return mixing.declared


def same(place: str, told: object, true: object) -> None:
    """Raise `BattleFileError` where a log tells something else than what is true."""
    if told != true:
        raise BattleFileError(Code.MISMATCH, f"{shown(told, 80)} should be {shown(true, 80)}", place)


def secrets_in(events: Iterable[KeptEvent]) -> dict[str, bytes]:
    """The secret seeds that events reveal, by commitment; what is no seed is left to `DiceBook.after` to refuse."""
    secrets: dict[str, bytes] = {}
    for event in events:
        reveal = event.body.get("reveal")
        seed = reveal.get("seed") if isinstance(reveal, Mapping) else None
        if isinstance(seed, str):
            with suppress(ValueError):
                secret = bytes.fromhex(seed)
                secrets[commitment(secret)] = secret
    return secrets
