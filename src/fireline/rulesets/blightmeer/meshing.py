"""A piece of terrain that stands as a mesh file of one's own: on the table, with its middle where the piece had its."""

from __future__ import annotations

from typing import Any

from fireline.game.editing import Data
from fireline.game.entries import read_entry
from fireline.game.files import Files
from fireline.rulesets.blightmeer.landscape import MeshEntry
from fireline.rulesets.blightmeer.turning import middle_of


def modelled(entry: Data, words: Data, files: Files) -> dict[str, Any]:
    """The piece as this mesh, to a thousandth of an inch; raises `BattleFileError`.

    What is said of figures alone, such as a base, is left out.
    """
    said = {key: value for key, value in words.items() if key in MeshEntry.model_fields}
    mesh = read_entry(MeshEntry, {**said, "at": [0, 0]}, "value")
    model = files.model(mesh.file, "value.file", mesh)
    low, high = model.solid.bounds
    inches, (x, y) = model.unit(mesh.scale), middle_of([entry])
    at = [
        x - inches * float(low[0] + high[0]) / 2,
        y - inches * float(low[1] + high[1]) / 2,
        -inches * float(low[2]),
    ]
    return {"id": entry["id"], "mesh": {**said, "at": [round(number, 3) for number in at]}}
