"""Large battles made by a seed, for benchmarks: boards grow with the units, so that crowds stay as dense."""

from math import ceil, sqrt
from random import Random
from typing import Any

import blightmeer_table
import duel_table
from fireline.game.battle import Battle
from fireline.geometry.hexes import Hex
from fireline.rulesets.ancients.board import ROW_LETTERS, Board

Data = dict[str, Any]
ARMY = (
    "light_bow_infantry", "light_sling_infantry", "light_infantry", "auxilia", "light_cavalry", "heavy_infantry",
    "medium_infantry", "heavy_war_machine",
)  # fmt: skip
TERRAIN = ("forest", "hill", "hill", "marsh", "broken_ground")


def ancients(units: int, seed: int = 1) -> Battle:
    """Two armies mixed on a board a third full, a tenth of it terrain."""
    random = Random(seed)  # noqa: S311 (nothing secret)
    rows = min(len(ROW_LETTERS), max(9, ceil(sqrt(2 * units))))
    columns = min(99, max(13, ceil(3 * units / rows)))
    names = list(Board(rows, columns).hexes)
    places = random.sample(names, units)
    free = [name for name in names if name not in set(places)]
    return Battle.read(
        {
            "fireline": 1,
            "ruleset": "ancients",
            "turn": {"side": "bottom"},
            "board": {
                "rows": rows,
                "columns": columns,
                "terrain": {name: random.choice(TERRAIN) for name in random.sample(free, len(names) // 10)},
            },
            "units": [
                {"id": f"u{n}", "side": ("bottom", "top")[n % 2], "type": random.choice(ARMY), "hex": place}
                for n, place in enumerate(places)
            ],
        }
    )


def endless_horizons(units: int, seed: int = 1) -> Battle:
    """Two sides all over a field, each with the weapons that are carried most."""
    random = Random(seed)  # noqa: S311 (nothing secret)
    wide = 60 * ceil(sqrt(units))
    arms = ("G36", "AKM", "M40A6", "Glock 17", "MP5")
    return Battle.read(
        {
            "fireline": 1,
            "ruleset": "endless-horizons",
            "units": [
                {
                    "id": f"p{n}",
                    "side": ("crew", "company")[n % 2],
                    "check": {"dexterity": random.randrange(3), "perception": 1, "skill": random.randrange(5)},
                    "weapon": {"name": random.choice(arms)},
                    "at": [random.randrange(wide), random.randrange(wide)],
                    "actions": 3,
                    "hits_to_stop": 2,
                }
                for n in range(units)
            ],
        }
    )


def duel(heroes: int, seed: int = 1) -> Battle:
    """Two teams on a map of four spaces for each hero and a wall for every tenth space, each with two weapons."""
    spaces = 4 * heroes
    random = Random(seed)  # noqa: S311 (nothing secret)
    side = ceil(sqrt(spaces))
    all_spaces = [Hex(q - r // 2, r) for r in range(side) for q in range(side)][:spaces]
    kinds = ("clear", "clear", "clear", "clear", "woods", "swamp", "water", "rough", "building")
    places = random.sample(all_spaces, heroes)
    walls = []
    for space in random.sample(all_spaces, spaces // 10):
        q, r = space.q + 0.3, space.r + 0.2
        walls.append([[q, r], [q + 0.1, r], [q + 0.1, r + 0.5], [q, r + 0.5]])
    cards = [
        {"name": "Rifle", "rating": "aim", "symbol": "rifle", "min_range": 2, "max_range": 8, "power": 4, "wounds": 3},
        {"name": "Knife", "rating": "point", "min_range": 1, "max_range": 2, "power": 3, "wounds": 2},
    ]
    board = {"spaces": {f"{s.q},{s.r}": random.choice(kinds) for s in all_spaces}, "walls": walls}
    team = [
        duel_table.hero(
            f"h{n}", ("white", "black")[n % 2], f"{q},{r}", ratings={"aim": random.randrange(4, 9)}, cards=cards
        )
        for n, (q, r) in enumerate(places)
    ]
    decks = {"white": "builtin", "black": "builtin"}
    return duel_table.read({"step": "action", "team": "white", "board": board, "heroes": team, "decks": decks})


def blightmeer(units: int, terrain: int = 60, seed: int = 1) -> Battle:
    """Two sides on a table, among boxes and walls."""
    random = Random(seed)  # noqa: S311 (nothing secret)
    wide = max(36.0, 6.0 * ceil(sqrt(units)))
    pieces: list[Data] = []
    built: list[tuple[float, float, float, float]] = []
    for n in range(terrain):
        x, y = (random.randrange(2, int(wide) - 6) + 0.5 for _ in range(2))
        if n % 2:
            built.append((x - 1, y - 1, x + 1, y + 1))
            pieces.append({"id": f"box{n}", "box": {"at": [x, y, 0], "size": [1.5, 1, 1.5], "turn": 15 * (n % 24)}})
        else:
            to = (x + 4, y) if n % 4 else (x, y + 4)
            built.append((x, y, *to))
            pieces.append({"id": f"wall{n}", "wall": {"from": [x, y], "to": list(to), "height": 2, "thickness": 0.25}})
    free = [
        (x, y)
        for x in range(1, int(wide), 2)
        for y in range(1, int(wide), 2)
        if not any(x0 - 1 < x < x1 + 1 and y0 - 1 < y < y1 + 1 for x0, y0, x1, y1 in built)
    ]
    taken = random.sample(free, units)
    models = [
        blightmeer_table.unit(f"m{n}", ("red", "blue")[n % 2], x, y, facing=random.randrange(0, 360, 15))
        for n, (x, y) in enumerate(taken)
    ]
    return blightmeer_table.battle(
        *models, edition=blightmeer_table.EDITIONS[-1], table={"width": wide, "depth": wide}, terrain=pieces
    )
