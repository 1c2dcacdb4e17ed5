"""Which terrain comes near a line: of thousands of walls the few that a look can meet, the others never built."""

from __future__ import annotations

from collections import OrderedDict
from math import inf
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fireline.geometry.outlines import Point2
    from fireline.geometry.solids import Point3
    from fireline.rulesets.blightmeer.terrain import Terrain

KEPT = 16
NOWHERE = (0.0, 0.0, 0.0, -inf)
"""The ball around what has no triangles, which is in no window and near no line."""
HIGHEST = 1000.0
"""Higher than anything reaches, in inches."""


class _Balls(NamedTuple):
    """A ball around each piece of terrain: rows of x, y, z and radius."""

    terrain: tuple[Terrain, ...]
    balls: NDArray[np.float64]


_known: OrderedDict[int, _Balls] = OrderedDict()
"""By the identity of the terrain, which all states of a game share; to hash thousands of pieces takes too long."""


def near(terrain: tuple[Terrain, ...], start: Point3, end: Point3, reach: float) -> tuple[Terrain, ...]:
    """The pieces whose balls come as near as `reach` to the line between two points, in their order."""
    return tuple(terrain[n] for n in numbers_near(balls_of(terrain), start, end, reach)) if terrain else ()


def numbers_near(balls: NDArray[np.float64], start: Point3, end: Point3, reach: float) -> list[int]:
    """Which balls, rows of x, y, z and radius, come as near as `reach` to the line between two points."""
    import numpy as np

    a, way = np.array(start), np.array(end) - np.array(start)
    length, away = float(way @ way), balls[:, :3] - a
    share = np.clip(away @ way / length, 0.0, 1.0) if length else np.zeros(len(balls))
    off = away - share[:, None] * way
    numbers: list[int] = np.flatnonzero(np.sqrt((off * off).sum(axis=1)) <= reach + balls[:, 3]).tolist()
    return numbers


def over(terrain: tuple[Terrain, ...], point: Point2, aside: float = 0.0) -> tuple[Terrain, ...]:
    """The pieces that may lie over or under a point of the table, or so far aside of it."""
    return near(terrain, (*point, -HIGHEST), (*point, HIGHEST), aside)


def balls_of(terrain: tuple[Terrain, ...]) -> NDArray[np.float64]:
    """A ball around each piece: rows of x, y, z and radius."""
    import numpy as np

    found = _known.get(id(terrain))
    if found is None or found.terrain is not terrain:
        rows = [(*centre, radius) for centre, radius in (piece.ball for piece in terrain)]
        found = _Balls(terrain, np.array(rows, dtype=np.float64).reshape(-1, 4))
        _known[id(terrain)] = found
        if len(_known) > KEPT:
            _known.popitem(last=False)
    return found.balls
