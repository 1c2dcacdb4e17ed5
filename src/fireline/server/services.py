"""What all routes share: processes for questions, answers given before, the tables."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
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
from fireline.questions.forms.wire import as_json, canonical
from fireline.server import asking
from fireline.server.api.bodies import is_small, raw
from fireline.server.clients import client_of
from fireline.server.dice.keys import ServerKey
from fireline.server.examplepictures import ExamplePictures
from fireline.server.problems import Problem
from fireline.server.store import Store
from fireline.server.tables.rooms import Rooms
from fireline.server.work import BULKY, SEAT, STRANGER, Lane, Lanes

MOST_KEPT = 64 * 1024 * 1024
"""How many bytes of answers are kept, and how many one may have."""
LARGEST_KEPT = 512 * 1024

BESIDE = 200

E = TypeVar("E", bound=FileEntry)
T = TypeVar("T")


class Who(TypedDict):
    """Who asks, as a lane takes it."""

    client: str
    rank: int


class Answers:
    """Answers given before, by everything that they depend on; the oldest make room."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._most, self._bytes = most, 0

    def get(self, key: bytes) -> bytes | None:
        """The answer of this key."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def keep(self, key: bytes, answer: bytes) -> None:
        """Keep an answer."""
        if len(answer) > LARGEST_KEPT:
            return
        self._bytes += _size(key, answer) - _size(key, self._kept.pop(key, None))
        self._kept[key] = answer
        while self._bytes > self._most:
            self._bytes -= _size(*self._kept.popitem(last=False))


class Services:
    """What all routes of one server share."""

    def __init__(self, store: Store, key: ServerKey, patience: float) -> None:
        self.store, self.key = store, key
        self.lanes = Lanes(patience=patience)
        self.answers = Answers()
        self.rooms = Rooms(store, self.lanes.play, key)
        self.pictures = ExamplePictures(self.lanes)

    async def put(self, question: Question, raw: bytes, *, lane: Lane, who: Who) -> bytes:
        """The answer to a question as it was sent, as JSON, on the spot or in another process."""
        key = _key(question.name, b"", raw) if question.once else None
        if key and (found := self.answers.get(key)) is not None:
            return found
        if question.quick and is_small(raw) and _is_quick(asked := asking.read(question.request, raw)):
            answer = await lane.on_the_spot(asking.about, question.name, asking.ready(asked), **who)
        else:
            answer = await lane.answer(asking.put, question.name, raw, **who)
        if key:
            self.answers.keep(key, answer)
        return answer

    async def about(self, name: str, battle: Battle, asked: dict[str, Any], *, client: str) -> bytes:
        """The answer to a question about the battle of a table, for a seat of it."""
        question, written = questions()[name], as_json(battle.data())
        key = _key(name, canonical(asked).encode(), written)
        if (found := self.answers.get(key)) is not None:
            return found
        ready = question.request.model_construct(**asked, battle=written)
        if question.quick and len(written) <= COMMAND.size and battle.ruleset.quick:
            answer = await self.lanes.play.on_the_spot(asking.about, name, ready, client=client, rank=SEAT)
        else:
            answer = await self.lanes.play.answer(asking.about, name, ready, client=client, rank=SEAT)
        self.answers.keep(key, answer)
        return answer

    async def close(self) -> None:
        """End what was started."""
        self.pictures.close()
        await self.rooms.close()
        self.lanes.close()
        await self.store.close()


def _key(name: str, about: bytes, battle: bytes) -> bytes:
    return hashlib.sha256(b" ".join((name.encode(), about, battle))).digest()


def _is_quick(asked: Any) -> bool:
    with suppress(BattleFileError):
        return isinstance(asked.battle, dict) and ruleset(str(asked.battle.get("ruleset"))).quick
    return False


def _size(key: bytes, answer: bytes | None) -> int:
    """Bytes that an answer takes with its key, and about what Python adds."""
    return 0 if answer is None else len(key) + len(answer) + BESIDE


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
    read: E = await services(request).lanes.play.answer(asking.read, kind, sent, **who(request, sent))
    return read
