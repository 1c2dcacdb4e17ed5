"""Layers of objects of Tiled: the lines in them, which may run along hexsides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fireline.maps.tiled import Gathered
from fireline.maps.values import listed, mapped, named, number


def read_objects(layer: Mapping[str, Any], place: str, found: Gathered) -> None:
    """Keep the lines and outlines of a layer of objects, and tell what else is in it; raises `BattleFileError`."""
    at = tuple(number(layer.get(key, 0), f"{place}.{key}") for key in ("offsetx", "offsety"))
    name, objects, lines = named(layer.get("name")), listed(layer.get("objects"), f"{place}.objects"), 0
    for n, one in enumerate(objects):
        here = f"{place}.objects[{n}]"
        entry = mapped(one, here)
        points = listed(entry.get("polyline") or entry.get("polygon"), f"{here}.points")
        if len(points) < 2 or entry.get("rotation"):
            continue
        lines += 1
        corners = [mapped(point, f"{here}.points") for point in points]
        word = properties(entry, here).get("terrain") or entry.get("type") or entry.get("class") or entry.get("name")
        x, y = (at[n] + number(entry.get(key, 0), f"{here}.{key}") for n, key in enumerate("xy"))
        found.stroke(
            named(word) or name or "line",
            [(x + number(one.get("x"), f"{here}.x"), y + number(one.get("y"), f"{here}.y")) for one in corners],
            closed="polygon" in entry,
        )
    found.other(name, len(objects) - lines, lines)


def properties(entry: Mapping[str, Any], place: str) -> dict[str, Any]:
    """The properties of something, by their names in small letters; raises `BattleFileError`."""
    rows = (mapped(one, place) for one in listed(entry.get("properties"), f"{place}.properties"))
    return {named(row.get("name")).lower(): row.get("value") for row in rows}
