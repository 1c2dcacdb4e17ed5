"""The server and its page: `fireline serve`."""

from __future__ import annotations

from typing import Annotated

import typer

from fireline.cli.arguments import JsonOption
from fireline.extras import need


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 for a free one.")] = 8700,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="URL",
            envvar="FIRELINE_DATABASE",
            help="Where tables are kept: sqlite:///FILE or postgresql://... Default: a file in the user's data folder.",
            show_default=False,
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    rate: Annotated[
        float,
        typer.Option(
            "--rate",
            min=0,
            envvar="FIRELINE_RATE",
            help="Requests per second from a client on another machine; 0 for no limit.",
        ),
    ] = 100.0,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin",
            metavar="URL",
            envvar="FIRELINE_ORIGIN",
            help="A further page that may use the API.",
            show_default=False,
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host",
            metavar="NAME",
            envvar="FIRELINE_ALLOW_HOST",
            help="A further host name of the server; * for any. Default: this machine's own names.",
            show_default=False,
        ),
    ] = None,
    tables: Annotated[
        int,
        typer.Option(
            "--tables", min=0, envvar="FIRELINE_TABLES", help="Tables that a client may open in a day; 0 for no limit."
        ),
    ] = 200,
    connections: Annotated[
        int,
        typer.Option(
            "--connections",
            min=0,
            envvar="FIRELINE_CONNECTIONS",
            help="Connections from an address on another machine; 0 for no limit.",
        ),
    ] = 200,
    patience: Annotated[
        float,
        typer.Option(
            "--patience",
            min=1,
            max=600,
            envvar="FIRELINE_PATIENCE",
            help="Seconds that the answer to a question about a battle may take.",
        ),
    ] = 20.0,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy",
            metavar="ADDRESS",
            envvar="FIRELINE_PROXY",
            help="A proxy that says which client it asks for (X-Forwarded-For); this machine always is one.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Serve the page, the API and shared tables; the last line printed is the address."""
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
    served(host=host, port=port, database=database, browser=browser, as_json=as_json, limits=limits)
