"""How routes and the socket of a table are described: OpenAPI and AsyncAPI 3, made of its own models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from inspect import getdoc
from typing import Any

from fastapi import FastAPI, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from fireline import __version__
from fireline.questions.answering.fields import portable
from fireline.questions.forms.shape import ProblemDetails
from fireline.server.api.shaping import MESSAGES, WithGames
from fireline.server.tables.messages import Auth, Ping, ShowHead
from fireline.server.tables.telling import SAYS, AckMessage, HelloMessage, Message, NackMessage, PongMessage

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
TAGS = {
    "server": "Whether the server lives, and whether it answers at once.",
    "rulings": "One battle: what may be done in it, what a shot comes to, and how it looks.",
    "analysis": "Many battles, games or values: what is better, and what would happen.",
    "models": "Mesh files that battles name.",
    "pictures": "Pictures that lie underneath a board.",
    "library": "What can be looked up: games with their rules and numbers, examples, schemas.",
    "shots": "Shots that are kept under a link of their own.",
    "tables": "Tables at which several people play, each with the token of a seat.",
}
BYTES = {"image/png", "image/webp", "application/octet-stream"}
"""Types of answers that are no text."""
SECURITY = {"seat": {"type": "http", "scheme": "bearer", "description": "The token of a seat, as its link carries it."}}
_known: dict[str, type[BaseModel]] = {"ProblemDetails": ProblemDetails}
CHANNEL = "table"
HEARD: tuple[type[BaseModel], ...] = (Auth, *MESSAGES.values(), ShowHead, Ping)
"""Every message of a client."""
ABOUT = """The socket of a seat at a table.

The first message says who you are: `auth` with the token of your seat. The server answers `hello`, sends every event
after number `after` in order, and then everything as it happens. Each command is answered by `ack` or `nack` with its
`cmd_id`; send it again until you get one, since the same `cmd_id` is carried out once. If the connection is lost, come
back with `after` as the number of the last event that you have.
"""
CLOSED = """It is closed with 4400 (nothing that can be understood), 4401 (no such seat), 4403 (the link was revoked),
4408 (it reads too slowly: come back with `after`), 4429 (more than 200 messages a second), 1009 (a message over
64 KiB)."""


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
    if isinstance(answer, str):
        text = {"type": "string"} | ({"format": "binary"} if answer in BYTES else {})
        content: dict[str, Any] = {answer: {"schema": text} | lines}
        facts["response_class"] = type("Answer", (Response,), {"media_type": answer})  # or it is described as JSON, too
    else:
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
        tags = [{"name": name, "description": about} for name, about in TAGS.items()]
        spec = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes, tags=tags
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


# --- the socket of a table ------------------------------------------------------------


@cache
def asyncapi() -> dict[str, Any]:
    """The description, but for the address of the server."""
    models = [(model, "validation") for model in (*HEARD, *SAYS)]
    _, schemas = models_json_schema(models, ref_template=REF, schema_generator=WithGames)  # type: ignore[arg-type]
    described: dict[str, Any] = plain_discriminators(portable(schemas["$defs"]))
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Fireline: the socket of a table", "version": __version__, "description": ABOUT},
        "defaultContentType": "application/json",
        "channels": {CHANNEL: _channel()},
        "operations": {
            "sayAuth": _operation("receive", "Say who you are.", (Auth,), (HelloMessage,)),
            "sayCommand": _operation("receive", "Say something.", tuple(MESSAGES.values()), (AckMessage, NackMessage)),
            "showHead": _operation("receive", "Show everybody a signed head that you hold.", (ShowHead,)),
            "ping": _operation("receive", "Ask for a pong.", (Ping,), (PongMessage,)),
            "tell": _operation("send", "What the server says.", SAYS),
        },
        "components": {
            "messages": {
                _name(one): {
                    "name": _name(one),
                    "summary": getdoc(one),
                    "payload": {"$ref": REF.format(model=one.__name__)},
                }
                for one in (*HEARD, *SAYS)
            },
            "schemas": described,
        },
    }


def plain_discriminators(schema: Any) -> Any:
    """A schema in which a discriminator is the name of a property, as AsyncAPI has it, and not an object."""
    if isinstance(schema, dict):
        return {
            key: value["propertyName"]
            if key == "discriminator" and isinstance(value, dict) and "mapping" in value
            else plain_discriminators(value)
            for key, value in schema.items()
        }
    return [plain_discriminators(one) for one in schema] if isinstance(schema, list) else schema


def _channel() -> dict[str, Any]:
    query = {
        "type": "object",
        "properties": {"after": {"type": "integer", "minimum": 0, "description": "The last event that you have."}},
    }
    return {
        "address": "/api/v1/tables/{table}/live",
        "description": CLOSED,
        "parameters": {"table": {"description": "The id of the table, as its links carry it."}},
        "messages": {_name(model): {"$ref": f"#/components/messages/{_name(model)}"} for model in (*HEARD, *SAYS)},
        "bindings": {"ws": {"query": query, "bindingVersion": "0.1.0"}},
    }


def _operation(
    action: str,
    summary: str,
    models: tuple[type[BaseModel], ...],
    answers: tuple[type[Message], ...] = (),
) -> dict[str, Any]:
    """An operation as the server sees it: what it receives, and what it answers."""
    channel = {"$ref": f"#/channels/{CHANNEL}"}
    reply = {"reply": {"channel": channel, "messages": _messages(answers)}} if answers else {}
    return {"action": action, "channel": channel, "summary": summary, "messages": _messages(models)} | reply


def _messages(models: tuple[type[BaseModel], ...]) -> list[dict[str, str]]:
    return [{"$ref": f"#/channels/{CHANNEL}/messages/{_name(model)}"} for model in models]


def _name(model: type[BaseModel]) -> str:
    return model.__name__[0].lower() + model.__name__[1:]
