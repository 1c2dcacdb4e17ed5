"""Maps of Tiled in XML (.tmx) and tilesets (.tsx), read with every guard.

What is read has the shape that a map in JSON has, and goes the same way from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from fireline.formats.xml import xml_parser
from fireline.game.errors import BattleFileError, Code
from fireline.maps.values import MOST_CELLS, named

DEEPEST, MOST_ELEMENTS = 40, 16 * MOST_CELLS
"""How deep elements may be nested, and how many there may be: each tile may be one."""
LONGEST = 20
"""The most characters of a number."""
NUMBERS = {"tilewidth", "tileheight", "hexsidelength", "firstgid", "id", "gid", "width", "height", "x", "y"}
NUMBERS |= {"offsetx", "offsety", "rotation"}
"""The attributes that are numbers in JSON."""


def is_one(raw: bytes) -> bool:
    """Whether a file looks like this format."""
    return b"<map" in raw[:4000] and raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def data_of(raw: bytes) -> dict[str, Any]:
    """A map or a tileset in XML as the JSON of Tiled has it; raises `BattleFileError`."""
    root = _tree(raw)
    if root.tag == "tileset":
        return {"tilesets": [_tileset(root)]}
    return _said(root) | {"tilesets": [*map(_tileset, root.iterfind("tileset"))], "layers": [*_layers(root)]}


def _tree(raw: bytes) -> Element:
    """The elements of a file; raises `BattleFileError` for too many, or for what is no XML."""
    builder, parser, open_, count = TreeBuilder(), xml_parser(), 0, 0

    def begin(tag: str, given: dict[str, str]) -> None:
        nonlocal open_, count
        open_, count = open_ + 1, count + 1
        if open_ > DEEPEST:
            raise BattleFileError(Code.TOO_LARGE, f"is nested deeper than {DEEPEST}")
        if count > MOST_ELEMENTS:
            raise BattleFileError(Code.TOO_LARGE, f"has more than {MOST_ELEMENTS:,} elements")
        builder.start(tag, given)

    def end(tag: str) -> None:
        nonlocal open_
        open_ -= 1
        builder.end(tag)

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler, parser.buffer_text = builder.data, True
    try:
        parser.Parse(raw, True)  # noqa: FBT003 - expat's signature
    except expat.ExpatError as wrong:
        problem = f"is not well-formed XML: {expat.errors.messages.get(wrong.code, 'unknown')}"
        raise BattleFileError(Code.MALFORMED, problem, f"line {wrong.lineno}, column {wrong.offset + 1}") from None
    return builder.close()


def _tileset(one: Element) -> dict[str, Any]:
    return _said(one) | {"tiles": [*map(_tile, one.iterfind("tile"))]}


def _tile(one: Element) -> dict[str, Any]:
    image = one.find("image")
    return _said(one) | _properties(one) | ({} if image is None else {"image": image.get("source")})


def _layers(inside: Element) -> Iterator[dict[str, Any]]:
    """The layers of a map or of a group, from the lowest up."""
    for one in inside:
        match one.tag:
            case "layer":
                yield _said(one) | {"type": "tilelayer", "name": named(one.get("name"), "layer")} | _tiles(one)
            case "group":
                yield _said(one) | {"type": one.tag, "layers": [*_layers(one)]}
            case "objectgroup":
                yield _said(one) | {"type": one.tag, "objects": [*map(_object, one.iterfind("object"))]}
            case "imagelayer":
                yield _said(one) | {"type": one.tag}


def _tiles(layer: Element) -> dict[str, Any]:
    """The tiles of a layer, in chunks where the map is endless: a text, or their numbers."""
    data = layer.find("data")
    if data is None:
        return {}
    packing = {key: data.get(key, "") for key in ("encoding", "compression")}

    def held(part: Element) -> Any:
        return part.text or "" if packing["encoding"] else [_said(tile).get("gid", 0) for tile in part.iterfind("tile")]

    chunks = [_said(chunk) | {"data": held(chunk)} for chunk in data.iterfind("chunk")]
    return packing | ({"chunks": chunks} if chunks else {"data": held(data)})


def _object(one: Element) -> dict[str, Any]:
    """An object with its line or outline, where it is one."""
    lines = {
        line.tag: [_point(point) for point in line.get("points", "").split()]
        for line in one
        if line.tag in {"polyline", "polygon"}
    }
    return _said(one) | _properties(one) | lines


def _properties(one: Element) -> dict[str, Any]:
    return {"properties": [dict(row.attrib) for row in one.iterfind("properties/property")]}


def _said(one: Element) -> dict[str, Any]:
    """The attributes of an element, those that are numbers as such."""
    return {key: _number(text) if key in NUMBERS else text for key, text in one.attrib.items()}


def _number(text: str) -> int | float | str:
    """A number as JSON has it; another text stays what it is, for whoever reads the map to refuse."""
    if len(text) <= LONGEST and "_" not in text:  # which Python alone takes for a part of a number
        for kind in (int, float):
            with suppress(ValueError):
                return kind(text)
    return text


def _point(text: str) -> dict[str, Any]:
    """A point of a line, written as "x,y"."""
    x, _, y = text.partition(",")
    return {"x": _number(x), "y": _number(y)}
