"""What the log of a table says about its dice: the commitment in force, the seeds given, the rolls made."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from fireline.game.entries import read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.server.dice.facts import ClientSeed, Proof, Reveal
from fireline.server.dice.mixing import MixedDice, Mixing
from fireline.server.proof import ProvenDice, commitment
from fireline.server.store.rows import KeptEvent

SEED_LIMIT = 64
_HASH = re.compile(r"[0-9a-f]{64}")


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

    def after(self, body: Mapping[str, Any]) -> DiceBook:
        """The book after an event of this body; raises `BattleFileError` for one that could not have been fair."""
        book = self
        if self.mixing.declared is not None and ("reveal" in body or "commit" in body):
            raise BattleFileError(Code.NOT_NOW, "a roll waits for values", "reveal" if "reveal" in body else "commit")
        if "reveal" in body:
            book = _revealed(book, read_entry(Reveal, body["reveal"], "reveal"))
        if "commit" in body:
            book = _committed(book, body["commit"])
        if "seeds" in body and "commit" in body:
            book = _carried(book, body["seeds"], self.seeds)
        if "client_seed" in body:
            given = read_entry(ClientSeed, body["client_seed"], "client_seed")
            book = book.give(given.seat, given.seed)
        if "proof" in body:
            book = _rolled(book, read_entry(Proof, body["proof"], "proof"))
        mixing = book.mixing.after(body)
        if "declared" in body and mixing.declared is not None and mixing.declared.commit != book.commit:
            problem = f"{shown(mixing.declared.commit, 80)} should be {shown(book.commit, 80)}"
            raise BattleFileError(Code.MISMATCH, problem, "declared.commit")
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
            raise BattleFileError(
                Code.NOT_NOW, f"{shown(seat)} has given its seed under this commitment", "client_seed"
            )
        for name, text in (("seat", seat), ("seed", seed)):
            if not 1 <= len(text) <= SEED_LIMIT or not text.isprintable():
                problem = f"{shown(text)} is not a text of 1 to {SEED_LIMIT} printable characters"
                raise BattleFileError(Code.MALFORMED, problem, f"client_seed.{name}")
        return replace(self, seeds={**self.seeds, seat: seed}, carried=self.carried - {seat})

    def dice(self, table: str, secret: bytes, *, closed: bool = False) -> ProvenDice | MixedDice:
        """The dice of the next roll, for who knows the secret seed; raises `BattleFileError` for another's.

        A roll that was declared is mixed; `closed` keeps the server's own value of it back.
        """
        if not self.commit or commitment(secret) != self.commit:
            raise BattleFileError(Code.MISMATCH, "this seed is not the one behind the commitment in force", "commit")
        if self.mixing.declared is not None:
            return self.mixing.dice(secret, closed=closed)
        return ProvenDice(secret, table, self.rolls + 1, self.seeds)


def _committed(book: DiceBook, commit: object) -> DiceBook:
    if not isinstance(commit, str) or not _HASH.fullmatch(commit):
        raise BattleFileError(Code.MALFORMED, f"{shown(commit)} is no SHA-256 in hexadecimal", "commit")
    if book.commit:
        raise BattleFileError(Code.NOT_NOW, "the commitment in force has to be revealed before another", "commit")
    if commit in book.revealed:
        raise BattleFileError(Code.NOT_NOW, "this commitment has been revealed; its dice are known", "commit")
    return DiceBook(commit, revealed=book.revealed, mixing=book.mixing)


def _carried(book: DiceBook, seeds: object, before: Mapping[str, str]) -> DiceBook:
    if seeds != dict(before):
        raise BattleFileError(Code.MISMATCH, f"{shown(seeds, 80)} should be {shown(dict(before), 80)}", "seeds")
    return replace(book, seeds=before, carried=frozenset(before))


def _revealed(book: DiceBook, reveal: Reveal) -> DiceBook:
    if not book.commit or reveal.commit != book.commit:
        raise BattleFileError(
            Code.MISMATCH, f"{shown(reveal.commit, 80)} is not the commitment in force", "reveal.commit"
        )
    try:
        secret = bytes.fromhex(reveal.seed)
    except ValueError:
        raise BattleFileError(Code.MALFORMED, f"{shown(reveal.seed)} is not hexadecimal", "reveal.seed") from None
    if commitment(secret) != book.commit:
        raise BattleFileError(Code.MISMATCH, "the seed revealed is not the one that was committed to", "reveal.seed")
    return DiceBook(revealed={**book.revealed, book.commit: secret}, mixing=book.mixing)


def _rolled(book: DiceBook, proof: Proof) -> DiceBook:
    for name, told, true in (
        ("commit", proof.commit, book.commit),
        ("roll", proof.roll, book.rolls + 1),
        ("seeds", proof.seeds, dict(book.seeds)),
    ):
        if told != true:
            raise BattleFileError(Code.MISMATCH, f"{shown(told, 80)} should be {shown(true, 80)}", f"proof.{name}")
    return replace(book, rolls=book.rolls + 1)


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
