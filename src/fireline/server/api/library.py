"""What the server knows: games, rulebooks, starters, examples with their pictures, schemas."""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response

import fireline
from fireline import __version__
from fireline.formats.examples import listed
from fireline.formats.writing import write_atomically
from fireline.game.errors import BattleFileError, Code
from fireline.game.registry import every
from fireline.game.result import canonical
from fireline.questions.answering.schemas import DIALECT, schema_of_battles
from fireline.questions.forms.shape import AsyncApi, JsonSchema, Shape
from fireline.questions.forms.shapes import (
    ExampleAnswer,
    ExampleLine,
    GameLine,
    Health,
    OddsAnswer,
    ShootAnswer,
    StarterAnswer,
    TargetsAnswer,
)
from fireline.questions.pictures import Drawing, picture
from fireline.ruling.told import written
from fireline.server import books
from fireline.server.api.describing import asyncapi, described
from fireline.server.api.shaping import shape_of
from fireline.server.modelfiles import models_folder
from fireline.server.problems import AGAIN, Busy, Problem
from fireline.server.services import answered, services, unless_gone
from fireline.server.store.rows import DatabaseError
from fireline.server.work import LONG, Work

router = APIRouter(tags=["library"])
health = APIRouter(tags=["library"])


@health.get("/healthz", **described(Health))
async def healthz(request: Request) -> Response:
    """Whether the server is well, and its version; `degraded` where tables are stopped or nothing can be kept."""
    store = services(request).store
    try:
        store.check()
        database = "ok"
    except DatabaseError:
        database = "gone"
    status = "degraded" if store.damaged or database != "ok" else "ok"
    told = {"stopped_tables": len(store.damaged), "database": database}  # which ones stands in the server's log
    return answered({"status": status, "version": __version__} | told)


@health.get("/readyz", **described(Health, wrong=(503,)))
async def readyz(request: Request) -> Response:
    """Whether questions are answered at once; until then they wait, and this is 503."""
    if not services(request).work.ready.is_set():
        raise Problem(503, Code.UNAVAILABLE, "the server is starting; questions wait", headers={"Retry-After": "1"})
    return await healthz(request)


@router.get("/rulesets", **described(GameLine, many=True))
async def rulesets() -> Response:
    """The games that the server knows."""
    games, _ = every()
    return answered([books.game_line(game) for game in games])


@router.get("/rulesets/{id}", **described(shape_of(books.RulebookAnswer), wrong=(404, 422)))
async def rulebook(id: str) -> Response:  # noqa: A002 - the name in the address
    """A game: every rule in plain words with its source and the reading taken, options, versions, and editing."""
    return answered(written(books.book(books.game(id))))


@router.get("/rulesets/{id}/numbers", **described(shape_of(books.NumberLine), many=True, wrong=(404, 422)))
async def numbers(id: str) -> Response:  # noqa: A002
    """Every number of a game's rules, by the address under which a battle's `house` sets it."""
    return answered(written(books.numbers(books.game(id))))


@router.get("/rulesets/{id}/starter", **described(StarterAnswer, wrong=(404, 422)))
async def starter_battle(id: str) -> Response:  # noqa: A002
    """The commented battle file to start from, as `fireline examples GAME` prints it, and its data."""
    return answered(books.first_battle(books.game(id)))


@router.get("/examples", **described(ExampleLine, many=True))
async def all_examples() -> Response:
    """The example battles, and the set-ups of every game, from the smallest to the largest."""
    return answered([one.line() for one in listed()])


@router.get("/examples/{name}", **described(ExampleAnswer, wrong=(404, 422)))
async def example_battle(name: str) -> Response:
    """An example battle: what it shows, and the data of its file."""
    found = books.example(name)
    return answered(found.line() | {"battle": found.data})


@router.get("/examples/{name}/picture.svg", **described("image/svg+xml", wrong=(404, 422, 503)))
async def example_picture(name: str, request: Request) -> Response:
    """The picture of an example battle, for a set-up where everybody stands."""
    svg = await unless_gone(request, request.app.state.pictures.get(name, books.example_board(name)))
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})


@router.get("/schema/battle/{ruleset}.json", **described(JsonSchema, wrong=(404, 422)))
async def battle_schema(ruleset: str) -> Response:
    """The JSON Schema of a game's battle files."""
    return answered(schema_of_battles(books.game(ruleset)))


@router.get("/schema/answer.json", **described(JsonSchema))
async def answer_schema() -> Response:
    """The JSON Schema of the answers to `check`, `odds`, `shoot` and `targets`."""
    shapes: list[type[Shape]] = [OddsAnswer, ShootAnswer, TargetsAnswer]
    one_of_them = {"anyOf": [{"$ref": f"#/$defs/{shape.__name__}"} for shape in shapes]}
    defs: dict[str, Any] = {}
    for shape in shapes:
        schema = shape.model_json_schema(ref_template="#/$defs/{model}")
        defs |= schema.pop("$defs", {}) | {shape.__name__: schema}
    return answered({"$schema": DIALECT, "title": "Fireline answer", **one_of_them, "$defs": defs})


@router.get("/asyncapi.json", **described(AsyncApi))
async def socket_description(request: Request) -> Response:
    """The socket of a table described for programs (AsyncAPI 3), of the same models that the server reads and sends."""
    protocol = "wss" if request.url.scheme == "https" else "ws"
    here = {"host": request.url.netloc, "protocol": protocol}
    return answered(asyncapi() | {"servers": {"here": here}})


class ExamplePictures:
    """Draws whatever is asked for; however many ask at once, they wait, and none is refused."""

    def __init__(self, work: Work) -> None:
        self._work, self._one = work, asyncio.Lock()
        self._drawn: dict[str, asyncio.Task[str]] = {}

    async def get(self, name: str, asked: dict[str, Any]) -> str:
        """The picture of an example, from the question for it."""
        task = self._drawn.get(name)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._drawn[name] = asyncio.create_task(self._draw(asked))
        return await asyncio.shield(task)

    def close(self) -> None:
        """Draw nothing more."""
        for task in self._drawn.values():
            task.cancel()

    async def _draw(self, asked: dict[str, Any]) -> str:
        known = hashlib.sha256(f"{_made()} {canonical(asked)}".encode()).hexdigest()
        file = models_folder() / "examples" / f"{known}.svg"
        with suppress(OSError):
            return file.read_text(encoding="utf-8")
        async with self._one:
            svg = await self._asked(Drawing.model_validate(asked))
        with suppress(OSError, BattleFileError):
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(file, svg)
        return svg

    async def _asked(self, drawing: Drawing) -> str:
        while True:
            try:
                svg: str = await self._work.answer(picture, drawing, lane=LONG, client="examples")
            except Busy:
                await asyncio.sleep(AGAIN)
            else:
                return svg


@cache
def _made() -> str:
    """Which Fireline this is: its version, and when its newest file was written."""
    files = Path(fireline.__file__).parent.rglob("*.py")
    return f"{fireline.__version__} {max(file.stat().st_mtime_ns for file in files)}"
