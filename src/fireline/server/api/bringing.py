"""Models and pictures that people bring: received with bounds, looked at or written anew, and named from then on.

What looks at a file or writes it anew runs in a process of its own.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import warnings
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse
from pydantic import BaseModel

from fireline.extras import need
from fireline.formats.folder import read_mesh
from fireline.game.entries import read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.modelfacts import MeshFacts, SideFile, facts
from fireline.questions.forms.requests import COMMAND, KEPT_NAME, KIB
from fireline.ruling.told import data_of, tells, written
from fireline.server.api.describing import described
from fireline.server.api.shaping import shape_of
from fireline.server.guard import client_of
from fireline.server.modelfiles import KINDS, kept, models_folder, pictures_folder
from fireline.server.problems import Problem, unknown
from fireline.server.services import answered, body, receive, worked_out
from fireline.server.work import ANALYSIS

if TYPE_CHECKING:
    from fireline.geometry.solids import Solid

router = APIRouter()

LARGEST_MODEL = 64 * KIB * KIB
"""The largest model that may be brought, in bytes."""
ROOM_FOR_MODELS = 4 * KIB * KIB * KIB
"""How many bytes of models are kept in all."""
LARGEST_PICTURE = 24 * KIB * KIB
"""The largest picture that may be brought, in bytes."""
ROOM_FOR_PICTURES = KIB * KIB * KIB
"""How many bytes of pictures are kept in all."""
SHARE = 512 * KIB**2
"""Bytes of models and pictures that a client may bring in a day: no address alone fills the room there is."""
LONGEST_FILE = 120.0
"""Seconds in which a file must have arrived."""
MOST_TRIANGLES = 20_000
"""The most triangles that a viewer is sent; what has more is made coarser, and said to be."""
DECIMALS = 6
"""Of the file's units, more than a screen shows."""
FORMATS = ("PNG", "JPEG", "WEBP")
MOST_PIXELS = 40_000_000
"""A picture of more is refused before any of them is read."""
SIDE = 2560
"""Pixels of the longer side of what is kept; a larger picture is made smaller."""
QUALITY = 80


class FileSort(NamedTuple):
    """A sort of files: what one is called, the family of its media types, and the bytes of one and of all at most."""

    what: str
    family: str
    largest: int
    room: int


def takes_file(answer: type[BaseModel], what: str) -> dict[str, Any]:
    """The keywords of a route that takes the bytes of a file."""
    facts = described(answer, status=201, wrong=(408, 413, 415, 422, 503))
    facts["responses"][415] |= {"description": f"No file of a {what}"}
    content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    return facts | {"openapi_extra": {"requestBody": {"required": True, "content": content}}}


@asynccontextmanager
async def arrived(request: Request, folder: Path, sort: FileSort, ending: str) -> AsyncIterator[tuple[Path, str]]:
    """What was sent as a file of the folder, for as long as it is looked at, and its SHA-256.

    Raises `Problem` where it is of another media type, too much, too slow, or cannot be kept.
    """
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/octet-stream" and not media.startswith(f"{sort.family}/"):
        raise Problem(415, Code.UNSUPPORTED, f"{media[:80]!r} is not application/octet-stream")
    files, size = request.app.state.bringing
    files.take(client_of(request), f"{sort.what}s")
    part, digest = folder / f".{token_hex(16)}.{ending}", hashlib.sha256()
    try:
        await asyncio.to_thread(_make_room, folder, sort.room, sort.what)
        with part.open("xb") as out:

            def take(chunk: bytes) -> None:
                digest.update(chunk)
                out.write(chunk)

            await receive(request, sort.what, sort.largest, LONGEST_FILE, take)
        size.take(client_of(request), f"bytes of {sort.what}s", part.stat().st_size)
        yield part, digest.hexdigest()
    except OSError:
        told = f"the {sort.what} cannot be kept: the server's folder takes no file"
        raise Problem(503, Code.UNAVAILABLE, told) from None
    finally:
        part.unlink(missing_ok=True)


def _make_room(folder: Path, most: int, what: str) -> None:
    """Make the folder of such files; raises `Problem` where it holds so many bytes already."""
    folder.mkdir(parents=True, exist_ok=True)
    if sum(one.stat().st_size for one in folder.iterdir()) > most:
        raise Problem(503, Code.UNAVAILABLE, f"the server keeps {most // KIB**3} GiB of {what}s already, and no more")


# --- models --------------------------------------------------------------------------


class ViewedPart(NamedTuple):
    """A part for a viewer: the corners of its triangles, x y z one after the other."""

    name: str
    kind: str
    positions: Sequence[float]


class ModelView(NamedTuple):
    """A model for a viewer; `coarse` is how far a corner may be from where it belongs, 0 for not at all."""

    coarse: float
    parts: Sequence[ViewedPart]


@tells("file name *facts view")
class ModelAnswer(NamedTuple):
    """A model that the server keeps: `file` is the name by which a battle names it, `name` that under which it came."""

    file: str
    name: str
    facts: MeshFacts
    view: ModelView


@router.put("/models/{file}", tags=["models"], **takes_file(shape_of(ModelAnswer), "model"))
async def bring_model(file: str, request: Request) -> Response:
    """Bring a model: the bytes of a GLB, OBJ, STL, PLY or 3MF file of this name; it is kept if it can be read."""
    kind = file.rpartition(".")[2].lower()
    if kind not in KINDS:
        raise Problem(422, Code.UNSUPPORTED, f"file: ends in none of {', '.join(f'.{one}' for one in KINDS)}")
    folder = models_folder()
    async with arrived(request, folder, FileSort("model", "model", LARGEST_MODEL, ROOM_FOR_MODELS), kind) as (
        part,
        digest,
    ):
        own = f"{digest}.{kind}"
        found = await _looked_at(request, part, SideFile(), own, file)
        part.replace(folder / own)
    return answered(found, 201)


