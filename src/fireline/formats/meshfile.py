"""Mesh files, if the libraries for three dimensions are installed."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from fireline.extras import need
from fireline.game.errors import BattleFileError

if TYPE_CHECKING:
    from pathlib import Path

    from fireline.game.modelfacts import MeshWords
    from fireline.geometry.model import Model


MESHES = (".glb", ".obj", ".stl", ".ply", ".3mf")


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
    from fireline.formats.meshes.keeping import keep, load

    found = load(kept)
    if found is None:
        found = read_mesh(file, words)
        with suppress(BattleFileError):  # then it is read again the next time
            keep(found, kept)
    return found
