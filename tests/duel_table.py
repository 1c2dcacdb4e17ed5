"""Small battles of Duel of Ages for tests, and short ways to ask about them."""

from collections.abc import Mapping
from typing import Any

from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.geometry.hexes import Hex
from fireline.rulesets.duel_of_ages.board import space_name
from fireline.rulesets.duel_of_ages.state import State
from fireline.ruling import Ruling

Data = dict[str, Any]


def patch(radius: int = 3, /, **terrain: str) -> dict[str, Any]:
    """Spaces around 0,0, clear unless said otherwise; the keys of `terrain` are read as `q_r`, m for minus."""
    spaces = {
        space_name(Hex(q, r)): "clear"
        for r in range(-radius, radius + 1)
        for q in range(-radius, radius + 1)
        if abs(q + r) <= radius
    }
    return spaces | {key.strip("_").replace("m", "-").replace("_", ","): kind for key, kind in terrain.items()}


def gun(name: str = "Gun", **more: Any) -> Data:
    """A face-up rifle that reaches everywhere."""
    usual = {"rating": "aim", "min_range": 1, "max_range": 20, "power": 4, "wounds": 3, "revealed": True}
    return {"name": name} | usual | more


def hero(id_: str, team: str, space: str, **more: Any) -> Data:
    """A hero with aim 7, Stealth 5 and Armor 3, who moves four spaces."""
    ratings = {"speed": 4, "aim": 7, "stealth": 5, "armor": 3} | more.pop("ratings", {})
    return {"id": id_, "team": team, "space": space, "health": 6, "ratings": ratings} | more


def duel(start: str, end: str, spaces: Mapping[str, Any], *walls: list[list[Any]], **more: Any) -> Battle:
    """A white shooter `s` on one space and a black target `t` on another, and whatever else."""
    weapon = more.pop("weapon", gun())
    heroes = [hero("s", "white", start, cards=[weapon]), hero("t", "black", end), *more.pop("heroes", [])]
    board = {"spaces": dict(spaces), "walls": list(walls)} | more.pop("board", {})
    return read({"board": board, "heroes": heroes} | more)


def deck(*cards: tuple[str, str | list[str], int | list[int]]) -> Data:
    """A deck of cards, each with its name, what hits and what it adds, at every difference or alike at all of them."""
    entries = [
        {
            "name": name,
            "hit": [hit] * 13 if isinstance(hit, str) else hit,
            "damage": [adds] * 13 if isinstance(adds, int) else adds,
        }
        for name, hit, adds in cards
    ]
    return {"fireline_deck": 1, "id": "few", "cards": entries}


def among(*heroes: Data, radius: int = 3, **more: Any) -> Battle:
    """These heroes on a patch of clear spaces."""
    return read({"board": {"spaces": patch(radius)}, "heroes": list(heroes)} | more)


def read(data: Data) -> Battle:
    """A battle of Duel of Ages."""
    return Battle.read({"fireline": 1, "ruleset": "duel-of-ages"} | data)


def ruling(battle: Battle, shooter: str = "s", target: str = "t", **details: Any) -> Ruling:
    """The ruling on a shot."""
    return battle.check(Shot(shooter, target, **details))


def rules_against(battle: Battle, shooter: str = "s", target: str = "t", **details: Any) -> list[str]:
    """The rules that refuse a shot."""
    return [refusal.rule for refusal in ruling(battle, shooter, target, **details).refusals]


def sees(battle: Battle, **details: Any) -> int | None:
    """What the terrain adds to the target's Stealth, None where the shot is refused."""
    given = ruling(battle, **details)
    return int(given.summary["stealth_bonus"]) if given.legal else None


def state_of(battle: Battle) -> State:
    """The state, as this game has it."""
    state: State = battle.state
    return state
