"""Windows and doors cut into walls by hand: into what is left of a wall, or where one points at it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import Any

from fireline.game.editing import Brush, Data, Ready, Shape, with_entry
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.places import point_named

Hole = Mapping[str, Any]
WINDOWS: Mapping[str, Hole] = MappingProxyType(
    {
        "Window": {"width": 1.0, "sill": 1.0, "height": 1.0},
        "Loophole": {"width": 0.3, "sill": 1.0, "height": 0.8},
    }
)
DOORS: Mapping[str, Hole] = MappingProxyType(
    {"Door": {"width": 1.25, "height": 2.0}, "Gate": {"width": 2.5, "height": 3.0}}
)
NEAR = 0.75
"""How far from a wall, in inches, one may point to mean it."""
BESIDE = 0.25
"""How far from an opening along its wall one may point to mean it."""
NARROWEST = 0.1
HEADING = "Windows and doors"
_WALL = {"height": 4, "thickness": 0.25}


def ready(holes: Mapping[str, Hole]) -> tuple[Ready, ...]:
    """What a form adds to the windows or the doors of a wall."""
    named = {title: {"id": title.lower()} if "sill" in hole else {} for title, hole in holes.items()}
    return tuple(Ready(title, {**named[title], "along": 0.0, **hole}) for title, hole in holes.items())


def brushes() -> tuple[Brush, ...]:
    """Openings put into the wall that one points at; pointed at once more, and the wall is whole there."""
    return tuple(_brush(n, title, hole) for n, (title, hole) in enumerate({**WINDOWS, **DOORS}.items()))


def _brush(n: int, title: str, hole: Hole) -> Brush:
    x, y = 4.5 + 9 * n, 4.5
    wall = {"wall": {"from": [x - 2, y], "to": [x + 2, y], **_WALL}}
    sample = (f"{x:g},{y:g}", f"{x - 2:g},{y:g}", f"{x + 2:g},{y:g}")
    return Brush(
        name=title.lower(),
        title=title,
        group=HEADING,
        shape=Shape.POINT,
        drawn=_pointed(hole),
        sample=sample,
        onto=("terrain", wall),
    )


def _pointed(hole: Hole) -> Callable[[Data, Sequence[str]], dict[str, Any]]:
    def drawn(data: Data, places: Sequence[str]) -> dict[str, Any]:
        entry, along = _meant(data, places[0])
        return with_entry(data, "terrain", _without(entry, along) or _with(data, entry, hole, along))

    return drawn


def grown(data: Data, entry: Data, hole: Data) -> dict[str, Any]:
    """The entry of a wall with one opening more, in the middle of the widest stretch that has none."""
    left, right = max(_free(entry["wall"]), key=lambda gap: gap[1] - gap[0])
    return _with(data, entry, hole, (left + right) / 2)


def _with(data: Data, entry: Data, hole: Hole, along: float) -> dict[str, Any]:
    """An opening as near to a place along a wall as there is room, narrower and lower where the wall asks for it."""
    wall = entry["wall"]
    left, right = next(gap for gap in _free(wall) if gap[0] <= along <= gap[1])
    width = min(hole["width"], down(right - left))
    if width < NARROWEST:
        problem = f"{shown(entry['id'])} has no room there for another opening"
        raise BattleFileError(Code.CONFLICT, problem, "places")
    at = down(min(max(along - width / 2, left), right - width))
    sized = {**hole, "along": max(at, 0.0), "width": width}
    kind = "windows" if "sill" in hole else "doors"
    if kind == "windows":
        sized = {**sized, "id": _fresh(data, entry["id"]), "sill": min(hole["sill"], round(wall["height"] / 3, 3))}
    sized["height"] = min(hole["height"], down(wall["height"] - sized.get("sill", 0.0)))
    return {**entry, "wall": {**wall, kind: [*wall.get(kind, ()), sized]}}


def _without(entry: Data, along: float) -> dict[str, Any] | None:
    """The wall without the opening at a place along it; None where there is none."""
    wall = entry["wall"]
    for kind in ("windows", "doors"):
        there = [one for one in wall.get(kind, ()) if -BESIDE <= along - one["along"] <= one["width"] + BESIDE]
        if there:
            return {**entry, "wall": {**wall, kind: [one for one in wall[kind] if one is not there[0]]}}
    return None


def _meant(data: Data, place: str) -> tuple[Data, float]:
    """The wall nearest to a point, and how far along it that is; raises `BattleFileError` where none is near."""
    here = point_named(place, ("x", "y"), "inches")
    x, y = float(here[0]), float(here[1])
    near: list[tuple[float, int, float]] = []
    for n, entry in enumerate(data.get("terrain", ())):
        if wall := entry.get("wall"):
            (x0, y0), (x1, y1), length = wall["from"], wall["to"], _length(wall)
            along = min(max(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length, 0.0), length)
            foot = x0 + (x1 - x0) * along / length, y0 + (y1 - y0) * along / length
            near.append((math.dist((x, y), foot) - wall["thickness"] / 2, n, along))
    far, n, along = min(near, default=(math.inf, 0, 0.0))
    if far > NEAR:
        problem = f"there is no wall at {shown(place)}; windows and doors are cut into walls"
        raise BattleFileError(Code.NO_PLACE, problem, "places")
    return data["terrain"][n], along


def _free(wall: Data) -> Iterator[tuple[float, float]]:
    """The stretches of a wall without an opening."""
    at = 0.0
    for one in sorted((*wall.get("windows", ()), *wall.get("doors", ())), key=lambda one: float(one["along"])):
        yield at, max(at, one["along"])
        at = max(at, one["along"] + one["width"])
    yield at, max(at, _length(wall))


def _length(wall: Data) -> float:
    return math.dist(wall["from"], wall["to"])


def down(length: float) -> float:
    """A length to a thousandth of an inch, no longer than it was."""
    return math.floor(length * 1000 + 1e-6) / 1000


def _fresh(data: Data, id_: str) -> str:
    """A name for a window that no window has, called after its wall."""
    pieces = data.get("terrain", ())
    lists = (one for piece in pieces for one in (piece.get("windows", ()), piece.get("wall", {}).get("windows", ())))
    taken = {window["id"] for windows in lists for window in windows}
    return next(name for n in count(1) if (name := f"{id_} {n}") not in taken)
