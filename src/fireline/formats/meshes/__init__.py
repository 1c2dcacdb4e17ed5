"""Mesh files: what a GLB, OBJ, STL or PLY file holds, read with every guard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fireline.formats.meshes.glb import read_glb
from fireline.formats.meshes.obj import read_obj
from fireline.formats.meshes.parts import INCHES, axes, clean_name, names_of, part_and_tag, read_side_file
from fireline.formats.meshes.pieces import limited
from fireline.formats.meshes.ply import read_ply
from fireline.formats.meshes.regions import Region, carve
from fireline.formats.meshes.stl import read_stl
from fireline.formats.meshes.surface import check_surface, on_grid
from fireline.formats.parsing import read_bytes
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.geometry.model import Model
from fireline.geometry.solids import Solid, quantise

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from fireline.formats.meshes.parts import RegionEntry
    from fireline.formats.meshes.pieces import Piece
    from fireline.geometry.solids import Point3

__all__ = ["read_model"]

SIZE_LIMIT = 20 * 1024 * 1024
"""The largest mesh file that is read, in bytes."""
PART_LIMIT = 200
"""The most parts that a model may have."""

_READERS = {".glb": read_glb, ".obj": read_obj, ".stl": read_stl, ".ply": read_ply}


def read_model(file: Path) -> Model:
    """The model in a mesh file, of the kind that its name says: .glb, .obj, .stl or .ply.

    It has the file's lengths, but z up and facing +x whatever the file's own axes are; corners are snapped to the grid
    in these lengths. A GLB file is y up, facing +z, in metres; the others are z up, facing +x, and say no unit. Its
    side file may say otherwise, and is the one other file that is opened. Raises `BattleFileError` for a file that
    holds no model, or none that can be relied on.
    """
    try:
        return _model(file)
    except BattleFileError as wrong:
        raise wrong.inside(file=str(file)) from None


def _model(file: Path) -> Model:
    kind = file.suffix.lower()
    if kind not in _READERS:
        hint = "export it as .glb, with everything in it" if kind == ".gltf" else f"allowed: {', '.join(_READERS)}"
        raise BattleFileError(Code.UNSUPPORTED, f"{shown(file.suffix)} is no kind of mesh file that is read; {hint}")
    pieces = [piece for piece in _READERS[kind](read_bytes(file, SIZE_LIMIT)) if len(piece.corners)]
    if not pieces:
        raise BattleFileError(Code.MISSING, "has no triangles")
    up, units = ("y", "m") if kind == ".glb" else ("z", None)
    names = dict.fromkeys(name for piece in pieces for name in names_of(piece.names))
    side = read_side_file(file, up, names)
    units, turn = side.units or units, axes(side.up or up, side.front)
    tags, part_of = _parts(pieces, side.parts)
    corners = on_grid(_turned(np.concatenate([piece.corners for piece in pieces]), turn))
    surface = check_surface(corners, part_of)
    corners, part_of, tags = carve(
        corners[surface.kept], part_of[surface.kept], tags, [_region(one, turn) for one in side.regions]
    )
    left, part_of = np.unique(part_of, return_inverse=True)
    parts = [list(tags)[part] for part in left]
    if "body" not in (tags[part] for part in parts):
        raise BattleFileError(
            Code.MISSING, "has no body: every part of it is equipment or base, or there only by its pose"
        )
    size = side.base.size
    return Model(
        name=clean_name(file.stem) or "model",
        solid=Solid(corners, part_of, tuple(parts)),
        tags=tuple(tags[part] for part in parts),
        inches=INCHES[units] if units else None,
        eyes=_point(_turned(np.array(side.eyes), turn)) if side.eyes else None,
        leaks=surface.leaks,
        crowded=surface.crowded,
        bent=sum(piece.bent for piece in pieces),
        base_height=side.base.height or 0.0,
        base_size=None if size is None else (size[0], size[1]) if isinstance(size, list) else (size, size),
    )


def _parts(pieces: Iterable[Piece], told: Mapping[str, str]) -> tuple[dict[str, str], NDArray[np.int64]]:
    """The parts with their tags, and the number of each triangle's part; parts of the same name are one."""
    tags: dict[str, str] = {}
    part_of = []
    for piece in pieces:
        name, tag = part_and_tag(piece.names, told)
        tags[name] = tag
        limited(len(tags), "parts", PART_LIMIT)
        part_of.append(np.full(len(piece.corners), list(tags).index(name), dtype=np.int64))
    return tags, np.concatenate(part_of)


def _region(told: RegionEntry, turn: Iterable[tuple[int, int]]) -> Region:
    """A region along the model's own axes."""
    ends = _turned(np.array(told.box), turn)
    return Region(told.name, told.kind, _point(ends.min(axis=0)), _point(ends.max(axis=0)))


def _turned(points: NDArray[np.float64], turn: Iterable[tuple[int, int]]) -> NDArray[np.float64]:
    """The points with other axes: for x, y and z each the axis taken and its sign."""
    return np.stack([points[..., axis] * sign for axis, sign in turn], axis=-1)


def _point(values: NDArray[np.float64]) -> Point3:
    x, y, z = (quantise(values) + 0.0).tolist()
    return (x, y, z)
