"""JSON Schemas with the words of every game: each command and each event that a game has, by its name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import MISSING, fields
from inspect import getdoc
from typing import Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import ModelSchema

from fireline.game.command import EVERYWHERE, Command
from fireline.game.event import Event, event_name
from fireline.game.registry import every
from fireline.game.shot import Shot
from fireline.server.api.shape import CommandData, EventData, ShotData

Word = type[Command] | type[Event]
CLOSED = ConfigDict(extra="forbid")


class WithGames(GenerateJsonSchema):
    """Writes JSON Schemas in which a command or an event is one of those that the games have.

    Games from outside add commands and events of their own, so the last alternative is open.
    """

    def model_schema(self, schema: ModelSchema) -> JsonSchemaValue:
        """The schema of a model; that of a command or an event is made of the games' own classes."""
        told = super().model_schema(schema)
        if (tagged := _TAGGED.get(schema["cls"])) is None:
            return told
        tag, kinds = tagged
        found = {
            word: [self.generate_inner(model.__pydantic_core_schema__) for model in models]
            for word, models in kinds().items()
        }
        known = [ref for refs in found.values() for ref in refs]
        open_ = told | {"title": f"Another {tag}", "properties": {tag: {"type": "string", "not": {"enum": [*found]}}}}
        about = {key: told[key] for key in ("title", "description") if key in told}
        return about | {"oneOf": [*known, open_]}


def commands() -> dict[str, list[type[BaseModel]]]:
    """A model for each command, by its name; more than one where games have commands of the same name."""
    own = [kind for game in every()[0] for kind in game.command_types]
    return _models([*EVERYWHERE, *own], "command", lambda kind: kind.__name__)


def events() -> dict[str, list[type[BaseModel]]]:
    """The same for events."""
    return _models([kind for game in every()[0] for kind in game.events], "event", event_name)


_TAGGED: dict[type[BaseModel], tuple[str, Callable[[], dict[str, list[type[BaseModel]]]]]] = {CommandData: ("command", commands), EventData: ("event", events)}


def _models(kinds: Iterable[Any], tag: str, name: Callable[[Any], str]) -> dict[str, list[type[BaseModel]]]:
    by_name: dict[str, list[Word]] = defaultdict(list)
    for kind in dict.fromkeys(kinds):
        by_name[name(kind)].append(kind)
    return {
        word: [_model(kind, tag, word, _place(kind) if len(same) > 1 else "") for kind in same]
        for word, same in by_name.items()
    }


def _model(kind: Word, tag: str, word: str, place: str) -> type[BaseModel]:
    hints = get_type_hints(kind)
    named: dict[str, Any] = {tag: (Literal[word], ...)}
    for field in fields(kind):
        hint = ShotData if hints[field.name] is Shot else hints[field.name]
        named[field.name] = (hint, ... if field.default is MISSING else Field(field.default))
    called = f"{place}{kind.__name__}{tag.capitalize()}"
    return create_model(called, __config__=CLOSED, __doc__=getdoc(kind), **named)


def _place(kind: type) -> str:
    """The package of a game as one word, by which its class is told from another game's of the same name."""
    return kind.__module__.split(".")[-2].title().replace("_", "")
