"""What is drawn of Blightmeer: the table from above, what a shooter's eye sees, models, and the table as triangles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireline.game.drawing import Drawing
from fireline.rulesets.blightmeer.state import State

if TYPE_CHECKING:
    from fireline.game.battle import Battle
    from fireline.game.shot import Shot


def load() -> Drawing[State]:
    """The drawing, whose modules are imported now."""
    from fireline.rulesets.blightmeer.drawing import tabletop, threat
    from fireline.rulesets.blightmeer.drawing.triangles import scene

    return Drawing(board=tabletop.draw, threat=threat.draw, eye=_eye, scene=scene)


def _eye(battle: Battle, shot: Shot) -> str:
    from fireline.rulesets.blightmeer.drawing.eyescene import draw  # paints in three dimensions

    return draw(battle, shot)
