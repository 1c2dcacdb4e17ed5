"""Whose is what: the sides of a battle, how they look, who is of which, who says a command and whom it concerns."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from fireline.draw import palette
from fireline.game.battle import Battle
from fireline.game.command import Command, Shoot
from fireline.game.ruleset import texts_in


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


def concerned(battles: Iterable[Battle | None], *said: Any) -> list[str]:
    """The ids of units of these battles that stand anywhere in what was said, each once, in its order."""
    known = {unit.id for battle in battles if battle is not None for unit in battle.units}
    return list(dict.fromkeys(text for one in said for text in texts_in(one) if text in known))


@lru_cache(maxsize=256)
def looks(battle: Battle) -> dict[str, int]:
    """How every side looks wherever it is drawn: 0 blue, 1 vermillion, 2 neither.

    Those that no colour names take what is left, in the order of the game's own sides.

    >>> import fireline
    >>> looks(fireline.load("examples/duel-of-ages-tommy-gun.yaml"))
    {'white': 0, 'black': 1}
    """
    editing, there = battle.ruleset.editing, sides(battle)
    own = editing.sides if editing else ()
    ordered = [*(side for side in own if side in there), *(side for side in there if side not in own)]
    return palette.looks(ordered)


def is_solid(battle: Battle) -> bool:
    """Whether the battle stands on a table in three dimensions, so that there is a scene of it."""
    drawing = battle.ruleset.drawing
    return drawing is not None and drawing().scene is not None
