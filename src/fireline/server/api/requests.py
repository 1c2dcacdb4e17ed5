"""What may be asked of the API: entries like those of a battle file, with the same errors."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

from fastapi import Request
from pydantic import Field, WithJsonSchema

from fireline.formats.parsing import SIZE_LIMIT, parse_json
from fireline.game.entries import FileEntry, Name, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.game.registry import names
from fireline.server.problems import Problem
from fireline.server.wire import canonical

BODY_LIMIT = 2 * SIZE_LIMIT
"""The largest request that is read, in bytes: a battle in it may be as large as a battle file."""
SLOWEST = 20.0
"""Seconds in which a request must have arrived."""
MOST_FACES = 1000

E = TypeVar("E", bound=FileEntry)

BattleData = Annotated[
    Any,
    WithJsonSchema(
        {
            "type": "object",
            "title": "Battle",
            "description": "A battle file as JSON; its whole schema: /api/v1/schema/battle/{ruleset}.json",
            "required": ["fireline", "ruleset"],
            "properties": {
                "fireline": {"const": 1, "type": "integer"},
                "ruleset": {"type": "string", "enum": list(names())},
            },
            "additionalProperties": True,
        }
    ),
]
ShotData = Annotated[
    Any,
    WithJsonSchema(
        {
            "type": "object",
            "title": "Shot",
            "description": "Who shoots at whom, and what else the game lets one declare: weapon, bullets, space ...",
            "required": ["shooter", "target"],
            "properties": {"shooter": {"type": "string"}, "target": {"type": "string"}},
            "additionalProperties": True,
        }
    ),
]
CommandData = Annotated[
    Any,
    WithJsonSchema(
        {
            "type": "object",
            "title": "Command",
            "description": "One of the commands that `read` lists, as data, or a shot with more details.",
            "required": ["command"],
            "properties": {"command": {"type": "string"}},
            "additionalProperties": True,
        }
    ),
]
Team = Annotated[Name | None, Field(description="Answer what this team may know, where the game hides cards.")]
Answering = Annotated[
    Literal["customary", "best", "worst"] | None,
    Field(description="How other players answer what they owe: customarily, or best or worst for them."),
]
Seed = Annotated[int, Field(ge=0, lt=1 << 53, description="Throw the dice of this seed.")]
Faces = Annotated[list[int | str], Field(max_length=MOST_FACES, description="Faces as they fell.")]


class Ask(FileEntry):
    """A question about one shot, or the shot itself: from a seed (a fresh one if none is given), or with faces."""

    battle: BattleData
    shot: ShotData
    team: Team = None
    answers: Answering = None
    seed: Seed | None = None
    dice: Faces | None = None


class TargetsOf(FileEntry):
    """Whom may this shooter shoot at?"""

    battle: BattleData
    shooter: Name
    team: Team = None
    answers: Answering = None


class Reading(FileEntry):
    """A battle to be read: as data, or as the text of a file."""

    battle: BattleData = None
    text: Annotated[str | None, Field(description="A battle file, YAML or JSON.")] = None
    name: Annotated[str | None, Field(max_length=200, description="The file's name, for errors.")] = None
    team: Team = None
    answers: Answering = None


class Writing(FileEntry):
    """A battle to be written as a file."""

    battle: BattleData


class Drawing(FileEntry):
    """A picture of a battle, of one shot in it, of what its shooter sees, or of its odds."""

    battle: BattleData
    shot: ShotData = None
    kind: Literal["board", "eye", "odds"] = "board"
    viewer: Annotated[Name | None, Field(description="Without a shot: whose range or sight the board shows.")] = None
    team: Team = None


class Playing(FileEntry):
    """One command to be carried out."""

    battle: BattleData
    command: CommandData
    seed: Seed | None = None
    dice: Faces | None = None
    team: Team = None


class Viewing(FileEntry):
    """A table in three dimensions to be drawn elsewhere."""

    battle: BattleData
    shot: ShotData = None
    team: Team = None


class Keeping(FileEntry):
    """A shot to be kept under a link of its own."""

    battle: BattleData
    shot: ShotData
    answers: Answering = None


async def body(request: Request, kind: type[E], limit: int = BODY_LIMIT) -> E:
    """What was asked, read with every guard of a battle file; raises `Problem` and `BattleFileError`."""
    text = await raw(request, limit)
    data = parse_json(text_of(text))
    if not isinstance(data, dict):
        raise BattleFileError(Code.WRONG_TYPE, "a request is a mapping of keys to values", "request")
    asked = read_entry(kind, data)
    if len(text) > SIZE_LIMIT:
        check_size(data)
    return asked


async def raw(request: Request, limit: int = BODY_LIMIT) -> bytes:
    """The bytes of a request; raises `Problem` where they are too many, come too slowly, or are no JSON."""
    media = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if media != "application/json":
        raise Problem(415, Code.UNSUPPORTED, f"{media[:80]!r} is not application/json")
    found = bytearray()
    try:
        async with asyncio.timeout(SLOWEST):
            async for chunk in request.stream():
                found += chunk
                if len(found) > limit:
                    raise Problem(413, Code.TOO_LARGE, f"the request is larger than {limit // 1024:,} KiB")
    except TimeoutError:
        raise Problem(408, Code.UNAVAILABLE, f"the request did not arrive within {SLOWEST:g} seconds") from None
    return bytes(found)


def text_of(raw: bytes) -> str:
    """Bytes as text; raises `BattleFileError`."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise BattleFileError(Code.UNREADABLE, f"is not UTF-8 text (byte {wrong.start})", "request") from None


def check_size(asked: Mapping[str, Any]) -> None:
    """Raise `Problem` for a battle that would be no battle file because of its size."""
    for key in ("battle", "text"):
        given = asked.get(key)
        if given is None:
            continue
        size = len((given if isinstance(given, str) else canonical(given)).encode())
        if size > SIZE_LIMIT:
            raise Problem(413, Code.TOO_LARGE, f"{key}: is larger than {SIZE_LIMIT // 1024} KiB", place=key)
