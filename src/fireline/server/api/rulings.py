"""May I shoot, what are my odds, roll it: the answers of the command line."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from fireline.server import answering
from fireline.server import scene as scenes
from fireline.server.api.bodies import TEXT
from fireline.server.api.describing import described
from fireline.server.api.requests import Ask, Drawing, DrawingPng, Playing, Reading, TargetsOf, Viewing, Writing
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
from fireline.server.services import answer_to, asked

router = APIRouter(tags=["rulings"])


@router.post("/check", **described(CheckAnswer, Ask, example={"battle": BATTLE, "shot": SHOT}))
async def check(request: Request) -> Response:
    """May this shot be made, why or why not, and with what: exactly what `fireline check --json` answers."""
    return await asked(request, answering.check, Ask, once=True)


@router.post("/odds", **described(OddsAnswer, Ask, example={"battle": BATTLE, "shot": SHOT}))
async def odds(request: Request) -> Response:
    """The ruling and the exact chance of every outcome: exactly what `fireline odds --json` answers."""
    return await asked(request, answering.odds, Ask, once=True)


@router.post("/shoot", **described(ShootAnswer, Ask, example={"battle": BATTLE, "shot": SHOT, "seed": 7}))
async def shoot(request: Request) -> Response:
    """Roll the shot, or lay the faces down: what happened, its story, and the battle after it."""
    return await asked(request, answering.shoot, Ask)


@router.post("/targets", **described(TargetsAnswer, TargetsOf, example={"battle": BATTLE, "shooter": "bow"}))
async def targets(request: Request) -> Response:
    """Every enemy of a shooter: may it be shot, or all the reasons why not, and the odds."""
    return await asked(request, answering.targets, TargetsOf, once=True)


@router.post("/read", **described(ReadAnswer, Reading, example={"battle": BATTLE}))
async def read(request: Request) -> Response:
    """A battle file, checked: in normal form, with who is in it and what may be said now."""
    return await asked(request, answering.read, Reading, bound=TEXT)


@router.post("/file", **described("text/plain", Writing, example={"battle": BATTLE}))
async def file(request: Request) -> Response:
    """The battle in normal form as a battle file in YAML, as the command line writes it."""
    return Response(await answer_to(request, answering.file, Writing), media_type="text/plain")


@router.post(
    "/play", **described(PlayAnswer, Playing, example={"battle": BATTLE, "command": {"command": "EndPhase"}, "seed": 7})
)
async def play(request: Request) -> Response:
    """Carry out one command; nothing is kept."""
    return await asked(request, answering.play, Playing)


@router.post("/scene", **described(SceneAnswer, Viewing))
async def scene(request: Request) -> Response:
    """A table in three dimensions as triangles, in inches, z up."""
    return await packed(request, await answer_to(request, scenes.scene, Viewing), "application/json")


@router.post("/picture", **described("image/svg+xml", Drawing, example={"battle": BATTLE, "shot": SHOT}))
async def picture(request: Request) -> Response:
    """The battle, one shot with its line of sight, what the shooter sees, or the odds, as SVG."""
    return await packed(request, await answer_to(request, answering.picture, Drawing, once=True), "image/svg+xml")


@router.post("/picture.png", **described("image/png", DrawingPng, example={"battle": BATTLE, "shot": SHOT}))
async def picture_png(request: Request) -> Response:
    """The same picture as PNG, for chats and wherever SVG is not taken."""
    return Response(await answer_to(request, answering.picture_png, DrawingPng, once=True), media_type="image/png")
