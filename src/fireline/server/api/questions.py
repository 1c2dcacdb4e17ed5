"""The routes of all questions: short answers at once, long ones line by line, large ones compressed."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from fireline.game.result import as_json
from fireline.questions import LINES, Question, questions
from fireline.server import asking, checked  # noqa: F401 - declares a question
from fireline.server.api.describing import described
from fireline.server.api.shaping import answer_of, line_of
from fireline.server.guard import client_of
from fireline.server.problems import problem_of
from fireline.server.processes import News
from fireline.server.services import raw, services, unless_gone, who
from fireline.server.work import LONG, Work

SMALLEST = 2048
"""Bytes below which compressing is not worth the while."""
LEVEL = 5
NEVER = {"q=0", "q=0.0", "q=0.00", "q=0.000"}


def routes() -> APIRouter:
    """A route for each question, described as it is declared."""
    router = APIRouter()
    for one in questions().values():
        line = line_of(one) if one.media == LINES else None
        facts = described(answer_of(one), one.request, line=line, example=one.sample())
        name = one.name.replace(".", "_")
        told: dict[str, Any] = {"name": name, "description": one.text, "tags": [one.tag], "methods": ["POST"]}
        router.add_api_route(one.path, _route(one), **told, **facts)
    return router


def _route(one: Question) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        if one.media == LINES:
            return await _long(request, one)
        sent, here = await raw(request, one.bound), services(request)
        found = await unless_gone(request, here.put(one, sent, who(request, sent)))
        return await packed(request, found, one.media) if one.large else Response(found, media_type=one.media)

    return answer


async def _long(request: Request, one: Question) -> Response:
    """A long answer as lines; what is wrong with the question is told before the first of them."""
    sent = await raw(request, one.bound)
    lines = _lines(services(request).work, one, sent, client_of(request))
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


async def _lines(work: Work, one: Question, sent: bytes, client: str) -> AsyncGenerator[bytes, None]:
    """How far the answer is, and the answer; work and reader go each at their own pace."""
    news: asyncio.Queue[bytes] = asyncio.Queue()

    def heard(known: News) -> None:
        news.put_nowait(as_json(known) + b"\n")

    doing = asyncio.create_task(work.answer(asking.put, one.name, sent, lane=LONG, client=client, heard=heard))
    doing.add_done_callback(lambda _: news.put_nowait(b""))
    try:
        while line := await news.get():
            yield line
        yield _line("result", await doing)
    finally:
        doing.cancel()


def _line(name: str, value: bytes) -> bytes:
    return b'{"%s":%s}\n' % (name.encode(), value)


async def packed(request: Request, raw: bytes, media_type: str) -> Response:
    """An answer, compressed where it is large and the browser takes gzip (RFC 9110, 12.5.3)."""
    if len(raw) < SMALLEST:
        return Response(raw, media_type=media_type)
    headers = {"Vary": "Accept-Encoding"}
    if takes_gzip(request.headers.get("accept-encoding", "")):
        raw = await asyncio.to_thread(gzip.compress, raw, LEVEL, mtime=0)
        headers["Content-Encoding"] = "gzip"
    return Response(raw, headers=headers, media_type=media_type)


def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header takes gzip.

    >>> takes_gzip("gzip, deflate, br"), takes_gzip("gzip;q=0, *"), takes_gzip("br, *;q=0.5"), takes_gzip("")
    (True, False, True, False)
    """
    told = {name.strip().lower(): weight for name, _, weight in (one.partition(";") for one in accepted.split(","))}
    weight = told.get("gzip", told.get("*"))
    return weight is not None and weight.replace(" ", "").lower() not in NEVER
