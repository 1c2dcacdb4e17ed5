"""Boards of MegaMek (.board): flat hexes in columns, of which every second is half a hex lower."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fireline.game.errors import BattleFileError, Code
from fireline.game.maps import HexRows, MapHex, PlainMap, top_question
from fireline.maps.values import MOST_CELLS, named
from fireline.ruling.prose import plural

FORMAT = "MegaMek board"
_SIZE = re.compile(r"^\s*size\s+(\d{1,4})\s+(\d{1,4})", re.MULTILINE)
_HEX = re.compile(r'^\s*hex\s+(\d{4,6})\s+(-?\d{1,3})\s+"([^"]{0,500})"')
_LEVELLED = frozenset(("water", "woods", "rough", "rubble"))
"""What comes in several grades, each of which may be another kind of ground."""


def is_one(text: str) -> bool:
    """Whether a text looks like this format."""
    return _SIZE.search(text[:4000]) is not None


def read(text: str, name: str) -> PlainMap:
    """The map in the text of a board; raises `BattleFileError`."""
    size = _SIZE.search(text)
    if size is None:
        raise BattleFileError(Code.MALFORMED, "has no line 'size COLUMNS ROWS'")
    columns, rows = int(size[1]), int(size[2])
    if not 0 < columns * rows <= MOST_CELLS:
        raise BattleFileError(Code.TOO_LARGE, f"has {columns} x {rows} hexes; at most {MOST_CELLS:,}", "size")
    told, lines = [], list(_hexes(text))
    if len(lines) != columns * rows:
        problem = f"has {len(lines):,} hexes, and its size says {columns * rows:,}"
        raise BattleFileError(Code.CONFLICT, problem, "hex")
    places = [_place(code) for code, *_ in lines]
    if set(places) != {(column, row) for column in range(columns) for row in range(rows)}:
        # MegaMek itself counts lines and never reads the numbers.
        told.append("the numbers of the hexes, which are no full set; the order of the lines counts")
        places = [(n % columns, n // columns) for n in range(len(lines))]
    exits = 0
    hexes = []
    for (column, row), (_, level, terrain) in zip(places, lines, strict=True):
        names, more = _names(terrain)
        exits += more
        hexes.append(MapHex(column, row, names, level))
    if exits:
        told.append(f"{plural(exits, 'list')} of exits of roads, walls and buildings")
    if marks := len(re.findall(r"^\s*(?:note|tag|option)\b", text, re.MULTILINE)):
        told.append(f"{plural(marks, 'line')} of options, notes and tags")
    grid = HexRows(tuple(hexes), columns, rows, pointed=False, odd_shifted=True)
    return PlainMap(format=FORMAT, name=name, hexes=grid, questions=(top_question(grid),), unused=tuple(told))


def _hexes(text: str) -> Iterator[tuple[str, int, str]]:
    for n, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("hex"):
            found = _HEX.match(line)
            if found is None:
                raise BattleFileError(Code.MALFORMED, 'is not like: hex 0101 0 "woods:1" ""', f"line {n}")
            yield found[1], int(found[2]), found[3]


def _place(code: str) -> tuple[int, int]:
    """Column and row from 0: half of the digits each, the column taking fewer where they do not part evenly."""
    half = len(code) // 2
    return int(code[:half]) - 1, int(code[half:]) - 1


def _names(terrain: str) -> tuple[tuple[str, ...], int]:
    """What is on a hex, with its grade where it has grades that differ, and how many exits are left out."""
    names, exits = [], 0
    for one in terrain.split(";"):
        what, _, rest = one.partition(":")
        grade, more, _ = rest.partition(":")
        if word := named(what).lower():
            names.append(f"{word} {named(grade)}" if word in _LEVELLED and grade else word)
        exits += bool(more)
    return tuple(dict.fromkeys(names)), exits
