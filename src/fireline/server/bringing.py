"""A model that somebody brings, looked at in a process of its own: what it is, and its triangles for a viewer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fireline.formats.meshfile import read_mesh
from fireline.game.entries import read_entry
from fireline.game.errors import BattleFileError
from fireline.game.modelfacts import SideFile, data

if TYPE_CHECKING:
    from fireline.geometry.solids import Solid

MOST = 20_000
"""The most triangles that a viewer is sent; what has more is made coarser, and said to be."""
DECIMALS = 6
"""Of the file's units, more than a screen shows."""


def inspect(file: str, words: Mapping[str, Any]) -> dict[str, Any]:
    """What a mesh file is with what is said of it: facts, notes, and `view`, its parts as corners of triangles.

    Lengths are the file's units, z up and facing +x; `coarse` says how far a corner of the view may be from where it
    belongs. Raises `BattleFileError`.
    """
    from fireline.geometry.bulk import coarse

    try:
        model = read_mesh(Path(file), read_entry(SideFile, words))
    except BattleFileError as wrong:  # where it lies on the server is nobody's business
        raise BattleFileError(wrong.code, wrong.problem, wrong.place) from None
    solid, error = coarse(model.solid, MOST)
    view = {"coarse": round(error / model.unit, DECIMALS), "parts": list(_parts(solid, model.tags, model.unit))}
    return data(model) | {"view": view}


def _parts(solid: Solid, kinds: tuple[str, ...], unit: float) -> Iterator[dict[str, Any]]:
    for number, (name, kind) in enumerate(zip(solid.parts, kinds, strict=True)):
        positions = (solid.corners[solid.part_of == number] / unit).round(DECIMALS).ravel().tolist()
        yield {"name": name, "kind": kind, "positions": positions}
