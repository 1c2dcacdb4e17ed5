"""An independent witness for lines of sight: every space clipped by half-planes and every wall edge by edge.

All in Fractions and in spaces, nothing walked, every choice of the shooter tried. It shares no code with the engine but
the reading of battle files.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise, product
from math import lcm
from typing import Any, NamedTuple

Point = tuple[Fraction, Fraction]
Space = tuple[int, int]
SIDES = ((2, 1), (1, 2), (1, -1), (-2, -1), (-1, -2), (-1, 1))
AROUND = 4
"""The maps are no larger than this."""
STEALTH = {"woods": 2, "swamp": 2, "fire": 2, "rough": 2}


class Seen(NamedTuple):
    """Whether the line is clear for some choice of the shooter, and then the least Stealth."""

    clear: bool
    stealth: int


def exact(value: Any) -> Fraction:
    return Fraction(str(value))


def space_of(name: str) -> Space:
    q, r = name.split(",")
    return int(q), int(r)


def witness(board: Mapping[str, Any], start: str, end: str, *, grenade: bool, options: Mapping[str, bool]) -> Seen:
    """What the rules say of one line, from the data of a battle file."""
    spaces = {space_of(name): entry for name, entry in board["spaces"].items()}
    terrain = {space: entry if isinstance(entry, str) else entry["terrain"] for space, entry in spaces.items()}
    a, b = (_dot(spaces, space_of(name)) for name in (start, end))
    here, there = space_of(start), space_of(end)
    fixed, runs = _met(a, b, here, corners=options.get("corner_touch_counts", False))
    walled = any(
        _inside(a, b, wall) if not options.get("wall_touch_blocks", True) else _touched(a, b, wall)
        for wall in ([(exact(x), exact(y)) for x, y in wall] for wall in board.get("walls", []))
    )
    if walled or terrain[here] == "dome":
        return Seen(clear=False, stealth=0)
    costs = []
    for chosen in product(*runs):
        each = [_cost(terrain.get(space), end=space == there, grenade=grenade) for space in (*fixed, *chosen)]
        if None not in each:
            costs.append(sum(cost for cost in each if cost is not None))
    return Seen(bool(costs), min(costs, default=0))


def _dot(spaces: Mapping[Space, Any], space: Space) -> Point:
    entry = spaces[space]
    if isinstance(entry, str) or "dot" not in entry:
        return Fraction(space[0]), Fraction(space[1])
    return exact(entry["dot"][0]), exact(entry["dot"][1])


def _cost(kind: str | None, *, end: bool, grenade: bool) -> int | None:
    """The Stealth that a space adds, None where it blocks."""
    if kind is None or (kind == "dome" and (end or not grenade)) or (kind == "building" and not end and not grenade):
        return None
    return 2 if kind in {"dome", "building"} else STEALTH.get(kind, 0)


def _met(a: Point, b: Point, start: Space, *, corners: bool) -> tuple[list[Space], list[tuple[Space, ...]]]:
    """The spaces that count in any case, and the pairs of which the shooter chooses one."""
    fixed: list[Space] = []
    along: dict[tuple[Fraction, Fraction], list[Space]] = {}
    scale, sides = _sides(a, b)
    for q, r in product(range(-AROUND, AROUND + 1), repeat=2):
        found = _clipped(scale, sides, (q, r))
        if found is None or (q, r) == start:
            continue
        how, low, high = found
        if how == "edge":
            along.setdefault((low, high), []).append((q, r))
        elif how == "inside" or corners:
            fixed.append((q, r))
    assert all(len(pair) == 2 for pair in along.values())
    return fixed, [tuple(pair) for pair in along.values()]


def _sides(a: Point, b: Point) -> tuple[int, list[tuple[int, int, int, int]]]:
    """How fast the line nears each side of a space, and how much room it has to that of 0,0: whole numbers, scaled."""
    scale = lcm(*(one.denominator for one in (*a, *b)))
    speeds = [scale * (x * (b[0] - a[0]) + y * (b[1] - a[1])) for x, y in SIDES]
    rooms = [scale * (1 - x * a[0] - y * a[1]) for x, y in SIDES]
    return scale, [(x, y, int(v), int(room)) for (x, y), v, room in zip(SIDES, speeds, rooms, strict=True)]


def _clipped(scale: int, sides: list[tuple[int, int, int, int]], space: Space) -> tuple[str, Fraction, Fraction] | None:
    low, high, beside = Fraction(0), Fraction(1), False
    here = [(speed, room + scale * (x * space[0] + y * space[1])) for x, y, speed, room in sides]
    if any(room < min(speed, 0) for speed, room in here):  # the line lies beyond that side from end to end
        return None
    for speed, room in here:
        if speed > 0:
            high = min(high, Fraction(room, speed))
        elif speed < 0:
            low = max(low, Fraction(room, speed))
        else:
            beside = beside or room == 0
    if low > high:
        return None
    return ("corner" if low == high else "edge" if beside else "inside"), low, high


def _edges(wall: list[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(wall, [*wall[1:], wall[0]], strict=True)


def _cross(o: Point, p: Point, q: Point) -> Fraction:
    return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])


def _on(p: Point, a: Point, b: Point) -> bool:
    """Whether a point lies on a segment."""
    if _cross(a, b, p) != 0:
        return False
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def _touched(a: Point, b: Point, wall: list[Point]) -> bool:
    """Whether segment and closed polygon share a point."""
    for c, d in _edges(wall):
        if _on(c, a, b) or _on(d, a, b) or _on(a, c, d) or _on(b, c, d):
            return True
        if _cross(a, b, c) * _cross(a, b, d) < 0 and _cross(c, d, a) * _cross(c, d, b) < 0:
            return True
    return _winds(a, wall)


def _inside(a: Point, b: Point, wall: list[Point]) -> bool:
    """Whether the segment goes through the polygon's inside: some stretch between two meetings does."""
    places = {Fraction(0), Fraction(1)}
    for c, d in _edges(wall):
        for corner in (c, d):
            if _cross(a, b, corner) == 0:
                axis = 0 if a[0] != b[0] else 1
                places.add((corner[axis] - a[axis]) / (b[axis] - a[axis]))
        of_c, of_d = _cross(a, b, c), _cross(a, b, d)
        if of_c * of_d < 0:
            s = of_c / (of_c - of_d)
            meeting = (c[0] + s * (d[0] - c[0]), c[1] + s * (d[1] - c[1]))
            axis = 0 if a[0] != b[0] else 1
            places.add((meeting[axis] - a[axis]) / (b[axis] - a[axis]))
    stops = sorted(place for place in places if 0 <= place <= 1)
    for start, end in pairwise(stops):
        middle = (start + end) / 2
        point = (a[0] + middle * (b[0] - a[0]), a[1] + middle * (b[1] - a[1]))
        if not any(_on(point, c, d) for c, d in _edges(wall)) and _winds(point, wall):
            return True
    return False


def _winds(p: Point, wall: list[Point]) -> bool:
    """Whether the polygon goes around a point that is not on its boundary: the winding number."""
    winding = 0
    for c, d in _edges(wall):
        if c[1] <= p[1] < d[1] and _cross(c, d, p) > 0:
            winding += 1
        elif d[1] <= p[1] < c[1] and _cross(c, d, p) < 0:
            winding -= 1
    return winding != 0
