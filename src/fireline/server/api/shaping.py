"""The shapes of answers, read from the results themselves, and the words of every game in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from fractions import Fraction
from functools import cache
from inspect import getdoc
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, JsonValue, create_model
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import AnySchema, ModelSchema, WithDefaultSchema

from fireline.game.battle import Battle
from fireline.game.command import EVERYWHERE, Command, PhaseEnded, Shot
from fireline.game.drawing import Scene
from fireline.game.editing import Brush, BrushTarget, FormField, Ground, Outlines, Piece, PieceList, Preset
from fireline.game.editing import Shape as Drawn
from fireline.game.event import Event, snake_case
from fireline.game.places import Mark
from fireline.game.preview import ShotPreview
from fireline.game.registry import every, names
from fireline.game.result import Result, hint_of, words_of
from fireline.questions import LINES, Question
from fireline.questions.answering.fields import QuestionLine
from fireline.questions.forms.shape import LIKE, BattleData, CommandData, EventData, ProblemDetails, Shape, ShotData
from fireline.ruling import Explained, Modifier, Refusal
from fireline.ruling.told import entries
from fireline.server.tables.happened import TOLD, EventLine
from fireline.server.tables.messages import BODIES, ClientMessage

Chance = Annotated[str, Field(description="An exact fraction, reduced.")]
PLAIN = (bool, int, float, str)
NAMED: dict[type, str] = {
    **{kind: f"{kind.__name__}Line" for kind in (Preset, Piece, PieceList, Ground, BrushTarget, Brush, Outlines)},
    FormField: "FieldLine",
    Explained: "Step",
    Mark: "MarkLine",
    Modifier: "ModifierLine",
    QuestionLine: "Question",
    Refusal: "Reason",
    Scene: "SceneAnswer",
    ShotPreview: "OddsAnswer",
}
"""What other programs know by another name in the description."""
SHAPES: dict[type, Any] = {
    Battle: BattleData,
    Command: CommandData,
    Drawn: Literal["point", "line", "rectangle", "polygon", "spot", "between"],
    Event: EventData,
    Fraction: str,
    Shot: ShotData,
}
"""What the words of every game look like as JSON."""
Word = type[Command] | type[Event]
CLOSED = ConfigDict(extra="forbid")


class Line(Shape):
    """One line of a long answer: how far it is, from 0 to 1, or as the last one what went wrong."""

    progress: float | None = None
    problem: ProblemDetails | None = None


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
    if issubclass(kind, Result) or hasattr(kind, "_fields") or hasattr(kind, "told"):
        return _model(kind)
    if issubclass(kind, Mapping):
        return dict.__class_getitem__((str, shape_of(inside[1])))
    if issubclass(kind, Iterable) and not issubclass(kind, str):
        if kind is tuple and len(inside) > 1 and inside[1] is not Ellipsis:
            return tuple.__class_getitem__(tuple(map(shape_of, inside)))
        return list[shape_of(inside[0]) if inside else JsonValue]  # type: ignore[misc]
    return str


@cache
def _model(kind: type) -> type[BaseModel]:
    """The shape of a result, or of a NamedTuple in one."""
    base: type[BaseModel] = Shape
    named: dict[str, Any] = {}
    for entry in entries(kind):
        shape = shape_of(hint_of(kind, entry))
        if entry.spread:
            base = shape if isinstance(shape, type) and issubclass(shape, BaseModel) else base
            continue
        safe = entry.key if entry.key not in {"from", "is", "with", "import"} else f"{entry.key}_"
        facts: dict[str, Any] = {"description": words_of(kind, entry)}
        if safe != entry.key:
            facts["alias"] = entry.key
        if entry.optional:
            facts["default"] = None
        named[safe] = (shape, Field(**facts))
    return create_model(NAMED.get(kind, kind.__name__), __base__=base, __doc__=getdoc(kind), **named)


# --- the words of every game ----------------------------------------------------------


class WithGames(GenerateJsonSchema):
    """Writes JSON Schemas in which a command or an event is one of those that the games have.

    Games from outside add commands and events of their own, so the last alternative is open. A model of the server's
    own kinds (`by_kind`) is one of them, told by its `kind`.
    """

    def model_schema(self, schema: ModelSchema) -> JsonSchemaValue:
        """The schema of a model; that of a command or an event is made of the games' own classes."""
        told, kind = super().model_schema(schema), schema["cls"]
        about = {key: told[key] for key in ("title", "description") if key in told}
        if (tagged := _TAGGED.get(kind)) is not None:
            tag, words = tagged
            found = {word: [self._named(model) for model in models] for word, models in words().items()}
            known = [named for same in found.values() for named in same]
            other = {tag: {"type": "string", "not": {"enum": [*found]}}}
            return about | {"oneOf": [*known, told | {"title": f"Another {tag}", "properties": other}]}
        if (kinds := _KINDS.get(kind)) is not None:
            named = {word: self._named(model) for word, model in kinds.items()}
            mapping = {word: one["$ref"] for word, one in named.items()}
            return about | {"oneOf": [*named.values()], "discriminator": {"propertyName": "kind", "mapping": mapping}}
        if kind is BattleData:
            told["properties"]["ruleset"]["examples"] = list(names())
        return told

    def any_schema(self, schema: AnySchema) -> JsonSchemaValue:
        """A value that something else reads, by the model that it is like."""
        like: type[BaseModel] | None = schema.get("metadata", {}).get(LIKE)
        return super().any_schema(schema) if like is None else self._named(like)

    def field_title_should_be_set(self, schema: Any) -> bool:
        """No: a title beside a reference makes generators invent another type."""
        return False

    def default_schema(self, schema: WithDefaultSchema) -> JsonSchemaValue:
        """What may be left out, without saying that it is null then."""
        told = super().default_schema(schema)
        return {key: value for key, value in told.items() if (key, value) != ("default", None)}

    def _named(self, model: type[BaseModel]) -> JsonSchemaValue:
        return self.generate_inner(model.__pydantic_core_schema__)


