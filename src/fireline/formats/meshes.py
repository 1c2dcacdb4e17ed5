"""Mesh files: what a GLB, OBJ, STL or PLY file holds, read with every guard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireline.game.errors import BattleFileError

if TYPE_CHECKING:
    from pathlib import Path

    from fireline.geometry.model import Model


def read_model(file: Path) -> Model:
    """The model in a mesh file; raises `BattleFileError`."""
    raise BattleFileError("mesh files are not read yet", file=str(file))
