"""Changing a battle by hand."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from fireline.server import editing
from fireline.server import ruler as rulers
from fireline.server.api.describing import described
from fireline.server.api.requests import Editing, Measuring
from fireline.server.api.samples import BATTLE
from fireline.server.api.shape import BattleData, Shape
from fireline.server.services import asked

router = APIRouter(tags=["rulings"])


class EditAnswer(Shape):
    """The battle after its changes, and the ids of the pieces placed."""

    battle: BattleData
    added: list[str]


class RulerAnswer(Shape):
    """What a ruler says of a unit that might stand somewhere: in words, to whom it measures, whether the line is clear.

    `stands` is whether it can stand there; else the words say why not.
    """

    stands: bool
    target: str | None
    clear: bool | None
    text: str


@router.post("/ruler", **described(RulerAnswer, Measuring, example={"battle": BATTLE, "unit": "bow", "to": "F6"}))
async def ruler(request: Request) -> Response:
    """How far it is to a place, and from there to the nearest enemy, and whether the line is clear."""
    return await asked(request, rulers.ruler, Measuring)


@router.post(
    "/edit",
    **described(EditAnswer, Editing, example={"battle": BATTLE, "edits": [{"op": "move", "unit": "bow", "to": "F6"}]}),
)
async def edit(request: Request) -> Response:
    """The battle after changes by hand: checked like a battle file, no rule of movement asked."""
    return await asked(request, editing.edit, Editing)
