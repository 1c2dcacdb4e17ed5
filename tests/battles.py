"""Battles to test with, for every ruleset: its starter, its examples, cases with known answers, random ones."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from fireline.formats.battlefile import load
from fireline.formats.folder import Folder
from fireline.game.battle import Battle
from fireline.game.registry import ruleset_ids
from fireline.testing import battles
from fireline.testing.battles import fired, in_suite, legal_shots, pairs, play_out, starter
from known_answers import DATA, cases

__all__ = [
    "EXAMPLES", "FILES", "WRITTEN", "battle", "every_battle", "every_ruleset", "example", "examples", "fired",
    "in_suite", "legal_shots", "pairs", "play_out", "random_battles", "shipped", "starter", "written",
]  # fmt: skip

EXAMPLES = Path(__file__).parent.parent / "examples"
FILES = Folder(EXAMPLES)
"""Where the examples find the files they name."""
KNOWN_ANSWERS = 12
Data = dict[str, Any]

NEWEST = battles.newest(ruleset_ids())

every_ruleset = pytest.mark.parametrize("id_", [in_suite(id_, quick=id_ in NEWEST) for id_ in ruleset_ids()])
"""A test of every ruleset; of several versions of a game the quick suite tries the newest."""


# --- battles that are written down ---------------------------------------------------


def example(name: str) -> Battle:
    """The example battle of this name."""
    return load(EXAMPLES / f"{name}.yaml")


def examples(id_: str) -> dict[str, Data]:
    """The example battle files of a ruleset by their names."""
    return battles.in_folder(EXAMPLES, id_)


def shipped(id_: str) -> list[Data]:
    """The example battle files of a ruleset; the starter of one that has none."""
    return list(examples(id_).values()) or [starter(id_)]


@cache
def known(id_: str) -> Mapping[str, Data]:
    """The battles of the first cases with known answers; of several versions of a game the newest has them."""
    files = sorted(DATA.glob(f"{id_.partition('@')[0]}*.jsonl"))
    if id_ not in NEWEST or not files:
        return {}
    first = cases(files[-1].stem)[:KNOWN_ANSWERS]
    return {f"case-{n}": case["request"]["battle"] | {"ruleset": id_} for n, case in enumerate(first, 1)}


def written(id_: str) -> Mapping[str, Callable[[], Data]]:
    """Every battle of a ruleset that is written down, by a name for it."""
    return battles.named(id_, {**examples(id_), **known(id_)})


WRITTEN = {name: get for id_ in ruleset_ids() for name, get in written(id_).items()}

STARTERS = {f"{id_}-starter" for id_ in NEWEST}
every_battle = pytest.mark.parametrize("name", [in_suite(name, quick=name in STARTERS) for name in WRITTEN])
"""A test of every battle that is written down; the quick suite tries what each game starts from."""


@cache
def battle(name: str) -> Battle:
    """The battle of this name."""
    return Battle.read(WRITTEN[name](), FILES)


# --- random battles ------------------------------------------------------------------


OPTIONS = (
    "lone_leader_pins", "lone_leader_is_target", "staggered_edges_block", "half_hexes_block", "corner_touch_blocks",
    "green_circles_fire", "entered_terrain_stops_fire", "rampage",
)  # fmt: skip


@st.composite
def ancients(draw: st.DrawFn) -> Data:
    """Two armies close to each other."""
    from fireline.rulesets.ancients.pieces import TERRAIN, UNITS

    hexes = [f"{row}{column}" for n, row in enumerate("ABCDEFG") for column in range(1, 9 - n % 2)]
    places = draw(st.lists(st.sampled_from(hexes), min_size=2, max_size=14, unique=True))
    leaders = draw(st.integers(0, 2))
    units = []
    for n, hex_ in enumerate(places[: len(places) - leaders] or places[:1]):
        kind = draw(st.sampled_from(sorted(UNITS)))
        unit: Data = {"id": f"u{n}", "side": ("bottom", "top")[n % 2], "type": kind, "hex": hex_}
        unit |= draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "blocks": st.integers(1, UNITS[kind].blocks),
                    "moved": st.integers(0, 2),
                    "ordered": st.booleans(),
                    "battled": st.booleans(),
                    "battles": st.integers(1, 2),
                    "missiles": st.fixed_dictionaries(
                        {"range": st.integers(1, 4), "dice": st.sampled_from([[2, 1], [2, 0], [3, 2], [1, 1]])}
                    ),
                    "name": st.sampled_from(["Numidians", "Sacred Band"]),
                },
            )
        )
        units.append(unit)
    alone = [
        {"id": f"l{n}", "side": ("top", "bottom")[n], "hex": hex_}
        for n, hex_ in enumerate(places[len(units) : len(units) + 2])
    ]
    terrain = draw(st.dictionaries(st.sampled_from(hexes), st.sampled_from(sorted(TERRAIN)), max_size=12))
    options = st.fixed_dictionaries({}, optional=dict.fromkeys(OPTIONS, st.booleans()))
    return {
        "fireline": 1,
        "ruleset": "ancients",
        "options": draw(options),
        "turn": {"side": draw(st.sampled_from(["top", "bottom"]))},
        "board": {"terrain": terrain, "stands": places},
        "units": units,
        "leaders": alone,
    }


@st.composite
def endless_horizons(draw: st.DrawFn) -> Data:
    """A few people and vehicles within reach of each other."""
    small = st.integers(-4, 6)
    person = st.fixed_dictionaries(
        {
            "weapon": st.fixed_dictionaries(
                {
                    "name": st.sampled_from(["Glock 17", "G36", "MP5", "M16", "Remington M870"]),
                    "loaded": st.integers(0, 5),
                }
            )
        },
        optional={
            "stance": st.sampled_from(["standing", "kneeling", "prone_firing", "prone"]),
            "movement": st.sampled_from(["still", "subtle", "slow", "fast"]),
            "check": st.fixed_dictionaries(
                {},
                optional=dict.fromkeys(("dexterity", "perception", "skill"), small)
                | {"skills": st.dictionaries(st.sampled_from(["rifle", "pistol", "smg"]), small)},
            ),
            "carried": st.just([{"name": "M1911", "where": "holster"}, {"name": "Knife", "hidden": 7}]),
            "cover": st.fixed_dictionaries(
                {"material": st.sampled_from(["wood", "brick"])},
                optional={"full": st.booleans(), "exposed": st.just("small"), "towards": st.just(["u1"])},
            ),
            "actions": st.integers(1, 3),
            "hits_to_stop": st.integers(1, 2),
            "showing": st.booleans(),
        },
    )
    thing = st.fixed_dictionaries({"size": st.sampled_from(["tiny", "small", "medium", "large", "huge"])})
    units: list[Data] = [draw(person), *draw(st.lists(person | thing, min_size=1, max_size=3))]
    ids = [f"u{n}" for n in range(len(units))]
    if "towards" in units[1].get("cover", {}):
        units[1]["cover"]["towards"] = ["u0"]
    if draw(st.booleans()):
        units[0]["suppressing"] = {"bullets": draw(st.integers(1, 3)), "targets": ["u1"]}
    ways = [f"{a}>{b}" for a in ids for b in ids if a != b]
    metres = st.integers(0, 900) | st.sampled_from([6.25, 12.5, 49.99])
    environment = st.lists(
        st.fixed_dictionaries(
            {"name": st.just("low light"), "penalty": st.integers(1, 5)}, optional={"unit": st.just("u0")}
        ),
        max_size=1,
    )
    options = {
        "beyond_range_penalty": st.none() | st.integers(0, 9),
        "escalation": st.booleans(),
        "suppression_shots": st.booleans(),
        "squib_bursts": st.sampled_from(["always", 4]),
    }
    turns = st.fixed_dictionaries({"order": st.permutations(ids), "actions": st.integers(1, 3)})
    return {
        "fireline": 1,
        "ruleset": "endless-horizons",
        "options": draw(st.fixed_dictionaries({}, optional=options)),
        "units": [{"id": id_} | unit for id_, unit in zip(ids, units, strict=True)],
        "distances": {way: draw(metres) for way in ways},
        "environment": draw(environment),
        "round": draw(st.just({}) | turns),
    }


@st.composite
def blightmeer(draw: st.DrawFn, edition: str) -> Data:
    """A small table with a wall, a crate and a few models on it."""
    spots = [(x, y) for x in range(2, 23, 3) for y in (2.5, 5, 8.6, 16, 18.5, 21)]
    places = draw(st.lists(st.sampled_from(spots), min_size=2, max_size=7, unique=True))
    stat = st.integers(2, 21) | st.just("-")
    rule = st.fixed_dictionaries(
        {"name": st.just("Own"), "check": st.sampled_from(["ranged", "defence", "injury"]), "value": st.integers(-3, 3)}
    )
    special = st.fixed_dictionaries(
        {"name": st.just("Gun"), "range": st.just(20), "special": st.lists(rule, max_size=2)}
    )
    options = {"natural_1_fails": st.booleans(), "improves_no_defence": st.booleans(), "measure_height": st.booleans()}
    if edition != "2025-11":
        later = ("injured_may_protect", "zero_wounds_count_as_one", "peering_gives_cover")
        options |= dict.fromkeys(later, st.booleans())
    always: dict[str, st.SearchStrategy[Any]] = {
        "facing": st.sampled_from([0, 77, 270]),
        "ranged": st.integers(8, 18),
        "defence": stat,
        "morale": stat,
        "wounds": st.integers(0, 3),
    }
    perhaps: dict[str, st.SearchStrategy[Any]] = {
        "weapon": st.sampled_from(["Bow", "Rifle", "Pistol", "Crossbow"]) | special,
        "status": st.sampled_from([["staggered"], ["dazed"], ["stunned"], ["incapacitated"]]),
        "gear": st.sampled_from([["shield"], ["tower_shield", "cloak"]]),
        "base": st.sampled_from([32, 40, [50, 25]]),
        "height": st.sampled_from([0.9, 1.6]),
    }
    if draw(st.booleans()):
        perhaps |= dict.fromkeys(("moved", "ran", "cast", "engaged", "shot", "shot_last_turn"), st.just(True))
    units = [
        {"id": f"u{n}", "side": ("red", "blue")[n % 2], "at": list(at)}
        | draw(st.fixed_dictionaries(always, optional=perhaps))
        for n, at in enumerate(places)
    ]
    wall: Data = {"from": [6.5, 11], "to": [19, 13.2], "height": draw(st.sampled_from([0.6, 1.1, 4])), "thickness": 0.2}
    wall["windows"] = [{"id": "slit", "along": 5, "width": 1, "sill": 0.1, "height": 0.4}]
    terrain = [
        {"id": "wall", "wall": wall},
        {"id": "crate", "box": {"at": [9.5, 6.5], "size": [1.5, 1.2, 1], "turn": 20}},
    ]
    first = {"side": "red", "number": draw(st.integers(1, 3)), "first_player": draw(st.sampled_from(["red", "blue"]))}
    return {
        "fireline": 1,
        "ruleset": f"blightmeer@{edition}",
        "options": draw(st.fixed_dictionaries({}, optional=options)),
        "turn": first,
        "table": {"width": 24, "depth": 24},
        "terrain": draw(st.sampled_from([[], terrain[:1], terrain])),
        "units": units,
    }


@st.composite
def duel_of_ages(draw: st.DrawFn) -> Data:
    """Two small teams on a patch of terrain with a wall or two."""
    from fireline.rulesets.duel_of_ages.pieces import RATINGS, TERRAIN

    names = [f"{q},{r}" for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
    terrain = st.sampled_from(["clear", *sorted(TERRAIN)])
    spaces: Data = {name: draw(terrain) for name in names}
    if draw(st.booleans()):
        spaces["0,0"] = {"terrain": spaces["0,0"], "dot": [draw(st.sampled_from([0.1, -0.2, "1/7"])), 0.05]}
    corner = st.integers(-20, 20).map(lambda tenth: tenth / 10)
    triangles = [(draw(corner), draw(corner)) for _ in range(draw(st.integers(0, 2)))]
    walls = [[[x, y], [x + 0.3, y], [x + 0.3, y + 0.2]] for x, y in triangles]
    card = st.fixed_dictionaries(
        {
            "name": st.sampled_from(["Gun", "Bow", "Flask"]),
            "rating": st.sampled_from(RATINGS),
            "min_range": st.integers(0, 2),
            "max_range": st.integers(2, 5),
            "power": st.integers(0, 9),
            "wounds": st.integers(0, 4),
        },
        optional={
            "symbol": st.sampled_from(["rifle", "bow"]),
            **dict.fromkeys(("grenade", "natural", "revealed"), st.booleans()),
        },
    )
    ratings = st.dictionaries(st.sampled_from(RATINGS), st.integers(0, 9), max_size=5)
    places = draw(st.lists(st.sampled_from(names), min_size=2, max_size=6, unique=True))
    heroes = []
    for n, space in enumerate(places):
        health = draw(st.integers(1, 6))
        hero: Data = {"id": f"h{n}", "team": ("white", "black")[n % 2], "space": space, "health": health}
        cards = draw(st.lists(card, max_size=2, unique_by=lambda one: str(one["name"])))
        hero |= {"ratings": draw(ratings), "wounds": draw(st.integers(0, health - 1)), "cards": cards}
        hero |= draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "bonus_symbols": st.just(["rifle"]),
                    "done": st.booleans(),
                    "last_action": st.sampled_from([{"kind": "shoot"}, {"kind": "unleash"}, {"kind": "other"}]),
                },
            )
        )
        heroes.append(hero)
    options = dict.fromkeys(("walls_lengthen_range", "corner_touch_counts", "wall_touch_blocks"), st.booleans())
    return {
        "fireline": 1,
        "ruleset": "duel-of-ages",
        "options": draw(st.fixed_dictionaries({}, optional=options)),
        "step": draw(st.sampled_from(["action", "reaction"])),
        "board": {"spaces": spaces, "walls": walls},
        "heroes": heroes,
    } | draw(st.fixed_dictionaries({}, optional={"team": st.sampled_from(["white", "black"])}))


RANDOM: dict[str, Callable[[], st.SearchStrategy[Data]]] = {
    "ancients": ancients,
    "blightmeer@2025-11": partial(blightmeer, "2025-11"),
    "blightmeer@2026-01": partial(blightmeer, "2026-01"),
    "blightmeer@2026-07": partial(blightmeer, "2026-07"),
    "duel-of-ages": duel_of_ages,
    "endless-horizons": endless_horizons,
}
"""Random battles of our own games; those of others are stirred."""


def random_battles(id_: str) -> st.SearchStrategy[Data]:
    """Battles of a ruleset that nobody wrote."""
    return RANDOM[id_]() if id_ in RANDOM else battles.stirred(id_)
