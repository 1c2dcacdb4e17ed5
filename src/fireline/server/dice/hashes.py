"""The hashes of dice that can be checked, and what a log says of them.

Before the first throw the server publishes the hash of a secret seed, and each seat that takes part the hash of a value
of its own. Faces are made from all of them, so nobody could foresee or choose them; when everything is shown, anybody
can make them again. Rolls that no seat mixes are made from the server's seed and from seeds given beforehand.
`docs/dice-protocol.md` says it byte by byte.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, count
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import Field

from fireline.chance.thrown import RecordingDice
from fireline.game.entries import FileEntry
from fireline.questions.forms.requests import CommandData
from fireline.server.store.chain import canonical

if TYPE_CHECKING:
    from fireline.chance.dice import Die

F = TypeVar("F")

COMMIT_LABEL, DICE_LABEL = "fireline-commit/1", "fireline-dice/1"
OWN, VALUE, CONTEXT, ROLL, DICE, SEAL = (
    f"fireline-{name}/2" for name in ("own", "value", "context", "roll", "dice", "seal")
)
"""Every hash of mixed dice is of the canonical JSON of a list that begins with a label: no two things hash alike."""
SERVER = ""
"""The name under which the server gives its own value; no seat has it."""
SECRET_BYTES = 32
SPAN = 1 << 32
"""How many values a word of the stream has."""


def fresh_secret() -> bytes:
    """A secret that nobody can foresee: the server's seed, or what a seat makes its values from."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(seed: bytes) -> str:
    """The hash of the server's seed that is published before the first throw, in hexadecimal.

    >>> commitment(bytes(32))[:16]
    '64b0da4ddd57d2a1'
    """
    return hashlib.sha256(COMMIT_LABEL.encode() + b"\n" + seed).hexdigest()


def own_value(secret: bytes, table: str, roll: int) -> str:
    """The value of whoever keeps this secret for one roll: always the same, so nothing is lost with a device.

    >>> own_value(bytes(32), "table", 1)[:16]
    '09e550c7be599439'
    """
    return hmac.digest(secret, _text(OWN, table, roll), "sha256").hex()


def commitment_to(table: str, roll: int, seat: str, value: str) -> str:
    """What is published of a value before the roll is declared; it fits this seat, roll and table alone."""
    return _hash(VALUE, table, roll, seat, value)


def context_of(table: str, declared: Mapping[str, Any]) -> str:
    """What a roll is for: everything that its declaration says, as one hash."""
    return _hash(CONTEXT, table, dict(declared))


def stream(context: str, values: Mapping[str, str], server: str) -> Iterator[int]:
    """The words from which the faces of a roll are made that seats mix, without end."""
    key = _hash(ROLL, context, [[seat, values[seat]] for seat in sorted(values, key=str.encode)], server)
    return words(bytes.fromhex(key), DICE.encode())


def message(table: str, roll: int, seeds: Mapping[str, str]) -> bytes:
    """What is hashed for a roll that no seat mixes: one line each, the seats in order of their bytes."""
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


def seal(secret: bytes, table: str, seq: int, head: str) -> str:
    """The hash of an event where it may not be told: it would let hidden cards be guessed at."""
    return hmac.digest(secret, _text(SEAL, table, seq, head), "sha256").hex()


class StreamDice(RecordingDice):
    """The dice of one roll: every face follows from a stream of words; `evidence` is what its event keeps of them.

    >>> from fireline.chance import d6
    >>> dice = StreamDice(words(bytes(32), message("table", 1, {"top": "a", "bottom": "b"})), {})
    >>> [dice.roll(d6) for _ in range(4)]
    [4, 2, 3, 5]
    """

    def __init__(self, stream: Iterator[int], evidence: Mapping[str, Any]) -> None:
        super().__init__()
        self._words, self._evidence = stream, evidence

    def land(self, die: Die[F]) -> F:
        """The face of an unbiased throw."""
        return die.faces[face(self._words, die.sides, die.weights)]

    def record(self) -> dict[str, Any]:
        """What the event of this roll keeps: every throw, and what proves it; {} where nothing was thrown."""
        return {"throws": self.transcript.data(), **self._evidence} if self.transcript.throws else {}


def _text(*parts: object) -> bytes:
    return canonical(list(parts)).encode()


def _hash(*parts: object) -> str:
    return hashlib.sha256(_text(*parts)).hexdigest()


# --- what the log of a table says about dice: seeds, commitments, declared rolls, values, proofs


Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
MOST_SEATS = 100


class Reveal(FileEntry):
    """A secret seed made known, in hexadecimal, with the commitment that it was behind."""

    commit: str
    seed: str


class ClientSeed(FileEntry):
    """The seed that a seat gives."""

    seat: str
    seed: str


class Proof(FileEntry):
    """What an event names to prove its throws."""

    commit: str
    roll: int
    seeds: dict[str, str]


class Joined(FileEntry):
    """A seat takes part: its commitment for the next roll."""

    seat: str
    roll: int
    commit: Hash


class Declared(FileEntry):
    """What is fixed before anybody shows a value: the command, who takes part with which commitments, the log so far.

    `head` is the hash of event `seen`, the last that was kept; where something is hidden, `sealed` stands in its place.
    """

    roll: int
    by: str
    command: CommandData
    seats: Annotated[dict[str, Hash], Field(min_length=1, max_length=MOST_SEATS)]
    server: Hash
    commit: Hash
    seen: Annotated[int, Field(ge=1)]
    head: Hash | None = None
    sealed: Hash | None = None

    def data(self) -> dict[str, Any]:
        """The declaration as it stands in the log and is hashed."""
        told = self.model_dump()
        return {key: value for key, value in told.items() if value is not None}


class Value(FileEntry):
    """A seat shows its value, and commits itself to the next."""

    seat: str
    roll: int
    context: Hash
    value: Hash
    next: Hash


class GivenUp(FileEntry):
    """A roll is given up because these seats are silent; the command is declared again."""

    roll: int
    seats: Annotated[list[str], Field(min_length=1)]
    why: str
    who: list[str]


class Rolled(FileEntry):
    """The dice of a roll were thrown; `value` is the server's, or it stays closed until its secret is revealed.

    `next` are the seats that stand for the next roll, with their commitments; older logs do not name them.
    """

    roll: int
    context: Hash
    value: Hash | None = None
    next: dict[str, Hash] | None = None


class Throw(FileEntry):
    """One throw: the die, how many sides it has, which of its faces it shows, counted from 0, and what that face says.

    Logs from before `shows` was kept do without it. The weights are how many sides show each face, where the die is
    not even.
    """

    die: str
    sides: Annotated[int, Field(ge=1, le=1 << 32)]
    face: Annotated[int, Field(ge=0)]
    shows: int | str | None = None
    weights: Annotated[list[Annotated[int, Field(ge=1)]], Field(min_length=1)] | None = None
