"""How a battle is edited: models by their weapons, pieces of terrain; both stand at points of the table."""

from __future__ import annotations

import math

from fireline.game.editing import (
    Editing,
    Facing,
    FormField,
    Piece,
    PieceList,
    Ready,
    Sliding,
    pieces_in,
    standing,
)
from fireline.game.facts import forms
from fireline.rulesets.blightmeer import building
from fireline.rulesets.blightmeer.building import point_of
from fireline.rulesets.blightmeer.pieces import FACTS, GEAR, WEAPONS
from fireline.rulesets.blightmeer.state import Unit

STATS = {"facing": 90, "ranged": 14, "defence": 14, "morale": 14}
"""A model neither good nor bad at anything; Fireline's own."""
LARGE = {"facing": 90, "defence": 16, "morale": 12, "wounds": 3, "size": "large"}
INCHES = FormField(unit="inches")


EDITING = Editing(
    blank=lambda: {"turn": {"side": "red", "number": 1}, "units": []},
    apart=lambda _, one, other: math.dist(point_of(one), point_of(other)),
    snap=0.5,
    brushes=(*building.brushes(), *building.buildings()),
    fields={"table.width": INCHES, "table.depth": INCHES},
    place="a point x,y in inches, such as 12.5,8",
    facing=Facing("facing", 15),
    lists=(
        PieceList(
            name="units",
            title="Units",
            pieces=(
                *(Piece(f"Fighter, {name}", {**STATS, "weapon": name}) for name in WEAPONS),
                Piece("Fighter", {**STATS, "ranged": "-"}),
                Piece("Brute", LARGE),
                *pieces_in(building.READY["characters"], "Characters"),
            ),
            # On the highest surface there: what a model stood on before is not under it any more.
            placed=standing("units", lambda entry, place: {**entry, "at": point_of(place)}),
            place=("at",),
            side="side",
            fields={
                **forms(Unit),
                "weapon": FormField(ready=tuple(Ready(name, name) for name in WEAPONS)),
                **{f"weapon.{name}": one.form for name, one in FACTS.items() if one.title or one.unit},
                "gear": FormField(ready=tuple(Ready(name.replace("_", " "), name) for name in GEAR)),
                "model": FormField(model=True),
            },
        ),
        PieceList(
            name="terrain",
            title="Terrain",
            pieces=(*pieces_in(building.READY["terrain"]), *pieces_in(building.READY["furniture"], "Furniture")),
            placed=standing("terrain", building.laid),
            drawn=building.drawn,
            place=("at", "outline", "from", "to"),
            corners=("prism.outline", "hill.outline", "wall.from", "wall.to"),
            together=building.TOGETHER,
            sliding=Sliding(
                titles={"wall.windows": "Window", "wall.doors": "Door"},
                ends=("wall.from", "wall.to"),
                along="along",
                width="width",
                snap=0.25,
            ),
            modelled=building.modelled,
            fields={
                "box.size": FormField(title="Width, depth, height", unit="inches"),
                **dict.fromkeys(("box.turn", "mesh.turn"), FormField(unit="degrees")),
                **{f"{kind}.{length}": INCHES for kind in ("prism", "wall", "hill") for length in ("height", "bottom")},
                "wall.thickness": INCHES,
                "wall.windows": FormField(ready=building.ready(building.WINDOWS), grown=building.grown),
                "wall.doors": FormField(ready=building.ready(building.DOORS), grown=building.grown),
            },
        ),
    ),
)
