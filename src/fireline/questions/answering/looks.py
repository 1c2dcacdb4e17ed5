"""How the sides of a battle look wherever they are drawn: 0 blue, 1 vermillion, 2 neither."""

from __future__ import annotations

from functools import lru_cache

from fireline.draw import palette
from fireline.game.battle import Battle
from fireline.questions.answering.sides import sides


@lru_cache(maxsize=256)
def looks(battle: Battle) -> dict[str, int]:
    """The look of every side; those that no colour names take what is left, in the order of the game's own sides.

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
