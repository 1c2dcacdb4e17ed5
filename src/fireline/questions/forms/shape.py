"""What every answer is, and what a game says in its own words: battles, shots, commands, events."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from fireline.game.errors import Code

LIKE = "fireline_like"
"""Where the schema of a value says which model it is like."""


class Shape(BaseModel):
    """An answer, or a part of one; games add members of their own."""

    model_config = ConfigDict(extra="allow", defer_build=True)


class BattleData(Shape):
    """A battle file as JSON; its whole schema: /api/v1/schema/battle/{ruleset}.json.

    The name of an example may stand in its place in every question.
    """

    fireline: int
    ruleset: str


class ShotData(Shape):
    """Who shoots at whom, and what else the game lets one declare: weapon, bullets, space."""

    shooter: str
    target: str


class CommandData(Shape):
    """A command as data: one that every game has, or one of its own; the API's description lists all of them."""

    command: str


class EventData(Shape):
    """Something that has happened, as data; the API's description lists all events of every game."""

    event: str


class NextThrow(Shape):
    """The die or the card that is thrown next where faces are given one by one, and how many were given before it."""

    die: str
    faces: list[str]
    given: int


class ProblemDetails(Shape):
    """What went wrong (RFC 9457); `detail` is what the command line says, `needs` what real dice are still to show."""

    type: str
    title: str
    status: int
    detail: str
    code: Code
    instance: str | None = None
    place: str | None = None
    file: str | None = None
    needs: NextThrow | None = None


class AsyncApi(Shape):
    """A description in AsyncAPI."""

    asyncapi: str


class JsonSchema(Shape):
    """A JSON Schema."""


class DescribedLike:
    """Has a value that something else reads described like a model; where it is put into JSON Schemas, by reference."""

    def __init__(self, model: type[BaseModel]) -> None:
        self.model = model

    def __get_pydantic_core_schema__(self, _: object, __: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.any_schema(metadata={LIKE: self.model})

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(core) or handler(self.model.__pydantic_core_schema__)
