"""Maps of Tiled in XML (.tmx) and tilesets (.tsx), read as a stream that refuses every document type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from xml.parsers import expat

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.maps import MapAnswers, PlainMap
from fireline.maps import tiles
from fireline.maps.objects import read_objects
from fireline.maps.tiled import Chunk, Gathered, Tileset, put_together
from fireline.maps.values import MOST_CELLS, named

MOST_LAYERS, DEEPEST, MOST_TILES = 200, 40, 20_000
Attributes = dict[str, str]


def is_one(raw: bytes) -> bool:
    """Whether a file looks like this format."""
    return b"<map" in raw[:4000] and raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def read(raw: bytes, name: str, _answers: MapAnswers, tileset: Callable[[int, str, Gathered], Tileset]) -> PlainMap:
    """The map in such a file; `tileset` finds one that is a file of its own. Raises `BattleFileError`."""
    reader = _Reader(tileset)
    _parse(raw, reader)
    return put_together(reader.found, name)


def read_tileset(raw: bytes, first: int, name: str) -> Tileset:
    """The tileset in a .tsx file; raises `BattleFileError`."""
    reader = _Reader(lambda first, source, _found: Tileset(first, source, {}))
    _parse(raw, reader)
    found = next(iter(reader.found.tilesets), Tileset(first, name, {}))
    return found._replace(first=first)


def stem(path: object) -> str:
    """The name of a picture's file without folders and ending."""
    file = named(path).replace("\\", "/").rpartition("/")[2]
    return file.rpartition(".")[0] or file


def _parse(raw: bytes, reader: _Reader) -> None:
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _no_doctype
    parser.StartElementHandler, parser.EndElementHandler = reader.begin, reader.end
    parser.CharacterDataHandler, parser.buffer_text = reader.text, True
    try:
        parser.Parse(raw, True)  # noqa: FBT003 - expat's signature
    except expat.ExpatError as wrong:
        problem = f"is not well-formed XML: {expat.errors.messages.get(wrong.code, 'unknown')}"
        raise BattleFileError(Code.MALFORMED, problem, f"line {wrong.lineno}, column {wrong.offset + 1}") from None


def _no_doctype(*_: object) -> None:
    raise BattleFileError(Code.UNSUPPORTED, "has a document type, which may make a small file a huge one", "DOCTYPE")


