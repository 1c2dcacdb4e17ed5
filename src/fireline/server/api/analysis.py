"""What is it worth, what would change it, where is it safe: short answers at once, long ones line by line."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from fireline.game.entries import FileEntry, Name
from fireline.server import analysing
from fireline.server.api.analysisshapes import MatchupsAnswer, PlanLine, SolveAnswer
from fireline.server.api.describing import described
from fireline.server.api.requests import Answering, BattleData, CommandData, Faces, Seed, ShotData, Team, body
from fireline.server.api.samples import BATTLE, SHOT
from fireline.server.api.shapes import Shape
from fireline.server.problems import problem_of
from fireline.server.services import asked, services
from fireline.server.wire import as_json
from fireline.server.work import Word, Workers

router = APIRouter(tags=["analysis"])
LINES = "application/x-ndjson"
LOG_LIMIT = 8 * 1024 * 1024
"""The largest log that is read, in bytes."""
LONGEST = 300.0
"""Seconds that a long answer may take."""
LONGEST_PLAN = 240.0
"""Seconds that a plan may be looked for; what it is compared with takes some more."""


class ColumnAsked(FileEntry):
    """One column: values by their paths in the battle file, in `shot.`, or `edition`; null takes an entry away."""

    label: Annotated[str, Field(max_length=60)] | None = None
    changes: Annotated[dict[str, Any], Field(max_length=50)]


class Comparing(FileEntry):
    """One shot, and columns in which something is different."""

    battle: BattleData
    shot: ShotData
    columns: Annotated[list[ColumnAsked], Field(min_length=1, max_length=20)]
    team: Team = None
    answers: Answering = None


class Weighing(FileEntry):
    """One shot."""

    battle: BattleData
    shot: ShotData
    team: Team = None
    answers: Answering = None


class Fearing(FileEntry):
    """A map of the fire against a unit, of all its enemies or of these in their order; or of the fire by a unit.

    `at_least` asks for so many losses and not for a hit; fire by a unit is at `target`, or at its first enemy.
    """

    battle: BattleData
    unit: Name
    direction: Literal["against", "by"] = "against"
    target: Name | None = None
    shooters: Annotated[list[Name], Field(max_length=50)] | None = None
    at_least: Annotated[int, Field(ge=1, le=99)] | None = None
    team: Team = None
    answers: Answering = None


class StepAsked(FileEntry):
    """A step of a game: a command with its events and faces as `play` answered them, or the battle put in its place."""

    command: CommandData = None
    events: Annotated[list[dict[str, Any]], Field(max_length=1000, default_factory=list)]
    faces: Annotated[Faces, Field(default_factory=list)]
    battle: BattleData = None


class Recalling(FileEntry):
    """A game: either as the lines of its log, each as data, or as a battle and the steps from there that stand."""

    log: Annotated[list[dict[str, Any]] | None, Field(min_length=1, max_length=10_000)] = None
    battle: BattleData = None
    steps: Annotated[list[StepAsked], Field(max_length=10_000, default_factory=list)]
    team: Team = None


class Solving(FileEntry):
    """At which value of `field` is a figure of the shot what is asked for? As `fireline solve` takes them."""

    battle: BattleData
    shot: ShotData
    field: Annotated[str, Field(min_length=1, max_length=200, examples=["shooter.moved"])]
    goal: Annotated[str, Field(max_length=40, description="A fraction, a decimal or a percentage.")] = "1/2"
    over: Annotated[str, Field(max_length=1000, description="Values: 2..20, 1|2|4; none: all round.")] = ""
    of: Annotated[str, Field(max_length=100)] = "headline"
    team: Team = None
    answers: Answering = None


class Matching(FileEntry):
    """Everybody against every enemy, from where they stand or with each target so far off."""

    battle: BattleData
    distance: Annotated[float | None, Field(ge=0, le=1e6, description="In the game's own measure.")] = None
    team: Team = None
    answers: Answering = None


class Planning(FileEntry):
    """The best shots of these units, or of the side that fires, found in so much time and so many battles.

    `reply` asks instead for each shot with the best reply to it.
    """

    battle: BattleData
    goal: Annotated[str, Field(min_length=1, max_length=200)] = "losses"
    shooters: Annotated[list[Name] | None, Field(max_length=50)] = None
    seconds: Annotated[float, Field(gt=0, le=LONGEST_PLAN)] = 10.0
    budget: Annotated[int | None, Field(ge=1, le=10_000_000)] = None
    reply: bool = False
    team: Team = None
    answers: Answering = None


class Simulating(FileEntry):
    """A battle to be played so many times by these policies, alone or in pairs `against` it with something changed."""

    battle: BattleData
    against: Annotated[
        dict[str, Any] | None, Field(max_length=50, description="Values by their paths, as a column of `compare` has.")
    ] = None
    common_dice: Annotated[bool, Field(description="Throw the dice of the seed alone, the same in any battle.")] = False
    phases: Annotated[int, Field(ge=1, le=10_000_000)] = 1000
    seed: Seed = 0
    policies: Annotated[str, Field(max_length=200)] = "simple"
    team: Team = None
    answers: Answering = None


@router.post(
    "/compare",
    **described(
        Shape,
        Comparing,
        example={"battle": BATTLE, "shot": SHOT, "columns": [{"changes": {"units[bow].moved": 1}}]},
    ),
)
async def compare(request: Request) -> Response:
    """One shot by several versions, options, weapons or places, and the rules that make it differ."""
    return await asked(request, analysing.compare, (await body(request, Comparing)).model_dump())


@router.post("/worth", **described(Shape, Weighing, example={"battle": BATTLE, "shot": SHOT}))
async def worth(request: Request) -> Response:
    """What everything in a shot is worth, exactly, and what would change it."""
    return await asked(request, analysing.worth, (await body(request, Weighing)).model_dump())


@router.post(
    "/solve",
    **described(SolveAnswer, Solving, example={"battle": BATTLE, "shot": SHOT, "field": "shooter.moved"}),
)
async def solve(request: Request) -> Response:
    """At which value of a field a chance is what is asked for, exactly, with the whole curve."""
    return await asked(request, analysing.solve, (await body(request, Solving)).model_dump())


@router.post("/matchups", **described(MatchupsAnswer, Matching, example={"battle": BATTLE}))
async def matchups(request: Request) -> Response:
    """Every unit's shot at every enemy, both sides, exactly."""
    return await asked(request, analysing.matchups, (await body(request, Matching)).model_dump())


