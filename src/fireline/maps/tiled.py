"""Hex maps of Tiled, in JSON (.tmj, .json) or made like it of XML: tilesets, layers of tiles, layers of objects.

The names on a hex come from the tilesets of its tiles, from the lowest layer up. Lines in layers of objects may run
along hexsides.
"""

from __future__ import annotations

import base64
import binascii
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import PurePath
from typing import Any, NamedTuple

from fireline.extras import need
from fireline.formats.parsing import parse_json
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code, inside
from fireline.game.maps import HexRows, MapHex, MapSide, PlainMap, Spot, top_question
from fireline.maps import tmx
from fireline.maps.hexsides import PIXEL, HexGrid, Stroke, sides_of
from fireline.maps.values import MOST_CELLS, listed, mapped, named, number, whole
from fireline.ruling.prose import plural

FORMAT = "Tiled map"
FLAGS = 0xF0000000
"""The four high bits of a tile's number: two mirror it, two turn it; hexes use them all."""
MOST_TILE = 0xFFFFFFFF
MOST_LAYERS, DEEPEST = 200, 10
MOST_POINTS, MOST_PIXELS = 20_000, 10_000
Names = Mapping[int, str]
"""The names of the tiles of a tileset, by their numbers in it."""


class Tileset(NamedTuple):
    """A tileset as a map uses it: the number of its first tile, its name, and what its tiles are called."""

    first: int
    name: str
    names: Names


class Chunk(NamedTuple):
    """A rectangle of tiles: where it begins, which may be below 0, how wide it is, and its numbers row by row."""

    x: int
    y: int
    width: int
    tiles: list[int]


@dataclass(slots=True)
class Gathered:
    """What has been read of a map before it is put together."""

    axis: str
    index: str
    size: tuple[int, int, int]
    """Pixels of a tile: its width, its height, and the length of its upright or level side."""
    strokes: list[Stroke] = field(default_factory=list)
    tilesets: list[Tileset] = field(default_factory=list)
    layers: list[list[Chunk]] = field(default_factory=list)
    seen: int = 0
    """How many layers of any kind."""
    unused: list[str] = field(default_factory=list)

    def stroke(self, name: str, points: Sequence[Spot], *, closed: bool) -> None:
        """One line more; raises `BattleFileError` for too many."""
        at = tuple((round(x * PIXEL / 2) * 2, round(y * PIXEL / 2) * 2) for x, y in points)
        self.strokes.append(Stroke(name, at, closed))
        if sum(len(one.points) for one in self.strokes) > MOST_POINTS:
            raise BattleFileError(Code.TOO_LARGE, f"has lines of more than {MOST_POINTS:,} points", "objects")

    def other(self, layer: str, others: int, lines: int) -> None:
        """Tell of a layer of objects what of it is no line, and of one without any line that it is not used."""
        if not lines:
            self.unused.append(f"the objectgroup {layer!r}")
        elif others:
            self.unused.append(f"{plural(others, 'object')} of {layer!r}, no line")

    def sides(self, cells: frozenset[tuple[int, int]]) -> list[MapSide]:
        """The hexsides along which lines run; raises `BattleFileError` for hexes of no known size."""
        if not self.strokes:
            return []
        if min(self.size) < 1 or max(self.size) > MOST_PIXELS:
            problem = f"must be from 1 to {MOST_PIXELS:,}, since lines are drawn over the hexes"
            raise BattleFileError(Code.OUT_OF_RANGE, problem, "tilewidth, tileheight, hexsidelength")
        wide, high, side = (length * PIXEL for length in self.size)
        grid = HexGrid(wide, high, side, pointed=self.axis == "y", odd=self.index == "odd")
        found = sides_of(self.strokes, cells, grid)
        along = {one.name for one in found}
        self.unused.extend(
            f"the line {name!r}, which runs along no hexside"
            for name in {s.name: 0 for s in self.strokes}
            if name not in along
        )
        return found


def is_one(data: Mapping[str, Any]) -> bool:
    """Whether the data of a JSON file looks like this format."""
    return "layers" in data and "orientation" in data


def read(data: Mapping[str, Any], name: str, beside: Mapping[str, bytes]) -> PlainMap:
    """The map in the data of such a file; raises `BattleFileError`."""
    found = _begun(data, beside)
    for layer, place in _layers(listed(data.get("layers"), "layers"), "layers"):
        _add(found, layer, place, f"{place}.data")
    return _put_together(found, name)


