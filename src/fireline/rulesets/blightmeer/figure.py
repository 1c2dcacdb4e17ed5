"""Which figure stands for a model: one of its mesh file, or a human one of its size with what it carries."""

from __future__ import annotations

from fireline.game.errors import BattleFileError, Code
from fireline.geometry import figures
from fireline.geometry.figures import Figure, Held, Posture
from fireline.geometry.held import cloak, held, shield, tower_shield
from fireline.geometry.model import Model

GEAR: dict[str, Held] = {"shield": shield, "tower_shield": tower_shield, "cloak": cloak}
"""What may be worn or held in the left hand, and its shape."""


def human(
    tall: float,
    base: tuple[float, float],
    gear: tuple[str, ...] = (),
    weapon: str | None = None,
    posture: Posture = Posture.STANDING,
    *,
    raised_arms: bool = False,
) -> Figure:
    """A human figure of this height, with half the length and width of its base, in inches; `gear` is of `GEAR`."""
    worn = tuple(GEAR[name] for name in gear)
    return figures.human(tall, base, None if weapon is None else held(weapon), worn, posture, raised_arms=raised_arms)


def of_model(model: Model, posture: Posture = Posture.STANDING) -> Figure:
    """The figure of a mesh file's model; raises `BattleFileError` where nothing of the body is above its base."""
    try:
        return figures.of_model(model, posture)
    except ValueError as wrong:
        raise BattleFileError(Code.OUT_OF_RANGE, str(wrong)) from None
