"""Small random battles of every game, by number, everything that can be tried in one, and battles that nobody wrote."""

import random
from collections.abc import Callable, Iterator
from math import inf
from typing import Any, get_args

import pytest
from hypothesis import strategies as st

import ancients_table
import battles
import blightmeer_table
import duel_table
import endless_horizons_field
from fireline.analysis.goal import Goal
from fireline.game.battle import Battle
from fireline.game.command import Command, Move, Shoot, Shot
from fireline.game.errors import BattleFileError
from fireline.game.registry import ruleset
from fireline.geometry.hexes import Hex, distance
from fireline.rulesets.blightmeer.places import Run
from fireline.rulesets.duel_of_ages.board import space_name
from fireline.rulesets.duel_of_ages.commands import Move as HeroMove
from fireline.rulesets.duel_of_ages.commands import SlipAway
from fireline.rulesets.endless_horizons.handling import Aim
from fireline.rulesets.endless_horizons.posture import Hide
from fireline.testing.battery.planning import EverythingTried, Ways
from fireline.testing.battles import stirred

Data = dict[str, Any]
BOWS = ("light_bow_infantry", "light_sling_infantry", "light_infantry", "light_cavalry", "auxilia")
FEET = ("warrior", "heavy_infantry", "elephant", "auxilia", "light_infantry")
MOVES = (Move, Run, HeroMove, SlipAway)


def ancients(n: int) -> Battle:
    """Two who may shoot, a friend among one or two enemies, at times an elephant, and a leader."""
    chance = random.Random(n)  # noqa: S311 (nothing secret)
    near, far = ([f"{row}{column}" for row in rows for column in "4567"] for rows in ("EF", "CD"))
    chance.shuffle(near)
    chance.shuffle(far)

    def unit(id_: str, side: str, kinds: tuple[str, ...]) -> str:
        hexes = far if side == "top" or id_ == "b" else near
        return f"{id_} {side} {chance.choice(kinds)} {hexes.pop()} blocks={chance.choice((1, 1, 2))}"

    own = [unit("a", "bottom", BOWS), unit("b", "bottom", FEET), unit("c", "bottom", BOWS)]
    enemies = [unit(id_, "top", FEET) for id_ in "yz"[: chance.choice((1, 2))]]
    where = [line.split()[3] for line in (*own, *enemies)]
    leaders = [f"l {side} {hex_}" for side, hex_ in (("bottom", where[1]), ("top", where[-1])) if chance.random() < 0.3]
    return ancients_table.lay(*own, *enemies, leaders=leaders[:1])


def blightmeer(n: int) -> Battle:
    """Two archers, perhaps behind a wall with a window, and two enemies who may protect each other."""
    chance = random.Random(n)  # noqa: S311 (nothing secret)

    def stats(**more: Any) -> Data:
        return {"defence": chance.choice((12, 15, "-")), "morale": chance.choice((9, 14)), **more}

    def weapon() -> str:
        return chance.choice(("Long Bow", "Crossbow", "Rifle"))

    archers = [
        blightmeer_table.archer(at=(18, 6), weapon=weapon(), **stats()),
        blightmeer_table.unit("second", "red", chance.choice((12, 20, 24)), 7, weapon=weapon(), **stats()),
    ]
    enemies = [
        blightmeer_table.enemy("orc", 18, 15, wounds=chance.choice((1, 2)), **stats()),
        blightmeer_table.enemy("goblin", chance.choice((16.4, 19.5, 26)), 15.8, wounds=1, **stats()),
    ]
    walls = {"terrain": [blightmeer_table.mill()]} if chance.random() < 0.4 else {}
    edition = chance.choice(blightmeer_table.EDITIONS)
    return blightmeer_table.battle(*archers[: chance.choice((1, 2))], *enemies, edition=edition, **walls)


