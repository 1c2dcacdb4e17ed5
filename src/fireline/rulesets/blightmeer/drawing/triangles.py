"""A table in three dimensions as triangles, for a page that draws them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fireline.game.drawing import Scene, ScenePart, SceneSolid
from fireline.geometry.bulk import coarse
from fireline.rulesets.blightmeer.state import State, Unit
from fireline.rulesets.blightmeer.terrain import Terrain

if TYPE_CHECKING:
    from fireline.geometry.solids import Solid

DECIMALS = 4
"""Of an inch, as many as the precision of a screen needs."""
MOST = 20_000
"""The most triangles of a model that a page is sent; what has more is made coarser."""


def scene(state: State) -> Scene:
    """The terrain and every unit that stands on the table, in inches."""
    return Scene(state.width, state.depth, (*map(_terrain, state.terrain), *map(_unit, state.standing)))


def _terrain(piece: Terrain) -> SceneSolid:
    solid, error = coarse(piece.solid, MOST)
    return SceneSolid(piece.id, "terrain", None, tuple(_parts(solid, ())), coarse=_told(error))


def _unit(unit: Unit) -> SceneSolid:
    model = unit.placed
    x, y, z = (round(number, DECIMALS) for number in model.eyes)
    solid, error = coarse(model.solid, MOST)
    parts = tuple(_parts(solid, unit.figure.tags))
    return SceneSolid(unit.id, "unit", unit.side, parts, (x, y, z), _told(error))


def _told(error: float) -> float | None:
    return round(error, DECIMALS) or None


def _parts(solid: Solid, tags: Sequence[str]) -> Iterator[ScenePart]:
    for number, name in enumerate(solid.parts):
        corners = solid.corners[solid.part_of == number]
        if len(corners):
            yield ScenePart(name, tags[number] if tags else "terrain", corners.round(DECIMALS).ravel().tolist())