@router.post(
    "/models/{file}",
    tags=["models"],
    **described(shape_of(ModelAnswer), SideFile, example={"units": "mm", "up": "z"}, wrong=(404,)),
)
async def look_at_model(file: str, request: Request) -> Response:
    """A model that the server keeps, with what is said of it: its unit, which axes point where, its parts, its base."""
    words = await body(request, SideFile, COMMAND)
    return answered(await _looked_at(request, _kept(file), words, file, file))


@router.get("/models/{file}", tags=["models"], **described("application/octet-stream", wrong=(404, 422)))
async def fetch_model(file: str) -> Response:
    """The bytes of a model that the server keeps, to lie beside a battle file that names it."""
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return FileResponse(_kept(file), media_type="application/octet-stream", filename=file, headers=headers)


def _kept(file: str) -> Path:
    with unknown("file"):
        return kept(file, "file")


async def _looked_at(request: Request, path: Path, words: SideFile, file: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = await worked_out(request, inspect, str(path), words.said(), file, name, lane=ANALYSIS)
    return found


def inspect(path: str, words: Mapping[str, Any], file: str, name: str) -> dict[str, Any]:
    """A mesh file with what is said of it, as the answer tells it; raises `BattleFileError`."""
    from fireline.geometry.bulk import coarse

    try:
        model = read_mesh(Path(path), read_entry(SideFile, words))
    except BattleFileError as wrong:  # where it lies on the server is nobody's business
        raise BattleFileError(wrong.code, wrong.problem, wrong.place) from None
    solid, error = coarse(model.solid, MOST_TRIANGLES)
    view = ModelView(round(error / model.unit, DECIMALS), [*_parts(solid, model.tags, model.unit)])
    return data_of(ModelAnswer(file, name, facts(model), view))


def _parts(solid: Solid, kinds: tuple[str, ...], unit: float) -> Iterator[ViewedPart]:
    for number, (name, kind) in enumerate(zip(solid.parts, kinds, strict=True)):
        positions = (solid.corners[solid.part_of == number] / unit).round(DECIMALS).ravel().tolist()
        yield ViewedPart(name, kind, positions)


# --- pictures to lie underneath a board ----------------------------------------------


class PictureAnswer(NamedTuple):
    """A picture that the server keeps: `file` is the name by which a game or a table names it; its size in pixels."""

    file: str
    width: int
    height: int


@router.put("/pictures", tags=["pictures"], **takes_file(shape_of(PictureAnswer), "picture"))
async def bring(request: Request) -> Response:
    """Bring a picture: the bytes of a PNG, JPEG or WebP file. It is written anew, at most 2560 pixels wide and high."""
    async with arrived(
        request, pictures_folder(), FileSort("picture", "image", LARGEST_PICTURE, ROOM_FOR_PICTURES), "part"
    ) as (part, _):
        try:
            found = await worked_out(request, recode, str(part), lane=ANALYSIS)
        finally:
            part.with_suffix(".webp").unlink(missing_ok=True)
    return answered(written(found), 201)


@router.get("/pictures/{file}", tags=["pictures"], **described("image/webp", wrong=(404, 422)))
async def fetch(file: str) -> Response:
    """A picture that the server keeps."""
    path = pictures_folder() / file
    if not re.fullmatch(KEPT_NAME, file) or not path.is_file():
        raise Problem(404, Code.NOT_FOUND, f"the picture {shown(file)} was not brought to this server")
    return FileResponse(path, media_type="image/webp", headers={"Cache-Control": "public, max-age=31536000, immutable"})


def recode(file: str) -> PictureAnswer:
    """Write a picture anew as WebP beside its file; answers the name of what was written, and its size.

    The name is the SHA-256 of what was written, so that a picture that is brought twice is kept once. What was written
    here before and comes back byte for byte, in the log of a game, is read like every other and kept as it is: written
    anew it would lose a little each time. Raises `BattleFileError` for a file that is no PNG, JPEG or WebP picture, and
    for one of too many pixels.
    """
    need("PIL", "server", "pictures are read by Pillow")
    from PIL import Image, ImageOps

    too_large = BattleFileError(Code.TOO_LARGE, f"has more than {MOST_PIXELS // 10**6} million pixels", "picture")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(file, formats=FORMATS) as given:
                small = given.width * given.height <= MOST_PIXELS
                picture = ImageOps.exif_transpose(given).convert("RGB") if small else None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise too_large from None
    except (OSError, ValueError, SyntaxError):
        raise BattleFileError(Code.UNREADABLE, "is no PNG, JPEG or WebP picture that can be read", "picture") from None
    if picture is None:
        raise too_large
    if (known := _named_by_bytes(Path(file))).is_file():
        return PictureAnswer(known.name, picture.width, picture.height)
    picture.thumbnail((SIDE, SIDE))
    out = Path(file).with_suffix(".webp")
    picture.save(out, "WEBP", quality=QUALITY, method=0)
    out.replace(kept := _named_by_bytes(out))
    return PictureAnswer(kept.name, picture.width, picture.height)


def _named_by_bytes(file: Path) -> Path:
    """Where a file is kept that holds these bytes."""
    return file.with_name(f"{hashlib.sha256(file.read_bytes()).hexdigest()}.webp")
