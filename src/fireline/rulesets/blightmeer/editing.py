"""How a battle is edited: models by their weapons, and terrain put down, drawn, turned, cut open and built whole."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any

from fireline.game.editing import (
    Brush,
    BrushTarget,
    Data,
    Editing,
    Facing,
    FormField,
    GroupEditing,
    Piece,
    PieceList,
    Preset,
    Shape,
    SlidingParts,
    forms,
    pieces_in,
    standing,
    with_entry,
)
from fireline.game.entries import read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.places import point_named
from fireline.game.ruleset import Files
from fireline.geometry.bases import exact
from fireline.geometry.outlines import Point2, cos_sin, rectangle
from fireline.rulesets.blightmeer.editions import PACKAGE
from fireline.rulesets.blightmeer.landscape import KINDS
from fireline.rulesets.blightmeer.pieces import FACTS, GEAR, WEAPONS
from fireline.rulesets.blightmeer.state import State, Unit
from fireline.rulesets.blightmeer.terrain import MeshEntry
from fireline.ruling.rulebook import data_file

READY: Mapping[str, Any] = data_file(PACKAGE, "ready.toml")
WINDOWS: Mapping[str, Data] = READY["windows"]
DOORS: Mapping[str, Data] = READY["doors"]
NEAR = 0.75
"""How far from a wall, in inches, one may point to mean it."""
BESIDE = 0.25
"""How far from an opening along its wall one may point to mean it."""
_WALL = {"height": 4, "thickness": 0.25}
NARROWEST, WHOLE_TURN = 0.1, 360.0
_APART, _FIRST = 9, 4.5
"""How far apart the blank table shows buildings and openings, four to a row, and where the first one stands."""
_REACH = 4.5
"""How far from the middle the picture of a building reaches that does not say it."""
Turn = Callable[[Sequence[float]], list[float]]


def laid(entry: Data, place: str) -> Data:
    """A piece of terrain with its middle there, an outline or a wall to a thousandth of an inch."""
    kind, shape = _shape(entry)
    if "at" in shape:
        return {**entry, kind: {**shape, "at": [*point_of(place), *shape["at"][2:]]}}
    move = _by(middle_of([entry]), point_of(place))
    return _turned(_named(entry), lambda point: [round(number, 3) for number in move(point)], 0)


def drawn(data: Data, entry: Data, places: Sequence[str]) -> dict[str, Any]:
    """A wall from point to point, a box from corner to corner, a block or a hill over an outline.

    The openings of a wall that stands already stay where they are, as far as it still reaches.
    """
    points = [point_of(place) for place in places]
    kind, shape = _shape(_named(entry))
    if len(points) < (3 if "outline" in shape else 2):
        raise BattleFileError(Code.MISSING, "are too few; give two points, three for an outline", "places")
    if "outline" in shape:
        now: dict[str, Any] = {"outline": points}
    elif kind == "wall":
        stands, length = any(one["id"] == entry["id"] for one in data.get("terrain", ())), math.dist(*points[:2])
        fitted = _within if stands else _centred
        holes = {hole: [fitted(one, length) for one in shape[hole]] for hole in ("windows", "doors") if hole in shape}
        now = {"from": points[0], "to": points[1], **holes}
    else:
        (left, near), (right, far) = points[:2]
        size = [abs(right - left), abs(far - near), *shape["size"][2:]]
        now = {"at": [(left + right) / 2, (near + far) / 2, *shape["at"][2:]], "size": size}
    return with_entry(data, "terrain", {**entry, kind: {**shape, **now}})


def _centred(window: Data, length: float) -> dict[str, Any]:
    """A window or a door in the middle of a wall, no wider than a third of it."""
    width = round(min(window["width"], length / 3), 3)
    return {**window, "width": width, "along": round((length - width) / 2, 3)}


def _within(opening: Data, length: float) -> dict[str, Any]:
    """A window or a door where it is, or as near to it as the wall still reaches."""
    width = min(opening["width"], _down(length))
    return {**opening, "width": width, "along": min(opening["along"], _down(length - width))}


def turned(data: Data, ids: Sequence[str], degrees: float) -> dict[str, Any]:
    """The data with these pieces turned together to the left; their points are put on a thousandth of an inch."""
    pieces = [entry for entry in data.get("terrain", ()) if entry["id"] in ids]
    turn = _about(middle_of(pieces), degrees)
    changed = {entry["id"]: _turned(entry, turn, degrees) for entry in pieces}
    return {**data, "terrain": [changed.get(entry["id"], entry) for entry in data["terrain"]]}


def middle_of(pieces: Sequence[Data]) -> Point2:
    """The middle of the rectangle around pieces of terrain, seen from above."""
    xs, ys = zip(*(point[:2] for entry in pieces for point in _reach(entry)), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def shifted(data: Data, ids: Sequence[str], start: str, end: str) -> dict[str, Any]:
    """The data with these pieces as far away as one point is from another."""
    shift = _by(point_of(start), point_of(end))
    terrain = [_turned(entry, shift, 0) if entry["id"] in ids else entry for entry in data["terrain"]]
    return {**data, "terrain": terrain}


def modelled(entry: Data, words: Data, files: Files) -> dict[str, Any]:
    """The piece as this mesh, to a thousandth of an inch; raises `BattleFileError`.

    What is said of figures alone, such as a base, is left out.
    """
    said = {key: value for key, value in words.items() if key in MeshEntry.model_fields}
    mesh: Any = read_entry(MeshEntry, {**said, "at": [0, 0]}, "value")
    model = files.model(mesh.file, "value.file", mesh)
    low, high = model.solid.bounds
    x, y = middle_of([entry])
    at = [x - float(low[0] + high[0]) / 2, y - float(low[1] + high[1]) / 2, -float(low[2])]
    return {"id": entry["id"], "mesh": {**said, "at": [round(number, 3) for number in at]}}


def point_of(place: str) -> list[float]:
    """A point of the table by its name."""
    return [float(number) for number in point_named(place, ("x", "y"), "inches")]


def _by(start: Sequence[float], end: Sequence[float]) -> Turn:
    """A move as far as one point is from another."""
    dx, dy = (exact(b) - exact(a) for a, b in zip(start, end, strict=True))
    return lambda point: [float(exact(point[0]) + dx), float(exact(point[1]) + dy), *point[2:]]


def _about(middle: Point2, degrees: float) -> Turn:
    (x, y), (cos, sin) = middle, cos_sin(degrees)

    def turn(point: Sequence[float]) -> list[float]:
        dx, dy = point[0] - x, point[1] - y
        return [round(x + cos * dx - sin * dy, 3), round(y + sin * dx + cos * dy, 3), *point[2:]]

    return turn


def _turned(entry: Data, turn: Turn, degrees: float) -> dict[str, Any]:
    kind, shape = _shape(entry)
    if "outline" in shape:
        return {**entry, kind: {**shape, "outline": [turn(point) for point in shape["outline"]]}}
    if kind == "wall":
        return {**entry, kind: {**shape, "from": turn(shape["from"]), "to": turn(shape["to"])}}
    whole = {**entry, kind: _spun(shape, turn, degrees)}
    panes = [_spun(pane, turn, degrees) for pane in entry.get("windows", ())]
    return {**whole, "windows": panes} if panes else whole


def _spun(shape: Data, turn: Turn, degrees: float) -> dict[str, Any]:
    """What stands at a point and says how it is turned."""
    spun = {"turn": (shape.get("turn", 0.0) + degrees) % WHOLE_TURN} if degrees else {}
    return {**shape, "at": turn(shape["at"]), **spun}


def _reach(entry: Data) -> Sequence[Sequence[float]]:
    """Points of a piece that tell how far it reaches, seen from above."""
    kind, shape = _shape(entry)
    if kind == "wall":
        return [shape["from"], shape["to"]]
    if kind == "box":
        x, y, *_ = shape["at"]
        return rectangle((x, y), (shape["size"][0], shape["size"][1]), shape.get("turn", 0.0))
    points: Sequence[Sequence[float]] = shape.get("outline") or [shape["at"][:2]]
    return points


def _shape(entry: Data) -> tuple[str, Data]:
    return next((kind, entry[kind]) for kind in KINDS if kind in entry)


def _named(entry: Data) -> Data:
    """The entry of a wall whose windows are called after it."""
    kind, shape = _shape(entry)
    windows = [{"id": f"{entry['id']} {n}", **window} for n, window in enumerate(shape.get("windows", ()), 1)]
    return {**entry, kind: {**shape, "windows": windows}} if windows else entry


def ready(holes: Mapping[str, Data]) -> tuple[Preset, ...]:
    """What a form adds to the windows or the doors of a wall."""
    named = {title: {"id": title.lower()} if "sill" in hole else {} for title, hole in holes.items()}
    return tuple(Preset(title, {**named[title], "along": 0.0, **hole}) for title, hole in holes.items())


def openings() -> Iterator[Brush]:
    """Openings put into the wall that one points at; pointed at once more, and the wall is whole there."""
    for n, (title, hole) in enumerate({**WINDOWS, **DOORS}.items()):
        x, y = _FIRST + _APART * n, _FIRST
        yield Brush(
            name=title.lower(),
            title=title,
            group="Windows and doors",
            shape=Shape.POINT,
            drawn=partial(_cut, hole),
            sample=tuple(f"{x + aside:g},{y:g}" for aside in (0, -2, 2)),
            onto=BrushTarget("terrain", {"wall": {"from": [x - 2, y], "to": [x + 2, y], **_WALL}}),
        )


def _cut(hole: Data, data: Data, places: Sequence[str]) -> dict[str, Any]:
    entry, along = _meant(data, places[0])
    return with_entry(data, "terrain", _without(entry, along) or _with(data, entry, hole, along))


def grown(data: Data, entry: Data, hole: Data) -> dict[str, Any]:
    """The entry of a wall with one opening more, in the middle of the widest stretch that has none."""
    left, right = max(_free(entry["wall"]), key=lambda gap: gap[1] - gap[0])
    return _with(data, entry, hole, (left + right) / 2)


def _with(data: Data, entry: Data, hole: Data, along: float) -> dict[str, Any]:
    """An opening as near to a place along a wall as there is room, narrower and lower where the wall asks for it."""
    wall = entry["wall"]
    left, right = next(gap for gap in _free(wall) if gap[0] <= along <= gap[1])
    width = min(hole["width"], _down(right - left))
    if width < NARROWEST:
        problem = f"{shown(entry['id'])} has no room there for another opening"
        raise BattleFileError(Code.CONFLICT, problem, "places")
    at = _down(min(max(along - width / 2, left), right - width))
    sized = {**hole, "along": max(at, 0.0), "width": width}
    kind = "windows" if "sill" in hole else "doors"
    if kind == "windows":
        sized = {**sized, "id": _fresh(data, entry["id"]), "sill": min(hole["sill"], round(wall["height"] / 3, 3))}
    sized["height"] = min(hole["height"], _down(wall["height"] - sized.get("sill", 0.0)))
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
    x, y = point_of(place)
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


def _down(length: float) -> float:
    """A length to a thousandth of an inch, no longer than it was."""
    return math.floor(length * 1000 + 1e-6) / 1000


def _fresh(data: Data, id_: str) -> str:
    """A name for a window that no window has, called after its wall."""
    pieces = data.get("terrain", ())
    lists = (one for piece in pieces for one in (piece.get("windows", ()), piece.get("wall", {}).get("windows", ())))
    taken = {window["id"] for windows in lists for window in windows}
    return next(name for n in count(1) if (name := f"{id_} {n}") not in taken)


def buildings() -> Iterator[Brush]:
    """Every building, put down where one points; pressed there once more, and it is gone."""
    for n, (name, about) in enumerate(READY["buildings"].items()):
        x, y, reach = _FIRST + _APART * (n % 4), _FIRST + _APART * (n // 4), about.get("reach", _REACH)
        yield Brush(
            name=name,
            title=name.capitalize(),
            group="Buildings",
            shape=Shape.POINT,
            drawn=partial(_built, name),
            sample=tuple(f"{x + aside:g},{y:g}" for aside in (0, -reach, reach)),
            parts=tuple(part["id"] for part in about["parts"]),
        )


def _built(name: str, data: Data, places: Sequence[str]) -> dict[str, Any]:
    """A building more, under the first name that nothing has; or none where the same one stands at this place."""
    terrain, move = list(data.get("terrain", ())), _by((0, 0), point_of(places[0]))
    taken = {entry["id"] for entry in terrain}
    for n in count(1):
        whole = name if n == 1 else f"{name} {n}"
        parts = [_turned(_called(part, whole), move, 0) for part in READY["buildings"][name]["parts"]]
        if all(part in terrain for part in parts):
            return {**data, "terrain": [entry for entry in terrain if entry not in parts]}
        if not taken & {part["id"] for part in parts}:
            return {**data, "terrain": [*terrain, *parts]}
    raise AssertionError("there is always a name that nothing has")


def _called(part: Data, whole: str) -> Data:
    """A part of a building under the name of the whole, and its windows."""
    kind, shape = _shape(part)
    windows = [{**window, "id": whole + window["id"]} for window in shape.get("windows", ())]
    return {**part, "id": whole + part["id"], kind: {**shape, "windows": windows} if windows else shape}


STATS = {"facing": 90, "ranged": 14, "defence": 14, "morale": 14}
"""A model neither good nor bad at anything; Fireline's own."""
LARGE = {"facing": 90, "defence": 16, "morale": 12, "wounds": 3, "size": "large"}
INCHES = FormField(unit="inches")


