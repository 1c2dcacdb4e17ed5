"""Dice that can be checked: a seed committed to beforehand, seeds of the players, and a hash that makes the faces.

Before the first throw the server publishes the hash of a secret seed; then each seat may give a seed of its own.
Faces are made from all of them, so nobody could foresee or choose them, and when the secret is revealed anybody can
make them again. `docs/dice-protocol.md` says it byte by byte.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, count
from typing import TYPE_CHECKING, Any, TypeVar

from fireline.chance.thrown import RecordingDice
from fireline.questions.forms.throws import throws_of

if TYPE_CHECKING:
    from fireline.chance.dice import Die

F = TypeVar("F")

COMMIT_LABEL, DICE_LABEL = "fireline-commit/1", "fireline-dice/1"
SEED_BYTES = 32
SPAN = 1 << 32
"""How many values a word of the stream has."""


def fresh_server_seed() -> bytes:
    """A secret seed that nobody can foresee."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """The hash that is published before the first throw, in hexadecimal.

    >>> commitment(bytes(32))[:16]
    '64b0da4ddd57d2a1'
    """
    return hashlib.sha256(COMMIT_LABEL.encode() + b"\n" + seed).hexdigest()


def message(table: str, roll: int, seeds: Mapping[str, str]) -> bytes:
    """What is hashed for one roll, less the number of the block: one line each, the seats in order of their bytes."""
    lines = [DICE_LABEL, table, str(roll)]
    for seat in sorted(seeds, key=str.encode):
        lines += [seat, seeds[seat]]
    return "\n".join(lines).encode()


def words(seed: bytes, said: bytes) -> Iterator[int]:
    """The stream of a roll: whole numbers of 32 bits, eight from every block, without end."""
    for number in count():
        block = hmac.digest(seed, said + b"\n%d" % number, "sha256")
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")


def side(stream: Iterator[int], sides: int) -> int:
    """A number from 0 to sides - 1, each exactly as likely: words that do not divide evenly are passed over.

    >>> side(iter([0xFFFFFFFF, 13]), 6)  # 2^32 - 4 and above are passed over for six sides
    1
    """
    if not 1 <= sides <= SPAN:
        raise ValueError(f"a die of {sides} sides cannot be thrown from words of 32 bits")
    fair = SPAN - SPAN % sides
    return next(word for word in stream if word < fair) % sides


def face(stream: Iterator[int], sides: int, weights: Sequence[int] = ()) -> int:
    """Where the face thrown stands among the faces of a die, from 0; a weight is how many sides show a face."""
    thrown = side(stream, sides)
    return bisect([*accumulate(weights)], thrown) if weights else thrown


class ProvenDice(RecordingDice):
    """The dice of one roll; faces follow from the seeds, the table and the number of the roll alone.

    >>> from fireline.chance import d6
    >>> dice = ProvenDice(bytes(32), "table", 1, {"top": "a", "bottom": "b"})
    >>> [dice.roll(d6) for _ in range(4)]
    [4, 2, 3, 5]
    """

    def __init__(self, seed: bytes, table: str, roll: int, seeds: Mapping[str, str]) -> None:
        super().__init__()
        self.commit, self.number, self.seeds = commitment(seed), roll, dict(seeds)
        self._words = words(seed, message(table, roll, seeds))

    def land(self, die: Die[F]) -> F:
        """The face of an unbiased throw."""
        return die.faces[face(self._words, die.sides, die.weights)]

    def record(self) -> dict[str, Any]:
        """What the event of this roll keeps: every throw, and what proves it; {} where nothing was thrown."""
        if not self.transcript.throws:
            return {}
        proof = {"commit": self.commit, "roll": self.number, "seeds": self.seeds}
        return {"throws": throws_of(self), "proof": proof}