def read_xml(raw: bytes, name: str, beside: Mapping[str, bytes]) -> PlainMap:
    """The map in a .tmx file; raises `BattleFileError`."""
    data = tmx.data_of(raw)
    found = _begun(data, beside)
    for layer, _ in _layers(data["layers"], "layers"):
        place = f"layer {layer['name']!r}" if layer["type"] == "tilelayer" else layer["type"]
        _add(found, layer, place, place)
    return _put_together(found, name)


def _begun(data: Mapping[str, Any], beside: Mapping[str, bytes]) -> Gathered:
    """What a map says before its layers; raises `BattleFileError` for what is no map of hexes."""
    if (orientation := named(data.get("orientation"), "nothing")) != "hexagonal":
        problem = f"{orientation!r} maps have no hexes; only hexagonal ones are read"
        raise BattleFileError(Code.UNSUPPORTED, problem, "orientation")
    axis, index = named(data.get("staggeraxis"), "y"), named(data.get("staggerindex"), "odd")
    if axis not in {"x", "y"} or index not in {"odd", "even"}:
        raise BattleFileError(Code.MALFORMED, "must be x or y, and odd or even", "staggeraxis, staggerindex")
    wide, high, side = (whole(data.get(key, 0), key) for key in ("tilewidth", "tileheight", "hexsidelength"))
    found = Gathered(axis, index, (wide, high, side))
    for n, one in enumerate(listed(data.get("tilesets"), "tilesets")):
        found.tilesets.append(_tileset(mapped(one, f"tilesets[{n}]"), f"tilesets[{n}]", beside, found))
    return found


def _add(found: Gathered, layer: Mapping[str, Any], place: str, inside: str) -> None:
    """One layer more; `inside` says where its tiles are. Raises `BattleFileError` for too many."""
    found.seen += 1
    kind = layer.get("type")
    if kind == "objectgroup":
        _read_objects(layer, place, found)
    elif kind != "tilelayer":
        found.unused.append(f"the {named(kind, 'other')} {named(layer.get('name'))!r}")
    else:
        found.layers.append(list(_chunks(layer, place, inside)))
        cells = sum(len(chunk.tiles) for chunks in found.layers for chunk in chunks)
        if found.seen > MOST_LAYERS or cells > 10 * MOST_CELLS:
            problem = f"has more than {MOST_LAYERS} layers, or {10 * MOST_CELLS:,} tiles"
            raise BattleFileError(Code.TOO_LARGE, problem, "layers")


