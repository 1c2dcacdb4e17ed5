"""Watches a game go by again and says whether everything in it is as it must be: states, dice, rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import Field

from fireline import __version__
from fireline.chance.thrown import RecordingDice
from fireline.game.battle import Battle, IllegalCommand
from fireline.game.command import read_command
from fireline.game.entries import FileEntry, read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.files import NO_FILES, Files
from fireline.server.conduct import Conduct, Seen
from fireline.server.dice.facts import Declared
from fireline.server.dice.found import Found, Roll
from fireline.server.dice.mixing import Mixing
from fireline.server.dice.values import SERVER, commitment_to, own_value, seal, stream
from fireline.server.dicebook import DiceBook
from fireline.server.proof import face, message, words
from fireline.server.replay import Replay
from fireline.server.shown import shown_of
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
    shows: int | str | None = None


class ThrowsOfOne(FileEntry):
    """The throws of one event."""

    throws: list[ThrowLine]


class Referee:
    """Takes the events of one table in order and raises `BattleFileError` at the first that is not as it must be.

    `secrets` are the seeds that are known, by commitment; faces under others wait. The rules are asked too: every
    command is carried out again and must throw just these dice and lead to just these events.
    """

    def __init__(self, table: TableRow, secrets: Mapping[str, bytes], files: Files = NO_FILES) -> None:
        self.found = Found(secrets=secrets)
        self._table, self._secrets = table, secrets
        self._replay, self._book = Replay(files), DiceBook(mixing=Mixing(table.id))
        self._conduct = Conduct(table)
        self._hidden = False

    def take(self, event: KeptEvent) -> None:
        """Check the next event."""
        try:
            self._take(event)
        except BattleFileError:
            raise
        except Exception as wrong:  # noqa: BLE001 - whatever somebody wrote into it, it is no event of a game
            problem = f"cannot be read as {shown(event.kind)} ({type(wrong).__name__})"
            raise BattleFileError(Code.MALFORMED, problem, f"event {event.seq}") from None

    def _take(self, event: KeptEvent) -> None:
        body = event.body
        before = self._replay.battle if self.found.events else None
        earlier = self._replay.earlier
        after = self._replay.take(event)
        self._hidden = self._hidden or after.ruleset.hidden is not None
        try:
            book, self._book = self._book, self._book.after(body)
            self._conduct.take(Seen(event, before, after, earlier, book))
            self._hidden = self._hidden or self._conduct.hid
            throws = read_entry(ThrowsOfOne, {"throws": body.get("throws", [])}).throws
            _check_actor(event)
            if "declared" in body:
                self._check_declared(event)
            if "rolled" in body:
                self._mixed(event.seq, book.mixing, throws, body["rolled"].get("value"))
            elif "proof" in body:
                self._proved(event.seq, throws)
            else:
                self.found.laid += len(throws) if event.kind != "override" else 0
            if "command" in body and before is not None:
                self._carry_out(before, body, throws)
            elif throws:
                raise BattleFileError(Code.MISSING, "dice were thrown, but no command says for what", "throws")  # noqa: TRY301
        except BattleFileError as wrong:
            raise at(f"event {event.seq}", wrong) from None
        self.found.see(event, book.mixing)
        self.found.irregular, self.found.whole = self._conduct.acts, self._conduct.whole
        self.found.events += 1
        self.found.heads.append((event.hash, self._book.commit))
        self.found.seeded |= set(self._book.seeds)

    def _check_declared(self, event: KeptEvent) -> None:
        """The log that a declaration names must be this one."""
        declared = self._book.mixing.declared
        assert declared is not None  # noqa: S101
        if not declared.seen < event.seq:
            raise BattleFileError(Code.MISMATCH, f"event {declared.seen} comes later", "declared.seen")
        if declared.by != event.actor:
            raise BattleFileError(Code.MISMATCH, f"{shown(declared.by)} should be {shown(event.actor)}", "declared.by")
        head, place = self.found.heads[declared.seen - 1][0], "declared.head"
        told = declared.head
        if told is None:
            if not self._hidden:
                raise BattleFileError(Code.MISMATCH, "nothing is hidden in this game", "declared.sealed")
            if (secret := self._secrets.get(declared.commit)) is None:
                return
            head, place, told = seal(secret, self._table.id, declared.seen, head), "declared.sealed", declared.sealed
        if told != head:
            raise BattleFileError(Code.MISMATCH, f"is not the head of this log at event {declared.seen}", place)

    def _mixed(self, seq: int, before: Mixing, throws: list[ThrowLine], own: str | None) -> None:
        """Make the faces again that came of everybody's values."""
        declared = before.declared
        assert declared is not None  # noqa: S101
        secret = self._secrets.get(declared.commit)
        made = own_value(secret, self._table.id, declared.roll) if secret else own
        if made and (own not in {None, made} or not self._committed(declared, made)):
            raise BattleFileError(Code.MISMATCH, "is not what the server's secret makes", "rolled.value")
        if made:
            self._again(stream(before.context, before.values, made), throws)
        roll = Roll(seq, declared.roll, len(throws), made is not None, tuple(sorted(declared.seats)))
        self.found.thrown.append(roll)

    def _committed(self, declared: Declared, own: str) -> bool:
        return commitment_to(self._table.id, declared.roll, SERVER, own) == declared.server

    def _proved(self, seq: int, throws: list[ThrowLine]) -> None:
        """Make the faces again that came of the server's secret, and of seeds given beforehand."""
        secret, given = self._secrets.get(self._book.commit), self._book.seeds
        if secret is not None:
            self._again(words(secret, message(self._table.id, self._book.rolls, given)), throws)
        roll = Roll(seq, self._book.rolls, len(throws), secret is not None, given=tuple(sorted(given)))
        self.found.thrown.append(roll)

    def _again(self, stream: Iterator[int], throws: list[ThrowLine]) -> None:
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
        self._check_shown(before, body, throws, dice.transcript.faces)

    def _check_shown(self, before: Battle, body: Mapping[str, Any], throws: list[ThrowLine], faces: Any) -> None:
        """What people were shown, where a log keeps it: older ones keep all of it, today's what each die showed."""
        plain = [str(face) if isinstance(face, str) else face for face in faces]
        for n, (one, true) in enumerate(zip(throws, plain, strict=True)):
            if one.shows != true and (self._conduct.whole or one.shows is not None):
                raise BattleFileError(
                    Code.MISMATCH, f"{shown(one.shows)} should be {shown(true)}", f"throws[{n}].shows"
                )
        for key, true in shown_of({**body, "throws": [], "faces": plain}, before).items():
            if key in body and body[key] != true:
                problem = (
                    f"people were shown {shown(body[key], 80)}; the rules make {shown(true, 80)}{self._versions()}"
                )
                raise BattleFileError(Code.MISMATCH, problem, key)

    def _versions(self) -> str:
        played = self._table.version
        return "" if played == __version__ else f" (played with Fireline {shown(played)}, checked with {__version__})"


def _check_actor(event: KeptEvent) -> None:
    """A seat gives its own values and no other's."""
    for key in ("joined", "value"):
        if key in event.body and event.body[key]["seat"] != event.actor:
            told = event.body[key]["seat"]
            raise BattleFileError(Code.MISMATCH, f"{shown(told)} should be {shown(event.actor)}", f"{key}.seat")


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
