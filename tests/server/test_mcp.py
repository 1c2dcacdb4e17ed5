"""Tools for language models: the client of the SDK asks over every transport and gets the answers of the API."""

import asyncio
import base64
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from typing import Any
from urllib.parse import urlsplit

import httpx
import jsonschema_rs
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError

from fireline.cli import run
from fireline.formats.examples import examples
from fireline.server.mcp.serving import server
from fireline.server.mcp.tools import tools
from fireline.server.work import Work
from server.sockets import PATIENCE

pytestmark = pytest.mark.whole("extra")

SHOTS = {
    "ancients-ranged-combat": ("bow", "warriors"),
    "blightmeer-protect": ("marksman", "captain"),
    "duel-of-ages-tommy-gun": ("sanchez", "lazar"),
    "endless-horizons-burst": ("player", "target"),
}
PNG = b"\x89PNG\r\n\x1a\n"


@asynccontextmanager
async def beside() -> AsyncIterator[Client]:
    """A client in the process of its server, with the handshake that others make."""
    with closing(Work()) as work:
        async with Client(server(work), mode="legacy") as client:
            yield client


@asynccontextmanager
async def piped() -> AsyncIterator[Client]:
    """A client of `fireline mcp`."""
    command = StdioServerParameters(command=sys.executable, args=["-m", "fireline", "mcp"], env=dict(os.environ))
    async with Client(stdio_client(command)) as client:
        yield client


@asynccontextmanager
async def over_http() -> AsyncIterator[Client]:
    """A client of `fireline mcp --http`."""
    command = [sys.executable, "-m", "fireline", "mcp", "--http", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        url = (await asyncio.to_thread(process.stderr.readline)).strip()
        async with Client(url) as client:
            yield client
        foreign = httpx.post(url, json={}, headers={"Host": "elsewhere.example"})
        assert foreign.status_code == 421
        assert httpx.post(url, content=b" " * (5 << 20)).status_code == 413
    finally:
        process.terminate()
        out, _ = process.communicate()
        assert out == ""


@pytest.mark.parametrize("how", [beside, piped, over_http])
async def test_the_answers_are_those_of_the_command_line(
    how: Callable[[], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    async with how() as client:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(listed) == set(tools())
        for name, (shooter, target) in SHOTS.items():
            file = str(examples()[name].file)
            arguments = {"battle": examples()[name].battle.data(), "shot": {"shooter": shooter, "target": target}}
            for question in ("check", "odds"):
                assert run([question, file, "-s", shooter, "-t", target, "--json"]) == 0
                told = await client.call_tool(question, arguments)
                assert not told.is_error
                assert told.structured_content == json.loads(capsys.readouterr().out)
                jsonschema_rs.validate(listed[question].output_schema or {}, told.structured_content)
                for step in told.structured_content["steps"]:
                    assert f"{step['text']} {step['rule']}" in told.content[0].text


async def test_a_server_over_http_ends_whoever_keeps_it_waiting() -> None:
    command = [sys.executable, "-m", "fireline", "mcp", "--http", "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    with process.stderr:
        url = urlsplit(await asyncio.to_thread(process.stderr.readline))
        reading, writing = await asyncio.open_connection(url.hostname, url.port)
        writing.write(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{")
        await asyncio.sleep(0.5)
        process.terminate()
        assert await asyncio.to_thread(process.wait, PATIENCE) == 0
    with suppress(ConnectionError):
        await reading.read()
    writing.close()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_over_stdio_it_ends_at_once_when_interrupted(how: signal.Signals) -> None:
    command = [sys.executable, "-m", "fireline", "mcp"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdin, process.stdout:
        process.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(how)
        assert process.wait(PATIENCE) == -how


async def test_a_battle_is_built_questioned_played_and_drawn() -> None:
    async with beside() as client:

        async def call(name: str, **arguments: Any) -> Any:
            told = await client.call_tool(name, arguments)
            assert not told.is_error, told.content
            return told.structured_content

        battle = (await call("new_battle", ruleset="ancients"))["battle"]
        shot = next(
            line["command"]["shot"]
            for line in (await call("read_battle", battle=battle))["commands"]
            if line["command"]["command"] == "Shoot"
        )
        changed = [{"op": "set", "path": f"units[{shot['shooter']}].moved", "value": 1}]
        moved = (await call("edit_battle", battle=battle, edits=changed))["battle"]
        assert [unit["id"] for unit in moved["units"] if unit.get("moved") == 1] == [shot["shooter"]]
        for name in ("worth", "shoot"):
            assert (await call(name, battle=battle, shot=shot))["shot"] == shot
        columns = [{"changes": {f"units[{shot['shooter']}].moved": 1}}]
        assert await call("compare", battle=battle, shot=shot, columns=columns)
        assert len((await call("targets", battle=battle, shooter=shot["shooter"]))["targets"]) > 0
        assert (await call("simulate", battle=battle, phases=10))["trials"] == 10
        assert "svg" not in await call("threat", battle=battle, unit=shot["shooter"])
        assert (await call("plan", battle=battle, seconds=0.5))["shooters"]
        played = await call("play", battle=battle, command={"command": "Shoot", "shot": shot}, seed=1)
        assert played["events"]
        drawn = await client.call_tool("picture", {"battle": "ancients-ranged-combat"})
        words, picture = drawn.content
        assert "Who may fire?" in words.text  # type: ignore[union-attr]
        assert base64.b64decode(picture.data).startswith(PNG)  # type: ignore[union-attr]


async def test_a_battle_may_be_named_or_written_and_what_is_wrong_is_one_line_with_its_code() -> None:
    async with beside() as client:
        text = examples()["ancients-ranged-combat"].text
        named, written = [
            await client.call_tool("targets", {"battle": battle, "shooter": "bow"})
            for battle in ("ancients-ranged-combat", text)
        ]
        assert named.structured_content == written.structured_content
        for tool, arguments, code in (
            ("check", {"battle": "fireline: 2"}, "missing"),
            ("targets", {"battle": "ancients-ranged-combt", "shooter": "bow"}, "unknown-name"),
            ("targets", {"battle": "fireline: 2", "shooter": "bow"}, "unsupported"),
            ("targets", {"battle": text, "shooter": "nobody"}, "unknown-name"),
            ("targets", {"battle": text, "shooter": "bow", "range": 5}, "unknown-key"),
            ("targets", {"battle": "[" * 100_000, "shooter": "bow"}, "too-large"),
            ("fly", {}, "unknown-name"),
        ):
            told = await client.call_tool(tool, arguments)
            assert told.is_error
            assert told.meta is not None
            assert told.meta["code"] == code, told.content
            assert told.content[0].text == f"{told.meta['detail']} ({code})"  # type: ignore[union-attr]
            assert "\n" not in told.meta["detail"]


async def test_every_resource_can_be_read() -> None:
    async with beside() as client:
        listed = (await client.list_resources()).resources
        assert {f"fireline://examples/{name}" for name in examples()} <= {one.uri for one in listed}
        for one in listed:
            (found,) = (await client.read_resource(one.uri)).contents
            assert found.text  # type: ignore[union-attr]
            assert found.mime_type == one.mime_type
        with pytest.raises(MCPError, match="is no resource"):
            await client.read_resource("fireline://examples/../../etc/passwd")
