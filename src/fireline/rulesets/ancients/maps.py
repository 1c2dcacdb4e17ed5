"""A board made of a map of hexes: each name on the map is a kind of terrain, or open ground."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from fireline.game.editing import Preset
from fireline.game.errors import BattleFileError, Code
from fireline.game.maps import HexRows, Imported, Importing, MapAnswers, MapQuestion, PlainMap, turned
from fireline.geometry.hexes import HEXSIDES, distance
from fireline.rulesets.ancients.board import ROW_LETTERS, Board
from fireline.rulesets.ancients.editions import NUMBERS
from fireline.rulesets.ancients.pieces import TERRAIN, UNITS
from fireline.ruling.prose import plural

OPEN, RAMPART = "open", "rampart"
SIDES = (Preset("a rampart", RAMPART), Preset("nothing", OPEN))
GUARDS = (
    Preset("those inside an outline, or to the left of a line as it was drawn", "inner"),
    Preset("those outside an outline, or to the right of a line as it was drawn", "outer"),
    Preset("those on both sides", "both"),
)
"""Whom a line guards that was drawn between two hexes."""
MOST_COLUMNS, MOST_NAMES = 99, 200
GUESSES: Mapping[str, Sequence[str]] = NUMBERS.tables["guesses"]
CHOICES = (Preset("open ground", OPEN), *(Preset(kind.name, id_) for id_, kind in TERRAIN.items()))


def questions(plain: PlainMap) -> tuple[MapQuestion, ...]:
    """What each name of the map is here, and what stands for height; raises `BattleFileError` for a map of walls."""
    if plain.hexes is None:
        raise BattleFileError(Code.UNSUPPORTED, f"is a map of walls ({plain.format}); this board is made of hexes")
    names = Counter(name for hex_ in plain.hexes.hexes for name in hex_.names)
    if len(names) > MOST_NAMES:
        raise BattleFileError(Code.TOO_LARGE, f"has {len(names)} kinds of tiles; at most {MOST_NAMES}")
    asked = [
        MapQuestion(f"terrain.{name}", f"What is {name!r}, on {plural(count, 'hex', 'hexes')}?", guess(name), CHOICES)
        for name, count in names.items()
    ]
    if raised := sum(hex_.level > 0 for hex_ in plain.hexes.hexes):
        asked.append(
            MapQuestion("level", f"What is ground above level 0, on {plural(raised, 'hex', 'hexes')}?", "hill", CHOICES)
        )
    along = Counter(side.name for side in plain.hexes.sides)
    if len(along) > MOST_NAMES:
        raise BattleFileError(Code.TOO_LARGE, f"has {len(along)} kinds of lines; at most {MOST_NAMES}")
    asked += [
        MapQuestion(f"side.{name}", f"What is {name!r}, along {plural(count, 'hexside')}?", RAMPART, SIDES)
        for name, count in along.items()
    ]
    if along:
        asked.append(MapQuestion("guards", "Which hexes do ramparts belong to?", "inner", GUARDS))
    return tuple(asked)


def guess(name: str) -> str:
    """What a name most likely means: the terrain that it names, else what a word in it stands for.

    >>> guess("woods 1"), guess("water 2"), guess("grass"), guess("Fortified camp"), guess("city_wall")
    ('forest', 'river', 'open', 'fortified_camp', 'city_wall')
    """
    told = name.strip().lower().replace("_", " ").replace("-", " ")
    meant = next((id_ for id_, kind in TERRAIN.items() if told in (kind.name.lower(), id_.replace("_", " "))), None)
    return meant or next((kind for kind, words in GUESSES.items() if any(word in name.lower() for word in words)), OPEN)


def battle(plain: PlainMap, answers: MapAnswers) -> Imported:
    """The board, as much of it as a board has room for, with a unit of each side in its middle."""
    assert plain.hexes is not None, "the questions were asked"  # noqa: S101
    rows, unused = turned(plain.hexes, answers["top"]), []
    size = {"rows": min(rows.rows, len(ROW_LETTERS)), "columns": min(rows.columns, MOST_COLUMNS)}
    if size["columns"] < 2:
        raise BattleFileError(Code.OUT_OF_RANGE, "is one hex wide; a board has at least two columns")
    shape: dict[str, Any] = {**size, "indent": "AB"[rows.odd_shifted], "equal_rows": True}
    board, kinds = Board(**shape), _kinds(rows, answers)
    terrain = {name: kind for name, kind in kinds.items() if name in board.hexes}
    ramparts = _ramparts(rows, answers, board)
    if len(rows.hexes) > len(board.hexes):
        told = f"{board.rows} rows and {board.columns} columns from the upper left corner"
        unused.append(f"everything beyond {told}; the map has {rows.rows} and {rows.columns}")
    return Imported(
        {
            "name": plain.name,
            "turn": {"side": "bottom"},
            "board": {**shape, "terrain": terrain} | ({"ramparts": ramparts} if ramparts else {}),
            "units": _units(board, terrain),
        },
        tuple(unused),
    )


def _kinds(rows: HexRows, answers: MapAnswers) -> dict[str, str]:
    """The terrain of every hex that has any, by its name; of several the uppermost counts."""
    found = {}
    for hex_ in rows.hexes:
        here = [kind for name in hex_.names if (kind := answers[f"terrain.{name}"]) != OPEN]
        if hex_.level > 0 and answers["level"] != OPEN:
            here = [answers["level"], *here]
        if here:
            found[_name(hex_.column, hex_.row)] = here[-1]
    return found


def _ramparts(rows: HexRows, answers: MapAnswers, board: Board) -> dict[str, list[str]]:
    """The sides of hexes on which ramparts stand, by the names of the hexes that they guard."""
    found: dict[str, list[str]] = {}
    for side in rows.sides:
        if answers[f"side.{side.name}"] == OPEN:
            continue
        pairs = {"inner": [(side.inner, side.outer)], "outer": [(side.outer, side.inner)]}
        for at, towards in pairs.get(answers["guards"]) or [*pairs["inner"], *pairs["outer"]]:
            here, there = _name(*at), _name(*towards)
            if here in board.hexes and there in board.hexes:
                a, b = board.hexes[here], board.hexes[there]
                way = next(name for name, step in HEXSIDES.items() if (a.q + step.q, a.r + step.r) == (b.q, b.r))
                found.setdefault(here, []).append(way)
    return {name: [way for way in HEXSIDES if way in ways] for name, ways in sorted(found.items())}


def _name(column: int, row: int) -> str:
    """The name of a hex of a board, "" below its last row."""
    return f"{ROW_LETTERS[row]}{column + 1}" if row < len(ROW_LETTERS) else ""


def _units(board: Board, terrain: dict[str, str]) -> list[dict[str, Any]]:
    """An archer and somebody to shoot at, two hexes up or as near to that as there is ground to stand on."""
    bow, target = UNITS["light_bow_infantry"], UNITS["heavy_infantry"]
    free = [name for name in board.hexes if name not in terrain or not TERRAIN[terrain[name]].stops(bow)]
    if len(free) < 2:
        return []
    middle = board.hexes[f"{ROW_LETTERS[board.rows // 2]}{board.columns // 2}"]
    one = min(free, key=lambda name: distance(board.hexes[name], middle))
    here = board.hexes[one]
    others = [name for name in free if name != one]
    other = min(others, key=lambda name: (abs(distance(board.hexes[name], here) - 2), board.hexes[name].r))
    return [
        {"id": "bow", "side": "bottom", "type": bow.id, "hex": one},
        {"id": "target", "side": "top", "type": target.id, "hex": other},
    ]


IMPORTING = Importing(questions=questions, battle=battle)
