"""The built pages, with a server and without, and what stands in their place where they were not built."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse

from fireline.game.errors import Code
from fireline.server.guard import OFFLINE
from fireline.server.linkpreview import with_preview
from fireline.server.problems import Problem

FOLDER = Path(__file__).parent / "page"
OFFLINE_FOLDER = Path(__file__).parent / "offline_page"
STYLE = Path(__file__).parent / "plain.css"
NOT_BUILT = """\
<p>The server runs, but its page has not been built. In the source tree, <code>make page</code> builds it.</p>
<p>The API answers all the same: <a href="/docs">its description</a>.</p>
"""
NO_OFFLINE = """\
<p>The page that needs no server was not built here: build it in the source tree with <code>make static</code>.</p>
"""
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}

router = APIRouter(include_in_schema=False)

Kept: TypeAlias = Callable[[Request, str], Awaitable[dict[str, Any] | None]]


def plain_page(title: str, body: str) -> HTMLResponse:
    """A page of our own without any script."""
    return HTMLResponse(
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="data:,"><link rel="stylesheet" href="/plain.css"></head>'
        f"<body><main><h1>{escape(title)}</h1>{body}</main></body></html>"
    )


@router.get("/plain.css")
async def style() -> Response:
    """The looks of plain pages."""
    return FileResponse(STYLE, media_type="text/css")


def mount(
    app: FastAPI, folder: Path = FOLDER, kept: Kept | None = None, *, offline_folder: Path = OFFLINE_FOLDER
) -> None:
    """Serve the page: its files by their names, and the page itself under every address of its own.

    `kept` finds the shot that is kept under an id, for what others show of a link to it; `offline_folder` has the page
    that needs no server.
    """
    files, offline = _files(folder), _files(offline_folder)

    @app.api_route("/offline", methods=["GET", "HEAD"], include_in_schema=False)
    async def to_offline_page() -> Response:
        return RedirectResponse(OFFLINE)  # its files are named from there

    @app.api_route(OFFLINE + "{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def offline_page(path: str) -> Response:
        if not offline:
            return plain_page("Fireline", NO_OFFLINE)
        if (file := offline.get(path or "index.html")) is None:
            raise Problem(404, Code.NOT_FOUND, f"{OFFLINE}{path} is not there")
        return FileResponse(file, headers=_cached(path))

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            raise Problem(404, Code.NOT_FOUND, f"/{path} is no address of the API; see /docs")
        if "index.html" not in files:
            return plain_page("Fireline", NOT_BUILT)
        if (file := files.get(path)) is not None:
            return FileResponse(file, headers=_cached(path))
        if "." in path.rpartition("/")[2] and not path.startswith("rules/"):  # rules/ancients/CCA-3.3 is the page
            raise Problem(404, Code.NOT_FOUND, f"/{path} is not there")
        kind, _, id_ = path.partition("/")
        if kind == "s" and kept and (shot := await kept(request, id_)) is not None:
            text = files["index.html"].read_text(encoding="utf-8")
            site = str(request.base_url)
            return HTMLResponse(with_preview(text, id_, shot, site), headers={"Cache-Control": "no-cache"})
        return FileResponse(files["index.html"], headers={"Cache-Control": "no-cache"})

    app.include_router(router)
    app.router.routes.append(app.router.routes.pop(-1 - len(router.routes)))  # whatever else there is comes first


def _files(folder: Path) -> dict[str, Path]:
    """Every file of a built page by its name."""
    return {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}


def _cached(path: str) -> dict[str, str]:
    """How long a browser keeps a file: for ever where its name changes with what it holds."""
    return FOREVER if path.startswith("assets/") else {"Cache-Control": "no-cache"}
