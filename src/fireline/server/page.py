"""The built page, and what stands in its place where it was not built."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse

from fireline.game.errors import Code
from fireline.server.linkpreview import with_preview
from fireline.server.problems import Problem

FOLDER = Path(__file__).parent / "page"
STYLE = Path(__file__).parent / "plain.css"
NOT_BUILT = """\
<p>The server runs, but its page has not been built. In the source tree, <code>make page</code> builds it.</p>
<p>The API answers all the same: <a href="/docs">its description</a>.</p>
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


def mount(app: FastAPI, folder: Path = FOLDER, kept: Kept | None = None) -> None:
    """Serve the page: its files by their names, and the page itself under every address of its own.

    `kept` finds the shot that is kept under an id, for what others show of a link to it.
    """
    files = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            raise Problem(404, Code.NOT_FOUND, f"/{path} is no address of the API; see /docs")
        if "index.html" not in files:
            return plain_page("Fireline", NOT_BUILT)
        if (file := files.get(path)) is not None:
            return FileResponse(file, headers=FOREVER if path.startswith("assets/") else {"Cache-Control": "no-cache"})
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
