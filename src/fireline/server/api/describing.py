"""How a route is described in OpenAPI: what it takes, what it answers, what may go wrong, with an example."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from fireline.questions.answering.schemas import portable
from fireline.questions.forms.shapes import ProblemDetails
from fireline.server.api.gamewords import WithGames

REF = "#/components/schemas/{model}"
WHY = {
    400: "Not understood",
    401: "Who asks is not known",
    403: "Not allowed",
    404: "Unknown",
    408: "The request came too slowly",
    409: "Stale: the table has gone on",
    413: "Too large",
    415: "Not JSON",
    422: "Bad input, in the words of the command line",
    429: "Too often",
    503: "Busy, or too long",
}
SECURITY = {"seat": {"type": "http", "scheme": "bearer", "description": "The token of a seat, as its link carries it."}}
_known: dict[str, type[BaseModel]] = {"ProblemDetails": ProblemDetails}


def described(
    answer: type[BaseModel] | str,
    takes: type[BaseModel] | None = None,
    *,
    line: type[BaseModel] | None = None,
    example: Mapping[str, Any] | None = None,
    wrong: Sequence[int] = (),
    status: int = 200,
    many: bool = False,
) -> dict[str, Any]:
    """The keywords for a route: its answer (a shape, or a media type), what it takes, and what may go wrong.

    `line` is the shape of each line of an answer in lines.
    """
    facts: dict[str, Any] = {"response_model": None, "status_code": status}
    lines = {"x-line": _named(line)} if line else {}
    content: dict[str, Any] = {answer: {"schema": {"type": "string"}} | lines} if isinstance(answer, str) else {}
    if not isinstance(answer, str):
        schema = _named(answer)
        content = {"application/json": {"schema": {"type": "array", "items": schema} if many else schema}}
    if takes is not None:
        wanted: dict[str, Any] = {"schema": _named(takes)}
        if example is not None:
            wanted["example"] = example
        facts["openapi_extra"] = {"requestBody": {"required": True, "content": {"application/json": wanted}}}
        wrong = (*wrong, 408, 413, 415, 422, 503)
    problem = {"application/problem+json": {"schema": _named(ProblemDetails)}}
    told = {code: {"description": WHY[code], "content": problem} for code in sorted({*wrong, 400, 403, 429})}
    facts["responses"] = {status: {"description": "The answer", "content": content}, **told}
    return facts


def operation_id(route: APIRoute) -> str:
    """The name of a route's operation, by which generated clients call it: that of its function.

    >>> from fastapi import APIRouter
    >>> async def open_table() -> None: ...
    >>> router = APIRouter()
    >>> router.add_api_route("/tables", open_table)
    >>> operation_id(router.routes[0])
    'openTable'
    """
    first, *more = route.name.split("_")
    return first + "".join(word.capitalize() for word in more)


def openapi(app: FastAPI) -> dict[str, Any]:
    """The description of the whole API, with every shape in it."""
    from fastapi.openapi.utils import get_openapi

    if app.openapi_schema is None:
        spec = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes, tags=app.openapi_tags
        )
        models = [(model, "validation") for model in _known.values()]
        _, schemas = models_json_schema(models, ref_template=REF, schema_generator=WithGames)  # type: ignore[arg-type]
        spec.setdefault("components", {}).setdefault("schemas", {}).update(portable(schemas["$defs"]))
        for path in spec["paths"].values():
            for route in path.values():
                for code, answer in route["responses"].items():
                    if code == "422":  # one kind of problem for everything
                        answer["content"] = {"application/problem+json": {"schema": _named(ProblemDetails)}}
        spec["components"]["securitySchemes"] = SECURITY
        spec["components"]["schemas"].pop("HTTPValidationError", None)
        spec["components"]["schemas"].pop("ValidationError", None)
        app.openapi_schema = spec
    return app.openapi_schema


def _named(model: type[BaseModel]) -> dict[str, str]:
    _known[model.__name__] = model
    return {"$ref": REF.format(model=model.__name__)}
