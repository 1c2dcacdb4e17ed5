"""The server that language models' programs talk to, over stdio or HTTP."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import Any

import anyio
import mcp_types as types
import uvicorn
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from fireline import __version__
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError, IllegalCommand
from fireline.questions import Question
from fireline.questions.answering.fields import portable
from fireline.server.api.shaping import schema_of
from fireline.server.guard import DEFAULT, OWN_MACHINE
from fireline.server.mcp.tools import Answer, about, answer, resource, resources, tools
from fireline.server.problems import Problem
from fireline.server.serve import Config, Connections, bound, url_of
from fireline.server.work import Work, lane_of

LARGEST = 4 * 1024 * 1024
"""Bytes that a question may have."""
PATH = "/mcp"
INSTRUCTIONS = (
    "Fireline judges ranged combat in tabletop games. Ask `read_battle` who is in a battle and what may be done, "
    "`targets` for the shots of a unit, `check` and `odds` about one shot, `shoot` or `play` to carry it out. "
    "Probabilities are exact fractions. Every reason names its rule; `rules` tells it in plain words."
)
Context = ServerRequestContext[Any, Any]


def server(work: Work) -> Server[Any]:
    """The server; questions are answered in other processes, with the limits that the HTTP API has."""

    async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(name, tool) for name, tool in tools().items()])

    async def call_tool(_: Context, asked: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            name = one_of(asked.name, tools(), "tool", "name")
            return _result(await _answered(work, name, asked.arguments or {}))
        except (BattleFileError, IllegalCommand, Problem) as wrong:
            problem = {"code": str(wrong.code), "detail": str(wrong)}
            return types.CallToolResult(content=[_text(f"{wrong} ({wrong.code})")], is_error=True, _meta=problem)

    async def list_resources(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        listed = [
            types.Resource(uri=address, name=address.partition("//")[2], description=about, mime_type=kind)
            for address, (about, kind) in resources().items()
        ]
        return types.ListResourcesResult(resources=listed)

    async def read_resource(_: Context, asked: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        address = str(asked.uri)
        try:
            text = await anyio.to_thread.run_sync(resource, address)
        except BattleFileError as wrong:
            raise MCPError(code=types.INVALID_PARAMS, message=str(wrong)) from None
        kind = resources()[address][1]
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=address, mime_type=kind, text=text)])

    return Server(
        "fireline",
        version=__version__,
        title="Fireline",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )


async def _answered(work: Work, name: str, given: dict[str, Any]) -> Answer:
    """The answer of a tool, from another process."""
    tool, raw = tools()[name], json.dumps(given).encode()
    found: Answer = await work.answer(answer, name, raw, lane=lane_of(tool))
    return found


def _described(name: str, tool: Question) -> types.Tool:
    """A tool as it is listed: what it takes and gives, as JSON Schemas."""
    takes = portable(tool.request.model_json_schema())
    if "battle" in takes.get("properties", {}):
        takes["properties"]["battle"]["type"] = ["object", "string"]
    gives = schema_of(tool)
    if gives and "svg" in gives.get("properties", {}):  # a picture is asked for by itself
        del gives["properties"]["svg"]
    return types.Tool(
        name=name,
        description=about(tool),
        input_schema={**takes, "type": "object"},
        output_schema=gives,
        annotations=types.ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=not tool.changes, open_world_hint=False
        ),
    )


def _result(found: Answer) -> types.CallToolResult:
    content: list[types.ContentBlock] = [_text(found.text)]
    if found.picture is not None:
        data = base64.b64encode(found.picture).decode("ascii")
        content.append(types.ImageContent(type="image", data=data, mime_type="image/png"))
    structured = None if found.data is None else json.loads(found.data)
    return types.CallToolResult(content=content, structured_content=structured)


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


@asynccontextmanager
async def _working() -> AsyncIterator[Work]:
    """Processes that answer, the first of which is started at once."""
    work = Work()
    warming = asyncio.create_task(work.warm())
    try:
        yield work
    finally:
        warming.cancel()
        work.close()


async def over_stdio() -> None:
    """Answer whoever started this program, over its standard input and output, until the input ends."""
    for end in (signal.SIGINT, signal.SIGTERM):  # else both wait for the thread that waits for a line
        signal.signal(end, signal.SIG_DFL)
    async with _working() as work, stdio_server() as (reading, writing):
        one = server(work)
        await one.run(reading, writing, one.create_initialization_options())


async def over_http(host: str, port: int) -> None:
    """Answer over streamable HTTP until told to stop; says on standard error where.

    Raises `BattleFileError` where nobody may listen there.
    """
    with closing(bound(host, port)) as listening:
        async with _working() as work:
            app = server(work).streamable_http_app(streamable_http_path=PATH, host=host, max_request_body_size=LARGEST)
            print(f"{url_of(host, listening)}{PATH}", file=sys.stderr, flush=True)
            config = Config(app, Connections(DEFAULT.connections, OWN_MACHINE), log_level=logging.WARNING)
            await uvicorn.Server(config).serve([listening])
