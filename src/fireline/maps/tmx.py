"""Maps of Tiled in XML (.tmx) and tilesets (.tsx), read as a stream that refuses every document type.

What is read has the shape that a map in JSON has, and goes the same way from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.parsers import expat

from fireline.formats.parsing import xml_parser
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.maps.values import MOST_CELLS, named

DEEPEST, MOST_TILES = 40, 20_000
Attributes = dict[str, str]


def is_one(raw: bytes) -> bool:
    """Whether a file looks like this format."""
    return b"<map" in raw[:4000] and raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def data_of(raw: bytes) -> dict[str, Any]:
    """A map or a tileset in XML as the JSON of Tiled has it, groups opened; raises `BattleFileError`."""
    reader, parser = _Reader(), xml_parser()
    parser.StartElementHandler, parser.EndElementHandler = reader.begin, reader.end
    parser.CharacterDataHandler, parser.buffer_text = reader.text, True
    try:
        parser.Parse(raw, True)  # noqa: FBT003 - expat's signature
    except expat.ExpatError as wrong:
        problem = f"is not well-formed XML: {expat.errors.messages.get(wrong.code, 'unknown')}"
        raise BattleFileError(Code.MALFORMED, problem, f"line {wrong.lineno}, column {wrong.offset + 1}") from None
    return reader.data


class _Reader:
    """What is made of each element as it comes."""

    def __init__(self) -> None:
        self.data: dict[str, Any] = {"tilesets": [], "layers": []}
        self._depth = 0
        self._set: dict[str, Any] | None = None
        self._tile: dict[str, Any] | None = None
        self._layer: dict[str, Any] | None = None
        self._objects: dict[str, Any] | None = None
        self._part: dict[str, Any] | None = None
        """What has tiles: a layer, or a chunk of it."""
        self._text: list[str] = []
        self._groups: list[tuple[float, float]] = []
        """How far the layers of each open group are moved."""

    def begin(self, tag: str, given: Attributes) -> None:
        """An element begins."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise BattleFileError(Code.TOO_LARGE, f"is nested deeper than {DEEPEST}")
        match tag:
            case "map":
                self.data |= given | _whole(given, "map", "tilewidth", "tileheight", "hexsidelength")
            case "tileset":
                self._set = given | {"firstgid": 1} | _whole(given, "tileset", "firstgid") | {"tiles": []}
                self.data["tilesets"].append(self._set)
            case "layer":
                self._layer = {"type": "tilelayer", "name": named(given.get("name"), "layer")}
                self._layer |= _whole(given, "layer", "width", "height")
                self.data["layers"].append(self._layer)
            case "data" if self._layer is not None:
                self._layer |= {key: given.get(key, "") for key in ("encoding", "compression")}
                self._open(self._layer)
            case "chunk" if self._layer is not None:
                self._open(_whole(given, "chunk", "x", "y", "width", "height"))
                self._layer.setdefault("chunks", []).append(self._part)
            case "group":
                self._groups.append((_number(given, "offsetx", tag), _number(given, "offsety", tag)))
            case "imagelayer":
                self.data["layers"].append({"type": tag, "name": given.get("name")})
            case "objectgroup" | "object" | "polyline" | "polygon" | "property" if self._set is None:
                self._object(tag, given)
            case _:
                self._inside(tag, given)

    def _inside(self, tag: str, given: Attributes) -> None:
        """What stands in a tileset, and the tiles of a layer that are elements."""
        match tag:
            case "tile" if self._part is not None:
                self._part["data"].append(_whole(given, "tile", "gid").get("gid", 0))
                if len(self._part["data"]) > MOST_CELLS:
                    raise BattleFileError(Code.TOO_LARGE, f"has more than {MOST_CELLS:,} tiles", "data")
            case "tile" if self._set is not None and len(self._set["tiles"]) < MOST_TILES:
                self._tile = given | {"id": 0} | _whole(given, "tile", "id") | {"properties": []}
                self._set["tiles"].append(self._tile)
            case "image" if self._tile is not None:
                self._tile["image"] = given.get("source")
            case "property" if self._tile is not None:
                self._tile["properties"].append(given)

    def _object(self, tag: str, given: Attributes) -> None:
        """What stands in a layer of objects."""
        if tag == "objectgroup":
            self._objects = {"type": tag, "name": given.get("name"), "objects": []}
            for n, key in enumerate(("offsetx", "offsety")):
                self._objects[key] = _number(given, key, tag) + sum(moved[n] for moved in self._groups)
            self.data["layers"].append(self._objects)
        elif self._objects is not None and tag == "object":
            numbers = {key: _number(given, key, tag) for key in ("x", "y", "rotation")}
            self._objects["objects"].append(given | numbers | {"properties": []})
        elif self._objects is not None and self._objects["objects"]:
            entry = self._objects["objects"][-1]
            if tag == "property":
                entry["properties"].append(given)
            else:
                entry[tag] = [_point(one) for one in given.get("points", "").split()]

    def _open(self, part: dict[str, Any]) -> None:
        self._part, self._text = part, []
        part["data"] = []

    def text(self, text: str) -> None:
        """Text inside an element."""
        if self._part is not None:
            self._text.append(text)

    def end(self, tag: str) -> None:
        """An element ends."""
        self._depth -= 1
        match tag:
            case "tileset":
                self._set = None
            case "tile":
                self._tile = None
            case "layer":
                self._layer = None
            case "objectgroup":
                self._objects = None
            case "group":
                self._groups.pop()
            case "data" | "chunk" if self._part is not None and self._layer is not None:
                if self._layer["encoding"]:
                    self._part["data"] = "".join(self._text)
                self._part = None


def _whole(given: Mapping[str, str], place: str, *keys: str) -> dict[str, int]:
    """The whole numbers of an element by their names, as far as it says any; raises `BattleFileError`."""
    for key in keys:
        digits = given.get(key, "").removeprefix("-")
        if digits and not (digits.isascii() and digits.isdigit() and len(digits) <= 10):
            raise BattleFileError(Code.MALFORMED, f"{shown(given[key])} is not a whole number", f"{place}.{key}")
    return {key: int(given[key]) for key in keys if given.get(key)}


def _number(given: Mapping[str, str], key: str, place: str) -> float:
    """A number of an element, 0 where it says none; raises `BattleFileError`."""
    try:
        return float(given.get(key, "0"))
    except ValueError:
        problem = f"{shown(given[key])} is not a number"
        raise BattleFileError(Code.WRONG_TYPE, problem, f"{place}.{key}") from None


def _point(text: str) -> dict[str, float]:
    """A point of a line, as "x,y"; raises `BattleFileError`."""
    x, _, y = text.partition(",")
    return {"x": _number({"points": x}, "points", "object"), "y": _number({"points": y}, "points", "object")}
