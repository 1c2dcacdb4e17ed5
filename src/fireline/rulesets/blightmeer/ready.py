"""Ready pieces of the palette: characters with their arms, furniture of a table, and the buildings of the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from fireline.game.editing import Brush, Data, Piece, Shape
from fireline.game.places import point_named
from fireline.rulesets.blightmeer.library import STAMPS, Entries, Point

_APART, _FIRST = 9, 4.5
"""How far apart the blank table shows buildings, four to a row, and where the first one stands."""
_REACH = {"watchtower": 3.0, "tree": 2.2, "copse": 3.5, "barrels": 2.1, "well": 2.1, "stones": 3.4}
"""How far from the middle their pictures reach, 4.5 where nothing is said."""


def characters() -> tuple[Piece, ...]:
    """Models that are somebody; their stats are Fireline's own."""
    people: dict[str, dict[str, Any]] = {
        "Captain": {"ranged": 13, "defence": 17, "morale": 8, "wounds": 2, "weapon": "Pistol", "gear": ["shield"]},
        "Marksman": {"ranged": 12, "defence": 16, "morale": 12, "weapon": "Long Bow", "gear": ["cloak"]},
        "Musketeer": {"ranged": 13, "defence": 16, "morale": 11, "weapon": "Rifle"},
        "Militia": {"ranged": 15, "defence": "-", "morale": 14, "weapon": "Sling"},
        "Guard, tower shield": {"ranged": "-", "defence": 18, "morale": 10, "gear": ["tower_shield"]},
        "Hound": {"ranged": "-", "defence": 15, "morale": 15, "height": 0.6},
        "Ogre": {"ranged": "-", "defence": 13, "morale": 9, "wounds": 4, "size": "large"},
    }
    return tuple(Piece(title, {"facing": 90, **entry}, group="Characters") for title, entry in people.items())


def furniture() -> tuple[Piece, ...]:
    """Single things to hide behind, each put down where one points."""
    boxes = {
        "Cart": (2.2, 1.2, 1), "Market stall": (3, 1.5, 1.1), "Woodpile": (2, 0.8, 1), "Tomb": (2, 1, 0.9),
        "Mantlet": (2, 0.3, 1.4), "Rubble": (1.6, 1.1, 0.5), "Platform": (4, 4, 2),
    }  # fmt: skip
    return tuple(
        Piece(title, {"box": {"at": [0, 0, 0], "size": list(size)}}, group="Furniture") for title, size in boxes.items()
    )


def buildings() -> tuple[Brush, ...]:
    """Every building of the library, put down where one points; pressed there once more, and it is gone."""
    return tuple(_building(n, name) for n, name in enumerate(STAMPS))


def _building(n: int, name: str) -> Brush:
    x, y, reach = _FIRST + _APART * (n % 4), _FIRST + _APART * (n // 4), _REACH.get(name, 4.5)
    sample = tuple(f"{x + aside:g},{y:g}" for aside in (0, -reach, reach))
    return Brush(
        name=name,
        title=name.capitalize(),
        group="Buildings",
        shape=Shape.POINT,
        drawn=_put(name),
        sample=sample,
        parts=tuple(part["id"].removeprefix(name) for part in STAMPS[name](name, (0, 0))),
    )


def _put(name: str) -> Callable[[Data, Sequence[str]], dict[str, Any]]:
    def drawn(data: Data, places: Sequence[str]) -> dict[str, Any]:
        x, y = (float(number) for number in point_named(places[0], ("x", "y"), "inches"))
        return {**data, "terrain": _with_or_without(list(data.get("terrain", ())), name, (x, y))}

    return drawn


def _with_or_without(terrain: Entries, name: str, at: Point) -> Entries:
    """Terrain with a building more, under the first name that nothing has; or without the same one at this place."""
    taken = {entry["id"] for entry in terrain}
    for n in count(1):
        parts = STAMPS[name](name if n == 1 else f"{name} {n}", at)
        if all(part in terrain for part in parts):
            return [entry for entry in terrain if entry not in parts]
        if not taken & {part["id"] for part in parts}:
            return [*terrain, *parts]
    raise AssertionError("there is always a name that nothing has")
