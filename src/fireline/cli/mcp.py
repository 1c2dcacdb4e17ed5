"""Fireline as tools for language models: `fireline mcp`."""

from __future__ import annotations

from typing import Annotated

import typer

from fireline.extras import need


def mcp(
    *,
    http: Annotated[bool, typer.Option("--http", help="Serve streamable HTTP instead of stdio.")] = False,
    host: Annotated[str, typer.Option("--host", help="The address to listen on, with --http.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The port, 0 for a free one, with --http.")
    ] = 8701,
) -> None:
    """Answer a language model's program: check, odds, shoot, plan and more as tools of the Model Context Protocol.

    Name `fireline mcp` as a stdio server to your program, or `http://127.0.0.1:8701/mcp` with --http.
    """
    need("mcp", "mcp", "Tools for language models need the mcp package")
    import anyio

    from fireline.server.mcp import serving

    anyio.run(serving.over_http, host, port) if http else anyio.run(serving.over_stdio)
