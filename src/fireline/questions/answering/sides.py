"""Whose is what: the sides of a battle, who is of which, and who says a command."""

from __future__ import annotations

from fireline.game.battle import Battle
from fireline.game.command import Command, Shoot


def side_of(battle: Battle) -> dict[str, str]:
    """The side of everybody in a battle, by id; whoever is of no side is a side of his own."""
    return {unit.id: unit.side or unit.id for unit in battle.units}


def sides(battle: Battle) -> tuple[str, ...]:
    """The sides of a battle in the order in which they stand in it."""
    hidden = battle.ruleset.hidden
    return tuple(dict.fromkeys([*side_of(battle).values(), *(hidden.teams if hidden else ())]))


def speakers(battle: Battle, command: Command) -> frozenset[str]:
    """The sides that may say a command: the shooter's; else who owes an answer, the actor's, or whose turn it is."""
    whose = side_of(battle)
    if isinstance(command, Shoot) and command.actor in whose:
        return frozenset({whose[command.actor]})
    if battle.owing:
        return frozenset({battle.owing})
    if command.actor in whose:
        return frozenset({whose[command.actor]})
    firing = {whose[id_] for id_ in battle.ruleset.shooters(battle.state) if id_ in whose}
    return frozenset(firing or sides(battle))