def _layers(
    layers: list[Any], place: str, depth: int = 0, within: Spot = (Fraction(), Fraction())
) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Every layer, those of groups too, from the lowest up; each is moved as far as its groups and it are together."""
    for n, one in enumerate(layers):
        here, layer = f"{place}[{n}]", mapped(one, f"{place}[{n}]")
        across, down = (number(layer.get(key, 0), f"{here}.{key}") for key in ("offsetx", "offsety"))
        at = within[0] + across, within[1] + down
        if layer.get("type") == "group" and depth < DEEPEST:
            yield from _layers(listed(layer.get("layers"), f"{here}.layers"), f"{here}.layers", depth + 1, at)
        else:
            yield {**layer, "offsetx": float(at[0]), "offsety": float(at[1])}, here


def _chunks(layer: Mapping[str, Any], place: str, inside: str) -> Iterator[Chunk]:
    encoding, packing = named(layer.get("encoding"), "csv"), named(layer.get("compression"))
    parts = listed(layer.get("chunks"), f"{place}.chunks") if "chunks" in layer else [layer]
    for n, part in enumerate(parts):
        here, where = (f"{place}.chunks[{n}]", f"{place}.chunks[{n}].data") if "chunks" in layer else (place, inside)
        one = mapped(part, here)
        wide, high = (whole(one.get(key), f"{here}.{key}", most=MOST_CELLS) for key in ("width", "height"))
        x, y = (whole(one.get(key, 0), f"{here}.{key}", least=-MOST_CELLS, most=MOST_CELLS) for key in ("x", "y"))
        if isinstance(given := one.get("data"), str):
            yield Chunk(x, y, wide, _of_text(given, encoding, packing, wide, high, where))
        else:
            yield Chunk(x, y, wide, _of_list(listed(given, where), wide, high, where))


def _tileset(entry: Mapping[str, Any], place: str, beside: Mapping[str, bytes], found: Gathered) -> Tileset:
    first = whole(entry.get("firstgid", 1), f"{place}.firstgid", least=1, most=1 << 28)
    if "source" not in entry:
        return Tileset(first, named(entry.get("name"), "tile"), _names_of(entry, place))
    return _beside_it(first, named(entry["source"]), beside, found)


def _beside_it(first: int, source: str, beside: Mapping[str, bytes], found: Gathered) -> Tileset:
    """A tileset from a file given with the map; a path in a map is never opened."""
    file = source.replace("\\", "/").rpartition("/")[2]
    raw = beside.get(file)
    if raw is None:
        found.unused.append(f"the tileset {file!r}, which was not given with the map: its tiles have numbers for names")
        return Tileset(first, PurePath(file).stem or "tile", {})
    with inside(file):
        if raw.lstrip()[:1] == b"{":
            data = mapped(parse_json(raw.decode("utf-8", "replace")), "tileset")
        else:
            data = next(iter(tmx.data_of(raw)["tilesets"]), {})
        return Tileset(first, named(data.get("name"), PurePath(file).stem), _names_of(data, "tileset"))


def _names_of(entry: Mapping[str, Any], place: str) -> Names:
    """What the tiles of a tileset are called: by a property `terrain`, their type or class, or their picture."""
    names = {}
    for n, one in enumerate(listed(entry.get("tiles"), f"{place}.tiles")):
        tile = mapped(one, f"{place}.tiles[{n}]")
        told = _properties(tile, f"{place}.tiles[{n}]")
        word = told.get("terrain") or tile.get("type") or tile.get("class") or _stem(tile.get("image"))
        if name := named(word):
            names[whole(tile.get("id"), f"{place}.tiles[{n}].id")] = name
    return names


def _stem(path: object) -> str:
    """The name of a picture's file without folders and ending."""
    file = named(path).replace("\\", "/").rpartition("/")[2]
    return file.rpartition(".")[0] or file


# --- the map ------------------------------------------------------------------------


def _put_together(found: Gathered, name: str) -> PlainMap:
    """The map of what was gathered: the names on each hex, from the lowest layer up; raises `BattleFileError`."""
    cells: dict[tuple[int, int], list[str]] = {}
    for layer in found.layers:
        for chunk in layer:
            for n, tile in enumerate(chunk.tiles):
                if tile & ~FLAGS:
                    at = chunk.x + n % chunk.width, chunk.y + n // chunk.width
                    cells.setdefault(at, []).append(_name(found.tilesets, tile & ~FLAGS))
    if not cells:
        raise BattleFileError(Code.MISSING, "has no tile in any layer", "layers")
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    columns, rows = (1 + max(at[n] for at in cells) - least for n, least in enumerate((left, top)))
    if columns * rows > MOST_CELLS:
        problem = f"reaches over {columns:,} x {rows:,} hexes; at most {MOST_CELLS:,}"
        raise BattleFileError(Code.TOO_LARGE, problem, "layers")
    pointed = found.axis == "y"
    # Which lines are shifted is told of the lines as the file counts them; these count from the first one used.
    odd = (found.index == "odd") == ((top if pointed else left) % 2 == 0)
    hexes = tuple(
        MapHex(x - left, y - top, tuple(dict.fromkeys(names)))
        for (x, y), names in sorted(cells.items(), key=lambda one: (one[0][1], one[0][0]))
    )
    sides = tuple(
        MapSide(one.name, (one.inner[0] - left, one.inner[1] - top), (one.outer[0] - left, one.outer[1] - top))
        for one in found.sides(frozenset(cells))
    )
    grid = HexRows(hexes, columns, rows, pointed=pointed, odd_shifted=odd, sides=sides)
    if len(hexes) < columns * rows:
        found.unused.append(f"{plural(columns * rows - len(hexes), 'hex', 'hexes')} without any tile")
    return PlainMap(format=FORMAT, name=name, hexes=grid, questions=(top_question(grid),), unused=tuple(found.unused))


def _name(tilesets: list[Tileset], tile: int) -> str:
    """What a tile is called; one of a tileset that says nothing goes by its number there, counted from 0."""
    of = max((one for one in tilesets if one.first <= tile), key=lambda one: one.first, default=None)
    if of is None:
        return f"tile {tile}"
    return of.names.get(tile - of.first) or f"{of.name} {tile - of.first}"