def duel_of_ages(n: int) -> Battle:
    """Two heroes with a gun or two, at times face down, against one or two; small decks; Action or Reaction."""
    chance = random.Random(n)  # noqa: S311 (nothing secret)
    spaces = [space_name(Hex(q, r)) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
    chance.shuffle(spaces)
    names = "abcd"[: chance.choice((3, 4))]
    deck = duel_table.deck(*((name, chance.choice(("hit", "miss")), chance.choice((-3, 0, 2))) for name in names))

    def guns() -> list[Data]:
        named = [
            duel_table.gun(name, wounds=chance.choice((1, 3)), power=chance.choice((1, 4)), revealed=n % 3 > 0)
            for name in "GH"
        ]
        return named[: chance.choice((1, 2))]

    reaction = chance.random() < 0.4
    heroes = [duel_table.hero(id_, "white", spaces.pop(), cards=guns()) for id_ in "st"[: chance.choice((1, 2))]]
    for id_ in "yz"[: chance.choice((1, 2))]:
        space = spaces.pop()
        beside = [
            one for one in spaces if distance(Hex(*map(int, one.split(","))), Hex(*map(int, space.split(",")))) == 1
        ]
        moved = {"last_action": {"kind": "move", "path": [beside[0], space]}} if reaction and beside else {}
        heroes.append(duel_table.hero(id_, "black", space, **{"health": chance.choice((1, 3, 6))} | moved))
    data = {"board": {"spaces": duel_table.patch(2)}, "heroes": heroes, "decks": {"white": {"deck": deck}}}
    return duel_table.read(data | {"step": "reaction" if reaction else "action", "team": "white"})


def endless_horizons(n: int) -> Battle:
    """One or two with a few actions and bullets, in any stance and cover, against one or two; at times an order."""
    chance = random.Random(n)  # noqa: S311 (nothing secret)

    def shooter(id_: str, actions: int) -> Data:
        name = chance.choice(("Glock 17", "Glock 18", "M1911", "MP5", "AKM", "SVD", "Remington M870"))
        more: Data = {"cover": {"material": "brick"}} if chance.random() < 0.2 else {}
        if chance.random() < 0.2:
            more["carried"] = [{"name": "AKM", "where": "armour"}]
        check = {"dexterity": chance.choice((0, 1)), "skill": chance.choice((1, 2, 4))}
        weapon = {"name": name, "loaded": chance.choice((0, 1, 2, 3))}
        stance = chance.choice(("standing", "kneeling", "prone_firing", "prone"))
        magazines = chance.choice((0, 1))
        return more | {
            "id": id_, "side": "own", "check": check, "weapon": weapon, "actions": actions, "stance": stance,
            "movement": chance.choice(("subtle", "slow")), "magazines": magazines, "size": None,
        }  # fmt: skip

    def target(id_: str) -> Data:
        more: Data = {"cover": {"material": "wood"}} if chance.random() < 0.2 else {}
        stopped = {"hits_to_stop": chance.choice((1, 2))} if chance.random() < 0.6 else {}
        return more | stopped | {"id": id_, "side": "other", "size": chance.choice(("small", "medium"))}

    own = [shooter("jack", 2)] if chance.random() < 0.5 else [shooter("jack", 1), shooter("jill", 1)]
    others = [target("drone"), *([target("guard")] if len(own) == 1 and chance.random() < 0.5 else [])]
    options = {"escalation": chance.random() < 0.3}
    units = [{key: value for key, value in one.items() if value is not None} for one in (own[0], others[0])]
    return endless_horizons_field.field(
        units[0] | {"stance": own[0]["stance"]},
        units[1],
        *({key: value for key, value in one.items() if value is not None} for one in (*own[1:], *others[1:])),
        metres=chance.choice((5, 20, 45)),
        options=options,
    )


GAMES: dict[str, Callable[[int], Battle]] = {
    "ancients": ancients,
    "blightmeer": blightmeer,
    "duel-of-ages": duel_of_ages,
    "endless-horizons": endless_horizons,
}
SEEDS = 10_000


def numbered(quick: int, whole: int, parts: int = 1) -> pytest.MarkDecorator:
    """The first few numbers of battles, one a test, and those up to many more, which take long, in so many parts."""
    many = [range(quick + part, whole, parts) for part in range(parts)]
    later = pytest.mark.whole("battles")
    cases = [*(range(n, n + 1) for n in range(quick)), *(pytest.param(some, marks=later) for some in many)]
    return pytest.mark.parametrize("numbers", cases, ids=str)


PIECES, MOST_PIECES = ("units", "heroes", "leaders", "terrain"), 4
CHOICES: dict[str, st.SearchStrategy[Any]] = {
    "beyond_range_penalty": st.none() | st.integers(0, 9),
    "protect_by": st.sampled_from(["harm", "weighted"]),
    "squib_bursts": st.sampled_from(["always", 4]),
    "window_reach": st.sampled_from([0, 0.5, 12]),
}
"""What an option may say that is more than yes or no."""


def random_battles(id_: str) -> st.SearchStrategy[Data]:
    """Battles of our own games that nobody wrote: small ones, made or written, stirred, under any options."""
    entry: Any = ruleset(id_).entry
    fields = entry.model_fields["options"].annotation.model_fields
    yes_or_no = {name for name, field in fields.items() if bool in {field.annotation, *get_args(field.annotation)}}
    options = {name: CHOICES.get(name, st.booleans()) for name in fields if name in CHOICES or name in yes_or_no}
    small, written = GAMES[id_.partition("@")[0]], [get() for get in battles.written(id_).values()]
    few = [data for data in written if sum(len(data.get(name, ())) for name in PIECES) <= MOST_PIECES]
    made = st.integers(0, SEEDS).map(lambda number: small(number).data())

    def under(data: Data, options: Data) -> Battle:
        return Battle.read(data | {"ruleset": id_, "options": options}, battles.FILES)

    found = made | st.sampled_from(few) if few else made
    return stirred(st.builds(under, found, st.fixed_dictionaries({}, optional=options)))


def every_detail(battle: Battle, shooter: str, target: str) -> Iterator[Shot]:
    """Every shot of one unit at another with every window, weapon, space and number of bullets, legal or not.

    It goes by what stands in the battle file and asks no game for its ways.
    """
    data = battle.data()
    pieces = (*data.get("units", ()), *data.get("heroes", ()), *data.get("leaders", ()))
    entry: Data = next((one for one in pieces if one["id"] == shooter), {})
    yield Shot(shooter, target)
    for piece in data.get("terrain", ()) if isinstance(data.get("terrain"), list) else ():
        for window in piece.get("wall", {}).get("windows", ()):
            yield Shot(shooter, target, peer=window["id"])
    if isinstance(entry.get("weapon"), dict):
        yield from (Shot(shooter, target, bullets=n) for n in range(2, entry["weapon"].get("loaded", 30) + 1))
    for card in entry.get("cards", ()):
        yield Shot(shooter, target, weapon=card["name"])
        yield from (Shot(shooter, target, weapon=card["name"], space=space) for space in data["board"]["spaces"])


def every_shot(battle: Battle, shooter: str) -> list[Shot]:
    """Every legal one of those, at anybody."""
    found = []
    for unit in battle.units:
        for shot in every_detail(battle, shooter, unit.id) if unit.id != shooter else ():
            try:
                legal = not battle.check(shot).refusals
            except BattleFileError:  # it cannot even be declared
                continue
            if legal:
                found.append(shot)
    return found


def aimed_shots(battle: Battle, shot: Shot) -> Iterator[Shot]:
    """A shot with each legal number of actions of aim where its shooter suppresses: aim by itself would end that."""
    entry: Data = next((one for one in battle.data().get("units", ()) if one["id"] == shot.shooter), {})
    for aim in range(1, entry.get("actions", 0) + 1 if "suppressing" in entry else 1):
        aimed = Shot(shot.shooter, shot.target, **{**shot.details, "aim_actions": aim})
        if not battle.check(aimed).refusals:
            yield aimed


def every_command(battle: Battle, units: tuple[str, ...], *, hide: bool = False) -> Iterator[Command]:
    """Everything legal that these units may do but move; and but hide a weapon, unless it is asked for.

    How well it is hidden makes ten battles of one, which no shot can tell apart.
    """
    for unit in units:
        for shot in every_shot(battle, unit):
            yield Shoot(shot)
            yield from map(Shoot, aimed_shots(battle, shot))
    for command in battle.legal():
        aside = isinstance(command, (Shoot, *MOVES)) or (isinstance(command, Hide) and not hide)
        if command.actor in units and not aside:
            yield command
    if battle.ruleset.id == "endless-horizons":
        yield from (aim for aim in (Aim(unit) for unit in units) if not battle.refusals(aim))


class BruteForce(EverythingTried):
    """The same with all that is written in a battle, however many battles there are."""

    def __init__(self, goal: Goal, ways: Ways = every_command) -> None:
        super().__init__(goal, ways, inf)
