"""Maps of other programs as their documents describe them, drawn here."""

import base64
import gzip
import json
import struct
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import zstandard

PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)


def at(x: float, y: float) -> dict[str, float]:
    return {"x": x, "y": y}


def uvtt(**changed: Any) -> dict[str, Any]:
    """An inn of 12 by 8 squares, 2 and 1 from the origin: a room with a door to the south and a window to the east."""
    room = [at(8, 3), at(8, 7), at(5.5, 7)]  # from the corner of the window on, round to the door
    rest = [at(4.5, 7), at(4, 7), at(4, 3), at(8, 3)]
    return {
        "format": 0.3,
        "resolution": {"map_origin": at(2, 1), "map_size": at(12, 8), "pixels_per_grid": 70},
        "line_of_sight": [[at(8, 4.5), at(8, 7), *room[2:]], [*rest, at(8, 3.5)]],
        "portals": [portal(at(4.5, 7), at(5.5, 7), closed=True), portal(at(8, 3.5), at(8, 4.5), closed=False)],
        "image": base64.b64encode(PNG).decode(),
    } | changed


def portal(a: dict[str, float], b: dict[str, float], *, closed: bool, freestanding: bool = False) -> dict[str, Any]:
    middle = at((a["x"] + b["x"]) / 2, (a["y"] + b["y"]) / 2)
    return {"position": middle, "bounds": [a, b], "rotation": 0, "closed": closed, "freestanding": freestanding}


def scene(*walls: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """A scene of version 12: 20 by 10 squares of 100 pixels, with a border of a quarter, which is 5 and 3 squares."""
    return {
        "name": "Cellar", "width": 2000, "height": 1000, "padding": 0.25, "walls": list(walls),
        "grid": {"type": 1, "size": 100, "distance": 5, "units": "ft"}, "background": {"src": "cellar.webp"},
    } | changed  # fmt: skip


def wall(*c: float, **more: Any) -> dict[str, Any]:
    return {"c": list(c), "light": 20, "move": 20, "sight": 20, "sound": 20, "door": 0, "ds": 0, "dir": 0} | more


def packed(tiles: Sequence[int], compression: str) -> str:
    raw = struct.pack(f"<{len(tiles)}I", *tiles)
    pack: dict[str, Callable[[bytes], bytes]] = {
        "": bytes,
        "gzip": gzip.compress,
        "zlib": zlib.compress,
        "zstd": zstandard.ZstdCompressor().compress,
    }
    return base64.b64encode(pack[compression](raw)).decode()


TILESET = """ <tileset firstgid="1" name="land" tilewidth="32" tileheight="32" tilecount="3" columns="0">
  <tile id="0" type="grass"/>
  <tile id="1" class="wood"/>
  <tile id="2"><properties><property name="Terrain" value="swamp"/></properties></tile>
 </tileset>"""


def tmx(
    layer: str, *, width: int = 4, height: int = 3, axis: str = "y", index: str = "odd", tileset: str = TILESET
) -> bytes:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="hexagonal" width="{width}" height="{height}" tilewidth="32" tileheight="32"
 hexsidelength="16" staggeraxis="{axis}" staggerindex="{index}" infinite="0">
{tileset}
 <layer id="1" name="ground" width="{width}" height="{height}">
  {layer}
 </layer>
</map>""".encode()


def csv(tiles: Sequence[int]) -> str:
    return f'<data encoding="csv">{",".join(map(str, tiles))}</data>'


def tmj(tiles: Any, *, width: int = 4, height: int = 3, **changed: Any) -> bytes:
    layer = {"type": "tilelayer", "name": "ground", "width": width, "height": height, "x": 0, "y": 0, "data": tiles}
    tileset = {"firstgid": 1, "name": "land", "tiles": [{"id": 0, "type": "grass"}, {"id": 1, "type": "wood"}]}
    data = {
        "type": "map", "orientation": "hexagonal", "staggeraxis": "y", "staggerindex": "odd", "width": width,
        "height": height, "infinite": False, "tilesets": [tileset], "layers": [layer],
    }  # fmt: skip
    return json.dumps(data | changed).encode()


def board(columns: int, rows: int, hexes: dict[tuple[int, int], tuple[int, str]]) -> bytes:
    """A board of open ground but for some hexes, each with its level and what is on it."""
    lines = [f"size {columns} {rows}", "option exit_roads_to_pavement false"]
    for row in range(rows):
        for column in range(columns):
            level, terrain = hexes.get((column, row), (0, ""))
            lines.append(f'hex {column + 1:02}{row + 1:02} {level} "{terrain}" ""')
    return "\n".join([*lines, "end", ""]).encode()