# --- lines over the hexes -----------------------------------------------------------


def _read_objects(layer: Mapping[str, Any], place: str, found: Gathered) -> None:
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
        word = _properties(entry, here).get("terrain") or entry.get("type") or entry.get("class") or entry.get("name")
        x, y = (at[n] + number(entry.get(key, 0), f"{here}.{key}") for n, key in enumerate("xy"))
        found.stroke(
            named(word) or name or "line",
            [(x + number(one.get("x"), f"{here}.x"), y + number(one.get("y"), f"{here}.y")) for one in corners],
            closed="polygon" in entry,
        )
    found.other(name, len(objects) - lines, lines)


def _properties(entry: Mapping[str, Any], place: str) -> dict[str, Any]:
    """The properties of something, by their names in small letters; raises `BattleFileError`."""
    rows = (mapped(one, place) for one in listed(entry.get("properties"), f"{place}.properties"))
    return {named(row.get("name")).lower(): row.get("value") for row in rows}


# --- the tiles of a layer, plain or packed ------------------------------------------


def _of_list(given: list[Any], width: int, height: int, place: str) -> list[int]:
    """Tiles as a list of numbers, as many as there are cells; raises `BattleFileError`."""
    if any(isinstance(one, bool) or not isinstance(one, int) or not 0 <= one <= MOST_TILE for one in given):
        raise BattleFileError(Code.MALFORMED, "holds something that is no number of a tile", place)
    cells = _cells(width, height, place)
    if len(given) != cells:
        raise BattleFileError(Code.MISMATCH, f"has {len(given):,} tiles for {cells:,} cells", place)
    return list(given)


def _of_text(given: str, encoding: str, compression: str, width: int, height: int, place: str) -> list[int]:
    """Tiles as a text, `csv` or `base64`, as many as there are cells; raises `BattleFileError`."""
    if encoding == "csv":
        numbers = given.split(",", MOST_CELLS)
        if not all(one.strip().isascii() and one.strip().isdigit() and len(one.strip()) <= 10 for one in numbers):
            raise BattleFileError(Code.MALFORMED, "holds something that is no number of a tile", place)
        return _of_list([int(one) for one in numbers], width, height, place)
    if encoding != "base64":
        raise BattleFileError(Code.UNSUPPORTED, f"{shown(encoding)} is not csv or base64", f"{place}.encoding")
    try:
        packed = base64.b64decode("".join(given.split()), validate=True)
    except (binascii.Error, ValueError):
        raise BattleFileError(Code.MALFORMED, "is no base64", place) from None
    size = 4 * _cells(width, height, place)
    raw = _unpacked(packed, compression, size, place)
    if len(raw) != size:
        raise BattleFileError(Code.MISMATCH, f"holds {len(raw):,} bytes or more; {size:,} are needed", place)
    return list(struct.unpack(f"<{size // 4}I", raw))


def _cells(width: int, height: int, place: str) -> int:
    """How many cells a rectangle has; raises `BattleFileError` for too many or none."""
    if width <= 0 or height <= 0 or width * height > MOST_CELLS:
        problem = f"has {width:,} x {height:,} cells; at least 1 and at most {MOST_CELLS:,}"
        raise BattleFileError(Code.TOO_LARGE, problem, place)
    return width * height


def _unpacked(packed: bytes, compression: str, size: int, place: str) -> bytes:
    """What was packed, and never more than a byte beyond what is needed: a few bytes may stand for gigabytes."""
    try:
        match compression:
            case "":
                return packed[: size + 1]
            case "gzip" | "zlib":
                return zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(packed, size + 1)
            case "zstd":
                need("zstandard", "maps", "layers packed with Zstandard need a library", place)
                import zstandard

                with zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(packed) as stream:
                    return stream.read(size + 1)
    except zlib.error:
        raise BattleFileError(Code.MALFORMED, f"is not packed with {compression}, or is damaged", place) from None
    except BattleFileError:
        raise
    except Exception as wrong:
        if type(wrong).__name__ != "ZstdError":
            raise
        raise BattleFileError(Code.MALFORMED, "is not packed with zstd, or is damaged", place) from None
    raise BattleFileError(Code.UNSUPPORTED, f"{shown(compression)} is not gzip, zlib or zstd", f"{place}.compression")
