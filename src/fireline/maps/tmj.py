"""Maps of Tiled in JSON (.tmj, .json)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from fireline.formats.parsing import parse_json
from fireline.game.errors import BattleFileError, Code
from fireline.game.maps import MapAnswers, PlainMap
from fireline.maps import tiles, tmx
from fireline.maps.objects import properties, read_objects
from fireline.maps.tiled import Chunk, Gathered, Names, Tileset, put_together
from fireline.maps.values import MOST_CELLS, listed, mapped, named, whole

MOST_LAYERS, DEEPEST = 200, 10


def is_one(data: Mapping[str, Any]) -> bool:
    """Whether the data of a JSON file looks like this format."""
    return "layers" in data and "orientation" in data


def read(data: Mapping[str, Any], name: str, _answers: MapAnswers, beside: Mapping[str, bytes]) -> PlainMap:
    """The map in the data of such a file; raises `BattleFileError`."""
    found = Gathered(
        named(data.get("orientation")), named(data.get("staggeraxis"), "y"), named(data.get("staggerindex"), "odd")
    )
    found.check()
    wide, high, side = (whole(data.get(key, 0), key) for key in ("tilewidth", "tileheight", "hexsidelength"))
    found.size = wide, high, side
    for n, one in enumerate(listed(data.get("tilesets"), "tilesets")):
        found.tilesets.append(_tileset(mapped(one, f"tilesets[{n}]"), f"tilesets[{n}]", beside, found))
    cells = 0
    for n, (layer, place) in enumerate(_layers(listed(data.get("layers"), "layers"), "layers")):
        kind = layer.get("type")
        if kind == "objectgroup":
            read_objects(layer, place, found)
            continue
        if kind != "tilelayer":
            found.unused.append(f"the {named(kind, 'other')} {named(layer.get('name'))!r}")
            continue
        chunks = list(_chunks(layer, place))
        cells += sum(len(chunk.tiles) for chunk in chunks)
        if n >= MOST_LAYERS or cells > 10 * MOST_CELLS:
            problem = f"has more than {MOST_LAYERS} layers, or {10 * MOST_CELLS:,} tiles"
            raise BattleFileError(Code.TOO_LARGE, problem, "layers")
        found.layers.append(chunks)
    return put_together(found, name)


def _layers(layers: list[Any], place: str, depth: int = 0) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Every layer, those of groups too, from the lowest up."""
    for n, one in enumerate(layers):
        here, layer = f"{place}[{n}]", mapped(one, f"{place}[{n}]")
        if layer.get("type") == "group" and depth < DEEPEST:
            yield from _layers(listed(layer.get("layers"), f"{here}.layers"), f"{here}.layers", depth + 1)
        else:
            yield layer, here


def _chunks(layer: Mapping[str, Any], place: str) -> Iterator[Chunk]:
    encoding, packing = named(layer.get("encoding"), "csv"), named(layer.get("compression"))
    parts = listed(layer.get("chunks"), f"{place}.chunks") if "chunks" in layer else [layer]
    for n, part in enumerate(parts):
        here = f"{place}.chunks[{n}]" if "chunks" in layer else place
        one = mapped(part, here)
        wide, high = (whole(one.get(key), f"{here}.{key}", most=MOST_CELLS) for key in ("width", "height"))
        x, y = (whole(one.get(key, 0), f"{here}.{key}", least=-MOST_CELLS, most=MOST_CELLS) for key in ("x", "y"))
        if isinstance(given := one.get("data"), str):
            yield Chunk(x, y, wide, tiles.text(given, encoding, packing, wide, high, f"{here}.data"))
        else:
            yield Chunk(x, y, wide, tiles.listed(listed(given, f"{here}.data"), wide, high, f"{here}.data"))


def _tileset(entry: Mapping[str, Any], place: str, beside: Mapping[str, bytes], found: Gathered) -> Tileset:
    first = whole(entry.get("firstgid", 1), f"{place}.firstgid", least=1, most=1 << 28)
    if "source" not in entry:
        return Tileset(first, named(entry.get("name"), "tile"), names_of(entry, place))
    return beside_it(first, named(entry["source"]), beside, found)


def beside_it(first: int, source: str, beside: Mapping[str, bytes], found: Gathered) -> Tileset:
    """A tileset from a file given with the map; a path in a map is never opened."""
    file = source.replace("\\", "/").rpartition("/")[2]
    raw = beside.get(file)
    if raw is None:
        found.unused.append(f"the tileset {file!r}, which was not given with the map: its tiles have numbers for names")
        return Tileset(first, PurePath(file).stem or "tile", {})
    try:
        if raw.lstrip()[:1] == b"{":
            data = mapped(parse_json(raw.decode("utf-8", "replace")), "tileset")
            return Tileset(first, named(data.get("name"), PurePath(file).stem), names_of(data, "tileset"))
        return tmx.read_tileset(raw, first, PurePath(file).stem)
    except BattleFileError as wrong:
        raise wrong.inside(file) from None


def names_of(entry: Mapping[str, Any], place: str) -> Names:
    """What the tiles of a tileset are called: by a property `terrain`, their type or class, or their picture."""
    names = {}
    for n, one in enumerate(listed(entry.get("tiles"), f"{place}.tiles")):
        tile = mapped(one, f"{place}.tiles[{n}]")
        told = properties(tile, f"{place}.tiles[{n}]")
        word = told.get("terrain") or tile.get("type") or tile.get("class") or tmx.stem(tile.get("image"))
        if name := named(word):
            names[whole(tile.get("id"), f"{place}.tiles[{n}].id")] = name
    return names
