"""What is it worth, what would change it, where is it safe: short answers at once, long ones line by line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from fireline.game.entries import FileEntry
from fireline.server import analysing, asking
from fireline.server.api import bodies
from fireline.server.api.analysisrequests import (
    Comparing,
    Fearing,
    Matching,
    Planning,
    Recalling,
    Simulating,
    Solving,
    Weighing,
)
from fireline.server.api.analysisshapes import MatchupsAnswer, RecalledAnswer, SolveAnswer
from fireline.server.api.bodies import LOG, raw
from fireline.server.api.describing import described
from fireline.server.api.longshapes import PlanLine, SimulationLine, ThreatLine
from fireline.server.api.samples import BATTLE, SHOT
from fireline.server.api.worthshapes import CompareAnswer, LuckAnswer, WorthAnswer
from fireline.server.clients import client_of
from fireline.server.problems import problem_of
from fireline.server.processes import News
from fireline.server.services import asked, services, unless_gone
from fireline.server.wire import as_json
from fireline.server.work import Lane

router = APIRouter(tags=["analysis"])
LINES = "application/x-ndjson"
LONGEST = 300.0
"""Seconds that a long answer may take."""


@router.post(
    "/compare",
    **described(
        CompareAnswer,
        Comparing,
        example={"battle": BATTLE, "shot": SHOT, "columns": [{"changes": {"units[bow].moved": 1}}]},
    ),
)
async def compare(request: Request) -> Response:
    """One shot by several versions, options, weapons or places, and the rules that make it differ."""
    return await asked(request, analysing.compare, Comparing, analysis=True)


@router.post("/worth", **described(WorthAnswer, Weighing, example={"battle": BATTLE, "shot": SHOT}))
async def worth(request: Request) -> Response:
    """What everything in a shot is worth, exactly, and what would change it."""
    return await asked(request, analysing.worth, Weighing, analysis=True)


@router.post(
    "/solve",
    **described(SolveAnswer, Solving, example={"battle": BATTLE, "shot": SHOT, "field": "shooter.moved"}),
)
async def solve(request: Request) -> Response:
    """At which value of a field a chance is what is asked for, exactly, with the whole curve."""
    return await asked(request, analysing.solve, Solving, analysis=True)


@router.post("/matchups", **described(MatchupsAnswer, Matching, example={"battle": BATTLE}))
async def matchups(request: Request) -> Response:
    """Every unit's shot at every enemy, both sides, exactly."""
    return await asked(request, analysing.matchups, Matching, analysis=True)


@router.post("/luck", **described(LuckAnswer, Recalling))
async def luck(request: Request) -> Response:
    """What was rolled in a game against what was to be expected, for each player and kind of roll, exactly."""
    return await asked(request, analysing.luck, Recalling, bound=LOG, analysis=True)


@router.post("/recall", **described(RecalledAnswer, Recalling))
async def recall(request: Request) -> Response:
    """A game step by step: what was said, what came of it, and the battle after; and its log file."""
    return await asked(request, analysing.recall, Recalling, bound=LOG, analysis=True)


@router.post("/threat", **described(LINES, Fearing, line=ThreatLine, example={"battle": BATTLE, "unit": "bow"}))
async def threat(request: Request) -> Response:
    """A threat map, line by line: `progress` with the `cells` found since, nearest first, then `result`.

    Hanging up stops the work.
    """
    return await long(request, analysing.threat, Fearing)


@router.post("/threat.png", **described("image/png", Fearing, example={"battle": BATTLE, "unit": "bow"}))
async def threat_picture(request: Request) -> Response:
    """The same map as PNG, once it is there."""
    sent, long_ = await raw(request, bodies.BATTLE), services(request).lanes.long
    how: dict[str, Any] = {"client": client_of(request), "seconds": LONGEST, "heard": _nobody}
    work = long_.answer(asking.put, analysing.threat_png, Fearing, sent, **how)
    return Response(await unless_gone(request, work), media_type="image/png")


@router.post("/plan", **described(LINES, Planning, line=PlanLine, example={"battle": BATTLE, "seconds": 1}))
async def plan(request: Request) -> Response:
    """The best shots of a side, line by line: `progress`, then `result`, exact or between two proven bounds."""
    return await long(request, analysing.plan, Planning)


@router.post(
    "/simulate",
    **described(LINES, Simulating, line=SimulationLine, example={"battle": BATTLE, "phases": 100, "seed": 7}),
)
async def simulate(request: Request) -> Response:
    """Phases played by simple policies, line by line: `progress`, then `result`; hanging up stops the work."""
    return await long(request, analysing.simulate, Simulating)


def _nobody(_: News) -> None:
    """Whoever waits for a picture is not told how far it is."""


async def long(request: Request, function: Callable[..., Any], kind: type[FileEntry]) -> Response:
    """A long answer as lines; what is wrong with the question is told before the first of them."""
    sent = await raw(request, bodies.BATTLE)
    lines = _lines(services(request).lanes.long, function, kind, sent, client_of(request))
    first = await unless_gone(request, anext(lines))
    return StreamingResponse(_all(first, lines), media_type=LINES)


async def _all(first: bytes, lines: AsyncGenerator[bytes, None]) -> AsyncIterator[bytes]:
    async with aclosing(lines):
        yield first
        try:
            async for line in lines:
                yield line
        except Exception as wrong:  # noqa: BLE001 - the answer has begun, so this is its last line
            yield _line("problem", as_json(problem_of(wrong).data()))


async def _lines(
    lane: Lane, function: Callable[..., Any], kind: type[FileEntry], sent: bytes, client: str
) -> AsyncGenerator[bytes, None]:
    """How far the answer is, and the answer; work and reader go each at their own pace."""
    news: asyncio.Queue[bytes] = asyncio.Queue()

    def heard(known: News) -> None:
        news.put_nowait(as_json(known) + b"\n")

    work = lane.answer(asking.put, function, kind, sent, client=client, seconds=LONGEST, heard=heard)
    doing = asyncio.create_task(work)
    doing.add_done_callback(lambda _: news.put_nowait(b""))
    try:
        while line := await news.get():
            yield line
        yield _line("result", await doing)
    finally:
        doing.cancel()


def _line(name: str, value: bytes) -> bytes:
    return b'{"%s":%s}\n' % (name.encode(), value)
