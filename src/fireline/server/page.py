"""The built pages, with a server and without, what stands in their place where they were not built, and plain pages.

What chats and social pages show of a link to a kept shot stands in the page as it is sent, since they run no script.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from fastapi import APIRouter, FastAPI, HTTPException, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles

from fireline import __version__
from fireline.game.entries import FileEntry
from fireline.game.errors import Code
from fireline.game.preview import ShotPreview
from fireline.game.result import canonical
from fireline.questions.answering.seen import example_named
from fireline.questions.forms.requests import BATTLE as LARGEST
from fireline.questions.forms.requests import Answering, BattleData, ShotData
from fireline.questions.forms.samples import BATTLE, SHOT
from fireline.questions.pictures import PictureRequest, picture
from fireline.questions.shots import ShootRequest, odds
from fireline.ruling.prose import percent
from fireline.ruling.told import data_of, tells, written
from fireline.server import asking
from fireline.server.api.describing import described
from fireline.server.api.shaping import shape_of
from fireline.server.guard import OFFLINE
from fireline.server.problems import Problem
from fireline.server.services import answered, rank_of, raw, services, takes_gzip, worked_out
from fireline.server.static import BUILT

FOLDER = Path(__file__).parent / "page"
STYLE = Path(__file__).parent / "plain.css"
NOT_BUILT = """\
<p>The server runs, but its page has not been built. In the source tree, <code>make page</code> builds it.</p>
<p>The API answers all the same: <a href="/docs">its description</a>.</p>
"""
NO_OFFLINE = """\
<p>The page that needs no server was not built here: build it in the source tree with <code>make static</code>.</p>
"""
STATIC = StaticFiles()
"""Knows who has a file already."""
SHRINKS, WORTH_IT = ("text/", "application/json", "application/wasm", "image/svg+xml"), 256
"""The types of files that get smaller as gzip, from so many bytes on."""
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}

router = APIRouter(include_in_schema=False)

LINK_SIZE = 1200, 630
"""Pixels of the picture beside a link, wide and high."""


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


def mount(app: FastAPI, folder: Path = FOLDER, *, offline_folder: Path = BUILT) -> None:
    """Serve the page: its files by their names, and the page itself under every address of its own.

    `offline_folder` has the page that needs no server.
    """
    app.include_router(router)

    @app.get("/offline", include_in_schema=False)
    async def to_offline_page() -> Response:
        return RedirectResponse(OFFLINE)  # its files are named from there

    @app.get(OFFLINE + "{path:path}", include_in_schema=False)
    async def offline_page(path: str, request: Request) -> Response:
        if _file(offline_folder, "index.html") is None:
            return plain_page("Fireline", NO_OFFLINE)
        if (file := _file(offline_folder, path or "index.html")) is None:
            raise Problem(404, Code.NOT_FOUND, f"{OFFLINE}{path} is not there")
        return await _sent(request, file, path)

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            raise HTTPException(404)  # told like every address that the API does not know
        if (index := _file(folder, "index.html")) is None:
            return plain_page("Fireline", NOT_BUILT)
        if (file := _file(folder, path)) is not None:
            return await _sent(request, file, path)
        if "." in path.rpartition("/")[2] and not path.startswith("rules/"):  # rules/ancients/CCA-3.3 is the page
            raise Problem(404, Code.NOT_FOUND, f"/{path} is not there")
        kind, _, id_ = path.partition("/")
        if kind == "s" and (shot := await services(request).store.shot(id_)) is not None:
            text = index.read_text(encoding="utf-8")
            site = str(request.base_url)
            return HTMLResponse(with_preview(text, id_, shot, site), headers={"Cache-Control": "no-cache"})
        return await _sent(request, index)


def _file(folder: Path, name: str) -> Path | None:
    """A file of a built page by its name, as it is now: a page may be built anew under a server that runs."""
    file = folder / name
    is_inside = file.is_relative_to(folder) and ".." not in Path(name).parts
    return file if is_inside and os.path.isfile(file) else None  # noqa: PTH113 - raises for no name, however long


async def _sent(request: Request, file: Path, path: str = "") -> Response:
    """A file of a built page, as gzip where that is smaller and the browser takes it; or that it has not changed."""
    now = file.stat()
    whole = STATIC.file_response(file, now, request.scope)
    whole.headers.update(_cached(path))
    if whole.status_code != 200 or now.st_size < WORTH_IT or not str(whole.media_type).startswith(SHRINKS):
        return whole
    whole.headers["Vary"] = "Accept-Encoding"
    if not takes_gzip(request.headers.get("accept-encoding", "")):
        return whole
    smaller = await asyncio.to_thread(_compressed, file, now.st_mtime_ns)
    named = {name: whole.headers[name] for name in ("Cache-Control", "Last-Modified", "Vary")}
    headers = named | {"Content-Encoding": "gzip", "ETag": f"W/{whole.headers['ETag']}"}
    return Response(smaller, headers=headers, media_type=whole.media_type)


@lru_cache(maxsize=256)
def _compressed(file: Path, changed: int) -> bytes:
    """A file in one of its versions, which `changed` tells from others."""
    return gzip.compress(file.read_bytes(), mtime=0)


def _cached(path: str) -> dict[str, str]:
    """How long a browser keeps a file: for ever where its name changes with what it holds."""
    return FOREVER if path.startswith("assets/") else {"Cache-Control": "no-cache"}


def with_preview(page: str, id_: str, kept: Mapping[str, Any], site: str) -> str:
    """The page of a kept shot with its preview; `site` is the address of the server, which ends with /."""
    answer = kept["answer"]
    title, words = str(answer.get("title") or "A shot"), _words(answer)
    wide, high = LINK_SIZE
    named = {
        "og:type": "website",
        "og:site_name": "Fireline",
        "og:title": title,
        "og:description": words,
        "og:url": f"{site}s/{id_}",
        "og:image": f"{site}api/v1/shots/{id_}/picture.png",
        "og:image:width": str(wide),
        "og:image:height": str(high),
        "og:image:alt": f"{title}: {words}",
        "twitter:card": "summary_large_image",
    }
    tags = "".join(f'<meta property="{name}" content="{escape(value)}" />' for name, value in named.items())
    titled = page.replace("<title>Fireline</title>", f"<title>{escape(title)} - Fireline</title>", 1)
    return titled.replace("</head>", f"{tags}</head>", 1)


def _words(answer: Mapping[str, Any]) -> str:
    """The verdict, and the chance that a player asks for first or the reasons against."""
    if not answer["legal"]:
        return "Not legal. " + " ".join(f"{one['message']} {one['rule']}" for one in answer["refusals"])
    headline = (answer.get("odds") or {}).get("headline")
    return f"Legal, {headline['name']} {percent(Fraction(headline['p']))}." if headline else "Legal."


@router.get("/docs")
async def docs(request: Request) -> Response:
    """Every route, what it takes and what it answers, from the OpenAPI description."""
    spec: dict[str, Any] = request.app.openapi()
    about = "".join(f"<p>{escape(part)}</p>" for part in spec["info"]["description"].split("\n\n"))
    link = '<p>For programs: <a href="/openapi.json">openapi.json</a>.</p>'
    return plain_page(f"Fireline {spec['info']['version']}: the API", about + link + "".join(_routes(spec)))


def _routes(spec: dict[str, Any]) -> Iterator[str]:
    tag, about = None, {one["name"]: one["description"] for one in spec["tags"]}
    for path, methods in spec["paths"].items():
        for method, route in methods.items():
            if route["tags"] != [tag]:
                (tag,) = route["tags"]
                yield f"<h2>{escape(tag.capitalize())}</h2><p>{escape(about[tag])}</p>"
            yield f"<section><h3><code>{method.upper()} {escape(path)}</code></h3>"
            words = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(route.get("description", "")))
            yield f"<p>{words}</p>{_takes(spec, route)}{_answers(spec, route)}</section>"


def _takes(spec: dict[str, Any], route: dict[str, Any]) -> str:
    content = route.get("requestBody", {}).get("content", {}).get("application/json")
    if not content:
        return ""
    example = content.get("example")
    text = escape(json.dumps(example, indent=1))
    shown = f"<details><summary>Example</summary><pre>{text}</pre></details>" if example else ""  # most are long
    return f'<p class="quiet">Takes {_fields(spec, content["schema"])}</p>{shown}'


def _answers(spec: dict[str, Any], route: dict[str, Any]) -> str:
    answers = [one["content"] for code, one in route["responses"].items() if code.startswith("2") and "content" in one]
    for media, told in (answers[0] if answers else {}).items():
        fields = _fields(spec, told["schema"]) if media == "application/json" else ""
        return f'<p class="quiet">Answers {fields or escape(media)}</p>'
    return ""


def _fields(spec: dict[str, Any], schema: dict[str, Any]) -> str:
    many = schema.get("type") == "array"
    schema = schema["items"] if many else schema
    if "$ref" not in schema:
        return "JSON"
    named = _named(spec, schema)
    if "oneOf" in named:  # they differ in what is inside
        named = _named(spec, named["oneOf"][0])
    required = set(named.get("required", ()))
    fields = ", ".join(
        f"<code>{escape(name)}</code>" + ("" if name in required else " (optional)")
        for name in named.get("properties", {})
    )
    return f"{'a list of ' if many else ''}{fields or 'JSON'}"


def _named(spec: dict[str, Any], schema: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = spec["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return found


# --- one shot under a link of its own: board, ruling, odds and version, the same for anybody at any time --------


class KeptAnswer(NamedTuple):
    """Where a shot is kept."""

    id: str
    url: str


@tells("battle shot version answer answers?")
class KeptShot(NamedTuple):
    """A shot as it was kept, with the answer it had and the version that gave it."""

    battle: BattleData
    shot: ShotData
    version: str
    answer: ShotPreview
    answers: str | None = None
    """On which answers it stands, for whoever draws or asks it again."""


class KeepShotRequest(FileEntry):
    """A shot to be kept under a link of its own."""

    battle: BattleData
    shot: ShotData
    answers: Answering = None


links = APIRouter(prefix="/shots", tags=["shots"])
ID_BYTES = 15


@links.post(
    "", **described(shape_of(KeptAnswer), KeepShotRequest, example={"battle": BATTLE, "shot": SHOT}, status=201)
)
async def keep_shot(request: Request) -> Response:
    """Keep a shot with its answer; the same shot has the same link."""
    sent = await raw(request, LARGEST)
    id_, kept = await worked_out(request, to_keep, sent, rank=rank_of(sent))
    await services(request).store.keep_shot(id_, kept)
    return answered(written(KeptAnswer(id_, f"/s/{id_}")), 201)


def to_keep(sent: bytes) -> tuple[str, dict[str, Any]]:
    """The id of a shot, and what is kept of it."""
    asked = asking.read(KeepShotRequest, sent)
    answer = odds(ShootRequest.model_construct(**dict(asking.ready(asked))))
    battle = example_named(asked.battle).data if isinstance(asked.battle, str) else asked.battle
    kept = data_of(KeptShot(battle, asked.shot, __version__, answer, asked.answers))
    return base64.urlsafe_b64encode(hashlib.sha256(canonical(kept).encode()).digest()[:ID_BYTES]).decode(), kept


@links.get("/{id}/picture.png", **described("image/png", wrong=(404, 422, 503)))
async def shot_picture(id: str, request: Request) -> Response:  # noqa: A002 - the name in the address
    """The picture of a kept shot beside a link to it, 1200 by 630 pixels."""
    found = await _found(request, id)
    return Response(await worked_out(request, link_picture, found), media_type="image/png", headers=FOREVER)


@links.get("/{id}", **described(shape_of(KeptShot), wrong=(404, 422, 503)))
async def kept_shot(id: str, request: Request) -> Response:  # noqa: A002 - the name in the address
    """A shot as it was kept, with the answer that it had and the version that gave it."""
    response = answered(await _found(request, id))
    response.headers.update(FOREVER)
    return response


def link_picture(kept: Mapping[str, Any]) -> bytes:
    """A shot as PNG in the size in which chats and social pages show a link."""
    from fireline.draw.png import fitted, png

    about = {name: kept.get(name) for name in ("battle", "shot", "answers")}
    return png(fitted(picture(PictureRequest.model_construct(**about)), *LINK_SIZE))


async def _found(request: Request, id_: str) -> dict[str, Any]:
    found = await services(request).store.shot(id_)
    if found is None:
        raise Problem(404, Code.NOT_FOUND, f"no shot is kept under {id_[:40]!r}")
    return found
