"""What the log of a table says about dice: seeds, commitments, declared rolls, values, proofs."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from fireline.game.entries import FileEntry
from fireline.questions.forms.requests import CommandData

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
