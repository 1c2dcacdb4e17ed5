"""Questions over HTTP, received with bounds and answered; and what all other routes share with them.

Short answers come at once, long ones line by line, large ones compressed.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import ExitStack, aclosing, contextmanager
from functools import lru_cache
from typing import Any, TypeVar

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from starlette.requests import HTTPConnection

from fireline.game.battle import Battle
from fireline.game.entries import FileEntry
from fireline.game.errors import Code
from fireline.game.result import as_json
from fireline.questions import LINES, Question, questions
from fireline.questions.forms.requests import COMMAND, KIB, Bound
from fireline.server import asking, checked  # noqa: F401 - declares a question
from fireline.server.api.describing import described
from fireline.server.api.shaping import answer_of, line_of
from fireline.server.dice.notes import ServerKey
from fireline.server.guard import client_of
from fireline.server.problems import UNREAD, Problem, problem_of
from fireline.server.store.store import Store
from fireline.server.tables.rooms import Rooms
from fireline.server.work import BULKY, LONG, SEAT, STRANGER, Work, lane_of

E = TypeVar("E", bound=FileEntry)
T = TypeVar("T")
SLOWEST = 20.0
"""Seconds in which a request must have arrived."""
LARGE = 64 * KIB
MOST_LARGE, MOST_LARGE_EACH = 8, 2
"""How many requests of more than 64 KiB are received at once, and how many of one client."""
receiving = Counter[str]()
"""The large requests of each client that are being received; each takes memory before anybody knows what it is."""
REMEMBERED = 256
"""How many small questions are remembered with their answers: whoever looks at a shot again asks the same."""
SMALLEST = 2048
"""Bytes below which compressing is not worth the while."""
LEVEL = 5
NEVER = {"q=0", "q=0.0", "q=0.00", "q=0.000"}


class Services:
    """What all routes of one server share."""

    def __init__(self, store: Store, key: ServerKey, patience: float) -> None:
        self.store, self.key = store, key
        self.work = Work(patience=patience)
        self.rooms = Rooms(store, self.work, key)
        self._again = lru_cache(REMEMBERED)(asking.at_once)

    async def put(self, question: Question, raw: bytes, client: str) -> bytes:
        """The answer to a question as it was sent, as JSON, on the spot or in another process."""
        if question.quick and is_small(raw):
            at_once = asking.at_once if question.changes else self._again
            if (found := await self.work.on_the_spot(at_once, question.name, raw)) is not None:
                return found
        how: dict[str, Any] = {"lane": lane_of(question), "client": client, "rank": rank_of(raw)}
        answer: bytes = await self.work.answer(asking.put, question.name, raw, **how)
        return answer

    async def about(self, name: str, battle: Battle, asked: dict[str, Any], *, client: str) -> bytes:
        """The answer to a question about the battle of a table, for a seat of it."""
        question, written = questions()[name], as_json(battle.data())
        ready = question.request.model_construct(**asked, battle=written)
        if question.quick and len(written) <= COMMAND.size and battle.ruleset.quick:
            return await self.work.on_the_spot(asking.about, name, ready, rank=SEAT)
        answer: bytes = await self.work.answer(asking.about, name, ready, client=client, rank=SEAT)
        return answer

    async def close(self) -> None:
        """End what was started."""
        await self.rooms.close()
        self.work.close()
        await self.store.close()


def services(connection: HTTPConnection) -> Services:
    """The services of the server that was asked."""
    found: Services = connection.app.state.services
    return found


def rank_of(sent: bytes) -> int:
    """How soon somebody without a seat is answered."""
    return STRANGER if is_small(sent) else BULKY


def answered(answer: Any, status: int = 200) -> Response:
    """An answer as JSON, nothing in it converted."""
    raw = answer if isinstance(answer, bytes) else as_json(answer)
    return Response(raw, status, media_type="application/json")


async def cancel_on_disconnect(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What comes of some work, which ends when whoever asked hangs up."""
    doing, gone = asyncio.ensure_future(work), asyncio.create_task(_wait_for_disconnect(request))
    try:
        await asyncio.wait((doing, gone), return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise Problem(503, Code.UNAVAILABLE, "whoever asked has hung up")
        return doing.result()
    finally:
        doing.cancel()
        gone.cancel()
        await asyncio.gather(doing, gone, return_exceptions=True)


async def worked_out(request: Request, function: Callable[..., Any], *args: Any, client: str = "", **how: Any) -> Any:
    """What a function answers in another process, for as long as whoever asked waits for it."""
    client = client or client_of(request)
    return await cancel_on_disconnect(request, services(request).work.answer(function, *args, client=client, **how))


async def _wait_for_disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def body(request: Request, kind: type[E], bound: Bound) -> E:
    """What was asked of a route of its own, read here where it is small and else in another process."""
    sent = await raw(request, bound)
    if is_small(sent):
        return asking.read(kind, sent)
    read: E = await worked_out(request, asking.read, kind, sent, rank=BULKY)
    return read


def parts(raw: bytes) -> int:
    """At least as many as the lists and mappings in a JSON text hold: so much costs it to be read.

    >>> parts(b'{"a": [1, 2, []], "b": {}}')
    7
    """
    return raw.count(b",") + raw.count(b"[") + raw.count(b"{")


def is_small(raw: bytes) -> bool:
    """Whether a JSON text is read at once: by whoever has everybody else waiting meanwhile."""
    return len(raw) <= COMMAND.size and parts(raw) <= COMMAND.parts


async def raw(request: Request, bound: Bound) -> bytes:
    """The bytes of a request; raises `Problem` where they are too many, come too slowly, or are no JSON."""
    media = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if media != "application/json":
        raise Problem(415, Code.UNSUPPORTED, f"{media[:80]!r} is not application/json")
    chunks, count = list[bytes](), 0

    def take(chunk: bytes) -> None:
        nonlocal count
        chunks.append(chunk)
        count += parts(chunk)
        if count > bound.parts:
            told = f"the request has more than {bound.parts:,} parts"
            raise Problem(413, Code.TOO_LARGE, told, headers=UNREAD)

    await receive(request, "request", bound.size, SLOWEST, take)
    return b"".join(chunks)


async def receive(request: Request, what: str, most: int, seconds: float, take: Callable[[bytes], None]) -> None:
    """Hand on what is sent as it comes; raises `Problem` where it is more than so many bytes, or comes too slowly.

    What is large takes memory, so there is not much of it at once.
    """
    told = request.headers.get("content-length", "")
    length, size = int(told[: len(str(most)) + 1]) if told.isascii() and told.isdigit() else 0, 0

    def check(size: int) -> None:
        if size > most:
            told = f"the {what} is larger than {most // KIB:,} KiB"
            raise Problem(413, Code.TOO_LARGE, told, headers=UNREAD)

    check(length)
    try:
        async with asyncio.timeout(seconds):
            with ExitStack() as large:
                if length > LARGE:
                    large.enter_context(_one_more(client_of(request)))
                async for chunk in request.stream():
                    if max(length, size) <= LARGE < size + len(chunk):
                        large.enter_context(_one_more(client_of(request)))
                    size += len(chunk)
                    check(size)
                    take(chunk)
    except TimeoutError:
        told = f"the {what} did not arrive within {seconds:g} seconds"
        raise Problem(408, Code.UNAVAILABLE, told, headers=UNREAD) from None


@contextmanager
def _one_more(client: str) -> Iterator[None]:
    """Receive a large request more; raises `Problem` where there are too many."""
    if receiving[client] >= MOST_LARGE_EACH:
        raise Problem(429, Code.UNAVAILABLE, "you send too much at once", headers=UNREAD | {"Retry-After": "2"})
    if receiving.total() >= MOST_LARGE:
        raise Problem(503, Code.UNAVAILABLE, "too much is sent at once", headers=UNREAD | {"Retry-After": "2"})
    receiving[client] += 1
    try:
        yield
    finally:
        receiving[client] -= 1
        if not receiving[client]:
            del receiving[client]


# --- the routes of all questions ------------------------------------------------------


def routes_of_questions() -> APIRouter:
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
        found = await cancel_on_disconnect(request, here.put(one, sent, client_of(request)))
        return await packed(request, found, one.media) if one.large else Response(found, media_type=one.media)

    return answer


async def _long(request: Request, one: Question) -> Response:
    """A long answer as lines; what is wrong with the question is told before the first of them."""
    sent = await raw(request, one.bound)
    lines = _lines(services(request).work, one, sent, client_of(request))
    first = await cancel_on_disconnect(request, anext(lines))
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

    def heard(known: asking.News) -> None:
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
