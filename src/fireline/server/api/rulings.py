"""May I shoot, what are my odds, roll it: the answers of the command line."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from fireline.server import answering
from fireline.server import scene as scenes
from fireline.server.api.describing import described
from fireline.server.api.requests import Ask, Drawing, Playing, Reading, TargetsOf, Viewing, Writing, body
from fireline.server.api.samples import BATTLE, SHOT
from fireline.server.api.shapes import (
    CheckAnswer,
    OddsAnswer,
    PlayAnswer,
    ReadAnswer,
    SceneAnswer,
    ShootAnswer,
    TargetsAnswer,
)
from fireline.server.packing import packed
from fireline.server.services import answered, asked, services
from fireline.server.wire import as_json

router = APIRouter(tags=["rulings"])
NOT_THROWN = {"seed", "dice"}
"""What makes no difference before the dice are thrown."""


@router.post("/check", **described(CheckAnswer, Ask, example={"battle": BATTLE, "shot": SHOT}))
async def check(request: Request) -> Response:
    """May this shot be made, why or why not, and with what: exactly what `fireline check --json` answers."""
    question = await body(request, Ask)
    return answered(await services(request).ask_once(answering.check, question.model_dump(exclude=NOT_THROWN)))


@router.post("/odds", **described(OddsAnswer, Ask, example={"battle": BATTLE, "shot": SHOT}))
async def odds(request: Request) -> Response:
    """The ruling and the exact chance of every outcome: exactly what `fireline odds --json` answers."""
    question = await body(request, Ask)
    return answered(await services(request).ask_once(answering.odds, question.model_dump(exclude=NOT_THROWN)))


@router.post("/shoot", **described(ShootAnswer, Ask, example={"battle": BATTLE, "shot": SHOT, "seed": 7}))
async def shoot(request: Request) -> Response:
    """Roll the shot, or lay the faces down: what happened, its story, and the battle after it."""
    return await asked(request, answering.shoot, (await body(request, Ask)).model_dump())


@router.post("/targets", **described(TargetsAnswer, TargetsOf, example={"battle": BATTLE, "shooter": "bow"}))
async def targets(request: Request) -> Response:
    """Every enemy of a shooter: may it be shot, or all the reasons why not, and the odds."""
    question = await body(request, TargetsOf)
    return answered(await services(request).ask_once(answering.targets, question.model_dump()))


@router.post("/read", **described(ReadAnswer, Reading, example={"battle": BATTLE}))
async def read(request: Request) -> Response:
    """A battle file, checked: in normal form, with who is in it and what may be said now."""
    return await asked(request, answering.read, (await body(request, Reading)).model_dump())


@router.post("/file", **described("text/plain", Writing, example={"battle": BATTLE}))
async def file(request: Request) -> Response:
    """The battle in normal form as a battle file in YAML, as the command line writes it."""
    text: str = await services(request).ask(answering.file, (await body(request, Writing)).model_dump())
    return Response(text, media_type="text/plain")


@router.post(
    "/play", **described(PlayAnswer, Playing, example={"battle": BATTLE, "command": {"command": "EndPhase"}, "seed": 7})
)
async def play(request: Request) -> Response:
    """Carry out one command; nothing is kept."""
    return await asked(request, answering.play, (await body(request, Playing)).model_dump())


@router.post("/scene", **described(SceneAnswer, Viewing))
async def scene(request: Request) -> Response:
    """A table in three dimensions as triangles, in inches, z up."""
    found = await services(request).ask(scenes.scene, (await body(request, Viewing)).model_dump())
    return await packed(request, as_json(found), "application/json")


@router.post("/picture", **described("image/svg+xml", Drawing, example={"battle": BATTLE, "shot": SHOT}))
async def picture(request: Request) -> Response:
    """The battle, one shot with its line of sight, what the shooter sees, or the odds, as SVG."""
    question = await body(request, Drawing)
    svg = await services(request).ask_once(answering.picture, question.model_dump())
    return await packed(request, svg, "image/svg+xml")
