"""Files that people bring: received into a folder with bounds on size and time, and counted as they come."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any, BinaryIO, NamedTuple

from fastapi import Request
from pydantic import BaseModel

from fireline.game.errors import Code
from fireline.questions.forms.bounds import KIB
from fireline.server.api.bodies import receiving
from fireline.server.api.describing import described
from fireline.server.clients import client_of
from fireline.server.problems import Problem
from fireline.server.unread import UNREAD

SHARE = 512 * KIB**2
"""Bytes of models and pictures that a client may bring in a day: no address alone fills the room there is."""
LONGEST = 120.0
"""Seconds in which a file must have arrived."""


class Sort(NamedTuple):
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
async def arrived(request: Request, folder: Path, sort: Sort, ending: str) -> AsyncIterator[tuple[Path, str]]:
    """What was sent as a file of the folder, for as long as it is looked at, and its SHA-256.

    Raises `Problem` where it is of another media type, too much, too slow, or cannot be kept.
    """
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/octet-stream" and not media.startswith(f"{sort.family}/"):
        raise Problem(415, Code.UNSUPPORTED, f"{media[:80]!r} is not application/octet-stream")
    files, size = request.app.state.bringing
    files.take(client_of(request), f"{sort.what}s")
    part = folder / f".{token_hex(16)}.{ending}"
    try:
        await asyncio.to_thread(_make_room, folder, sort.room, sort.what)
        digest = await _received(request, part, sort.largest, sort.what)
        size.take(client_of(request), f"bytes of {sort.what}s", part.stat().st_size)
        yield part, digest
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


async def _received(request: Request, part: Path, largest: int, what: str) -> str:
    """The SHA-256 of what was sent, which lies in a file now; raises `Problem` where it is too large or too slow."""
    digest = hashlib.sha256()
    with receiving.one_more(client_of(request)), part.open("xb") as out:
        try:
            async with asyncio.timeout(LONGEST):
                await _copied(request, out, digest, largest, what)
        except TimeoutError:
            told = f"the {what} did not arrive within {LONGEST:g} seconds"
            raise Problem(408, Code.UNAVAILABLE, told, headers=UNREAD) from None
    return digest.hexdigest()


async def _copied(request: Request, out: BinaryIO, digest: hashlib._Hash, largest: int, what: str) -> None:
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > largest:
            told = f"the {what} is larger than {largest // KIB**2} MiB"
            raise Problem(413, Code.TOO_LARGE, told, headers=UNREAD)
        digest.update(chunk)
        out.write(chunk)
