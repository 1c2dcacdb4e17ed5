"""What all routes share: processes for questions, and the tables."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypedDict, TypeVar

from fastapi import Request, Response
from starlette.requests import HTTPConnection

from fireline.game.battle import Battle
from fireline.game.entries import FileEntry
from fireline.game.errors import BattleFileError, Code
from fireline.game.registry import ruleset
from fireline.questions import Question, questions
from fireline.questions.forms.bounds import COMMAND, Bound
from fireline.questions.forms.wire import as_json
from fireline.server import asking
from fireline.server.api.bodies import is_small, raw
from fireline.server.clients import client_of
from fireline.server.dice.keys import ServerKey
from fireline.server.examplepictures import ExamplePictures
from fireline.server.problems import Problem
from fireline.server.store.store import Store
from fireline.server.tables.rooms import Rooms
from fireline.server.work import BULKY, SEAT, STRANGER, Work, lane_of

E = TypeVar("E", bound=FileEntry)
T = TypeVar("T")


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
        self.pictures = ExamplePictures(self.work)

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
        self.pictures.close()
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
