"""How a battle is edited: models by their weapons, pieces of terrain; both stand at points of the table."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fireline.game.editing import (
    Data,
    Editing,
    Facing,
    FormField,
    Piece,
    PieceList,
    Ready,
    Shape,
    Sliding,
    standing,
    with_entry,
)
from fireline.game.errors import BattleFileError, Code
from fireline.game.places import point_named
from fireline.rulesets.blightmeer import cutting
from fireline.rulesets.blightmeer.pieces import FACTS, GEAR, WEAPONS
from fireline.rulesets.blightmeer.ready import buildings, characters, furniture
from fireline.rulesets.blightmeer.state import State
from fireline.rulesets.blightmeer.turning import TOGETHER, modelled

STATS = {"facing": 90, "ranged": 14, "defence": 14, "morale": 14}
"""A model neither good nor bad at anything; Fireline's own."""
LARGE = {"facing": 90, "defence": 16, "morale": 12, "wounds": 3, "size": "large"}
SQUARE = [[-2, -2], [2, -2], [2, 2], [-2, 2]]
HEXAGON = [[-3, 0], [-1.5, -2.6], [1.5, -2.6], [3, 0], [1.5, 2.6], [-1.5, 2.6]]
WINDOW, DOOR = {"along": 2.5, **cutting.WINDOWS["Window"]}, {"along": 0.5, **cutting.DOORS["Door"]}
TERRAIN = (
    Piece("Crate", {"box": {"at": [0, 0, 0], "size": [2, 2, 1.5]}}, Shape.RECTANGLE),
    Piece("House", {"box": {"at": [0, 0, 0], "size": [6, 4, 4]}}, Shape.RECTANGLE),
    Piece("Fence", {"wall": {"from": [-3, 0], "to": [3, 0], "height": 1, "thickness": 0.2}}, Shape.LINE),
    Piece("Wall", {"wall": {"from": [-3, 0], "to": [3, 0], "height": 4, "thickness": 0.25}}, Shape.LINE),
    Piece("Wall, a window in it", {"wall": {"from": [-3, 0], "to": [3, 0], "height": 4, "thickness": 0.25,
                                            "windows": [WINDOW]}}, Shape.LINE),
    Piece("Wall, a door in it", {"wall": {"from": [-3, 0], "to": [3, 0], "height": 4, "thickness": 0.25,
                                          "doors": [DOOR]}}, Shape.LINE),
    Piece("Hedge", {"wall": {"from": [-3, 0], "to": [3, 0], "height": 1, "thickness": 0.6}}, Shape.LINE),
    Piece("Block", {"prism": {"outline": SQUARE, "height": 3}}, Shape.POLYGON),
    Piece("Hill", {"hill": {"outline": HEXAGON, "height": 2}}, Shape.POLYGON),
    Piece("Hill, in steps", {"hill": {"outline": HEXAGON, "height": 2, "steps": 2}}, Shape.POLYGON),
)  # fmt: skip
INCHES = FormField(unit="inches")


def _at(entry: Data, place: str) -> Data:
    """A model on the highest surface there: what it stood on before is not under it any more."""
    return {**entry, "at": _point(place)}


def _laid(entry: Data, place: str) -> Data:
    """A piece of terrain with its middle there; the window of a wall is called after it."""
    (kind,) = (key for key in entry if key in _MOVES)
    return {**entry, kind: _MOVES[kind](_named(entry[kind], entry["id"]), _point(place))}


def _drawn(data: Data, entry: Data, places: Sequence[str]) -> dict[str, Any]:
    """A wall from point to point, a box from corner to corner, a block or a hill over an outline.

    The openings of a wall that stands already stay where they are, as far as it still reaches.
    """
    points = [_point(place) for place in places]
    (kind,) = (key for key in entry if key in _MOVES)
    shape = _named(entry[kind], entry["id"])
    if len(points) < (3 if "outline" in shape else 2):
        raise BattleFileError(Code.MISSING, "are too few; give two points, three for an outline", "places")
    stands = any(one["id"] == entry["id"] for one in data.get("terrain", ()))
    return with_entry(data, "terrain", {**entry, kind: _through(kind, shape, points, _within if stands else _centred)})


def _through(
    kind: str, shape: Data, points: list[list[float]], fitted: Callable[[Data, float], dict[str, Any]]
) -> dict[str, Any]:
    if "outline" in shape:
        return {**shape, "outline": points}
    if kind == "wall":
        length = math.dist(*points[:2])
        holes = {hole: [fitted(one, length) for one in shape[hole]] for hole in ("windows", "doors") if hole in shape}
        return {**shape, "from": points[0], "to": points[1]} | holes
    (left, near), (right, far) = points[:2]
    size = [abs(right - left), abs(far - near), *shape["size"][2:]]
    return {**shape, "at": [(left + right) / 2, (near + far) / 2, *shape["at"][2:]], "size": size}


