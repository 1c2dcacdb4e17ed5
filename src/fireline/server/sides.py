"""Whose is what: the sides of a battle, who is of which, and who says a command."""

from __future__ import annotations

from functools import lru_cache

from fireline.game.battle import Battle
from fireline.game.command import Command, Shoot

SECTIONS = ("units", "leaders", "heroes")
SIDE_KEYS = ("side", "team")
ACTOR_KEYS = ("unit", "leader", "hero")


@lru_cache(maxsize=256)
def side_of(battle: Battle) -> dict[str, str]:
    """The side of everybody in a battle, by id; whoever is of no side is a side of his own."""
    data = battle.data()
    rows = [row for section in SECTIONS for row in data.get(section, ())]
    return {row["id"]: next((row[key] for key in SIDE_KEYS if row.get(key)), row["id"]) for row in rows}


def sides(battle: Battle) -> tuple[str, ...]:
    """The sides of a battle in the order in which they stand in it."""
    hidden = battle.ruleset.hidden
    return tuple(dict.fromkeys([*side_of(battle).values(), *(hidden.teams if hidden else ())]))


def speakers(battle: Battle, command: Command) -> frozenset[str]:
    """The sides that may say a command: the shooter's; else who owes an answer, the actor's, or whose turn it is."""
    whose = side_of(battle)
    if isinstance(command, Shoot) and command.shot.shooter in whose:
        return frozenset({whose[command.shot.shooter]})
    if owes := battle.ruleset.to_decide(battle.state):
        return frozenset({owes})
    if (actor := _actor(command)) in whose:
        return frozenset({whose[actor]})
    firing = {whose[id_] for id_ in battle.ruleset.shooters(battle.state) if id_ in whose}
    return frozenset(firing or sides(battle))


def _actor(command: Command) -> str:
    return next((str(getattr(command, key)) for key in ACTOR_KEYS if hasattr(command, key)), "")
