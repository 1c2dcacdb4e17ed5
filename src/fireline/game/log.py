"""The log of a game: the commands, the events, and the state after each; everything else follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fireline.chance import SeededDice
from fireline.chance.thrown import RecordingDice
from fireline.game.battle import Battle, PlayResult
from fireline.game.command import Command
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code, inside
from fireline.game.event import Event, Loss, read_event
from fireline.game.ruleset import NO_FILES, Files
from fireline.ruling import Explained
from fireline.ruling.prose import plural


def outcome_of(before: Battle, events: Sequence[Event]) -> str:
    """What these events took from whom or, if nothing, the last sentence of their story."""
    return retold(before, events)[1]


def retold(before: Battle, events: Sequence[Event]) -> tuple[list[str], str]:
    """The story of these events in sentences with their rules, and their outcome as `outcome_of` gives it."""
    story, lost = list[Explained](), list[str]()
    for event in events:
        turned = before.happen((event,))
        if turned.story:
            lost += _told(before, turned, before.losses((event,)))
        story += turned.story
        before = turned.battle
    return [str(step) for step in story], " ".join(dict.fromkeys(lost)) or (story[-1].text if story else "")


def _told(before: Battle, turned: PlayResult, losses: Sequence[Loss]) -> Iterator[str]:
    """For each loss the last sentence that names the unit; otherwise the last of all."""
    for loss in losses:
        title = before.title(loss.unit)
        naming = [step.text for step in turned.story if title in step.text or loss.unit in step.text]
        yield naming[-1] if naming else turned.story[-1].text


FORMAT = 1


class NothingToUndo(ValueError):
    """There is no step to undo, or the last one threw dice."""

    code = Code.NOT_NOW


@dataclass(frozen=True)
class LogEntry:
    """One step: the command as data, its events, the faces thrown, and the fingerprint of the state after it."""

    seq: int
    command: Mapping[str, Any]
    events: tuple[Event, ...]
    faces: tuple[Any, ...]
    state: str
    after: Battle

    def data(self) -> dict[str, Any]:
        """The entry as one line of a log file."""
        return {
            "seq": self.seq,
            "command": dict(self.command),
            "events": [event.data() for event in self.events],
            "faces": [str(face) if isinstance(face, str) else face for face in self.faces],
            "state": self.state,
        }


@dataclass(frozen=True)
class GameLog:
    """A game from its first battle on; every method returns a new log and leaves this one as it was.

    `next_seq` is the number of the next line and is never used twice, so each event has dice of its own
    (`SeededDice.for_event`). `seed` is the seed of those dice; a replay does not need it.
    """

    start: Battle
    seed: int = 0
    entries: tuple[LogEntry, ...] = ()
    next_seq: int = 1

    @property
    def battle(self) -> Battle:
        """The battle as it stands now."""
        return self.entries[-1].after if self.entries else self.start

    @property
    def replayed(self) -> str:
        """What is said of a log that was read: every step was played again."""
        return f"{plural(len(self.entries), 'step')} replayed without dice, to the recorded states."

    def dice(self) -> SeededDice:
        """The dice of the next step."""
        return SeededDice.for_event(self.seed, self.next_seq)

    def play(self, command: Command, dice: RecordingDice) -> tuple[GameLog, PlayResult]:
        """Carry out one more command.

        Args:
            command: A legal command.
            dice: The dice to throw: those of `dice`, or your own faces.

        Returns:
            The log with the step, and what happened.

        Raises:
            IllegalCommand: The rules forbid it; the error has every reason.
        """
        before = len(dice.transcript.throws)
        turned = self.battle.play(command, dice)
        faces = dice.transcript.faces[before:]
        entry = LogEntry(self.next_seq, command.data(), turned.events, faces, turned.battle.fingerprint, turned.battle)
        return replace(self, entries=(*self.entries, entry), next_seq=self.next_seq + 1), turned

    def undo(self) -> GameLog:
        """The log without its last step.

        Raises:
            NothingToUndo: There is no step, or it threw dice.
        """
        if not self.entries:
            raise NothingToUndo("There is nothing to undo.")
        if self.entries[-1].faces:
            raise NothingToUndo("The last step threw dice, so it cannot be undone.")
        return replace(self, entries=self.entries[:-1], next_seq=self.next_seq + 1)

    def view_for(self, team: str) -> GameLog:
        """The game as one team may know it: a log that replays like any other, without the seed of its dice.

        Args:
            team: The name of a team.

        Returns:
            The log.

        Raises:
            BattleFileError: The game has no such team.
        """
        before = self.start.view_for(team)
        log = GameLog(before)
        for entry in self.entries:
            before = before.happen(entry.events).battle
            seen = replace(entry, seq=log.next_seq, state=before.fingerprint, after=before)
            log = replace(log, entries=(*log.entries, seen), next_seq=log.next_seq + 1)
        return log

    def story(self) -> Iterator[Explained]:
        """Everything that happened, in sentences with their rules."""
        before = self.start
        for entry in self.entries:
            yield from before.happen(entry.events).story
            before = entry.after


def header(log: GameLog) -> dict[str, Any]:
    """The first line of a log file."""
    return {"fireline_log": FORMAT, "seed": log.seed, "battle": log.start.data()}


def undone(seq: int) -> dict[str, Any]:
    """The line of a log file that takes the last step back."""
    return {"seq": seq, "undo": True}


def replay(lines: Iterable[object], files: Files = NO_FILES) -> GameLog:
    """Read a log from the data of its lines and replay it from the events alone, without dice.

    Raises `BattleFileError` at the first line that is malformed, out of order, or leads to another state.
    """
    rows = iter(lines)
    head = next(rows, None)
    if not isinstance(head, Mapping) or head.get("fireline_log") != FORMAT:
        raise BattleFileError(
            Code.UNREADABLE, f"is no Fireline log: it must begin with fireline_log: {FORMAT} and a battle", "line 1"
        )
    seed = head.get("seed")
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise BattleFileError(
            Code.WRONG_TYPE, f"{shown(seed)} is no seed; a seed is a whole number from 0", "line 1: seed"
        )
    with inside("line 1: battle"):
        log = GameLog(Battle.read(head.get("battle"), files), seed)
    for number, row in enumerate(rows, 2):
        log = _next(log, row, f"line {number}")
    return log


def _next(log: GameLog, row: object, place: str) -> GameLog:
    if not isinstance(row, Mapping) or row.get("seq") != log.next_seq:
        raise BattleFileError(Code.MISMATCH, f"should be entry {log.next_seq}, but is {shown(row)}", place)
    if "undo" in row:
        if dict(row) != undone(log.next_seq):
            raise BattleFileError(Code.MALFORMED, "an undo has nothing but its number", place)
        try:
            return log.undo()
        except NothingToUndo as wrong:
            raise BattleFileError(wrong.code, str(wrong), place) from None
    command, faces = row.get("command"), row.get("faces", [])
    if not isinstance(command, Mapping) or not isinstance(faces, list):
        raise BattleFileError(Code.MALFORMED, "an entry has a command, a list of events and a list of faces", place)
    events, after = happened(log.battle, row.get("events"), f"{place}: events")
    if row.get("state") != after.fingerprint:
        raise BattleFileError(Code.MISMATCH, "leads to another state than the one written down", place)
    entry = LogEntry(log.next_seq, command, events, tuple(faces), after.fingerprint, after)
    return replace(log, entries=(*log.entries, entry), next_seq=log.next_seq + 1)


def happened(before: Battle, told: object, place: str) -> tuple[tuple[Event, ...], Battle]:
    """The events of a step as a log tells them, and the battle after them; raises `BattleFileError` at this place."""
    if not isinstance(told, list | tuple):
        raise BattleFileError(Code.WRONG_TYPE, f"{shown(told)} is not a list", place)
    events = tuple(read_event(one, before.ruleset.events, f"{place}[{n}]") for n, one in enumerate(told))
    try:
        after = before.happen(events).battle
        _ = after.fingerprint
    except Exception:  # noqa: BLE001 - rules and state are sound, so whatever breaks is the fault of what is told
        raise BattleFileError(Code.MISMATCH, "they do not fit the battle before them", place) from None
    return events, after