def _centred(window: Data, length: float) -> dict[str, Any]:
    """A window or a door in the middle of a wall, no wider than a third of it."""
    width = round(min(window["width"], length / 3), 3)
    return {**window, "width": width, "along": round((length - width) / 2, 3)}


def _within(opening: Data, length: float) -> dict[str, Any]:
    """A window or a door where it is, or as near to it as the wall still reaches."""
    width = min(opening["width"], cutting.down(length))
    return {**opening, "width": width, "along": min(opening["along"], cutting.down(length - width))}


def _point(place: str) -> list[float]:
    return [float(number) for number in point_named(place, ("x", "y"), "inches")]


def _named(shape: Data, id_: str) -> Data:
    windows = [{"id": f"{id_} {n}", **window} for n, window in enumerate(shape.get("windows", ()), 1)]
    return {**shape, "windows": windows} if windows else shape


def _put_at(shape: Data, to: Sequence[float]) -> dict[str, Any]:
    return {**shape, "at": [*to, *shape["at"][2:]]}


def _put_outline(shape: Data, to: Sequence[float]) -> dict[str, Any]:
    return {**shape, "outline": _shifted(shape["outline"], to)}


def _put_wall(shape: Data, to: Sequence[float]) -> dict[str, Any]:
    start, end = _shifted([shape["from"], shape["to"]], to)
    return {**shape, "from": start, "to": end}


def _shifted(points: Sequence[Sequence[float]], to: Sequence[float]) -> list[list[float]]:
    """Points moved so that the middle of the rectangle around them lies there, to a thousandth of an inch."""
    xs, ys = zip(*points, strict=True)
    dx, dy = to[0] - _middle(xs), to[1] - _middle(ys)
    return [[round(x + dx, 3), round(y + dy, 3)] for x, y in points]


def _middle(numbers: Iterable[float]) -> float:
    numbers = list(numbers)
    return (min(numbers) + max(numbers)) / 2


_MOVES = {"box": _put_at, "mesh": _put_at, "prism": _put_outline, "hill": _put_outline, "wall": _put_wall}


def _apart(state: State, one: str, other: str) -> float:
    return math.dist(_point(one), _point(other))


EDITING = Editing(
    blank=lambda: {"turn": {"side": "red", "number": 1}, "units": []},
    apart=_apart,
    snap=0.5,
    brushes=(*cutting.brushes(), *buildings()),
    fields={"table.width": INCHES, "table.depth": INCHES},
    place="a point x,y in inches, such as 12.5,8",
    facing=Facing("facing", 15),
    lists=(
        PieceList(
            name="units",
            title="Units",
            pieces=(
                *(Piece(f"Fighter, {name}", {**STATS, "weapon": name}) for name in WEAPONS),
                Piece("Fighter", {**STATS, "ranged": "-"}),
                Piece("Brute", LARGE),
                *characters(),
            ),
            placed=standing("units", _at),
            place=("at",),
            side="side",
            fields={
                "facing": FormField(unit="degrees"),
                "ranged": FormField(unit="- for none"),
                "defence": FormField(unit="- for none"),
                "morale": FormField(unit="- for none"),
                "weapon": FormField(ready=tuple(Ready(name, name) for name in WEAPONS)),
                **{f"weapon.{name}": one.form for name, one in FACTS.items() if one.title or one.unit},
                "gear": FormField(ready=tuple(Ready(name.replace("_", " "), name) for name in GEAR)),
                "base": FormField(unit="millimetres"),
                "height": INCHES,
                "model": FormField(model=True),
            },
        ),
        PieceList(
            name="terrain",
            title="Terrain",
            pieces=(*TERRAIN, *furniture()),
            placed=standing("terrain", _laid),
            drawn=_drawn,
            place=("at", "outline", "from", "to"),
            corners=("prism.outline", "hill.outline", "wall.from", "wall.to"),
            together=TOGETHER,
            sliding=Sliding(
                titles={"wall.windows": "Window", "wall.doors": "Door"},
                ends=("wall.from", "wall.to"),
                along="along",
                width="width",
                snap=0.25,
            ),
            modelled=modelled,
            fields={
                "box.size": FormField(title="Width, depth, height", unit="inches"),
                **dict.fromkeys(("box.turn", "mesh.turn"), FormField(unit="degrees")),
                **{f"{kind}.{length}": INCHES for kind in ("prism", "wall", "hill") for length in ("height", "bottom")},
                "wall.thickness": INCHES,
                "wall.windows": FormField(ready=cutting.ready(cutting.WINDOWS), grown=cutting.grown),
                "wall.doors": FormField(ready=cutting.ready(cutting.DOORS), grown=cutting.grown),
            },
        ),
    ),
)
