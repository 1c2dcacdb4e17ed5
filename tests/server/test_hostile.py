"""What strangers send: every body is answered, every frame ends well, and whoever else is there notices nothing."""

import asyncio
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Opcode

from fireline.testing.battery.hostile import LONGEST_LINE, fuzz, odd, spoiled, spoiled_text
from server.clients import API, BOW, Client, Table, sampled, shoot
from server.serving import serving
from server.sockets import PATIENCE, Open, at_once

LONG = ("/plan", "/simulate", "/threat")
"""Questions whose answers take their time; their bodies are read as all others are."""


@cache
def table(client: Client) -> Table:
    return Table(client, BOW)


@pytest.fixture(scope="module")
def questions(client: Client) -> list[tuple[str, Any]]:
    """A good question for every route that takes a body."""
    found = [(path, example) for path, example in sampled(client).items() if not path.endswith(LONG)]
    assert len(found) > 15
    return found


def ask(client: Client, path: str, content: bytes) -> None:
    """Send a body: it is answered, or refused in one line, and nothing is a mistake of ours."""
    here = table(client)
    headers = here.headers("gm") | {"Content-Type": "application/json"}
    answer = client.post(path.replace("{table}", here.id), content=content, headers=headers)
    assert answer.status_code < 500 or answer.json()["type"] == "urn:fireline:too-long", (path, content, answer.text)
    if answer.status_code >= 400:
        told = answer.json()
        assert told["status"] == answer.status_code
        assert len(told["detail"].splitlines()) == 1
        assert len(told["detail"]) < LONGEST_LINE, told


@pytest.mark.whole("long")
@fuzz("bodies", 250)
@given(data=st.data())
def test_no_tree_of_data_breaks_a_route(client: Client, questions: list[tuple[str, Any]], data: st.DataObject) -> None:
    path, example = data.draw(st.sampled_from(questions))
    asked = data.draw(spoiled(st.just(example)) | odd)
    ask(client, path, json.dumps(asked, default=str).encode())


@pytest.mark.whole("long")
@fuzz("bodies", 150)
@given(data=st.data())
def test_no_text_breaks_a_route(client: Client, questions: list[tuple[str, Any]], data: st.DataObject) -> None:
    path, example = data.draw(st.sampled_from(questions))
    ask(client, path, data.draw(spoiled_text(st.just(json.dumps(example).encode()))))


# --- sockets -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    with serving(tmp_path_factory.mktemp("hostile") / "tables.db", "--rate", "0") as url:
        yield Open(url, BOW)


GOOD: list[Any] = [
    {"cmd_id": "a", "kind": "chat", "body": {"text": "hello"}},
    {"cmd_id": "b", "expect": 2, "kind": "command", "body": {"command": shoot("bow", "ax")}},
    {"cmd_id": "c", "expect": 2, "kind": "undo_request", "body": {"seq": 2, "reason": "x"}},
    {"cmd_id": "d", "expect": 2, "kind": "override", "body": {"reason": "x", "faces": ["red"]}},
    {"cmd_id": "e", "kind": "rename", "body": {"name": "x"}},
    {"ping": 1},
]


@pytest.mark.whole("long")
@fuzz("frames", 100)
@given(messages=st.lists(spoiled(st.sampled_from(GOOD)) | odd, min_size=1, max_size=6))
def test_no_message_breaks_a_table(messages: list[Any], shared: Open) -> None:
    @at_once
    async def _() -> None:
        async with shared.sit("gm", after=1_000_000) as wild, shared.sit("top", after=1_000_000) as calm:
            for message in messages:
                await wild.say(json.dumps(message, default=str))
            await wild.say({"ping": "end"})
            answer: dict[str, Any] = {}
            while answer.get("pong") != "end":
                answer = await wild.next()
                assert answer.get("problem", answer.get("error", {})).get("status", 0) < 500, (messages, answer)
            assert (await calm.chat("calm"))["ack"]


def frame(kind: Opcode, text: bytes, *, last: bool) -> bytes:
    """A frame of a client, whether or not there may be such a one; its mask changes nothing."""
    size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return bytes([last << 7 | kind]) + size + bytes(4) + text


@st.composite
def frames(draw: st.DrawFn) -> bytes:
    """What a client says once its socket is open: frames, some of them spoilt."""
    kinds = st.sampled_from([Opcode.TEXT, Opcode.BINARY, Opcode.CONT, Opcode.PING, Opcode.PONG, Opcode.CLOSE])
    texts = st.sampled_from([json.dumps(one).encode() for one in [{"auth": "x" * 22}, *GOOD]]) | st.binary(max_size=9)
    said = draw(st.lists(st.tuples(kinds, texts, st.booleans()), min_size=1, max_size=4))
    raw = b"".join(frame(kind, text, last=last) for kind, text, last in said)
    return draw(spoiled_text(st.just(raw)))


@pytest.mark.whole("long")
@fuzz("frames", 200)
@given(raw=frames(), seated=st.booleans())
def test_no_frame_breaks_a_socket(raw: bytes, seated: bool, shared: Open) -> None:
    host, port = shared.url.removeprefix("http://").split(":")
    auth = frame(Opcode.TEXT, json.dumps({"auth": shared.tokens["top"]}).encode(), last=True)
    asked = (
        f"GET {API}/tables/{shared.id}/live?after=999999 HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )

    async def talk() -> bytes:
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(asked.encode() + (auth if seated else b"") + raw)
        writer.write_eof()
        heard = await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()
        return heard

    assert asyncio.run(talk()).startswith(b"HTTP/1.1 101 ")


@pytest.mark.whole("long")
def test_after_all_that_the_server_is_well(shared: Open) -> None:
    assert httpx.get(f"{shared.url}/healthz").status_code == 200
