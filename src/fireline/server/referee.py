"""Watches a game go by again and says whether everything in it is as it must be: states, dice, rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import Field

from fireline import __version__
from fireline.chance.recording import RecordingDice
from fireline.game.battle import Battle, IllegalCommand
from fireline.game.command import read_command
from fireline.game.entries import FileEntry, read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.files import NO_FILES, Files
from fireline.server.dicebook import DiceBook
from fireline.server.proof import face, message, words
from fireline.server.replay import Course
from fireline.server.store.chain import canonical
from fireline.server.store.errors import at
from fireline.server.store.rows import KeptEvent, TableRow

if TYPE_CHECKING:
    from fireline.chance.dice import Die

F = TypeVar("F")


class ThrowLine(FileEntry):
    """One throw as an event keeps it."""

    die: str
    sides: Annotated[int, Field(ge=1, le=1 << 32)]
    weights: Annotated[list[Annotated[int, Field(ge=1)]], Field(min_length=1)] | None = None
    face: Annotated[int, Field(ge=0)]


class ThrowsOfOne(FileEntry):
    """The throws of one event."""

    throws: list[ThrowLine]


@dataclass
class Found:
    """What a referee has seen so far."""

    events: int = 0
    commits: int = 0
    rolls: int = 0
    proven: int = 0
    """Dice whose faces were made again from the seeds."""
    waiting: int = 0
    """Dice whose secret seed is not known yet."""
    laid: int = 0
    """Dice without proof: real ones, whose faces were typed in."""
    seats: set[str] = field(default_factory=set)
    """The seats that gave seeds."""

    @property
    def dice(self) -> int:
        """All dice."""
        return self.proven + self.waiting + self.laid


class Referee:
    """Takes the events of one table in order and raises `BattleFileError` at the first that is not as it must be.

    `secrets` are the seeds that are known, by commitment; faces under others wait. The rules are asked too: every
    command is carried out again and must throw just these dice and lead to just these events.
    """

    def __init__(self, table: TableRow, secrets: Mapping[str, bytes], files: Files = NO_FILES) -> None:
        self.found = Found()
        self._table, self._secrets = table, secrets
        self._course, self._book = Course(files), DiceBook()

    def take(self, event: KeptEvent) -> None:
        """Check the next event."""
        body = event.body
        before = self._course.battle if self.found.events else None
        self._course.take(event)
        try:
            book = self._book
            self._book = book.after(body)
            throws = read_entry(ThrowsOfOne, {"throws": body.get("throws", [])}).throws
            if "proof" in body:
                self._prove(throws)
            else:
                self.found.laid += len(throws)
            if "command" in body and before is not None:
                self._carry_out(before, body, throws)
            elif throws:
                raise BattleFileError(Code.MISSING, "dice were thrown, but no command says for what", "throws")  # noqa: TRY301
        except BattleFileError as wrong:
            raise at(f"event {event.seq}", wrong) from None
        self.found.events += 1
        self.found.commits += "commit" in body
        self.found.seats |= set(self._book.seeds)

    def _prove(self, throws: list[ThrowLine]) -> None:
        self.found.rolls += 1
        secret = self._secrets.get(self._book.commit)
        if secret is None:
            self.found.waiting += len(throws)
            return
        stream = words(secret, message(self._table.id, self._book.rolls, self._book.seeds))
        for n, one in enumerate(throws):
            place = f"throws[{n}]"
            if one.weights is not None and sum(one.weights) != one.sides:
                raise BattleFileError(
                    Code.MISMATCH, f"the weights add up to {sum(one.weights)}, not to {one.sides} sides", place
                )
            made = face(stream, one.sides, one.weights or ())
            if made != one.face:
                problem = f"the {shown(one.die)} shows face {one.face}, but the seeds make face {made} (counted from 0)"
                raise BattleFileError(Code.MISMATCH, problem, place)
        self.found.proven += len(throws)

    def _carry_out(self, before: Battle, body: Mapping[str, Any], throws: list[ThrowLine]) -> None:
        dice = _AsWritten(throws)
        command = read_command(body["command"], before.ruleset.command_types)
        try:
            turned = before.play(command, dice)
        except IllegalCommand as refused:
            raise BattleFileError(
                Code.MISMATCH, f"the rules refuse it: {refused}{self._versions()}", "command"
            ) from None
        if dice.left:
            raise BattleFileError(
                Code.MISMATCH, f"{len(throws)} are written down, but {len(throws) - dice.left} thrown", "throws"
            )
        events = [happened.data() for happened in turned.events]
        if canonical(events) != canonical(body.get("events")):
            raise BattleFileError(Code.MISMATCH, f"the rules lead to other events{self._versions()}", "events")

    def _versions(self) -> str:
        played = self._table.version
        return "" if played == __version__ else f" (played with Fireline {shown(played)}, checked with {__version__})"


class _AsWritten(RecordingDice):
    """Dice that land as they are written down, if they are the dice that the rules ask for."""

    def __init__(self, throws: list[ThrowLine]) -> None:
        super().__init__()
        self._throws, self._used = throws, 0

    @property
    def left(self) -> int:
        """How many throws nobody asked for."""
        return len(self._throws) - self._used

    def land(self, die: Die[F]) -> F:
        place = f"throws[{self._used}]"
        if not self.left:
            raise BattleFileError(Code.MISMATCH, f"the rules throw a {die.name}, but nothing is written down", place)
        one = self._throws[self._used]
        weights = list(die.weights) if die.weights else None
        if (one.die, one.sides, one.weights) != (die.name, die.sides, weights):
            told = f"{shown(one.die)} of {one.sides} sides"
            raise BattleFileError(
                Code.MISMATCH, f"the rules throw {shown(die.name)} of {die.sides} sides, not {told}", place
            )
        if one.face >= len(die.faces):
            raise BattleFileError(
                Code.MISMATCH, f"the {die.name} has no face {one.face}; they are counted from 0", place
            )
        self._used += 1
        return die.faces[one.face]
