"""Terrain turned, moved or made a mesh by hand: one piece, or several that make one building."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fireline.game.editing import Data, Together
from fireline.game.entries import read_entry
from fireline.game.files import Files
from fireline.game.places import point_named
from fireline.geometry.gaps import exact
from fireline.geometry.outlines import rectangle
from fireline.geometry.turns import cos_sin
from fireline.rulesets.blightmeer.landscape import KINDS, MeshEntry

WHOLE_TURN = 360.0
Point = tuple[float, float]
Turn = Callable[[Sequence[float]], list[float]]


def turned(data: Data, ids: Sequence[str], degrees: float) -> dict[str, Any]:
    """The data with these pieces turned together to the left; their points are put on a thousandth of an inch."""
    pieces = [entry for entry in data.get("terrain", ()) if entry["id"] in ids]
    turn = _about(middle_of(pieces), degrees)
    changed = {entry["id"]: _turned(entry, turn, degrees) for entry in pieces}
    return {**data, "terrain": [changed.get(entry["id"], entry) for entry in data["terrain"]]}


def middle_of(pieces: Sequence[Data]) -> Point:
    """The middle of the rectangle around pieces of terrain, seen from above."""
    xs, ys = zip(*(point[:2] for entry in pieces for point in _reach(entry)), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def shifted(data: Data, ids: Sequence[str], start: str, end: str) -> dict[str, Any]:
    """The data with these pieces as far away as one point is from another."""
    dx, dy = (b - a for a, b in zip(*(point_named(one, ("x", "y"), "inches") for one in (start, end)), strict=True))

    def shift(point: Sequence[float]) -> list[float]:
        return [float(exact(point[0]) + dx), float(exact(point[1]) + dy), *point[2:]]

    terrain = [_turned(entry, shift, 0) if entry["id"] in ids else entry for entry in data["terrain"]]
    return {**data, "terrain": terrain}


def modelled(entry: Data, words: Data, files: Files) -> dict[str, Any]:
    """The piece as this mesh, to a thousandth of an inch; raises `BattleFileError`.

    What is said of figures alone, such as a base, is left out.
    """
    said = {key: value for key, value in words.items() if key in MeshEntry.model_fields}
    mesh = read_entry(MeshEntry, {**said, "at": [0, 0]}, "value")
    model = files.model(mesh.file, "value.file", mesh)
    low, high = model.solid.bounds
    x, y = middle_of([entry])
    at = [x - float(low[0] + high[0]) / 2, y - float(low[1] + high[1]) / 2, -float(low[2])]
    return {"id": entry["id"], "mesh": {**said, "at": [round(number, 3) for number in at]}}


TOGETHER = Together(turned, shifted)


def _about(middle: Point, degrees: float) -> Turn:
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
    return {**shape, "at": turn(shape["at"]), "turn": (shape.get("turn", 0.0) + degrees) % WHOLE_TURN}


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
