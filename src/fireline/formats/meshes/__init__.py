"""Mesh files: what a GLB, OBJ, STL, PLY or 3MF file holds, read with every guard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fireline.formats.meshes.glb import read_glb
from fireline.formats.meshes.parts import Region, axes, carve, clean_name, names_of, part_and_tag, read_side_file
from fireline.formats.meshes.pieces import check_surface, limited, on_grid, welded
from fireline.formats.meshes.plain import read_obj, read_ply, read_stl
from fireline.formats.meshes.threemf import read_3mf
from fireline.formats.parsing import read_bytes
from fireline.game.errors import BattleFileError, Code, inside
from fireline.game.modelfacts import ABSENT, INCHES, MeshWords
from fireline.geometry.bases import Model
from fireline.geometry.bulk import solid_of
from fireline.geometry.solids import quantise

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from numpy.typing import NDArray

    from fireline.formats.meshes.pieces import Piece
    from fireline.game.modelfacts import RegionEntry
    from fireline.geometry.solids import Point3

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

__all__ = ["read_model"]

SIZE_LIMIT = 128 * 1024 * 1024
"""The largest mesh file that is read, in bytes."""
PART_LIMIT = 200
"""The most parts that a model may have."""

_READERS = {".glb": read_glb, ".obj": read_obj, ".stl": read_stl, ".ply": read_ply, ".3mf": read_3mf}
_USUAL = {".glb": ("y", "m"), ".3mf": ("z", "mm")}
"""Which axis is up and what unit the lengths have, in the kinds of file that say so."""


def read_model(file: Path, words: MeshWords | None = None) -> Model:
    """The model in a mesh file, of the kind that its name says: .glb, .obj, .stl, .ply or .3mf.

    It is in inches, or in the file's lengths where nobody says how long these are, z up and facing +x whatever the
    file's own axes are. A GLB file is y up, facing +z, in metres, a 3MF file z up and says its unit; the others are z
    up, facing +x, and say no unit. Its side file may say otherwise, and is the one other file that is opened; what
    `words` say goes before it. Raises `BattleFileError` for a file that holds no model, or none that can be relied on.
    """
    with inside(file=str(file)):
        return _model(file, words)


def _model(file: Path, words: MeshWords | None) -> Model:
    kind = file.suffix.lower()
    if kind not in _READERS:
        hint = "export it as .glb, with everything in it" if kind == ".gltf" else f"allowed: {', '.join(_READERS)}"
        raise BattleFileError(Code.UNSUPPORTED, f"is no kind of mesh file that is read; {hint}")
    pieces = [piece for piece in _READERS[kind](read_bytes(file, SIZE_LIMIT)) if len(piece.faces)]
    if not pieces:
        raise BattleFileError(Code.MISSING, "has no triangles")
    up, units = _USUAL.get(kind, ("z", None))
    names = dict.fromkeys(name for piece in pieces for name in names_of(piece.names))
    side = read_side_file(file, up, names, words)
    units, turn = side.units or units, axes(side.up or up, side.front)
    inches = side.scale if units is None else INCHES[units] * (side.scale or 1.0)
    named = [part_and_tag(piece.names, side.parts) for piece in pieces]
    absent = [name for name, tag in named if tag == ABSENT]
    there = [(piece, part) for piece, part in zip(pieces, named, strict=True) if part[1] != ABSENT]
    if not there:
        raise BattleFileError(Code.MISSING, "has no part that is there: each is absent")
    notes, bent = [piece.note for piece, _ in there if piece.note], sum(piece.bent for piece, _ in there)
    points, faces, part_of, tags = _together(there)
    del pieces, there
    points, faces = welded(on_grid(_turned(points, turn), inches), faces)
    surface = check_surface(points, faces, part_of)
    faces, part_of = faces[surface.kept], part_of[surface.kept]
    if side.regions:
        regions = [_region(one, turn, inches) for one in side.regions]
        corners, part_of, tags = carve(points[faces], part_of, tags, regions)
        absent += [name for name, tag in tags.items() if tag == ABSENT]
        kept = ~np.isin(part_of, [n for n, tag in enumerate(tags.values()) if tag == ABSENT])
        points, faces, part_of = _rewelded(corners[kept], part_of[kept])
        if not kept.all():
            surface = check_surface(points, faces, part_of)
    left, part_of = np.unique(part_of, return_inverse=True)
    parts = [list(tags)[part] for part in left]
    if "body" not in (tags[part] for part in parts):
        raise BattleFileError(
            Code.MISSING, "has no body: every part of it is equipment or base, absent, or there only by its pose"
        )
    size = side.base.size
    return Model(
        name=clean_name(file.stem) or "model",
        solid=solid_of(points, faces, part_of, tuple(parts)),
        tags=tuple(tags[part] for part in parts),
        inches=inches,
        eyes=_point(_turned(np.array(side.eyes), turn), inches) if side.eyes else None,
        leaks=surface.leaks,
        crowded=surface.crowded,
        bent=bent,
        base_height=side.base.height or 0.0,
        base_size=None if size is None else (size[0], size[1]) if isinstance(size, list) else (size, size),
        absent=tuple(dict.fromkeys(absent)),
        notes=tuple(dict.fromkeys(notes)),
    )


def _together(there: Iterable[tuple[Piece, tuple[str, str]]]) -> tuple[Floats, Whole, Whole, dict[str, str]]:
    """All points, faces and the number of each face's part, and the parts with their tags; parts of a name are one."""
    tags: dict[str, str] = {}
    points: list[Floats] = []
    faces: list[Whole] = []
    part_of: list[Whole] = []
    before = 0
    for piece, (name, tag) in there:
        tags[name] = tag
        limited(len(tags), "parts", PART_LIMIT)
        points.append(piece.points)
        faces.append(piece.faces + before)
        part_of.append(np.full(len(piece.faces), list(tags).index(name), dtype=np.int64))
        before += len(piece.points)
    return np.concatenate(points), np.concatenate(faces), np.concatenate(part_of), tags


def _rewelded(corners: Floats, part_of: Whole) -> tuple[Floats, Whole, Whole]:
    """Triangles that were cut, as points and faces again."""
    if not len(corners):
        raise BattleFileError(Code.MISSING, "has no part that is there: each is absent")
    return *welded(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3)), part_of


def _region(told: RegionEntry, turn: Iterable[tuple[int, int]], inches: float | None) -> Region:
    """A region along the model's own axes."""
    ends = _turned(np.array(told.box), turn)
    return Region(told.name, told.kind, _point(ends.min(axis=0), inches), _point(ends.max(axis=0), inches))


def _turned(points: NDArray[np.float64], turn: Iterable[tuple[int, int]]) -> NDArray[np.float64]:
    """The points with other axes: for x, y and z each the axis taken and its sign."""
    return np.stack([points[..., axis] * sign for axis, sign in turn], axis=-1)


def _point(values: NDArray[np.float64], inches: float | None) -> Point3:
    x, y, z = (quantise(values * (1.0 if inches is None else inches)) + 0.0).tolist()
    return (x, y, z)
