"""Files that the user names, in any folder: for tools of the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from fireline.formats.meshfile import read_mesh
from fireline.formats.parsing import read_data

if TYPE_CHECKING:
    from fireline.game.modelfacts import MeshWords
    from fireline.geometry.model import Model


class AnyFile:
    """Reads any file; an unusable one raises `BattleFileError` with its name."""

    def data(self, name: str, place: str) -> Any:
        """The data of a YAML or JSON file."""
        return read_data(Path(name))

    def model(self, name: str, place: str, words: MeshWords | None = None) -> Model:
        """The model in a mesh file, GLB, OBJ, STL, PLY or 3MF."""
        return read_mesh(Path(name), words)
