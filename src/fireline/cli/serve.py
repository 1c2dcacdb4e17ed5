"""The servers: `fireline serve` for the page, the API and tables, `fireline mcp` for language models; and
`fireline static` for the page without any.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from fireline.cli import show
from fireline.cli.arguments import flag, option
from fireline.extras import need
from fireline.ruling.prose import listing


def _limit(name: str, what: str, **bounds: Any) -> Any:
    """An option of the server that the environment may set too; its usual value is shown."""
    bounds.setdefault("min", 0)
    return typer.Option(name, envvar=f"FIRELINE_{name[2:].upper()}", help=what, **bounds)


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 for a free one.")] = 8700,
    database: Annotated[
        str | None,
        option(
            "--database",
            "URL",
            "Where tables are kept: sqlite:///FILE or postgresql://... Default: a file in the user's data folder.",
            envvar="FIRELINE_DATABASE",
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    rate: Annotated[
        float, _limit("--rate", "Requests per second from a client on another machine; 0 for no limit.")
    ] = 100.0,
    origin: Annotated[
        list[str] | None,
        option("--origin", "URL", "A further page that may use the API.", envvar="FIRELINE_ORIGIN"),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        option(
            "--allow-host",
            "NAME",
            "A further host name of the server; * for any. Default: this machine's own names.",
            envvar="FIRELINE_ALLOW_HOST",
        ),
    ] = None,
    tables: Annotated[int, _limit("--tables", "Tables that a client may open in a day; 0 for no limit.")] = 200,
    connections: Annotated[
        int, _limit("--connections", "Connections from an address on another machine; 0 for no limit.")
    ] = 200,
    patience: Annotated[
        float,
        _limit("--patience", "Seconds that the answer to a question about a battle may take.", min=1, max=600),
    ] = 20.0,
    proxy: Annotated[
        list[str] | None,
        option(
            "--proxy",
            "ADDRESS",
            "A proxy that may say for which client it asks (X-Forwarded-For); this machine always may.",
            envvar="FIRELINE_PROXY",
        ),
    ] = None,
) -> None:
    """Serve the page, the API and shared tables; the last line printed is the address.

    `fireline static` lays the page that needs no server into a folder; --with brings games from outside along.
    """
    for library in ("uvicorn", "fastapi", "websockets", "sqlalchemy", "alembic", "platformdirs", "nacl"):
        need(library, "server", f"the server runs on {library}", "serve")
    from fireline.server.guard import Limits
    from fireline.server.serve import serve as served

    limits = Limits(
        rate=rate,
        tables=tables,
        connections=connections,
        patience=patience,
        hosts=allow_host or (),
        origins=origin or (),
        proxies=proxy or (),
    )
    served(host=host, port=port, database=database, browser=browser, as_json=show.in_json.get(), limits=limits)


def static(
    out: Annotated[Path, option("--out", "FOLDER", "The folder to lay it into, which must not exist.", "-o")] = Path(
        "static"
    ),
    games: Annotated[
        list[str] | None,
        option("--with", "PACKAGE", "A game from outside, as pip takes it: its folder, its wheel or its name.", "-w"),
    ] = None,
) -> None:
    """Lay the page that needs no server into a folder, for any host: the engine runs in the browser."""
    from fireline.server.static import lay_out

    brought = lay_out(out, games or ())
    files = [file for file in out.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    told = {"folder": str(out), "files": len(files), "bytes": size, "games": games or []}
    along = f" with {listing(brought)}" if brought else ""
    said = f"{out}: {size / 1e6:.0f} MB{along}; try it: python -m http.server -d {out}"
    show.tell(lambda: told, lambda: show.say(said))


def mcp(
    *,
    http: Annotated[bool, flag("--http", "Serve streamable HTTP instead of stdio.")] = False,
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

    if not http:
        anyio.run(serving.over_stdio)
        return
    with suppress(KeyboardInterrupt):  # the usual way to stop it
        anyio.run(serving.over_http, host, port)
