"""Mesh files, if the libraries for three dimensions are installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireline.extras import need

if TYPE_CHECKING:
    from pathlib import Path

    from fireline.geometry.model import Model


def read_mesh(file: Path) -> Model:
    """Read the model in a mesh file, GLB, OBJ, STL or PLY.

    Raises `BattleFileError` if the file cannot be used or the libraries for it are not installed.
    """
    for library in ("numpy", "trimesh", "mapbox_earcut"):
        need(library, "3d", "a mesh file holds a model in three dimensions")
    from fireline.formats.meshes import read_model  # heavy, and only for mesh files

    return read_model(file)
