"""Mesh files, if the libraries for three dimensions are installed; large models kept beside them as they were read."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import fields
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import BadZipFile

from fireline.extras import need
from fireline.formats.writing import write_atomically
from fireline.game.errors import BattleFileError

if TYPE_CHECKING:
    from pathlib import Path

    from fireline.game.modelfacts import MeshWords
    from fireline.geometry.model import Model


MESHES = (".glb", ".obj", ".stl", ".ply", ".3mf")
MOST_KEPT = 20
"""How many models are kept in a folder: each takes some ten megabytes, and other words for it make another."""


def read_mesh(file: Path, words: MeshWords | None = None) -> Model:
    """The model in a mesh file, GLB, OBJ, STL, PLY or 3MF; `words` go before what its side file says.

    Raises `BattleFileError` if the file cannot be used or the libraries for it are not installed.
    """
    for library in ("numpy", "mapbox_earcut"):
        need(library, "3d", "a mesh file holds a model in three dimensions")
    from fireline.formats.meshes import read_model  # heavy, and only for mesh files

    return read_model(file, words)


def read_mesh_once(file: Path, words: MeshWords | None, kept: Path) -> Model:
    """The same, but a large model is written to `kept` as it was read, and loaded from there from then on."""
    need("numpy", "3d", "a mesh file holds a model in three dimensions")
    found = load(kept)
    if found is None:
        found = read_mesh(file, words)
        with suppress(BattleFileError):  # then it is read again the next time
            keep(found, kept)
    return found


def keep(model: Model, file: Path) -> None:
    """Write a model whose solid is large; others are read about as quickly as they would be loaded.

    Of all that is kept in the folder the latest stay. Raises `BattleFileError` where nothing can be written.
    """
    import numpy as np

    from fireline.geometry.bulk import Bulk

    solid = model.solid
    if not isinstance(solid, Bulk):
        return
    told = {one.name: getattr(model, one.name) for one in fields(model) if one.name != "solid"} | {"of": solid.parts}
    text, out = np.frombuffer(json.dumps(told).encode(), dtype=np.uint8), BytesIO()
    np.savez(out, told=text, points=solid.source, faces=solid.faces, part_of=solid.part_of, balls=solid.own_balls)
    write_atomically(file, out.getvalue())
    with suppress(OSError):  # another process does the same
        for old in sorted(file.parent.glob("*.npz"), key=lambda one: one.stat().st_mtime)[:-MOST_KEPT]:
            old.unlink(missing_ok=True)


def load(file: Path) -> Model | None:
    """The model that was kept there; None where there is none, or a file that is spoilt."""
    import numpy as np

    from fireline.geometry.bulk import Bulk
    from fireline.geometry.model import Model

    try:
        with np.load(file, allow_pickle=False) as found:
            told = json.loads(found["told"].tobytes())
            parts = tuple(told.pop("of"))
            solid = Bulk(found["points"], found["faces"], found["part_of"], parts, balls=found["balls"])
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
    lists = {name: tuple(value) for name, value in told.items() if isinstance(value, list)}
    return Model(solid=solid, **{**told, **lists})
