"""Models of one's own: brought to the server as a file, looked at, and named by battles from then on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse

from fireline.game.errors import BattleFileError, Code
from fireline.game.modelfacts import SideFile
from fireline.questions.forms.bounds import COMMAND, KIB
from fireline.questions.forms.shape import Shape
from fireline.server.api.arriving import Sort, arrived, takes_file
from fireline.server.api.describing import described
from fireline.server.bringing import inspect
from fireline.server.clients import client_of
from fireline.server.modelfiles import KINDS, kept, models_folder
from fireline.server.problems import Problem
from fireline.server.services import answered, body, services, unless_gone
from fireline.server.work import ANALYSIS

router = APIRouter(prefix="/models", tags=["models"])

LARGEST = 64 * KIB * KIB
"""The largest model that may be brought, in bytes."""
ROOM = 4 * KIB * KIB * KIB
"""How many bytes of models are kept in all."""


class ProposedUnit(Shape):
    """A unit that the file's lengths may have, and how high the model is then."""

    unit: str
    millimetres: float


class PartOfModel(Shape):
    """A part of a model, and what it counts as: body, equipment, pose, base or absent."""

    name: str
    kind: str
    triangles: int


class ViewedPart(Shape):
    """A part for a viewer: the corners of its triangles, x y z one after the other."""

    name: str
    kind: str
    positions: list[float]


class ModelView(Shape):
    """A model for a viewer; `coarse` is how far a corner may be from where it belongs, 0 for not at all."""

    coarse: float
    parts: list[ViewedPart]


class ModelAnswer(Shape):
    """A model that the server keeps: `file` is the name by which a battle names it.

    `name` is that under which it came. Lengths are in the file's units, z up, facing +x: `size` is from back to front,
    from side to side, and the height; `figure_scale` is the scale that makes a figure of 32 mm of it.
    """

    file: str
    name: str
    triangles: int
    size: list[float]
    inches_per_unit: float | None
    closed: bool
    leaks: int
    crowded: int
    bent: int
    figure_scale: float
    units: list[ProposedUnit]
    parts: list[PartOfModel]
    notes: list[str]
    view: ModelView


@router.put("/{name}", **takes_file(ModelAnswer, "model"))
async def bring_model(name: str, request: Request) -> Response:
    """Bring a model: the bytes of a GLB, OBJ, STL, PLY or 3MF file of this name; it is kept if it can be read."""
    kind = name.rpartition(".")[2].lower()
    if kind not in KINDS:
        raise Problem(422, Code.UNSUPPORTED, f"name: ends in none of {', '.join(f'.{one}' for one in KINDS)}")
    folder = models_folder()
    async with arrived(request, folder, Sort("model", "model", LARGEST, ROOM), kind) as (part, digest):
        file = f"{digest}.{kind}"
        found = await _looked_at(request, part, SideFile())
        part.replace(folder / file)
    return answered({"file": file, **found, "name": name}, 201)


@router.post("/{file}", **described(ModelAnswer, SideFile, example={"units": "mm", "up": "z"}, wrong=(404,)))
async def look_at_model(file: str, request: Request) -> Response:
    """A model that the server keeps, with what is said of it: its unit, which axes point where, its parts, its base."""
    words = await body(request, SideFile, COMMAND)
    return answered({"file": file, **await _looked_at(request, _kept(file), words), "name": file})


@router.get("/{file}", **described("application/octet-stream", wrong=(404, 422)))
async def fetch_model(file: str) -> Response:
    """The bytes of a model that the server keeps, to lie beside a battle file that names it."""
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return FileResponse(_kept(file), media_type="application/octet-stream", filename=file, headers=headers)


def _kept(file: str) -> Path:
    try:
        return kept(file, "file")
    except BattleFileError as wrong:
        raise Problem(404, wrong.code, str(wrong)) from None


async def _looked_at(request: Request, file: Path, words: SideFile) -> dict[str, Any]:
    how: Any = {"lane": ANALYSIS, "client": client_of(request)}
    work = services(request).work.answer(inspect, str(file), words.said(), **how)
    found: dict[str, Any] = await unless_gone(request, work)
    return found