EDITING = Editing(
    blank=lambda: {"turn": {"side": "red", "number": 1}, "units": []},
    snap=0.5,
    brushes=(*openings(), *buildings()),
    fields=forms(State),
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
                *pieces_in(READY["characters"], "Characters"),
            ),
            # On the highest surface there: what a model stood on before is not under it any more.
            placed=standing("units", lambda entry, place: {**entry, "at": point_of(place)}),
            place=("at",),
            side="side",
            fields={
                **forms(Unit),
                "weapon": FormField(ready=tuple(Preset(name, name) for name in WEAPONS)),
                **{f"weapon.{name}": said for name, said in forms(FACTS).items()},
                "gear": FormField(ready=tuple(Preset(name.replace("_", " "), name) for name in GEAR)),
                "model": FormField(model=True),
            },
        ),
        PieceList(
            name="terrain",
            title="Terrain",
            pieces=(*pieces_in(READY["terrain"]), *pieces_in(READY["furniture"], "Furniture")),
            placed=standing("terrain", laid),
            drawn=drawn,
            place=("at", "outline", "from", "to"),
            corners=("prism.outline", "hill.outline", "wall.from", "wall.to"),
            together=GroupEditing(turned, shifted),
            sliding=SlidingParts(
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
                "wall.windows": FormField(ready=ready(WINDOWS), grown=grown),
                "wall.doors": FormField(ready=ready(DOORS), grown=grown),
            },
        ),
    ),
)
