"""Files that people bring: received into a folder with bounds on size and time, and counted as they come."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import BinaryIO

from fastapi import Request

from fireline.game.errors import Code
from fireline.server.api.bodies import KIB, UNREAD, receiving
from fireline.server.clients import client_of
from fireline.server.problems import Problem

LONGEST = 120.0
"""Seconds in which a file must have arrived."""


def make_room(folder: Path, most: int, what: str) -> None:
    """Make the folder of such files; raises `Problem` where it holds so many bytes already."""
    folder.mkdir(parents=True, exist_ok=True)
    if sum(one.stat().st_size for one in folder.iterdir()) > most:
        raise Problem(503, Code.UNAVAILABLE, f"the server keeps {most // KIB**3} GiB of {what}s already, and no more")


async def received(request: Request, part: Path, largest: int, what: str) -> str:
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
