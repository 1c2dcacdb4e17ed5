"""All terrain of a table, and how a battle file says it: boxes, prisms, walls, hills and meshes, checked."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from fireline.game.entries import FileEntry, Name, said, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import data_of, piece_of, says
from fireline.game.files import Files
from fireline.game.modelfacts import MeshWords
from fireline.geometry.bases import exact
from fireline.geometry.model import Model
from fireline.geometry.outlines import Point2, is_convex, is_simple
from fireline.rulesets.blightmeer.openings import FAR, MOST, SMALLEST, Degrees, Length, Pane, Place, Window, point3
from fireline.rulesets.blightmeer.terrain import Block, Box, Hill, Mesh, Terrain, Wall
from fireline.ruling.prose import listing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class BoxEntry(FileEntry):
    """A box: the centre of its footprint with its bottom, width, depth and height, and how it is turned."""

    at: Place
    """The middle of its footprint, and its bottom."""
    size: Annotated[list[Length], Field(min_length=3, max_length=3)]
    """Width, depth and height."""
    turn: Degrees = 0.0
    """How far it is turned, in degrees to the left."""


@says(Block)
class PrismEntry(FileEntry):
    """An upright block over a polygon."""


@says(Wall)
class WallEntry(FileEntry):
    """A straight wall with openings."""


@says(Hill)
class HillEntry(FileEntry):
    """A hill over a convex polygon, in steps or sloped."""


@says(Mesh)
class MeshEntry(MeshWords):
    """A mesh file in the battle's folder, and what is said of it."""


@says(Pane)
class PaneEntry(FileEntry):
    """A window in a mesh: the middle of its sill, its width and height, how it is turned, and how thick its wall is.

    All in inches of the table. At a turn of 0 it runs along x. Without a thickness the mesh says how thick it is there.
    """


class TerrainEntry(FileEntry):
    """One piece of terrain, of one kind."""

    id: Name
    box: BoxEntry | None = None
    prism: PrismEntry | None = None
    wall: WallEntry | None = None
    hill: HillEntry | None = None
    mesh: MeshEntry | None = None
    windows: Annotated[list[PaneEntry], Field(max_length=MOST)] = Field(default_factory=list)
    """Windows of a mesh."""


KINDS = ("box", "prism", "wall", "hill", "mesh")


def read_terrain(entry: TerrainEntry, place: str, files: Files) -> Terrain:
    """A piece of terrain; raises `BattleFileError`."""
    given = [kind for kind in KINDS if getattr(entry, kind) is not None]
    if len(given) != 1:
        wrong = f"is {listing(given)} at once" if given else "is of no kind"
        raise BattleFileError(
            Code.CONFLICT, f"{shown(entry.id)} {wrong}; it must be one of {listing(KINDS, last='or')}", place
        )
    what: Any = getattr(entry, given[0])
    if entry.windows and entry.mesh is None:
        problem = "stand beside a mesh; a wall has its own, as wall.windows"
        raise BattleFileError(Code.CONFLICT, problem, f"{place}.windows")
    beside, place = f"{place}.windows", f"{place}.{given[0]}"
    match what:
        case BoxEntry():
            return Box.of(entry.id, point3(what.at), (what.size[0], what.size[1], what.size[2]), what.turn)
        case PrismEntry():
            block = piece_of(Block, what, place, id=entry.id)
            if not is_simple(block.outline):
                problem = "crosses or touches itself, or encloses nothing; a prism stands on a simple polygon"
                raise BattleFileError(Code.MALFORMED, problem, f"{place}.outline")
            return block
        case WallEntry():
            wall = piece_of(Wall, what, place, id=entry.id)
            _check_wall(wall, place)
            return wall
        case HillEntry():
            hill = piece_of(Hill, what, place, id=entry.id)
            if not is_convex(hill.outline):
                raise BattleFileError(
                    Code.MALFORMED, "is not convex; a hill stands on a convex polygon", f"{place}.outline"
                )
            return hill
        case _:
            model = files.model(what.file, f"{place}.file", what)
            check_unit(model, f"{place}.scale")
            panes = tuple(piece_of(Pane, one, f"{beside}[{n}]") for n, one in enumerate(entry.windows))
            mesh = piece_of(Mesh, what, place, id=entry.id, model=model, panes=panes, said=what.said())
            check_size(mesh.solid.bounds, f"{place}.scale")
            return mesh


