"""What the server knows: games, rulebooks, starters, examples with their pictures, schemas."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cache
from inspect import Parameter, Signature, getdoc
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from fastapi import APIRouter, Request, Response
from pydantic.json_schema import models_json_schema

import fireline
from fireline import __version__
from fireline.formats.examples import example
from fireline.formats.writing import write_atomically
from fireline.game.answers import ShootAnswer, TargetsAnswer
from fireline.game.errors import BattleFileError, Code
from fireline.game.preview import ShotPreview
from fireline.game.result import canonical
from fireline.questions.answering.fields import DIALECT
from fireline.questions.forms.shape import AsyncApi, JsonSchema, Shape
from fireline.questions.library import LOOKUPS, example_board, meant
from fireline.questions.pictures import PictureRequest, picture
from fireline.ruling.told import written
from fireline.server.api.describing import asyncapi, described
from fireline.server.api.shaping import shape_of
from fireline.server.modelfiles import models_folder
from fireline.server.problems import AGAIN, Busy, Problem, unknown
from fireline.server.services import answered, cancel_on_disconnect, services
from fireline.server.store.rows import DatabaseError
from fireline.server.work import LONG, Work


class Health(NamedTuple):
    """Whether the server is well."""

    status: str
    version: str
    stopped_tables: int
    database: str


router = APIRouter(tags=["library"])
health = APIRouter(tags=["server"])


@health.get("/healthz", **described(shape_of(Health)))
async def healthz(request: Request) -> Response:
    """Whether the server is well, and its version; `degraded` where tables are stopped or nothing can be kept."""
    store = services(request).store
    try:
        store.check()
        database = "ok"
    except DatabaseError:
        database = "gone"
    status = "degraded" if store.damaged or database != "ok" else "ok"
    return answered(written(Health(status, __version__, len(store.damaged), database)))  # which stands in the log


@health.get("/readyz", **described(shape_of(Health), wrong=(503,)))
async def readyz(request: Request) -> Response:
    """Whether questions are answered at once; until then they wait, and this is 503."""
    if not services(request).work.ready.is_set():
        raise Problem(503, Code.UNAVAILABLE, "the server is starting; questions wait", headers={"Retry-After": "1"})
    return await healthz(request)


def _route(function: Callable[..., Any], names: list[str]) -> Callable[..., Awaitable[Response]]:
    async def answer(**named: str) -> Response:
        with unknown("".join(named)):
            of = meant(named)
        return answered(written(function(*of)))

    given = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=str) for name in names]
    vars(answer)["__signature__"] = Signature(given)
    return answer


def _describe(path: str, function: Callable[..., Any]) -> None:
    """Have something looked up at its address, described as it is declared."""
    found, names = get_type_hints(function)["return"], re.findall(r"{(\w+)}", path)
    many = get_origin(found) is list
    facts = described(shape_of(get_args(found)[0] if many else found), many=many, wrong=(404, 422) if names else ())
    told: dict[str, Any] = {"name": function.__name__, "description": getdoc(function)}
    router.add_api_route(path, _route(function, names), **told, **facts)


for _path, _function in LOOKUPS.items():
    _describe(_path, _function)


@router.get("/examples/{name}/picture.svg", **described("image/svg+xml", wrong=(404, 422, 503)))
async def example_picture(name: str, request: Request) -> Response:
    """The picture of an example battle, for a set-up where everybody stands."""
    with unknown("name"):
        found = example(name)
    svg = await cancel_on_disconnect(request, request.app.state.pictures.get(name, example_board(found)))
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})


@router.get("/schema/answer.json", **described(JsonSchema))
async def answer_schema() -> Response:
    """The JSON Schema of the answers to `check`, `odds`, `shoot` and `targets`."""
    shapes: list[type[Shape]] = [shape_of(one) for one in (ShotPreview, ShootAnswer, TargetsAnswer)]
    one_of_them = {"anyOf": [{"$ref": f"#/$defs/{shape.__name__}"} for shape in shapes]}
    _, schema = models_json_schema([(shape, "validation") for shape in shapes], ref_template="#/$defs/{model}")
    return answered({"$schema": DIALECT, "title": "Fireline answer", **one_of_them, "$defs": schema["$defs"]})


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
        self._drawn: dict[str, str] = {}

    async def get(self, name: str, asked: PictureRequest) -> str:
        """The picture of an example, from the question for it."""
        if name not in self._drawn:
            async with self._one:
                if name not in self._drawn:  # else somebody else has had it drawn meanwhile
                    self._drawn[name] = await self._draw(asked)
        return self._drawn[name]

    async def _draw(self, asked: PictureRequest) -> str:
        known = hashlib.sha256(f"{_made()} {canonical(asked.model_dump())}".encode()).hexdigest()
        file = models_folder() / "examples" / f"{known}.svg"
        with suppress(OSError):
            return file.read_text(encoding="utf-8")
        svg = await self._asked(asked)
        with suppress(OSError, BattleFileError):
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(file, svg)
        return svg

    async def _asked(self, drawing: PictureRequest) -> str:
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
