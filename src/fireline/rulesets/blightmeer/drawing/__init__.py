"""What is drawn of Blightmeer: the table from above, what a shooter's eye sees, models, and the table as triangles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fireline.game.drawing import Scene, ScenePart, SceneSolid
from fireline.rulesets.blightmeer.state import State

if TYPE_CHECKING:
    from fireline.geometry.solids import Point3, Solid

DECIMALS = 4
"""Of an inch, as many as the precision of a screen needs."""
MOST = 20_000
"""The most triangles of a model that a page is sent; what has more is made coarser."""


def scene(state: State) -> Scene:
    """The terrain and every unit that stands on the table as triangles, in inches, for a page that draws them."""
    terrain = (_solid(piece.id, "terrain", None, piece.solid, ()) for piece in state.terrain)
    models = ((unit, unit.placed) for unit in state.standing)
    units = (_solid(unit.id, "unit", unit.side, one.solid, unit.figure.tags, one.eyes) for unit, one in models)
    return Scene(state.width, state.depth, (*terrain, *units))


def _solid(
    name: str, kind: str, side: str | None, solid: Solid, tags: Sequence[str], eyes: Point3 | None = None
) -> SceneSolid:
    from fireline.geometry.bulk import coarse  # with numpy, as every solid

    solid, error = coarse(solid, MOST)
    seen_from = None if eyes is None else (round(eyes[0], DECIMALS), round(eyes[1], DECIMALS), round(eyes[2], DECIMALS))
    return SceneSolid(name, kind, side, tuple(_parts(solid, tags)), seen_from, round(error, DECIMALS) or None)


def _parts(solid: Solid, tags: Sequence[str]) -> Iterator[ScenePart]:
    for number, name in enumerate(solid.parts):
        corners = solid.corners[solid.part_of == number]
        if len(corners):
            yield ScenePart(name, tags[number] if tags else "terrain", corners.round(DECIMALS).ravel().tolist())
