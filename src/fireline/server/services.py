"""What all routes share: processes for questions, the tables, and bodies of requests, bounded before they are read."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, TypedDict, TypeVar

from fastapi import Request, Response
from starlette.requests import HTTPConnection

from fireline.game.battle import Battle
from fireline.game.entries import FileEntry
from fireline.game.errors import BattleFileError, Code
from fireline.game.registry import ruleset
from fireline.game.result import as_json
from fireline.questions import Question, questions
from fireline.questions.forms.bounds import COMMAND, KIB, Bound
from fireline.server import asking
from fireline.server.dice.keys import ServerKey
from fireline.server.guard import client_of
from fireline.server.problems import UNREAD, Problem
from fireline.server.store.store import Store
from fireline.server.tables.rooms import Rooms
from fireline.server.work import BULKY, SEAT, STRANGER, Work, lane_of

E = TypeVar("E", bound=FileEntry)
T = TypeVar("T")
SLOWEST = 20.0
"""Seconds in which a request must have arrived."""
LARGE = 64 * KIB
MOST_LARGE, MOST_LARGE_EACH = 8, 2
"""How many requests of more than 64 KiB are received at once, and how many of one client."""


class Who(TypedDict):
    """Who asks, as a lane takes it."""

    client: str
    rank: int


class Services:
    """What all routes of one server share."""

    def __init__(self, store: Store, key: ServerKey, patience: float) -> None:
        self.store, self.key = store, key
        self.work = Work(patience=patience)
        self.rooms = Rooms(store, self.work, key)

    async def put(self, question: Question, raw: bytes, who: Who) -> bytes:
        """The answer to a question as it was sent, as JSON, on the spot or in another process."""
        if question.quick and is_small(raw) and _is_quick(asked := asking.read(question.request, raw)):
            return await self.work.on_the_spot(asking.about, question.name, asking.ready(asked))
        answer: bytes = await self.work.answer(asking.put, question.name, raw, lane=lane_of(question), **who)
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


def _is_quick(asked: Any) -> bool:
    with suppress(BattleFileError):
        return isinstance(asked.battle, dict) and ruleset(str(asked.battle.get("ruleset"))).quick
    return False


def services(connection: HTTPConnection) -> Services:
    """The services of the server that was asked."""
    found: Services = connection.app.state.services
    return found


def who(request: Request, sent: bytes) -> Who:
    """Who asks, and how soon he is to be answered."""
    return {"client": client_of(request), "rank": STRANGER if is_small(sent) else BULKY}


def answered(answer: Any, status: int = 200) -> Response:
    """An answer as JSON, nothing in it converted."""
    raw = answer if isinstance(answer, bytes) else as_json(answer)
    return Response(raw, status, media_type="application/json")


async def unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What comes of some work, which ends when whoever asked hangs up."""
    doing, gone = asyncio.ensure_future(work), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait((doing, gone), return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise Problem(503, Code.UNAVAILABLE, "whoever asked has hung up")
        return doing.result()
    finally:
        doing.cancel()
        gone.cancel()
        await asyncio.gather(doing, gone, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def body(request: Request, kind: type[E], bound: Bound) -> E:
    """What was asked of a route of its own, read here where it is small and else in another process."""
    sent = await raw(request, bound)
    if is_small(sent):
        return asking.read(kind, sent)
    read: E = await services(request).work.answer(asking.read, kind, sent, **who(request, sent))
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
    told = request.headers.get("content-length", "")
    length = int(told[: len(str(bound.size)) + 1]) if told.isascii() and told.isdigit() else 0
    if length > bound.size:
        raise _too_large(bound)
    try:
        async with asyncio.timeout(SLOWEST):
            return await _received(request, bound, length)
    except TimeoutError:
        told = f"the request did not arrive within {SLOWEST:g} seconds"
        raise Problem(408, Code.UNAVAILABLE, told, headers=UNREAD) from None


async def _received(request: Request, bound: Bound, length: int) -> bytes:
    """The body, counted as it comes; what is large takes memory, so there are not many of it at once."""
    chunks, size, count = list[bytes](), 0, 0
    with ExitStack() as large:
        if length > LARGE:
            large.enter_context(receiving.one_more(client_of(request)))
        async for chunk in request.stream():
            if max(length, size) <= LARGE < size + len(chunk):
                large.enter_context(receiving.one_more(client_of(request)))
            chunks.append(chunk)
            size += len(chunk)
            count += parts(chunk)
            if size > bound.size:
                raise _too_large(bound)
            if count > bound.parts:
                told = f"the request has more than {bound.parts:,} parts"
                raise Problem(413, Code.TOO_LARGE, told, headers=UNREAD)
    return b"".join(chunks)


def _too_large(bound: Bound) -> Problem:
    return Problem(413, Code.TOO_LARGE, f"the request is larger than {bound.size // KIB:,} KiB", headers=UNREAD)


class _Receiving:
    """The large requests that are being received; each takes memory before anybody knows what it is."""

    def __init__(self) -> None:
        self._of: Counter[str] = Counter()

    @contextmanager
    def one_more(self, client: str) -> Iterator[None]:
        """Receive one; raises `Problem` where there are too many."""
        if self._of[client] >= MOST_LARGE_EACH:
            raise Problem(429, Code.UNAVAILABLE, "you send too much at once", headers=UNREAD | {"Retry-After": "2"})
        if self._of.total() >= MOST_LARGE:
            raise Problem(503, Code.UNAVAILABLE, "too much is sent at once", headers=UNREAD | {"Retry-After": "2"})
        self._of[client] += 1
        try:
            yield
        finally:
            self._of[client] -= 1
            self._of += Counter()


receiving = _Receiving()
