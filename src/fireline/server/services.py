"""What all routes share: processes for long questions, answers given before, the tables, and how often one may ask."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from fastapi import Request, Response
from starlette.requests import HTTPConnection

from fireline.game.errors import BattleFileError
from fireline.game.registry import ruleset
from fireline.server.dice.keys import ServerKey
from fireline.server.store import Store
from fireline.server.tables.rooms import Rooms
from fireline.server.wire import as_json, canonical
from fireline.server.work import PATIENCE, Workers

INLINE_SIZE = 32 * 1024
"""The largest battle that is answered on the spot, in bytes."""
MOST_KEPT = 64 * 1024 * 1024
"""How many bytes of answers are kept, and how many one may have."""
LARGEST_KEPT = 512 * 1024

BESIDE = 200


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

    def __init__(self, store: Store, key: ServerKey) -> None:
        self.store, self.key = store, key
        self.workers = Workers()
        self.answers = Answers()
        self.rooms = Rooms(store, self.workers, key)

    async def ask(self, function: Callable[[Any], Any], asked: dict[str, Any], seconds: float = PATIENCE) -> Any:
        """The answer of a question's function, on the spot or in another process."""
        return await self._ask(function, asked, _written(asked), seconds)

    async def ask_once(self, function: Callable[[Any], Any], asked: dict[str, Any]) -> bytes:
        """The same as JSON, or text as it is, for questions with one answer: given again to whoever asks the same."""
        battle = _written(asked)
        about = canonical({key: value for key, value in asked.items() if key != "battle"})
        key = hashlib.sha256(b" ".join((function.__name__.encode(), about.encode(), battle))).digest()
        found = self.answers.get(key)
        if found is None:
            answer = await self._ask(function, asked, battle, PATIENCE)
            found = answer.encode() if isinstance(answer, str) else as_json(answer)
            self.answers.keep(key, found)
        return found

    async def _ask(self, function: Callable[[Any], Any], asked: dict[str, Any], battle: bytes, seconds: float) -> Any:
        question = asked | {"battle": battle} if battle else asked
        if _is_quick(function, asked, battle):
            return function(question)
        return await self.workers.answer(function, question, seconds=seconds)

    async def close(self) -> None:
        """End what was started."""
        await self.rooms.close()
        self.workers.close()
        await self.store.close()


def _size(key: bytes, answer: bytes | None) -> int:
    """Bytes that an answer takes with its key, and about what Python adds."""
    return 0 if answer is None else len(key) + len(answer) + BESIDE


def _written(asked: Mapping[str, Any]) -> bytes:
    """The battle that is asked about as JSON, b"" where there is none: the one text that it is known and read by."""
    battle = asked.get("battle")
    return b"" if battle is None else as_json(battle)


def _is_quick(function: Callable[[Any], Any], asked: Mapping[str, Any], battle: bytes) -> bool:
    if function.__name__ not in {"check", "odds", "shoot"} or len(battle) > INLINE_SIZE:
        return False
    given = asked.get("battle")
    with suppress(BattleFileError):
        return isinstance(given, dict) and ruleset(str(given.get("ruleset"))).quick
    return False


def services(connection: HTTPConnection) -> Services:
    """The services of the server that was asked."""
    found: Services = connection.app.state.services
    return found


def answered(answer: Any, status: int = 200) -> Response:
    """An answer as JSON, nothing in it converted."""
    raw = answer if isinstance(answer, bytes) else as_json(answer)
    return Response(raw, status, media_type="application/json")


async def asked(request: Request, function: Callable[[Any], Any], given: dict[str, Any]) -> Response:
    """The answer to a question, as a response."""
    return answered(await services(request).ask(function, given))
