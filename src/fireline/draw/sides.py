"""The sides of a battle, and how each looks wherever it is shown: on boards, in lists, in three dimensions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from fireline.draw.canvas import BLUE, BOTTOM_TINT, MUTED, PAPER, TOP_TINT, VERMILLION
from fireline.game.battle import Battle

COLOURS, TINTS = (BLUE, VERMILLION, MUTED), (BOTTOM_TINT, TOP_TINT, PAPER)
"""The rim and the ground of each look."""
NAMED = {"blue": 0, "red": 1, "orange": 1}
"""Sides that are named after a colour have it."""
NEITHER = 2


@lru_cache(maxsize=256)
def looks(battle: Battle) -> dict[str, int]:
    """How every side looks wherever it is drawn: 0 blue, 1 vermillion, 2 neither.

    Those that no colour names take what is left, in the order of the game's own sides.

    >>> import fireline
    >>> looks(fireline.load("examples/duel-of-ages-tommy-gun.yaml"))
    {'white': 0, 'black': 1}
    """
    editing, there = battle.ruleset.editing, battle.every_side
    own = editing.sides if editing else ()
    return looks_of([*(side for side in own if side in there), *(side for side in there if side not in own)])


def looks_by_unit(battle: Battle) -> dict[str, int]:
    """How everybody looks, by id: as his side does."""
    known = looks(battle)
    return {unit: known[side] for unit, side in battle.side_by_id.items()}


def looks_of(ordered: Iterable[str]) -> dict[str, int]:
    """The look of some sides, of which those that no colour names take what is left, in this order.

    >>> looks_of(["red", "white", "black"])
    {'red': 1, 'white': 0, 'black': 2}
    """
    ordered = list(ordered)
    named = {side: NAMED[side.casefold()] for side in ordered if side.casefold() in NAMED}
    free = iter([look for look in (0, 1) if look not in named.values()])
    return {side: named[side] if side in named else next(free, NEITHER) for side in ordered}
