"""What is drawn of Commands & Colors: Ancients: the hex board, a shot on it, a threat map over it."""

from __future__ import annotations

from fireline.game.drawing import Drawing
from fireline.rulesets.ancients.state import State


def load() -> Drawing[State]:
    """The drawing, whose modules are imported now."""
    from fireline.rulesets.ancients.drawing import hexboard

    return Drawing(board=hexboard.draw, threat=hexboard.draw_threat)