def check_unit(model: Model, place: str) -> None:
    """A mesh needs a unit of length, from its file or from the battle; raises `BattleFileError`."""
    if model.inches is None:
        raise BattleFileError(
            Code.MISSING,
            f"is missing, and {shown(model.name)} has no unit of length; "
            "give the inches of one unit of it as scale, or write 'units: mm' into its parts file",
            place,
        )


def check_size(bounds: tuple[tuple[float, ...], tuple[float, ...]], place: str) -> None:
    """What stands on a table is neither tiny nor a mile long; raises `BattleFileError`."""
    low, high = bounds
    sizes = [b - a for a, b in zip(low, high, strict=True)]
    if max(sizes) < SMALLEST:
        raise BattleFileError(Code.OUT_OF_RANGE, f"makes it {max(sizes):.4g} inches large; at least {SMALLEST}", place)
    if max(abs(value) for value in (*low, *high)) > 2 * FAR:
        raise BattleFileError(
            Code.OUT_OF_RANGE, f"makes it {max(sizes):,.0f} inches large; it must fit within {2 * FAR:.0f}", place
        )


def _check_wall(wall: Wall, place: str) -> None:
    """A wall has a length, and its openings are in it; raises `BattleFileError`."""
    squared = sum((exact(b) - exact(a)) ** 2 for a, b in zip(wall.start, wall.end, strict=True))
    if squared < exact(SMALLEST) ** 2:
        raise BattleFileError(Code.OUT_OF_RANGE, f'is less than {SMALLEST}" long; it needs a length', place)
    for kind, is_window in (("windows", True), ("doors", False)):
        for n, one in enumerate(one for one in wall.openings if one.window is is_window):
            where = f"{place}.{kind}[{n}]"
            if (exact(one.along) + exact(one.width)) ** 2 > squared:
                raise BattleFileError(
                    Code.OUT_OF_RANGE, f'ends {one.end:g}" along a wall that is {wall.length:g}" long', where
                )
            if exact(one.sill) + exact(one.height) > exact(wall.height):
                raise BattleFileError(
                    Code.OUT_OF_RANGE, f'reaches up to {one.top:g}" in a wall that is {wall.height:g}" high', where
                )


def terrain_data(piece: Terrain) -> dict[str, Any]:
    """A piece of terrain as a battle file says it; what has its usual value is left out."""
    match piece:
        case Box():
            shape: dict[str, Any] = {"box": said(BoxEntry, piece)}
        case Block():
            shape = {"prism": data_of(piece)}
        case Wall() | Hill():
            shape = {piece.kind: data_of(piece)}
        case Mesh():
            shape = {"mesh": {**piece.said, **data_of(piece)}}
            shape |= {"windows": [data_of(pane) for pane in piece.panes]} if piece.panes else {}
        case _:
            raise TypeError(f"{piece!r} is no terrain that a file can hold")
    return {"id": piece.id} | shape


class Landscape(tuple[Terrain, ...]):  # noqa: SLOT001 - it has room for what is found out once
    """All terrain of a table, in its order, with what tells where to find a piece of it."""

    @cached_property
    def balls(self) -> NDArray[np.float64]:
        """A ball around each piece: rows of x, y, z and radius."""
        import numpy as np  # no rulebook loads it

        rows = [(*centre, radius) for centre, radius in (piece.ball for piece in self)]
        return np.array(rows, dtype=np.float64).reshape(-1, 4)

    @cached_property
    def windows(self) -> dict[str, Window]:
        """Every window by its id."""
        return {window.id: window for piece in self for window in piece.windows}

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    def __reduce__(self) -> tuple[Any, ...]:
        return Landscape, (tuple(self),)

    def __hash__(self) -> int:  # to hash thousands of pieces takes long
        return self._hash

    def ground(self, point: Point2) -> float:
        """The height of the highest surface over a point of the table."""
        heights = (piece.height_at(point) for piece in self.over(point))
        return max((height for height in heights if height is not None), default=0.0)

    def over(self, point: Point2, aside: float = 0.0) -> tuple[Terrain, ...]:
        """The pieces that may lie over or under a point of the table, or so far aside of it, in their order."""
        if not self:
            return ()
        import numpy as np

        x, y, _, radius = self.balls.T
        near = np.hypot(x - point[0], y - point[1]) <= radius + aside
        return tuple(self[n] for n in np.flatnonzero(near).tolist())
