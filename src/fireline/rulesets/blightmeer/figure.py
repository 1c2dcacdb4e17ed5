"""Which figure stands for a model: one of its mesh file, or a human one of its size with what it carries."""

from __future__ import annotations

from fireline.game.errors import BattleFileError, Code
from fireline.geometry import figures
from fireline.geometry.figures import Figure, Posture
from fireline.geometry.model import Model
from fireline.rulesets.blightmeer.kit import GEAR, held
from fireline.rulesets.blightmeer.pieces import HEIGHTS, RADII, Size


def human(
    large: bool = False,  # noqa: FBT001, FBT002 - one of the facts of a model
    gear: tuple[str, ...] = (),
    weapon: str | None = None,
    posture: Posture = Posture.STANDING,
    raised_arms: bool = False,  # noqa: FBT001, FBT002
    tall: float | None = None,
    base: tuple[float, float] | None = None,
) -> Figure:
    """A human figure of the usual size, or a Large one twice as tall; `gear` names what is in `kit.GEAR`.

    `tall` is its height and `base` half the length and width of its base, in inches, where they are not those of its
    size.
    """
    size = Size.LARGE if large else Size.NORMAL
    return figures.human(
        float(HEIGHTS[size]) if tall is None else tall,
        (float(RADII[size]),) * 2 if base is None else base,
        None if weapon is None else held(weapon),
        tuple(GEAR[name] for name in gear),
        posture,
        raised_arms=raised_arms,
    )


def of_model(model: Model, posture: Posture = Posture.STANDING) -> Figure:
    """The figure of a mesh file's model; raises `BattleFileError` where nothing of the body is above its base."""
    try:
        return figures.of_model(model, posture)
    except ValueError as wrong:
        raise BattleFileError(Code.OUT_OF_RANGE, str(wrong)) from None
