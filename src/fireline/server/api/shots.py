"""One shot under a link of its own: board, ruling, odds and version, the same for anybody at any time."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from fastapi import APIRouter, Request, Response

from fireline import __version__
from fireline.game.errors import Code
from fireline.game.preview import ShotPreview
from fireline.game.result import canonical
from fireline.questions.forms.requests import BATTLE as LARGEST
from fireline.questions.forms.requests import BattleData, Keeping, ShotData
from fireline.questions.forms.samples import BATTLE, SHOT
from fireline.questions.pictures import Drawing, picture
from fireline.questions.shots import Ask, odds
from fireline.ruling.told import data_of, tells, written
from fireline.server import asking
from fireline.server.api.describing import described
from fireline.server.api.shaping import shape_of
from fireline.server.page import FOREVER, LINK_SIZE
from fireline.server.problems import Problem
from fireline.server.services import answered, rank_of, raw, services, worked_out


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


router = APIRouter(prefix="/shots", tags=["shots"])
ID_BYTES = 15


@router.post("", **described(shape_of(KeptAnswer), Keeping, example={"battle": BATTLE, "shot": SHOT}, status=201))
async def keep_shot(request: Request) -> Response:
    """Keep a shot with its answer; the same shot has the same link."""
    sent = await raw(request, LARGEST)
    id_, kept = await worked_out(request, to_keep, sent, rank=rank_of(sent))
    await services(request).store.keep_shot(id_, kept)
    return answered(written(KeptAnswer(id_, f"/s/{id_}")), 201)


def to_keep(sent: bytes) -> tuple[str, dict[str, Any]]:
    """The id of a shot, and what is kept of it."""
    asked = asking.read(Keeping, sent)
    answer = odds(Ask.model_construct(**dict(asking.ready(asked))))
    kept = data_of(KeptShot(asked.battle, asked.shot, __version__, answer, asked.answers))
    return base64.urlsafe_b64encode(hashlib.sha256(canonical(kept).encode()).digest()[:ID_BYTES]).decode(), kept


@router.get("/{id}/picture.png", **described("image/png", wrong=(404, 422, 503)))
async def shot_picture(id: str, request: Request) -> Response:  # noqa: A002 - the name in the address
    """The picture of a kept shot beside a link to it, 1200 by 630 pixels."""
    found = await _found(request, id)
    return Response(await worked_out(request, link_picture, found), media_type="image/png", headers=FOREVER)


@router.get("/{id}", **described(shape_of(KeptShot), wrong=(404, 422, 503)))
async def kept_shot(id: str, request: Request) -> Response:  # noqa: A002 - the name in the address
    """A shot as it was kept, with the answer that it had and the version that gave it."""
    response = answered(await _found(request, id))
    response.headers.update(FOREVER)
    return response


def link_picture(kept: Mapping[str, Any]) -> bytes:
    """A shot as PNG in the size in which chats and social pages show a link."""
    from fireline.draw.png import fitted, png

    about = {name: kept.get(name) for name in ("battle", "shot", "answers")}
    return png(fitted(picture(Drawing.model_construct(**about)), *LINK_SIZE))


async def find(request: Request, id_: str) -> dict[str, Any] | None:
    """The shot that is kept under an id, None where there is none."""
    return await services(request).store.shot(id_)


async def _found(request: Request, id_: str) -> dict[str, Any]:
    found = await find(request, id_)
    if found is None:
        raise Problem(404, Code.NOT_FOUND, f"no shot is kept under {id_[:40]!r}")
    return found
