"""A map of spaces laid over a map of walls: each wall a drawn one of some thickness, an open door a gap."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import floor, isqrt
from typing import Any

from fireline.game import maps
from fireline.game.editing import Preset
from fireline.game.errors import BattleFileError, Code
from fireline.geometry.hexes import Hex, distance
from fireline.geometry.polygons import GRID, Polygon, Walls, flaw, format_steps, quantise
from fireline.rulesets.duel_of_ages.board import FARTHEST, MOST_SPACES
from fireline.rulesets.duel_of_ages.editing import STEADY, hero
from fireline.ruling.prose import plural

ROOT_3 = Fraction(isqrt(3 * 10**24), 10**12)
"""The root of 3, by which rows of spaces lie closer than columns: a point is moved by less than the grid's own step."""
HALF = Fraction(1, 2)
MOST_TRIED = 200
"""How many spaces are tried for the first two heroes."""
LOOKS = (Preset("nothing: it is left out", "open"), Preset("a wall", maps.PLAIN))


def questions(plain: maps.PlainMap) -> tuple[maps.MapQuestion, ...]:
    """How large spaces are, and what a wall is that can be looked past; raises `BattleFileError` for hexes."""
    if plain.hexes is not None:
        raise BattleFileError(Code.UNSUPPORTED, f"is a map of hexes ({plain.format}); this map is made of walls")
    most = Fraction(isqrt(floor(MOST_SPACES * ROOT_3 / 2 / ((plain.width + 1) * (plain.height + 1)) * 10**4)), 100)
    usual = min(Fraction(1), most)
    kinds = {wall.kind for wall in plain.walls}
    size = f"The map is {float(plain.width):g} by {float(plain.height):g} squares. How many spaces wide is a square?"
    asked = [
        maps.MapQuestion("spaces", size, f"{float(usual):g}", unit="spaces", most=most),
        maps.MapQuestion(
            "thickness", "How thick are walls?", "0.1", unit="spaces", least=Fraction(1, 50), most=Fraction(1)
        ),
    ]
    if kinds & {maps.SEE_THROUGH, maps.PORTAL}:
        asked.append(maps.MapQuestion("windows", "What is a window here?", "open", LOOKS))
    if maps.LOW in kinds:
        asked.append(maps.MapQuestion("low", "What is a low wall here?", "open", LOOKS))
    return tuple(asked)


def battle(plain: maps.PlainMap, answers: maps.MapAnswers) -> maps.Imported:
    """The map with its spaces and walls, and a hero of each team."""
    scale, thick = maps.number(answers, "spaces"), maps.number(answers, "thickness")
    polygons, counts = list[Polygon](), Counter[tuple[str, str]]()
    for wall in plain.walls:
        what = maps.role(wall, answers)
        what = answers["windows"] if what == maps.SEE_THROUGH else answers["low"] if what == maps.LOW else what
        if what in {"open", maps.GAP}:
            counts["opening", ", a gap here: open doors, and windows and low walls if so answered"] += 1
            continue
        corners = _corners(
            (wall.start[0] * scale, wall.start[1] * scale), (wall.end[0] * scale, wall.end[1] * scale), thick
        )
        steps = [(quantise(str(q)).steps, quantise(str(r)).steps) for q, r in map(_axial, corners)]
        if max(abs(value) for step in steps for value in step) > FARTHEST * GRID:
            counts["wall", " too far out"] += 1
        elif flaw(steps):
            counts["wall", " too short to be drawn"] += 1
        else:
            polygons.append(tuple(steps))
    if plain.tokens:
        counts["token", ", no hero here"] = len(plain.tokens)
    walls = [[[format_steps(q), format_steps(r)] for q, r in polygon] for polygon in polygons]
    spaces = _spaces(plain.width * scale, plain.height * scale)
    data = {
        "name": plain.name,
        "team": "white",
        "board": {"spaces": dict.fromkeys(spaces, "clear"), "walls": walls},
        "heroes": _heroes(spaces, Walls(tuple(polygons))),
    }
    q, r = _axial((Fraction(0), Fraction(0)))
    lies = maps.PicturePlacement(float(q), float(r), float(plain.width * scale), float(plain.height * scale))
    return maps.Imported(data, tuple(plural(count, noun) + rest for (noun, rest), count in counts.items()), lies)


def _spaces(width: Fraction, height: Fraction) -> dict[str, tuple[int, int]]:
    """Every space whose centre lies on the map, row by row; the first lies half a space from its corner."""
    found: dict[str, tuple[int, int]] = {}
    r = 0
    while HALF + r * ROOT_3 / 2 <= max(height, HALF):
        first = -(r // 2)
        count = max(1, floor(width - Fraction(r % 2, 2) - HALF) + 1)
        found |= {f"{q},{r}": (q, r) for q in range(first, first + count)}
        r += 1
    return found


def _corners(a: maps.Spot, b: maps.Spot, thick: Fraction) -> list[maps.Spot]:
    """The corners of a strip around a line."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = Fraction(isqrt(floor((dx * dx + dy * dy) * 10**12)), 10**6) or Fraction(1, 10**6)
    nx, ny = -dy / long * thick / 2, dx / long * thick / 2
    return [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)]


def _axial(point: maps.Spot) -> maps.Spot:
    """A point, in spaces from the corner of the map, on the axes of the spaces, on the grid of four decimals."""
    r = (point[1] - HALF) * 2 / ROOT_3
    q = point[0] - HALF - r / 2
    return Fraction(round(q * 10_000), 10_000), Fraction(round(r * 10_000), 10_000)


def _heroes(spaces: dict[str, tuple[int, int]], walls: Walls) -> list[dict[str, Any]]:
    """A hero near the middle of the map and another two spaces on, no wall between them if there is such a place."""
    row = max(r for _, r in spaces.values()) // 2
    here = [name for name, (_, r) in spaces.items() if r == row]
    middle = spaces[here[len(here) // 2]]
    near = sorted(spaces, key=lambda name: distance(Hex(*spaces[name]), Hex(*middle)))
    pairs = [
        (name, other) for name in near[:MOST_TRIED] if (other := f"{spaces[name][0] + 2},{spaces[name][1]}") in spaces
    ]
    dots = {name: (q * GRID, r * GRID) for name, (q, r) in spaces.items()}
    free = (pair for pair in pairs if not walls.block(*map(dots.__getitem__, pair)))
    places = next(free, pairs[0] if pairs else (near[0],))
    told = [("white", hero(STEADY, "Bow")), ("black", hero(STEADY))]
    return [{"id": team, "team": team, "space": space, **one} for (team, one), space in zip(told, places, strict=False)]


IMPORTING = maps.Importing(questions=questions, battle=battle)
