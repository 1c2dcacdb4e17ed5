"""The best place to look from in a window's opening, and how narrow a better one would have to be (BLM-4.4)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from fireline.ruling.visibility import EyeSearch

if TYPE_CHECKING:
    from fireline.geometry.sight import Seen
    from fireline.geometry.solids import Point3, Solid
    from fireline.rulesets.blightmeer.openings import Window

Spot = tuple[float, float]
"""How far along a window, and how far above its sill."""
STEP = 0.125
"""How close the places lie that are tried where the first nine do not show all, in inches;"""
MOST = 16
"""but not more than so many steps in a row or a column."""
FINEST = 1 / 256
"""Around the best of them better ones are sought down to this step."""
KEPT = 1024


class Peered(NamedTuple):
    """The best place found, what is seen from there, and how it was sought."""

    eye: Point3
    seen: Seen
    search: EyeSearch


@lru_cache(maxsize=KEPT)
def best_place(window: Window, body: Solid, between: tuple[tuple[str, Solid], ...], *, left: bool) -> Peered:
    """From where in a window, on its left face or its right, most of a body is seen: the first of equally good places.

    Nine places are tried first: the centre, the middles of the edges, the corners. Where none shows the whole body, so
    is a grid of places over the opening, and then what is around the best of them, in ever smaller steps.
    """
    from fireline.geometry.sight import look  # compiled code: only where there is a table in three dimensions

    wide, high = window.width, window.height
    tried: dict[Spot, Seen] = {}

    def best(spots: Iterable[Spot]) -> Spot:
        for spot in spots:
            if spot not in tried:
                tried[spot] = look(window.place(*spot, left=left), body, between)
                if tried[spot].share == 1:
                    return spot
        return max(tried, key=lambda spot: tried[spot].share)

    def found(spot: Spot, gap: float) -> Peered:
        whole = tried[spot].share == 1
        return Peered(window.place(*spot, left=left), tried[spot], EyeSearch(spot, len(tried), 0.0 if whole else gap))

    spot = best(sorted(_grid(wide, high, 2, 2), key=lambda spot: abs(spot[0] / wide - 0.5) + abs(spot[1] / high - 0.5)))
    columns, rows = (min(max(2 * ceil(length / STEP / 2), 2), MOST) for length in (wide, high))
    gap = max(wide / columns, high / rows)
    if tried[spot].share < 1:
        spot = best(_grid(wide, high, columns, rows))
    step = gap / 2
    while step >= FINEST and 0 < tried[spot].share < 1:
        around = [(spot[0] + x * step, spot[1] + y * step) for y in (-1, 0, 1) for x in (-1, 0, 1)]
        better = best((x, y) for x, y in around if 0 <= x <= wide and 0 <= y <= high)
        step = step if better != spot else step / 2
        spot = better
    return found(spot, gap)


def _grid(wide: float, high: float, columns: int, rows: int) -> list[Spot]:
    """Places over the opening, its edges among them, row by row from the sill up."""
    return [(wide * x / columns, high * y / rows) for y in range(rows + 1) for x in range(columns + 1)]
