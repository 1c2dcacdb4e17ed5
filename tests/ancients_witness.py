"""Lines of sight of Commands & Colors: Ancients a second time, in another way.

Hexes are polygons on a sheared plane with whole-number corners; the line is clipped against their half planes in
Fractions. Nothing of Fireline is used but the plain data of a battle file.
"""

import random
from fractions import Fraction
from typing import Any, NamedTuple

Point = tuple[int, int]
# A pointy hex around (0, 0): |x| <= 1 and |x| + |y| <= 2; rows lie 3 apart, hexes in a row 2.
HALF_PLANES = ((1, 0, 1), (-1, 0, 1), (1, 1, 2), (1, -1, 2), (-1, 1, 2), (-1, -1, 2))
SCREENS = {"forest", "fortified_camp", "city_wall", "hill"}


class Met(NamedTuple):
    """How the line meets one hex: the stretch, how ("through", "along", "corner"), and the hex's side of the line."""

    start: Fraction
    end: Fraction
    how: str
    side: int
    centre: Point


def centre(name: str) -> Point:
    row, column = ord(name[0]) - ord("A"), int(name[1:])
    return 2 * (column - 1) + row % 2, 3 * row


def apart(a: Point, b: Point) -> int:
    rows, across = abs(a[1] - b[1]) // 3, abs(a[0] - b[0])
    return max(rows, (across + rows) // 2)


def clip(a: Point, b: Point, c: Point) -> Met | None:
    """The part of the line from `a` to `b` that lies in the hex around `c`."""
    low, high, strictly = Fraction(0), Fraction(1), True
    dx, dy = b[0] - a[0], b[1] - a[1]
    for nx, ny, limit in HALF_PLANES:
        along, room = nx * dx + ny * dy, limit - nx * (a[0] - c[0]) - ny * (a[1] - c[1])
        if along == 0:
            if room < 0:
                return None
            strictly = strictly and room > 0
        elif along > 0:
            high = min(high, Fraction(room, along))
        else:
            low = max(low, Fraction(room, along))
    if low > high:
        return None
    how = "corner" if low == high else "through" if strictly else "along"
    cross = dx * (c[1] - a[1]) - dy * (c[0] - a[0])
    return Met(low, high, how, (cross > 0) - (cross < 0), c)


class Witness:
    """One battle file, seen by somebody else."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.options = data.get("options", {})
        self.on_board = {
            (2 * column + row % 2, 3 * row) for row in range(9) for column in range(13 - row % 2)
        }  # fmt: skip
        self.terrain = {centre(name): kind for name, kind in data["board"]["terrain"].items()}
        self.units = {centre(unit["hex"]): unit for unit in data["units"]}
        self.leaders = {centre(leader["hex"]): leader for leader in data.get("leaders", [])}

    def hill_with(self, start: Point) -> set[Point]:
        hill = {start} if self.terrain.get(start) == "hill" else set[Point]()
        while True:
            more = {
                c
                for c, kind in self.terrain.items()
                if kind == "hill" and any(apart(c, inside) == 1 for inside in hill)
            } - hill
            if not more:
                return hill
            hill |= more

    def clear(self, a: Point, b: Point) -> bool:
        if a == b:
            return True
        around = [
            (x, y)
            for y in range(min(a[1], b[1]) - 3, max(a[1], b[1]) + 4, 3)
            for x in range(min(a[0], b[0]) - 2, max(a[0], b[0]) + 3)
            if (x - y // 3) % 2 == 0
        ]
        met = [found for c in around if (found := clip(a, b, c))]
        hill = self.hill_with(a)
        stretches = {(one.start, one.end) for one in met if one.start < one.end}
        same_hill = all(
            any(one.centre in hill for one in met if (one.start, one.end) == stretch) for stretch in stretches
        )

        def obstructs(c: Point) -> bool:
            if c not in self.on_board or c in self.units or c in self.leaders:
                return True
            return self.terrain.get(c) in SCREENS and not (same_hill and c in hill)

        guilty = [one for one in met if one.centre not in (a, b) and obstructs(one.centre)]
        if any(one.how == "through" for one in guilty):
            return False
        if self.options.get("corner_touch_blocks") and any(one.how == "corner" for one in guilty):
            return False
        beside = [one for one in guilty if one.how == "along"]
        pairs = [(one, other) for one in beside for other in beside if one.side < 0 < other.side]
        if self.options.get("staggered_edges_block", True):
            return not pairs
        return not any(one.start == other.start for one, other in pairs)


KINDS = ["light_infantry", "light_bow_infantry", "auxilia", "light_chariot", "heavy_war_machine", "warrior", "elephant"]
GROUND = ["forest", "broken_ground", "hill", "hill", "hill", "fortified_camp", "marsh", "river", "city_wall"]


def crowd(dice: random.Random) -> dict[str, Any]:
    """A crowded random board."""
    names = [f"{letter}{n + 1}" for row, letter in enumerate("ABCDEFGHI") for n in range(13 - row % 2)]
    taken = dice.sample(names, dice.randint(4, 30))
    units: list[dict[str, Any]] = [
        {"id": f"u{n}", "side": dice.choice(("top", "bottom")), "type": dice.choice(KINDS), "hex": hex_}
        for n, hex_ in enumerate(taken)
    ]
    lone = dice.sample(sorted(set(names) - set(taken)), 4)
    leaders = [{"id": f"l{n}", "side": dice.choice(("top", "bottom")), "hex": hex_} for n, hex_ in enumerate(lone)]
    leaders.append({"id": "l9", "side": units[-1]["side"], "hex": units[-1]["hex"]})
    options = ("staggered_edges_block", "corner_touch_blocks")
    terrain = {hex_: dice.choice(GROUND) for hex_ in dice.sample(names, dice.choice((0, 15, 50)))}
    return {
        "fireline": 1,
        "ruleset": "ancients",
        "turn": {"side": "bottom"},
        "board": {"terrain": terrain, "stands": [*taken, *lone]},
        "units": units,
        "leaders": leaders,
        "options": {name: dice.random() < 0.5 for name in options},
    }
