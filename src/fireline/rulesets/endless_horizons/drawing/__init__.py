"""What is drawn of Endless Horizons: the plan, range bands, the field on a scale of metres, and threat maps of it."""

from __future__ import annotations

from fireline.game.drawing import Drawing
from fireline.rulesets.endless_horizons.state import State


def load() -> Drawing[State]:
    """The drawing, whose modules are imported now."""
    from fireline.rulesets.endless_horizons.drawing import plan, rangeband, threatfield

    return Drawing(board=rangeband.draw, plan=plan.draw, threat=threatfield.draw)
