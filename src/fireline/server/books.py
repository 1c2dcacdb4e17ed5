"""What a game says of itself, as data: its versions, and how its battles are edited."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fireline.game.editing import FormField, Ground, PieceList, Ready
from fireline.game.registry import ruleset, versions_of
from fireline.game.ruleset import Ruleset

Game = Ruleset[Any, Any, Any]


def versions(game: Game) -> list[dict[str, str]]:
    """Every version of a game's rules, itself among them; one alone where there are no others."""
    same = map(ruleset, versions_of(game.id))
    return [{"id": one.id, "title": one.name, "edition": one.id.partition("@")[2]} for one in same]


def forms(game: Game) -> dict[str, Any] | None:
    """Lists, palettes and forms of a game for an editor; None for a game that has none."""
    editing = game.editing
    if editing is None:
        return None
    return {
        "schema_url": f"/api/v1/schema/battle/{game.id}.json",
        "place": editing.place,
        "sides": list(editing.sides),
        "lists": [_list(one) for one in editing.lists],
        "facing": editing.facing and editing.facing._asdict(),
        "ground": editing.ground and _ground(editing.ground),
    }


def _list(one: PieceList) -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title,
        "pieces": [{"title": piece.title, "stem": piece.stem, "entry": piece.entry} for piece in one.pieces],
        "place": list(one.place),
        "side": one.side,
        "needs_place": one.needs_place,
        "fields": {path: _field(field) for path, field in one.fields.items()},
    }


def _field(field: FormField) -> dict[str, Any]:
    return {"title": field.title, "unit": field.unit, "ready": _ready(field.ready), "own": field.own}


def _ground(ground: Ground) -> dict[str, Any]:
    return asdict(ground) | {"kinds": _ready(ground.kinds)}


def _ready(values: tuple[Ready, ...]) -> list[dict[str, Any]]:
    return [one._asdict() for one in values]
