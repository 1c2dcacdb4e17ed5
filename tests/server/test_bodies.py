"""Bodies are refused by their size before they are read, and counted before anything is made of them."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from fireline.game.entries import FileEntry
from fireline.game.errors import BattleFileError, Code
from fireline.questions.forms.requests import BATTLE, COMMAND, LOG, Bound
from fireline.questions.games import RecallRequest
from fireline.server import asking, services
from fireline.server import services as bodies
from fireline.server.problems import Problem
from fireline.server.services import is_small, parts
from server.clients import API, BOW, SHOT, Client, Table, shoot

JSON = {"Content-Type": "application/json"}
NESTED = b'{"battle": [' + b"[]," * 120_000 + b"[]]}"
"""Cheap to send, dear to read: lists upon lists."""


class Received:
    """A request that comes in chunks; `read` is how many of them were taken."""

    def __init__(self, chunks: list[bytes], length: int | None = None, client: str = "203.0.113.7") -> None:
        self.headers = {"content-type": "application/json"} | (
            {} if length is None else {"content-length": str(length)}
        )
        self.scope, self._chunks, self.read = {"client": (client, 1)}, chunks, 0

    async def stream(self) -> AsyncIterator[bytes]:
        for chunk in self._chunks:
            self.read += 1
            yield chunk
            await asyncio.sleep(0)


async def received(request: Any, bound: Bound = BATTLE) -> bytes:
    return await bodies.raw(request, bound)


def test_a_length_that_is_too_large_is_refused_unread_and_one_that_lies_while_it_is_read() -> None:
    request = Received([b"x"] * 10, length=BATTLE.size + 1)
    with pytest.raises(Problem, match="larger than 1,040 KiB"):
        asyncio.run(received(request))
    assert request.read == 0
    endless = Received([b"x"], length=10**400)
    with pytest.raises(Problem, match="larger than"):
        asyncio.run(received(endless))
    request = Received([b" " * 65_536] * 100, length=10)
    with pytest.raises(Problem, match="larger than 1,040 KiB"):
        asyncio.run(received(request))
    assert request.read <= BATTLE.size // 65_536 + 2


def test_what_is_just_as_large_as_it_may_be_is_taken() -> None:
    chunks = [b" " * (COMMAND.size - 1), b"1"]
    assert len(asyncio.run(received(Received(list(chunks)), COMMAND))) == COMMAND.size
    with pytest.raises(Problem, match="larger than"):
        asyncio.run(received(Received([*chunks, b" "]), COMMAND))


def test_one_client_sends_no_more_than_a_few_large_requests_at_once() -> None:
    async def send() -> list[Any]:
        requests = [Received([b"1" * 40_000] * 4, client="203.0.113.7") for _ in range(9)]
        other = Received([b"1" * 40_000] * 4, client="203.0.113.8")
        work = [received(one) for one in (*requests, other)]
        return await asyncio.gather(*work, return_exceptions=True)

    *his, others = asyncio.run(send())
    refused = [one for one in his if isinstance(one, Problem)]
    assert len(refused) == len(his) - bodies.MOST_LARGE_EACH
    assert {(one.status, one.headers["Retry-After"]) for one in refused} == {(429, "2")}
    assert len(others) == 160_000
    assert not bodies.receiving


def test_parts_are_counted_and_not_read(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert parts(NESTED) > BATTLE.parts
    monkeypatch.setattr(asking, "parse_json", None)
    for path in ("odds", "luck", "simulate", "tables", "shots", "edit"):
        answer = client.post(f"{API}/{path}", content=NESTED if path != "luck" else NESTED * 10, headers=JSON)
        assert answer.status_code == 413, path


@pytest.mark.parametrize(
    "raw",
    [
        json.dumps({"battle": {**BOW, "name": "x" * 20_000}, "shot": SHOT}).encode(),
        json.dumps({"battle": BOW, "shot": SHOT, "dice": list(range(2_500))}).encode(),
    ],
    ids=["long", "many parts"],
)
@pytest.mark.parametrize("path", ["check", "odds", "shoot", "targets", "read", "play", "tables", "shots"])
def test_what_is_not_small_is_never_read_where_everybody_waits(
    path: str, raw: bytes, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not is_small(raw)
    sent: list[str] = []

    async def answer(function: Any, *args: Any, **how: Any) -> bytes:
        sent.append(function.__name__)
        raise Problem(418, Code.BUG, "it went to another process")

    monkeypatch.setattr(client.app.state.services.work, "answer", answer)
    monkeypatch.setattr(asking, "parse_json", None)
    assert client.post(f"{API}/{path}", content=raw, headers=JSON).status_code == 418
    assert len(sent) == 1


def test_commands_are_small_but_for_the_game_masters(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(client, BOW)
    long = {"command": shoot("bow", "ax"), "client_seed": "x" * COMMAND.size}
    assert table.say("bottom", "command", long).status_code == 413
    assert table.post("bottom", "/odds", {"shot": {**SHOT, "x": "y" * COMMAND.size}}).status_code == 413
    battle = {**BOW, "name": "x" * 50}
    assert table.say("gm", "override", {"reason": "another day", "battle": battle}).status_code == 200
    assert table.say("gm", "chat", {"text": "x" * 2 * COMMAND.size}).status_code == 422
    monkeypatch.setattr(services, "is_small", lambda _: False)
    assert table.say("gm", "chat", {"text": "read elsewhere"}).status_code == 200


def test_what_is_small_is_small_enough_to_be_read_at_once() -> None:
    assert is_small(b"x" * COMMAND.size)
    assert not is_small(b"x" * (COMMAND.size + 1))
    assert is_small(b"[" * COMMAND.parts)
    assert not is_small(b"," * (COMMAND.parts + 1))
    assert parts(b'{"a": [1, 2, []], "b": {}}') >= len(["a", "b", 1, 2, [], {}])
    assert LOG.size == 8 << 20


@pytest.mark.parametrize(
    ("kind", "raw", "told"),
    [
        (RecallRequest, b'{"steps": [' + b'{"x": 1},' * 900 + b"{}]}", "unknown key 'x'"),
        (RecallRequest, b"{" + b",".join(b'"k%d": 1' % n for n in range(1900)) + b"}", "unknown key"),
        (FileEntry, b'"' + b"\\ud800" * 1000 + b'"', "half a character"),
    ],
)
def test_errors_are_one_short_line(kind: type[FileEntry], raw: bytes, told: str) -> None:
    with pytest.raises(BattleFileError, match=told) as wrong:
        asking.read(kind, raw)
    assert len(str(wrong.value)) < 400


def test_hanging_up_ends_the_work(client: Client) -> None:
    async def ask() -> list[str]:
        ended: list[str] = []

        async def work() -> str:
            try:
                await asyncio.sleep(3600)
            finally:
                ended.append("ended")
            return "answered"

        messages: list[dict[str, Any]] = [{"type": "http.request", "body": b""}, {"type": "http.disconnect"}]

        class Gone:
            async def receive(self) -> dict[str, Any]:
                return messages.pop(0)

        with pytest.raises(Problem, match="hung up"):
            await services.cancel_on_disconnect(Gone(), work())  # type: ignore[arg-type]
        return ended

    assert asyncio.run(ask()) == ["ended"]
    assert isinstance(client.get("/healthz"), httpx.Response)