class _Reader:
    """What is made of each element as it comes."""

    def __init__(self, tileset: Callable[[int, str, Gathered], Tileset]) -> None:
        self.found = Gathered()
        self._beside, self._depth, self._cells = tileset, 0, 0
        self._set: tuple[int, str, dict[int, str]] | None = None
        self._tile = -1
        self._layer: tuple[str, int, int] | None = None
        self._chunk: tuple[int, int, int, int]
        self._packing: tuple[str, str] = ("", "")
        self._text: list[str] | None = None
        self._plain: list[object] = []
        self._objects: dict[str, Any] | None = None

    def begin(self, tag: str, given: Attributes) -> None:
        """An element begins."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise BattleFileError(Code.TOO_LARGE, f"is nested deeper than {DEEPEST}")
        match tag:
            case "map":
                self.found.orientation = given.get("orientation", "")
                self.found.axis, self.found.index = given.get("staggeraxis", "y"), given.get("staggerindex", "odd")
                self.found.check()
                wide, high, side = (
                    _whole(given, key, 0, "map") for key in ("tilewidth", "tileheight", "hexsidelength")
                )
                self.found.size = wide, high, side
            case "tileset" if "source" in given:
                first = _whole(given, "firstgid", 1, "tileset")
                self.found.tilesets.append(self._beside(first, given["source"], self.found))
            case "tileset":
                self._set = _whole(given, "firstgid", 1, "tileset"), named(given.get("name"), "tile"), {}
            case "layer":
                wide, high = (_whole(given, key, 0, "layer") for key in ("width", "height"))
                self._layer = named(given.get("name"), "layer"), wide, high
                self.found.layers.append([])
                if len(self.found.layers) > MOST_LAYERS:
                    raise BattleFileError(Code.TOO_LARGE, f"has more than {MOST_LAYERS} layers", "layer")
            case "data" if self._layer:
                self._packing = given.get("encoding", ""), given.get("compression", "")
                self._open(0, 0, self._layer[1], self._layer[2])
            case "chunk" if self._layer:
                self._open(*(_whole(given, key, 0, "chunk") for key in ("x", "y", "width", "height")))
            case "imagelayer":
                self.found.unused.append(f"the {tag} {named(given.get('name'))!r}")
            case "objectgroup" | "object" | "polyline" | "polygon" | "property" if self._set is None:
                self._object(tag, given)
            case _:
                self._inside(tag, given)

    def _object(self, tag: str, given: Attributes) -> None:
        """What stands in a layer of objects, as a map in JSON says it."""
        if tag == "objectgroup":
            offsets = {key: _number(given, key, "objectgroup") for key in ("offsetx", "offsety")}
            self._objects = {"name": given.get("name"), "objects": [], **offsets}
        elif self._objects is not None and tag == "object":
            numbers = {key: _number(given, key, "object") for key in ("x", "y", "rotation")}
            self._objects["objects"].append({**given, **numbers, "properties": []})
        elif self._objects is not None and self._objects["objects"]:
            entry = self._objects["objects"][-1]
            if tag == "property":
                entry["properties"].append(given)
            else:
                entry[tag] = [_point(one) for one in given.get("points", "").split()]

    def _inside(self, tag: str, given: Attributes) -> None:
        """What stands in a tileset, and the tiles of a layer that are elements."""
        if self._text is not None and tag == "tile":
            self._plain.append(_whole(given, "gid", 0, "tile"))
            if len(self._plain) > MOST_CELLS:
                raise BattleFileError(Code.TOO_LARGE, f"has more than {MOST_CELLS:,} tiles", "data")
        elif self._set is not None and tag == "tile":
            self._tile = _whole(given, "id", 0, "tile")
            self._call(given.get("type") or given.get("class"))
        elif self._set is not None and self._tile >= 0:
            if tag == "image" and self._tile not in self._set[2]:
                self._call(stem(given.get("source")))
            if tag == "property" and given.get("name", "").lower() == "terrain":
                self._call(given.get("value"))

    def _call(self, word: str | None) -> None:
        if self._set is not None and (name := named(word)) and len(self._set[2]) < MOST_TILES:
            self._set[2][self._tile] = name

    def _open(self, *rectangle: int) -> None:
        x, y, wide, high = rectangle
        self._chunk, self._text, self._plain = (x, y, wide, high), [], []

    def text(self, text: str) -> None:
        """Text inside an element."""
        if self._text is not None:
            self._text.append(text)

    def end(self, tag: str) -> None:
        """An element ends."""
        self._depth -= 1
        if tag == "tileset" and self._set is not None:
            self.found.tilesets.append(Tileset(*self._set))
            self._set = None
        elif tag == "tile":
            self._tile = -1 if self._text is None else self._tile
        elif tag in {"data", "chunk"} and self._text is not None and self._layer is not None:
            self._close("".join(self._text), f"layer {self._layer[0]!r}")
        elif tag == "layer":
            self._layer = None
        elif tag == "objectgroup" and self._objects is not None:
            read_objects(self._objects, "objectgroup", self.found)
            self._objects = None

    def _close(self, text: str, place: str) -> None:
        x, y, wide, high = self._chunk
        if self._packing[0]:
            if text.strip() or not self.found.layers[-1]:
                numbers = tiles.text(text, *self._packing, wide, high, place)
                self.found.layers[-1].append(Chunk(x, y, wide, numbers))
        else:
            self.found.layers[-1].append(Chunk(x, y, wide, tiles.listed(self._plain, wide, high, place)))
        self._cells += wide * high
        if self._cells > 10 * MOST_CELLS:
            raise BattleFileError(Code.TOO_LARGE, f"has more than {10 * MOST_CELLS:,} tiles", place)
        self._text = None


def _number(given: Attributes, key: str, place: str) -> float:
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


def _whole(given: Mapping[str, str], key: str, usual: int, place: str) -> int:
    text = given.get(key, "")
    if not text:
        return usual
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 10):
        raise BattleFileError(Code.MALFORMED, f"{shown(text)} is not a whole number", f"{place}.{key}")
    return int(text)
