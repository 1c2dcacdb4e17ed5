"""Pictures to lie underneath a board: brought as a file, written anew, and named by what they hold from then on."""

from __future__ import annotations

import re
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse

from fireline.game.entries import shown
from fireline.game.errors import Code
from fireline.questions.forms.bounds import KIB
from fireline.questions.forms.shape import Shape
from fireline.questions.forms.underlay import KEPT_NAME
from fireline.server.api.arriving import Sort, arrived, takes_file
from fireline.server.api.describing import described
from fireline.server.clients import client_of
from fireline.server.modelfiles import pictures_folder
from fireline.server.problems import Problem
from fireline.server.recoding import recode
from fireline.server.services import answered, services, unless_gone
from fireline.server.work import ANALYSIS

router = APIRouter(prefix="/pictures", tags=["pictures"])

LARGEST = 24 * KIB * KIB
"""The largest picture that may be brought, in bytes."""
ROOM = KIB * KIB * KIB
"""How many bytes of pictures are kept in all."""


class PictureAnswer(Shape):
    """A picture that the server keeps: `file` is the name by which a game or a table names it; its size in pixels."""

    file: str
    width: int
    height: int


@router.put("", **takes_file(PictureAnswer, "picture"))
async def bring(request: Request) -> Response:
    """Bring a picture: the bytes of a PNG, JPEG or WebP file. It is written anew, at most 2560 pixels wide and high."""
    async with arrived(request, pictures_folder(), Sort("picture", "image", LARGEST, ROOM), "part") as (part, _):
        try:
            work = services(request).work.answer(recode, str(part), lane=ANALYSIS, client=client_of(request))
            found: dict[str, Any] = await unless_gone(request, work)
        finally:
            part.with_suffix(".webp").unlink(missing_ok=True)
    return answered(found, 201)


@router.get("/{file}", **described("image/webp", wrong=(404, 422)))
async def fetch(file: str) -> Response:
    """A picture that the server keeps."""
    path = pictures_folder() / file
    if not re.fullmatch(KEPT_NAME, file) or not path.is_file():
        raise Problem(404, Code.NOT_FOUND, f"the picture {shown(file)} was not brought to this server")
    return FileResponse(path, media_type="image/webp", headers={"Cache-Control": "public, max-age=31536000, immutable"})
