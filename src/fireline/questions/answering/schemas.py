"""JSON Schemas of battle files, for programs that check one before they send it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from fireline.game.entries import FileEntry
from fireline.game.ruleset import Ruleset

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_of_battles(game: Ruleset[Any, Any, Any]) -> dict[str, Any]:
    """The JSON Schema of a game's battle files: what each entry may say, less what depends on other entries."""
    schema: dict[str, Any] = portable(game.entry.model_json_schema())
    named = {"fireline": {"const": 1, "description": "The format."}, "ruleset": {"const": game.id}}
    schema["properties"] = named | schema["properties"]
    schema["required"] = [*named, *schema.get("required", ())]
    return {"$schema": DIALECT, **schema, "title": f"Battle file of {game.name}"}


class QuestionLine(NamedTuple):
    """A detail of a shot that is asked for at the table, with the JSON Schema of its answer, {} where that is open."""

    name: str
    question: str
    form: Mapping[str, Any]


def questions_of(game: Ruleset[Any, Any, Any]) -> list[QuestionLine]:
    """What is asked of a shot beside who shoots at whom."""
    schemas = _schemas_of_details(game.shot_entry) if game.shot_entry else {}
    return [QuestionLine(name, question, schemas.get(name, {})) for name, question in game.shot_questions]


@cache
def _schemas_of_details(entry: type[FileEntry]) -> dict[str, dict[str, Any]]:
    """The JSON Schema of each detail, whole in itself."""
    schema = portable(entry.model_json_schema())
    inner = {"$defs": schema["$defs"]} if "$defs" in schema else {}
    return {name: one | (inner if "$ref" in str(one) else {}) for name, one in schema["properties"].items()}


def portable(schema: Any) -> Any:
    """A JSON Schema whose patterns every dialect of regular expressions reads; none refuses what the server takes."""
    if isinstance(schema, dict):
        return {
            key: r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]+$"
            if key == "pattern" and "\\p{" in str(value)
            else portable(value)
            for key, value in schema.items()
        }
    return [portable(one) for one in schema] if isinstance(schema, list) else schema
