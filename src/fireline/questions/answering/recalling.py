"""A game that somebody else kept, as steps: what was said, what happened, and battles changed by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fireline.formats.logfile import log_text
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError, Code
from fireline.game.event import read_event
from fireline.game.log import GameLog, LogEntry, outcome_of
from fireline.questions.answering.files import files, picture_text
from fireline.questions.answering.sides import concerned
from fireline.questions.forms.requests import CommandData, EventData

MOST_STEPS = 1000
"""The longest game that is told step by step."""


class RecalledStep(NamedTuple):
    """A step of a game: its command and what came of it, or nothing but the battle that was put in place."""

    battle: Battle
    command: CommandData = None
    events: Sequence[EventData] = ()
    faces: Sequence[int | str] = ()
    story: Sequence[str] = ()
    outcome: str = ""
    units: Sequence[str] = ()


class RecalledAnswer(NamedTuple):
    """A game step by step; `log` is the text of its log file, null where a battle was put in another's place.

    `picture` is the picture underneath that was asked for, as base64.
    """

    battle: Battle
    steps: Sequence[RecalledStep]
    log: str | None
    picture: str | None


def recalled(start: Battle, steps: Sequence[Mapping[str, Any]]) -> GameLog:
    """The log of a game from these steps; raises `BattleFileError` naming the first that does not fit."""
    entries: list[LogEntry] = []
    battle = start
    for n, step in enumerate(steps):
        entry = _entry(battle, step, n)
        entries.append(entry)
        battle = entry.after
    return GameLog(start, entries=tuple(entries), next_seq=len(entries) + 1)


def told(game: GameLog, underlay: Mapping[str, Any] | None = None) -> RecalledAnswer:
    """A game step by step, each with its story and the battle after it, and as a log file where one can say it.

    A log file says no battle that was put in another's place: `log` is None then. The picture of an underlay stands in
    it, and beside it as `picture`. Raises `BattleFileError` for a game of too many steps, and for an unknown picture.
    """
    if len(game.entries) > MOST_STEPS:
        problem = f"has {len(game.entries)} steps; at most {MOST_STEPS} are told at once"
        raise BattleFileError(Code.TOO_LARGE, problem, "steps")
    before, steps = game.start, list[RecalledStep]()
    for entry in game.entries:
        step = RecalledStep(entry.after)
        if entry.command:
            data = entry.data()
            story = [str(line) for line in before.happen(entry.events).story]
            named = concerned((before, entry.after), data["command"], data["events"])
            said = data["command"], data["events"], data["faces"]
            step = RecalledStep(entry.after, *said, story, outcome_of(before, entry.events), named)
        steps.append(step)
        before = entry.after
    whole = all(entry.command for entry in game.entries)
    picture = picture_text(underlay["file"]) if underlay else None
    beside = {"underlay": underlay, "picture": picture} if underlay else {}
    return RecalledAnswer(game.start, steps, log_text(game, beside) if whole else None, picture)


def _entry(before: Battle, step: Mapping[str, Any], n: int) -> LogEntry:
    place = f"steps[{n}]"
    if (step["command"] is None) == (step["battle"] is None):
        raise BattleFileError(Code.MISSING, "a step has either a command or a battle", place)
    if step["battle"] is not None:
        after = _read(step["battle"], before, f"{place}.battle")
        return LogEntry(n + 1, {}, (), (), after.fingerprint, after)
    kinds = before.ruleset.events
    events = tuple(read_event(one, kinds, f"{place}.events[{k}]") for k, one in enumerate(step["events"]))
    if not isinstance(step["command"], Mapping):
        raise BattleFileError(Code.WRONG_TYPE, "is no command", f"{place}.command")
    try:
        after = before.happen(events).battle
    except Exception:  # noqa: BLE001 - rules and state are sound, so whatever breaks is the fault of the step
        raise BattleFileError(Code.MISMATCH, "they do not fit the battle before them", f"{place}.events") from None
    return LogEntry(n + 1, step["command"], events, tuple(step["faces"]), after.fingerprint, after)


def _read(data: Any, before: Battle, place: str) -> Battle:
    try:
        battle = Battle.read(data, files())
    except BattleFileError as wrong:
        raise wrong.inside(place) from None
    if battle.ruleset.id != before.ruleset.id:
        raise BattleFileError(
            Code.CONFLICT, f"is of {battle.ruleset.id}, but the game is of {before.ruleset.id}", f"{place}.ruleset"
        )
    return battle