def by_kind(model: type[BaseModel], bodies: Mapping[str, type[BaseModel]], called: str) -> dict[str, type[BaseModel]]:
    """The models of something that is told by its kind, each with the body of that kind."""
    kinds: dict[str, type[BaseModel]] = {}
    for kind, body in bodies.items():
        named: dict[str, Any] = {"kind": (Literal[kind], ...), "body": (body, ...)}
        word = called.format(kind.title().replace("_", ""))
        kinds[kind] = create_model(word, __base__=model, __doc__=getdoc(body), **named)
    return kinds


def commands() -> dict[str, list[type[BaseModel]]]:
    """A model for each command, by its name; more than one where games have commands of the same name."""
    own = [kind for game in every()[0] for kind in game.command_types]
    return _models([*EVERYWHERE, *own], "command", lambda kind: kind.__name__)


def events() -> dict[str, list[type[BaseModel]]]:
    """The same for events; a phase ends in each game in its own way, but is written down in the same."""
    kinds = (kind for game in every()[0] for kind in game.events)
    return _models((PhaseEnded if issubclass(kind, PhaseEnded) else kind for kind in kinds), "event", snake_case)


_TAGGED: dict[type[BaseModel], tuple[str, Callable[[], dict[str, list[type[BaseModel]]]]]] = {
    CommandData: ("command", commands),
    EventData: ("event", events),
}
MESSAGES = by_kind(ClientMessage, BODIES, "Say{}")
"""What may be said at a table, by its kind."""
_KINDS: dict[type[BaseModel], dict[str, type[BaseModel]]] = {
    ClientMessage: MESSAGES,
    EventLine: by_kind(EventLine, TOLD, "Table{}"),
}


def _models(kinds: Iterable[Any], tag: str, name: Callable[[Any], str]) -> dict[str, list[type[BaseModel]]]:
    by_name: dict[str, list[Word]] = defaultdict(list)
    for kind in dict.fromkeys(kinds):
        by_name[name(kind)].append(kind)
    return {
        word: [_word(kind, tag, word, _place(kind) if len(same) > 1 else "") for kind in same]
        for word, same in by_name.items()
    }


def _word(kind: Word, tag: str, word: str, place: str) -> type[BaseModel]:
    hints = get_type_hints(kind)
    named: dict[str, Any] = {tag: (Literal[word], ...)}
    for field in fields(kind):
        hint = ShotData if hints[field.name] is Shot else hints[field.name]
        named[field.name] = (hint, ... if field.default is MISSING else Field(field.default))
    called = f"{place}{kind.__name__}{tag.capitalize()}"
    return create_model(called, __config__=CLOSED, __doc__=getdoc(kind), **named)


def _place(kind: type) -> str:
    """The package of a game as one word, by which its class is told from another game's of the same name."""
    packages = (game.package for game in every()[0])
    package = next((one for one in packages if kind.__module__.startswith(f"{one}.")), kind.__module__)
    return package.split(".")[-1].title().replace("_", "")
