"""What is drawn of Duel of Ages: the map of dots and walls, a shot on it, a threat map over it."""

from __future__ import annotations

from fireline.game.drawing import Drawing
from fireline.rulesets.duel_of_ages.state import State


def load() -> Drawing[State]:
    """The drawing, whose modules are imported now."""
    from fireline.rulesets.duel_of_ages.drawing import dotmap

    return Drawing(board=dotmap.draw, threat=dotmap.draw_threat)
