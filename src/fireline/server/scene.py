"""A table in three dimensions as triangles, for a page that draws them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fireline.game.errors import BattleFileError, Code
from fireline.server.answering import seen

if TYPE_CHECKING:
    from fireline.geometry.solids import Solid

DECIMALS = 4
"""Of an inch, as many as the precision of a screen needs."""


def scene(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Everything on a Blightmeer table: `positions` are corners of triangles, x y z in inches, one after the other."""
    from fireline.rulesets.blightmeer.scene import figure_of, placed
    from fireline.rulesets.blightmeer.state import State

    battle = seen(asked)
    state = battle.state
    if not isinstance(state, State):
        raise BattleFileError(Code.UNSUPPORTED, f"{battle.ruleset.id} is no game in three dimensions", "battle")
    solids: list[dict[str, Any]] = [
        {"name": piece.id, "kind": "terrain", "parts": list(_parts(piece.solid, ()))} for piece in state.terrain
    ]
    for unit in state.standing:
        model = placed(unit)
        parts = list(_parts(model.solid, figure_of(unit).tags))
        eye = [round(number, DECIMALS) for number in model.eyes]
        solids.append({"name": unit.id, "kind": "unit", "side": unit.side, "parts": parts, "eye": eye})
    return {"table": {"width": state.width, "depth": state.depth}, "solids": solids}


def _parts(solid: Solid, tags: Sequence[str]) -> Iterator[dict[str, Any]]:
    for number, name in enumerate(solid.parts):
        corners = solid.corners[solid.part_of == number]
        if len(corners):
            positions = corners.round(DECIMALS).ravel().tolist()
            yield {"name": name, "role": tags[number] if tags else "terrain", "positions": positions}
