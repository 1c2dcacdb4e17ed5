"""Print the API's description as the types of the page are made of it: `hatch_build.py` asks for it.

It is what the server says of its routes and of the socket of a table, but for two things: the page knows no game, so
a command or an event is one of a game that nobody knows; and the page reads only members that are described, so all
other shapes are closed.

Run: python scripts/api_description.py; needs the server's packages.
"""

# ruff: noqa: INP001 - a script, not a package; it prints the description

from __future__ import annotations

import json
from typing import Any

from fireline.server.api.describing import asyncapi
from fireline.server.app import create_app

OPEN = ("BattleData", "ShotData", "CommandData", "EventData", "OutcomeLine")
"""Shapes that hold members of a game's own, which the page hands on or lists."""
TAGS = ("command", "event")


def described() -> dict[str, Any]:
    """The description of every route, with the messages of the socket among its schemas."""
    spec = create_app("sqlite://").openapi()
    schemas = asyncapi()["components"]["schemas"] | spec["components"]["schemas"]
    kept = {name: _closed(name, one) for name, one in schemas.items() if not _is_a_games_own(one)}
    return spec | {"components": spec["components"] | {"schemas": kept}}


def _closed(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    if name in OPEN:
        any_other: dict[str, Any] = schema["oneOf"][-1] if "oneOf" in schema else schema
        return any_other
    return {key: value for key, value in schema.items() if key != "additionalProperties" or "properties" not in schema}


def _is_a_games_own(schema: dict[str, Any]) -> bool:
    """Whether a schema is that of one command or one event."""
    return any("const" in schema.get("properties", {}).get(tag, {}) for tag in TAGS)


if __name__ == "__main__":
    print(json.dumps(described()))
