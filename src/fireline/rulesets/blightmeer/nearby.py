"""Which terrain comes near a line: of thousands of walls the few that a look can meet, the others never built."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fireline.geometry.outlines import Point2
    from fireline.geometry.solids import Point3
    from fireline.rulesets.blightmeer.terrain import Terrain

KEPT = 16
HIGHEST = 1000.0
"""Higher than anything reaches, in inches."""


class _Balls(NamedTuple):
    """A ball around each piece of terrain."""

    terrain: tuple[Terrain, ...]
    centres: NDArray[np.float64]
    radii: NDArray[np.float64]


_known: OrderedDict[int, _Balls] = OrderedDict()
"""By the identity of the terrain, which all states of a game share; to hash thousands of pieces takes too long."""


def near(terrain: tuple[Terrain, ...], start: Point3, end: Point3, reach: float) -> tuple[Terrain, ...]:
    """The pieces whose balls come as near as `reach` to the line between two points, in their order."""
    import numpy as np

    if not terrain:
        return ()
    _, centres, radii = _balls(terrain)
    a, way = np.array(start), np.array(end) - np.array(start)
    length = float(way @ way)
    share = np.clip((centres - a) @ way / length, 0.0, 1.0) if length else np.zeros(len(centres))
    off = centres - a - share[:, None] * way
    close = np.sqrt((off * off).sum(axis=1)) <= reach + radii
    return tuple(terrain[n] for n in np.flatnonzero(close))


def over(terrain: tuple[Terrain, ...], point: Point2, aside: float = 0.0) -> tuple[Terrain, ...]:
    """The pieces that may lie over or under a point of the table, or so far aside of it."""
    return near(terrain, (*point, -HIGHEST), (*point, HIGHEST), aside)


def _balls(terrain: tuple[Terrain, ...]) -> _Balls:
    import numpy as np

    found = _known.get(id(terrain))
    if found is None or found.terrain is not terrain:
        balls = [piece.ball for piece in terrain]
        found = _Balls(terrain, np.array([centre for centre, _ in balls]), np.array([radius for _, radius in balls]))
        _known[id(terrain)] = found
        if len(_known) > KEPT:
            _known.popitem(last=False)
    return found
