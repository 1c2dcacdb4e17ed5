"""The hashes of mixed dice: values, commitments to them, the context of a roll, its stream, sealed heads.

Every hash is of the canonical JSON of a list that begins with a label, so no two things hash alike.
`docs/dice-protocol.md` says it byte by byte.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping
from typing import Any

from fireline.server.proof import words
from fireline.server.store.chain import canonical

OWN, VALUE, CONTEXT, ROLL, DICE, SEAL = (
    f"fireline-{name}/2" for name in ("own", "value", "context", "roll", "dice", "seal")
)
SERVER = ""
"""The name under which the server gives its own value; no seat has it."""
SECRET_BYTES = 32


def fresh_secret() -> bytes:
    """A secret that nobody can foresee, from which a seat makes its values at one table or at many."""
    return secrets.token_bytes(SECRET_BYTES)


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
    """The words from which the faces of a roll are made, without end."""
    key = _hash(ROLL, context, [[seat, values[seat]] for seat in sorted(values, key=str.encode)], server)
    return words(bytes.fromhex(key), DICE.encode())


def seal(secret: bytes, table: str, seq: int, head: str) -> str:
    """The hash of an event where it may not be told: it would let hidden cards be guessed at."""
    return hmac.digest(secret, _text(SEAL, table, seq, head), "sha256").hex()


def _text(*parts: object) -> bytes:
    return canonical(list(parts)).encode()


def _hash(*parts: object) -> str:
    return hashlib.sha256(_text(*parts)).hexdigest()
