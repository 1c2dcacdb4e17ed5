"""What stands for a model: the shapes of what it may wear, and the figure of a mesh file."""

from __future__ import annotations

from fireline.game.errors import BattleFileError, Code
from fireline.geometry import figures
from fireline.geometry.bases import Model
from fireline.geometry.figures import Figure, Held, Posture
from fireline.geometry.held import cloak, shield, tower_shield

GEAR: dict[str, Held] = {"shield": shield, "tower_shield": tower_shield, "cloak": cloak}
"""What may be worn or held in the left hand, and its shape."""


def of_model(model: Model, posture: Posture = Posture.STANDING) -> Figure:
    """The figure of a mesh file's model; raises `BattleFileError` where nothing of the body is above its base."""
    try:
        return figures.of_model(model, posture)
    except ValueError as wrong:
        raise BattleFileError(Code.OUT_OF_RANGE, str(wrong)) from None
