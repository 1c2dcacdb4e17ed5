"""Maps of other programs, made into battles."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from fireline.server import importing
from fireline.server.api.bodies import MAP
from fireline.server.api.describing import described
from fireline.server.api.requests import Importing
from fireline.server.api.samples import BATTLE
from fireline.server.api.samples import MAP as SAMPLE
from fireline.server.api.shape import BattleData, Shape
from fireline.server.services import asked

router = APIRouter(tags=["rulings"])


class MapChoice(Shape):
    """An answer to choose."""

    title: str
    value: str


class MapQuestionAnswer(Shape):
    """What a map file cannot tell: the answer taken, and whether it was given; a number has bounds and no choices.

    Where it `decides`, another answer makes another map, with questions of its own.
    """

    key: str
    text: str
    unit: str
    choices: list[MapChoice]
    least: float | None
    most: float | None
    usual: str
    answer: str
    given: bool
    decides: bool


class MapLies(Shape):
    """Where the map's picture lies: its upper left corner as a place of two numbers, and its size in such steps."""

    x: float
    y: float
    width: float
    height: float


class ImportAnswer(Shape):
    """The battle, what the file left open, what of it is not used, and where its picture lies underneath the board."""

    ruleset: str
    format: str
    battle: BattleData
    questions: list[MapQuestionAnswer]
    unused: list[str]
    lies: MapLies | None


@router.post(
    "/import",
    **described(
        ImportAnswer, Importing, example={"ruleset": BATTLE["ruleset"], "map": SAMPLE, "name": "two-hexes.board"}
    ),
)
async def import_map(request: Request) -> Response:
    """A battle made of a map of Universal VTT, Foundry, Tiled or MegaMek; nothing is kept."""
    return await asked(request, importing.import_map, Importing, bound=MAP)
