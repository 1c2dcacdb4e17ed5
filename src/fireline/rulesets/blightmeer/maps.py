"""A table made of a map of walls: squares become inches, doors and windows openings in walls of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import dist, floor, isqrt
from typing import Any

from fireline.game import maps
from fireline.game.errors import BattleFileError, Code
from fireline.geometry.outlines import distance_to
from fireline.rulesets.blightmeer.openings import FAR, SMALLEST
from fireline.ruling.prose import plural

LARGEST = Fraction(int(FAR))
FINE = 10_000
"""Places are written in ten-thousandths of an inch."""
ROOM = Fraction(3, 2)
"""How far from a wall, in inches, the first two models stand at least."""
STATS = {"ranged": 14, "defence": 14, "morale": 14, "weapon": "Long Bow"}
"""What a model has of which a map says nothing."""
SIDES = {maps.FRIEND: "red", maps.FOE: "blue", "": "grey"}
OFF, CROWDED = " off the table", " in a wall or in another's base"
REACH = 0.4999
"""Inches that the base of a model reaches at most from its middle, with room to spare: half of 25 mm is less."""
USUAL = {
    "height": ("How high are walls?", "3"),
    "thickness": ("How thick are walls?", "0.2"),
    "low": ("How high are low walls?", "1"),
    "sill": ("How high are the sills of windows?", "1"),
    "window": ("How high are windows, above their sills?", "1"),
    "door": ("How high are doors that stand open?", "2"),
}


def questions(plain: maps.PlainMap) -> tuple[maps.MapQuestion, ...]:
    """How large all is in inches; raises `BattleFileError` for a map of hexes."""
    if plain.hexes is not None:
        raise BattleFileError(Code.UNSUPPORTED, f"is a map of hexes ({plain.format}); this table is made of walls")
    fits = LARGEST / max(plain.width, plain.height)
    usual = Fraction(1) if fits >= 1 else Fraction(floor(fits * 100), 100)
    kinds = {wall.kind for wall in plain.walls}
    asked = ["height", "thickness", *(["low"] if maps.LOW in kinds else [])]
    asked += ["sill", "window"] if kinds & {maps.SEE_THROUGH, maps.PORTAL} else []
    asked += ["door"] if kinds & {maps.DOOR, maps.PORTAL, "open"} else []
    size = f"The map is {float(plain.width):g} by {float(plain.height):g} squares. How large is a square?"
    return (
        maps.MapQuestion("inches", size, f"{float(usual):g}", unit="inches", most=fits),
        *(maps.MapQuestion(key, USUAL[key][0], USUAL[key][1], unit="inches", most=Fraction(24)) for key in asked),
    )


def battle(plain: maps.PlainMap, answers: maps.MapAnswers) -> maps.Imported:
    """The table with its walls, and a model of each side where there is room."""
    inches = maps.number(answers, "inches")
    width, depth = (max(Fraction(1), side * inches) for side in (plain.width, plain.height))
    counts: Counter[str] = Counter()
    terrain: list[dict[str, Any]] = []
    for wall in plain.walls:
        if maps.role(wall, answers) == maps.GAP:
            continue
        ends = [(_fine(x * inches), _fine(depth - y * inches)) for x, y in (wall.start, wall.end)]
        far = any(abs(value) > LARGEST for end in ends for value in end)
        if far or _squared(*ends) < Fraction(SMALLEST) ** 2:
            counts[f" beyond {int(LARGEST)} inches" if far else f" shorter than {SMALLEST} inches"] += 1
        elif (made := _wall(plain, wall, ends, answers, len(terrain) + 1)) is None:
            counts[" of no height"] += 1
        else:
            terrain.append(made)
    units = _stood(plain, inches, depth, terrain, counts) if plain.tokens else _models(terrain, width, depth)
    sides = {one["side"] for one in units}
    first = next((side for side in SIDES.values() if side in sides), "red")
    data = {
        "name": plain.name,
        "turn": {"side": first, "number": 2, "first_player": first},
        "table": {"width": float(width), "depth": float(depth)},
        "terrain": terrain,
        "units": units,
    }
    lies = maps.PicturePlacement(0, float(depth), float(plain.width * inches), float(plain.height * inches))
    return maps.Imported(
        data,
        tuple(plural(count, "token" if what in {OFF, CROWDED} else "wall") + what for what, count in counts.items()),
        lies,
    )


def _wall(
    plain: maps.PlainMap, wall: maps.MapWall, ends: list[maps.Spot], answers: maps.MapAnswers, count: int
) -> dict[str, Any] | None:
    """A wall of a battle file, None for one without any height; a door or a window is a wall that is all opening."""
    what = maps.role(wall, answers)
    scale = maps.number(answers, "inches") / plain.square if plain.square else Fraction(1)
    bottom = Fraction() if wall.low is None else max(Fraction(), _fine(wall.low * scale))
    usual = maps.number(answers, "low" if what == maps.LOW else "height")
    height = usual if wall.high is None else _fine(wall.high * scale) - bottom
    if height < Fraction(SMALLEST) or bottom + height > LARGEST:
        return None
    (x0, y0), (x1, y1) = ends
    data: dict[str, Any] = {
        "from": [float(x0), float(y0)],
        "to": [float(x1), float(y1)],
        "height": float(height),
        "thickness": float(maps.number(answers, "thickness")),
    }
    if bottom:
        data["bottom"] = float(bottom)
    long = Fraction(isqrt(floor(_squared(*ends) * FINE**2)), FINE)  # not longer than the wall, be its length a root
    if what == maps.SEE_THROUGH:
        sill = maps.number(answers, "sill")
        high = min(maps.number(answers, "window"), height - sill)
        if high >= Fraction(SMALLEST):
            measures = {"along": 0, "width": float(long), "sill": float(sill), "height": float(high)}
            data["windows"] = [{"id": f"window {count}", **measures}]
    elif what == "open":
        data["doors"] = [{"along": 0, "width": float(long), "height": float(min(maps.number(answers, "door"), height))}]
    is_door = what == "open" or (wall.kind in {maps.DOOR, maps.PORTAL} and what == maps.PLAIN)
    return {"id": f"{'door' if is_door else 'wall'} {count}", "wall": data}


def _stood(
    plain: maps.PlainMap, inches: Fraction, depth: Fraction, terrain: list[dict[str, Any]], counts: Counter[str]
) -> list[dict[str, Any]]:
    """The tokens of the map as models where they stand: friends red, foes blue, others grey.

    Left out is who stands off the table, in a wall or in another's base.
    """
    found: list[dict[str, Any]] = []
    taken = {one["id"] for one in terrain}
    for token in plain.tokens:
        x, y = token.at
        at = (float(_fine(x * inches)), float(_fine(depth - y * inches)))
        if not (0 <= x <= plain.width and 0 <= y <= plain.height):
            counts[OFF] += 1
        elif any(dist(at, one["at"][:2]) < 2 * REACH for one in found) or any(
            _near(at, one["wall"]) for one in terrain
        ):
            counts[CROWDED] += 1
        else:
            names = (token.name, *(f"{token.name} {n}" for n in range(2, len(taken) + 3)))
            id_ = next(name for name in names if name not in taken)
            taken.add(id_)
            stands = {"at": [*at, 0], "facing": float(token.facing), "side": SIDES[token.stance]}
            found.append({"id": id_, **stands, **STATS})
    return found


def _near(at: tuple[float, float], wall: Mapping[str, Any]) -> bool:
    """Whether the base of a model at a point may touch a wall."""
    return distance_to(at, (wall["from"], wall["to"])) < REACH + float(wall["thickness"]) / 2


def _models(terrain: list[dict[str, Any]], width: Fraction, depth: Fraction) -> list[dict[str, Any]]:
    """One model left of the middle and one right of it, each well away from every wall; none where all is full."""
    taken = [0] * int(depth)
    """For each row the columns that are taken, a bit for each."""
    for piece in terrain:
        (x0, y0), (x1, y1) = (map(Fraction, piece["wall"][end]) for end in ("from", "to"))
        (left, right), (low, high) = (
            (max(0, floor(min(a, b) - ROOM)), max(0, floor(max(a, b) + ROOM) + 1)) for a, b in ((x0, x1), (y0, y1))
        )
        taken[low:high] = [row | (1 << right) - (1 << left) for row in taken[low:high]]
    free = [(x, y) for x in range(1, int(width) - 1) for y in range(1, int(depth) - 1) if not taken[y] >> x & 1]
    found = []
    for side, share, facing in (("red", Fraction(1, 4), 0), ("blue", Fraction(3, 4), 180)):
        if not free:
            return []
        near = min(free, key=lambda at: (at[0] - width * share) ** 2 + (at[1] - depth / 2) ** 2)
        free = [at for at in free if max(abs(at[0] - near[0]), abs(at[1] - near[1])) > 2]
        found.append({"id": side, "side": side, "at": [near[0] + 0.5, near[1] + 0.5, 0], "facing": facing, **STATS})
    return found


def _fine(value: Fraction) -> Fraction:
    return Fraction(round(value * FINE), FINE)


def _squared(a: maps.Spot, b: maps.Spot) -> Fraction:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


IMPORTING = maps.Importing(questions=questions, battle=battle)