@router.post("/luck", **described(Shape, Recalling))
async def luck(request: Request) -> Response:
    """What was rolled in a game against what was to be expected, for each player and kind of roll, exactly."""
    return await asked(request, analysing.luck, (await body(request, Recalling, LOG_LIMIT)).model_dump())


@router.post("/threat", **described(LINES, Fearing, example={"battle": BATTLE, "unit": "bow"}))
async def threat(request: Request) -> Response:
    """A threat map, line by line: `progress` from 0 to 1, then `result`; hanging up stops the work."""
    return await long(request, analysing.threat, (await body(request, Fearing)).model_dump())


@router.post("/plan", **described(LINES, Planning, line=PlanLine, example={"battle": BATTLE, "seconds": 1}))
async def plan(request: Request) -> Response:
    """The best shots of a side, line by line: `progress`, then `result`, exact or between two proven bounds."""
    return await long(request, analysing.plan, (await body(request, Planning)).model_dump())


@router.post("/simulate", **described(LINES, Simulating, example={"battle": BATTLE, "phases": 100, "seed": 7}))
async def simulate(request: Request) -> Response:
    """Phases played by simple policies, line by line: `progress`, then `result`; hanging up stops the work."""
    return await long(request, analysing.simulate, (await body(request, Simulating)).model_dump())


async def long(request: Request, function: Callable[..., Any], question: dict[str, Any]) -> Response:
    """A long answer as lines; what is wrong with the question is told before the first of them."""
    lines = _lines(services(request).workers, function, question)
    first = await anext(lines)  # raises what is wrong with the question
    return StreamingResponse(_all(first, lines), media_type=LINES)


async def _all(first: bytes, lines: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    try:
        async for line in lines:
            yield line
    except Exception as wrong:  # noqa: BLE001 - the answer has begun, so this is its last line
        yield _line("problem", problem_of(wrong).data())


async def _lines(workers: Workers, function: Callable[..., Any], question: dict[str, Any]) -> AsyncIterator[bytes]:
    async with aclosing(workers.words(function, question, seconds=LONGEST, reports=True)) as words:
        async for word in words:
            yield _said(word)


def _said(word: Word) -> bytes:
    return _line("progress" if word.kind == "progress" else "result", word.value)


def _line(name: str, value: Any) -> bytes:
    return as_json({name: value}) + b"\n"
