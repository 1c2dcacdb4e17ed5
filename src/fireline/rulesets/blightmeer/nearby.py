"""What stands on a table, with a ball around each, so that few are looked at where many stand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fireline.geometry.outlines import Point2
    from fireline.geometry.solids import Solid
    from fireline.rulesets.blightmeer.openings import Window
    from fireline.rulesets.blightmeer.state import Unit
    from fireline.rulesets.blightmeer.terrain import Terrain

NOWHERE = (0.0, 0.0, 0.0, -inf)
"""The ball around what has no triangles, which is in no window and over no place."""


class Landscape(tuple["Terrain", ...]):  # noqa: SLOT001 - it has room for what is found out once
    """All terrain of a table, in its order, with what tells where to find a piece of it."""

    @cached_property
    def balls(self) -> NDArray[np.float64]:
        """A ball around each piece: rows of x, y, z and radius."""
        import numpy as np  # no rulebook loads it

        rows = [(*centre, radius) for centre, radius in (piece.ball for piece in self)]
        return np.array(rows, dtype=np.float64).reshape(-1, 4)

    @cached_property
    def windows(self) -> dict[str, Window]:
        """Every window by its id."""
        return {window.id: window for piece in self for window in piece.windows}

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    def __reduce__(self) -> tuple[Any, ...]:
        return Landscape, (tuple(self),)

    def __hash__(self) -> int:  # to hash thousands of pieces takes long
        return self._hash

    def over(self, point: Point2, aside: float = 0.0) -> tuple[Terrain, ...]:
        """The pieces that may lie over or under a point of the table, or so far aside of it, in their order."""
        if not self:
            return ()
        import numpy as np

        x, y, _, radius = self.balls.T
        near = np.hypot(x - point[0], y - point[1]) <= radius + aside
        return tuple(self[n] for n in np.flatnonzero(near).tolist())


@dataclass(frozen=True)
class Standing:
    """Terrain first, then models; terrain is built when it is asked for.

    `sides` are those of the models, None for terrain.
    """

    terrain: Landscape
    models: tuple[tuple[str, Solid], ...]
    sides: tuple[str | None, ...]
    balls: NDArray[np.float64]

    @classmethod
    def of(cls, terrain: Landscape, units: tuple[Unit, ...]) -> Standing:
        """What stands on a table where these units do."""
        import numpy as np  # no rulebook loads it

        models = tuple((unit.id, unit.placed.solid) for unit in units)
        sides = (*(None for _ in terrain), *(unit.side for unit in units))
        balls = [(*solid.ball[0], solid.ball[1]) if len(solid) else NOWHERE for _, solid in models]
        around = np.array(balls, dtype=np.float64).reshape(-1, 4)
        return cls(terrain, models, sides, np.concatenate((terrain.balls, around)))

    def solid(self, number: int) -> tuple[str, Solid]:
        """One of them with its name."""
        if number >= len(self.terrain):
            return self.models[number - len(self.terrain)]
        return self.terrain[number].id, self.terrain[number].solid
