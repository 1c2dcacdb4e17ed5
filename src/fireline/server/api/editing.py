"""Changing a battle by hand."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from pydantic import Field

from fireline.game.entries import FileEntry
from fireline.server import editing
from fireline.server.api.describing import described
from fireline.server.api.requests import BattleData, body
from fireline.server.api.samples import BATTLE
from fireline.server.api.shapes import Shape
from fireline.server.services import asked

router = APIRouter(tags=["rulings"])
Text = Annotated[str, Field(max_length=200)]


class EditEntry(FileEntry):
    """One change of a battle.

    `place` puts an entry into the list at `path`, at `to`; without an id it gets one that begins with `unit`. `move`,
    `rotate` and `remove` are about a unit or another piece. `paint` makes the ground at `to` the kind in `value`.
    `turn` makes it the turn of a unit's side to fire. `set` sets the value at a path.
    """

    op: Literal["place", "move", "rotate", "remove", "paint", "turn", "set"]
    unit: Text | None = None
    to: Annotated[Text | None, Field(description="A place of this game: E5, 2,0 or 12.5,8.")] = None
    path: Annotated[Text | None, Field(description="A path into the battle file: units[bow].blocks.")] = None
    value: Annotated[Any, Field(description="What is set; null takes the entry away.")] = None


class Editing(FileEntry):
    """A battle, and what is to be changed in it."""

    battle: BattleData
    edits: Annotated[list[EditEntry], Field(max_length=100)]


class EditAnswer(Shape):
    """The battle after its changes, and the ids of the pieces placed."""

    battle: dict[str, Any]
    added: list[str]


@router.post(
    "/edit",
    **described(EditAnswer, Editing, example={"battle": BATTLE, "edits": [{"op": "move", "unit": "bow", "to": "F6"}]}),
)
async def edit(request: Request) -> Response:
    """The battle after changes by hand: checked like a battle file, no rule of movement asked."""
    return await asked(request, editing.edit, (await body(request, Editing)).model_dump())
