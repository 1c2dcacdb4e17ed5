"""A table in three dimensions as triangles, for a page that draws them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fireline.game.drawing import Scene, ScenePart, SceneSolid
from fireline.rulesets.blightmeer.scene import figure_of, placed
from fireline.rulesets.blightmeer.state import State, Unit

if TYPE_CHECKING:
    from fireline.geometry.solids import Solid

DECIMALS = 4
"""Of an inch, as many as the precision of a screen needs."""


def scene(state: State) -> Scene:
    """The terrain and every unit that stands on the table, in inches."""
    terrain = (SceneSolid(piece.id, "terrain", None, tuple(_parts(piece.solid, ()))) for piece in state.terrain)
    return Scene(state.width, state.depth, (*terrain, *map(_unit, state.standing)))


def _unit(unit: Unit) -> SceneSolid:
    model = placed(unit)
    x, y, z = (round(number, DECIMALS) for number in model.eyes)
    return SceneSolid(unit.id, "unit", unit.side, tuple(_parts(model.solid, figure_of(unit).tags)), (x, y, z))


def _parts(solid: Solid, tags: Sequence[str]) -> Iterator[ScenePart]:
    for number, name in enumerate(solid.parts):
        corners = solid.corners[solid.part_of == number]
        if len(corners):
            yield ScenePart(name, tags[number] if tags else "terrain", corners.round(DECIMALS).ravel().tolist())
