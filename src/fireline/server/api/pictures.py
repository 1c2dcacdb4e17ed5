"""Pictures to lie underneath a board: brought as a file, written anew, and named by what they hold from then on."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from secrets import token_hex
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse
from pydantic import Field

from fireline.game.entries import FileEntry, shown
from fireline.game.errors import Code
from fireline.server.api.arriving import make_room, received
from fireline.server.api.bodies import KIB
from fireline.server.api.describing import described
from fireline.server.api.shape import Shape
from fireline.server.clients import client_of
from fireline.server.guard import Quota
from fireline.server.modelfiles import models_folder
from fireline.server.problems import Problem
from fireline.server.recoding import recode
from fireline.server.services import answered, services, unless_gone

router = APIRouter(prefix="/pictures", tags=["pictures"])

LARGEST = 24 * KIB * KIB
"""The largest picture that may be brought, in bytes."""
ROOM = KIB * KIB * KIB
"""How many bytes of pictures are kept in all."""
LOOKING = 20.0
"""Seconds that it may take to read one."""
KEPT_NAME = r"[0-9a-f]{64}\.webp"
Number = Annotated[float, Field(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)]
Length = Annotated[float, Field(gt=0, le=1_000_000, allow_inf_nan=False)]


class Underlay(FileEntry):
    """A picture underneath a board: its file, its upper left corner, and its size.

    Where the drawing of a board measures places by two numbers these are such numbers, else they are its pixels.
    """

    file: Annotated[str, Field(pattern=f"^{KEPT_NAME}$")]
    x: Number
    y: Number
    width: Length
    height: Length


class PictureAnswer(Shape):
    """A picture that the server keeps: `file` is the name by which a game or a table names it; its size in pixels."""

    file: str
    width: int
    height: int


def _brought() -> dict[str, Any]:
    """The keywords of the route that takes a file."""
    facts = described(PictureAnswer, status=201, wrong=(408, 413, 415, 422, 503))
    facts["responses"][415] |= {"description": "No file of a picture"}
    content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    return facts | {"openapi_extra": {"requestBody": {"required": True, "content": content}}}


@router.put("", **_brought())
async def bring(request: Request) -> Response:
    """Bring a picture: the bytes of a PNG, JPEG or WebP file. It is written anew, at most 2560 pixels wide and high."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/octet-stream" and not media.startswith("image/"):
        raise Problem(415, Code.UNSUPPORTED, f"{media[:80]!r} is not application/octet-stream")
    quota: Quota = request.app.state.bringing
    quota.take(client_of(request), "pictures")
    folder = _folder()
    part = folder / f".{token_hex(16)}.part"
    try:
        await asyncio.to_thread(make_room, folder, ROOM, "picture")
        await received(request, part, LARGEST, "picture")
        lane = services(request).lanes.analysis
        work = lane.answer(recode, str(part), client=client_of(request), seconds=LOOKING)
        found: dict[str, Any] = await unless_gone(request, work)
    except OSError:
        raise Problem(503, Code.UNAVAILABLE, "the picture cannot be kept: the server's folder takes no file") from None
    finally:
        part.unlink(missing_ok=True)
        part.with_suffix(".webp").unlink(missing_ok=True)
    return answered(found, 201)


@router.get("/{file}", **described("image/webp", wrong=(404, 422)))
async def fetch(file: str) -> Response:
    """A picture that the server keeps."""
    path = _folder() / file
    if not re.fullmatch(KEPT_NAME, file) or not path.is_file():
        raise Problem(404, Code.NOT_FOUND, f"the picture {shown(file)} was not brought to this server")
    return FileResponse(path, media_type="image/webp", headers={"Cache-Control": "public, max-age=31536000, immutable"})


def _folder() -> Path:
    return models_folder() / "pictures"
