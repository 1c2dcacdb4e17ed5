"""The shapes of answers, read from the results themselves: no answer is described a second time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from inspect import getdoc
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, Field, JsonValue, create_model

from fireline.game.battle import Battle
from fireline.game.command import Command
from fireline.game.event import Event
from fireline.game.odds import Headline as HeadlineChance
from fireline.game.preview import ShotPreview
from fireline.game.result import Result, entries, hint_of, words_of
from fireline.game.shot import Shot
from fireline.questions import LINES, Question
from fireline.questions.forms import shapes
from fireline.questions.forms.shape import BattleData, CommandData, EventData, Shape, ShotData
from fireline.ruling import Refusal

Chance = Annotated[str, Field(description="An exact fraction, reduced.")]
PLAIN = (bool, int, float, str)
SHAPES: dict[type, Any] = {
    Battle: BattleData,
    Command: CommandData,
    Event: EventData,
    Fraction: str,
    HeadlineChance: shapes.Headline,
    Refusal: shapes.Reason,
    Shot: ShotData,
    ShotPreview: shapes.OddsAnswer,
}
"""What the words of every game look like as JSON."""


class Line(Shape):
    """One line of a long answer: how far it is, from 0 to 1, or as the last one what went wrong."""

    progress: float | None = None
    problem: shapes.ProblemDetails | None = None


@cache
def line_of(asked: Question) -> type[BaseModel]:
    """The shape of each line of a long answer, the last of which holds what came of it."""
    named: dict[str, Any] = {name: (shape_of(hint) | None, None) for name, hint in asked.known.items()}
    named["result"] = (shape_of(asked.result) | None, None)
    text = f"One line of the answer to `{asked.name}`: how far it is, and in the last line what came of it."
    return create_model(f"{asked.name.title()}Line", __base__=Line, __doc__=text, **named)


def answer_of(asked: Question) -> Any:
    """The shape of an answer; of one that is no JSON, its media type."""
    return shape_of(asked.result) if asked.media == "application/json" else asked.media


def schema_of(asked: Question) -> dict[str, Any] | None:
    """The JSON Schema of an answer, None for one that is no JSON."""
    if asked.media not in {"application/json", LINES}:
        return None
    shape = shape_of(asked.result)
    if not isinstance(shape, type):
        shape = Shape
    schema: dict[str, Any] = shape.model_json_schema()
    return schema


def shape_of(hint: Any) -> Any:
    """The type of the JSON of a value with this annotation."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated or origin is Literal or hint in {Any, None, type(None)}:
        return JsonValue if hint is Any else hint
    if origin in {Union, UnionType}:
        return Union[tuple(map(shape_of, inside))]  # noqa: UP007 - put together while it runs
    kind = origin or hint
    if not isinstance(kind, type):
        return JsonValue
    for known, shape in SHAPES.items():
        if issubclass(kind, known):
            return shape
    if kind in PLAIN or issubclass(kind, BaseModel):
        return kind
    if issubclass(kind, Result) or hasattr(kind, "_fields"):
        return _model(kind)
    if issubclass(kind, Mapping):
        return dict.__class_getitem__((str, shape_of(inside[1])))
    if issubclass(kind, Iterable) and not issubclass(kind, str):
        several = inside and (len(inside) == 1 or inside[1] is Ellipsis or len(set(inside)) == 1)
        return list[shape_of(inside[0]) if several else JsonValue]  # type: ignore[misc]
    return str


@cache
def _model(kind: type) -> type[BaseModel]:
    """The shape of a result, or of a NamedTuple in one."""
    base: type[BaseModel] = Shape
    named: dict[str, Any] = {}
    for entry in entries(kind):
        shape = shape_of(hint_of(kind, entry))
        if entry.spread:
            base = shape
            continue
        safe = entry.key if entry.key not in {"from", "is", "with", "import"} else f"{entry.key}_"
        facts: dict[str, Any] = {"description": words_of(kind, entry)}
        if safe != entry.key:
            facts["alias"] = entry.key
        if entry.optional:
            facts["default"] = None
        named[safe] = (shape, Field(**facts))
    return create_model(kind.__name__, __base__=base, __doc__=getdoc(kind), **named)
