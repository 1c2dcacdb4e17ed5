"""What all routes share: processes for long questions, answers given before, the tables, and how often one may ask."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from fastapi import Request, Response
from starlette.requests import HTTPConnection

from fireline.game.errors import BattleFileError
from fireline.game.registry import ruleset
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

    def __init__(self, store: Store) -> None:
        self.store = store
        self.workers = Workers()
        self.answers = Answers()
        self.rooms = Rooms(store, self.workers)

    async def ask(self, function: Callable[[Any], Any], asked: dict[str, Any], seconds: float = PATIENCE) -> Any:
        """The answer of a question's function, on the spot or in another process."""
        if _is_quick(function, asked):
            return function(asked)
        return await self.workers.answer(function, asked, seconds=seconds)

    async def ask_once(self, function: Callable[[Any], Any], asked: dict[str, Any]) -> bytes:
        """The same as JSON, or text as it is, for questions with one answer: given again to whoever asks the same."""
        text = canonical(asked)
        key = hashlib.sha256(f"{function.__name__} {text}".encode()).digest()
        found = self.answers.get(key)
        if found is None:
            answer = await self.ask(function, asked)
            found = answer.encode() if isinstance(answer, str) else as_json(answer)
            self.answers.keep(key, found)
        return found

    async def close(self) -> None:
        """End what was started."""
        await self.rooms.close()
        self.workers.close()
        await self.store.close()


def _size(key: bytes, answer: bytes | None) -> int:
    """Bytes that an answer takes with its key, and about what Python adds."""
    return 0 if answer is None else len(key) + len(answer) + BESIDE


def _is_quick(function: Callable[[Any], Any], asked: dict[str, Any]) -> bool:
    battle = asked.get("battle")
    if function.__name__ not in {"check", "odds", "shoot"} or not isinstance(battle, dict):
        return False
    with suppress(BattleFileError):
        if ruleset(str(battle.get("ruleset"))).quick:
            return sum(map(len, map(str, battle.values()))) <= INLINE_SIZE
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
