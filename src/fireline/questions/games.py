"""A game that was played: its steps with what was said and happened, and how lucky everybody was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from fireline.analysis.luck import LuckReport
from fireline.analysis.luck import luck as lucky
from fireline.formats.logfile import log_text
from fireline.formats.parsing import parse_row
from fireline.game.battle import Battle
from fireline.game.entries import FileEntry, read_entry
from fireline.game.errors import BattleFileError, Code, inside
from fireline.game.log import GameLog, LogEntry, happened, replay, retold
from fireline.questions import question
from fireline.questions.answering.overview import concerned
from fireline.questions.answering.seen import battle_of, files, instead, picture_text
from fireline.questions.forms.requests import LOG, BattleData, CommandData, EventData, Faces, Team, Underlay

MOST_STEPS = 1000
"""The longest game that is told step by step."""


class StepRequest(FileEntry):
    """A step of a game: a command with its events and faces as `play` answered them, or the battle put in its place."""

    command: CommandData = None
    events: Annotated[list[EventData], Field(max_length=1000, default_factory=list)]
    faces: Annotated[Faces, Field(default_factory=list)]
    battle: BattleData = None


class RecallRequest(FileEntry):
    """A game: as a file, as the lines of its log, each as data, or as a battle and the steps from there that stand."""

    file: Annotated[
        str | None, Field(description="The text of a log, of a game that the page wrote, or of an export of a table.")
    ] = None
    name: Annotated[str | None, Field(max_length=200, description="The file's name, for errors.")] = None
    log: Annotated[list[dict[str, Any]] | None, Field(min_length=1, max_length=10_000)] = None
    battle: BattleData = None
    steps: Annotated[list[StepRequest], Field(max_length=10_000, default_factory=list)]
    underlay: Annotated[Underlay | None, Field(description="The picture underneath, which the log takes along.")] = None
    team: Team = None


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


@question(tag="analysis", bound=LOG)
def luck(asked: RecallRequest) -> LuckReport:
    """Compare what was rolled in a game with what was expected, exactly, by player and kind of roll."""
    return lucky(_game(asked), team=asked.team)


@question(tag="analysis", tool="", bound=LOG)
def recall(asked: RecallRequest) -> RecalledAnswer:
    """A game step by step: what was said, what came of it, and the battle after; and its log file."""
    game, team = _game(asked), asked.team
    underlay = None if asked.underlay is None else asked.underlay.model_dump()
    return told(game if team is None else game.view_for(team), underlay)


def _game(asked: RecallRequest) -> GameLog:
    """The game that is asked about, as a log."""
    if (asked.file, asked.log, asked.battle).count(None) != 2:
        raise BattleFileError(Code.CONFLICT, "give either file, or log, the lines, or battle and steps", "request")
    if asked.file is not None:
        with inside(file=asked.name or ""):
            return game_in(asked.file)
    if asked.log is None:
        return recalled(battle_of(asked), asked.steps)
    return _replayed(asked.log)


def _replayed(rows: Sequence[Mapping[str, Any]]) -> GameLog:
    return replay([{key: value for key, value in row.items() if key != "check"} for row in rows], files())


def game_in(text: str) -> GameLog:
    """The game in the text of a log, of a game that the page wrote, or of the export of one table.

    Raises `BattleFileError` naming the line that is none of it.
    """
    lines = enumerate(text.encode().split(b"\n"), 1)
    rows = [parse_row(line, f"line {n}", "a game") for n, line in lines if line.strip()]
    head, *rest = rows or [{}]
    if "fireline_table" in head:
        start, steps = _standing(rest)
    elif "fireline_game" in head:
        start, steps = head.get("battle"), rest
    else:
        return _replayed(rows)
    with inside("battle"):
        battle = Battle.read(start, files())
    return recalled(battle, [read_entry(StepRequest, step) for step in steps])


def _standing(rows: Sequence[Mapping[str, Any]]) -> tuple[Any, list[dict[str, Any]]]:
    """The battle that a table was opened with, and the steps of its events that were not taken back."""
    start, steps = None, dict[Any, dict[str, Any]]()
    for n, row in enumerate(rows, 2):
        if "fireline_table" in row:
            raise BattleFileError(
                Code.CONFLICT, "begins a second table; export the one that is asked about", f"line {n}"
            )
        body = row.get("body")
        if not isinstance(body, Mapping):
            continue
        if start is None:
            start = body.get("battle")
        elif "undoes" in body:
            steps.pop(body["undoes"], None)
        elif (step := step_of(row.get("kind"), body)) is not None:
            steps[row.get("seq")] = step
    return start, list(steps.values())


def step_of(kind: object, body: Mapping[str, Any]) -> dict[str, Any] | None:
    """The step that an event of a table's log is, as data, None for one that changes no battle.

    Faces that somebody laid down against the rules do not count: nobody rolled them.
    """
    if body.get("battle"):
        return {"battle": body["battle"]}
    if "events" not in body:
        return None
    thrown = [] if kind == "override" else body.get("faces") or [one.get("shows") for one in body.get("throws") or ()]
    return {"command": body.get("command"), "events": body["events"], "faces": thrown}


def recalled(start: Battle, steps: Iterable[StepRequest]) -> GameLog:
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
            named = concerned((before, entry.after), data["command"], data["events"])
            said = data["command"], data["events"], data["faces"]
            step = RecalledStep(entry.after, *said, *retold(before, entry.events), named)
        steps.append(step)
        before = entry.after
    whole = all(entry.command for entry in game.entries)
    picture = picture_text(underlay["file"]) if underlay else None
    beside = {"underlay": underlay, "picture": picture} if underlay else {}
    return RecalledAnswer(game.start, steps, log_text(game, beside) if whole else None, picture)


def _entry(before: Battle, step: StepRequest, n: int) -> LogEntry:
    place = f"steps[{n}]"
    if (step.command is None) == (step.battle is None):
        raise BattleFileError(Code.MISSING, "a step has either a command or a battle", place)
    if step.battle is not None:
        after = instead(before, step.battle, f"{place}.battle")
        return LogEntry(n + 1, {}, (), (), after.fingerprint, after)
    if not isinstance(step.command, Mapping):
        raise BattleFileError(Code.WRONG_TYPE, "is no command", f"{place}.command")
    events, after = happened(before, step.events, f"{place}.events")
    return LogEntry(n + 1, step.command, events, tuple(step.faces), after.fingerprint, after)
