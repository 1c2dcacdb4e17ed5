"""Terrain in a battle file: boxes, prisms, walls, hills and meshes, checked, and the way back."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from fireline.game.entries import FileEntry, Name, said, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.files import Files
from fireline.game.modelfacts import MeshWords
from fireline.geometry.bases import exact
from fireline.geometry.model import Model
from fireline.geometry.outlines import Outline, is_convex, is_simple
from fireline.rulesets.blightmeer.openings import Pane
from fireline.rulesets.blightmeer.terrain import Block, Box, Hill, Mesh, Opening, Terrain, Wall
from fireline.ruling.prose import listing

FAR = 240.0
"""The largest coordinate or size, in inches."""
SMALLEST = 0.01
MOST_CORNERS = 100

Coordinate = Annotated[float, Field(ge=-FAR, le=FAR)]
Length = Annotated[float, Field(ge=SMALLEST, le=FAR)]
Height = Annotated[float, Field(ge=0, le=FAR)]
Degrees = Annotated[float, Field(ge=-3600, le=3600)]
Point = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
Place = Annotated[list[Coordinate], Field(min_length=2, max_length=3)]
FileName = Annotated[str, Field(min_length=1, max_length=200)]
Corners = Annotated[list[Point], Field(min_length=3, max_length=MOST_CORNERS)]


class BoxEntry(FileEntry):
    """A box: the centre of its footprint with its bottom, width, depth and height, and how it is turned."""

    at: Place
    """The middle of its footprint, and its bottom."""
    size: Annotated[list[Length], Field(min_length=3, max_length=3)]
    """Width, depth and height."""
    turn: Degrees = 0.0
    """How far it is turned, in degrees to the left."""


class PrismEntry(FileEntry):
    """An upright block over a polygon."""

    outline: Corners
    """The corners of its footprint, in order."""
    height: Length
    bottom: Height = 0.0
    """How high it begins."""


class WindowEntry(FileEntry):
    """A window: from the start of the wall to its near edge, its width, its sill and its height."""

    id: Name
    along: Height
    """From the start of the wall to its near edge."""
    width: Length
    sill: Height
    """How high its sill is."""
    height: Length
    """How high it is above the sill."""


class DoorEntry(FileEntry):
    """A door: an opening from the wall's foot."""

    along: Height
    """From the start of the wall to its near edge."""
    width: Length
    height: Length


class WallEntry(FileEntry):
    """A straight wall with openings."""

    start: Annotated[Point, Field(alias="from")]
    """Where it begins: `[x, y]`."""
    end: Annotated[Point, Field(alias="to")]
    """Where it ends."""
    height: Length
    thickness: Length
    bottom: Height = 0.0
    """How high it begins."""
    windows: Annotated[list[WindowEntry], Field(max_length=50)] = Field(default_factory=list)
    doors: Annotated[list[DoorEntry], Field(max_length=50)] = Field(default_factory=list)


class HillEntry(FileEntry):
    """A hill over a convex polygon, in steps or sloped."""

    outline: Corners
    """The corners of its foot, in order."""
    height: Length
    steps: Annotated[int, Field(ge=0, le=20)] = 0
    """How many steps it has; 0 for a slope."""
    top: Annotated[float, Field(ge=0.05, le=1)] = 0.5
    """How large its top is, as a share of its foot."""
    bottom: Height = 0.0
    """How high it begins."""


class MeshEntry(MeshWords):
    """A mesh file in the battle's folder, and what is said of it."""

    file: FileName
    """The file, in the folder of the battle file."""
    at: Place
    """Where the origin of the file lies on the table."""
    turn: Degrees = 0.0
    """How far it is turned, in degrees to the left."""


class PaneEntry(FileEntry):
    """A window in a mesh: the middle of its sill, its width and height, how it is turned, and how thick its wall is.

    All in inches of the table. At a turn of 0 it runs along x. Without a thickness the mesh says how thick it is there.
    """

    id: Name
    at: Place
    """The middle of its sill, at half the thickness of the wall."""
    size: Annotated[list[Length], Field(min_length=2, max_length=2)]
    """Width and height."""
    turn: Degrees = 0.0
    """Its direction; 0 runs along x."""
    thickness: Height | None = None
    """The thickness of the wall; the mesh says it if left out."""


class TerrainEntry(FileEntry):
    """One piece of terrain, of one kind."""

    id: Name
    box: BoxEntry | None = None
    prism: PrismEntry | None = None
    wall: WallEntry | None = None
    hill: HillEntry | None = None
    mesh: MeshEntry | None = None
    windows: Annotated[list[PaneEntry], Field(max_length=50)] = Field(default_factory=list)
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
    place = f"{place}.{given[0]}"
    match what:
        case BoxEntry():
            return Box.of(entry.id, _point3(what.at), (what.size[0], what.size[1], what.size[2]), what.turn)
        case PrismEntry():
            outline = _outline(what.outline)
            if not is_simple(outline):
                problem = "crosses or touches itself, or encloses nothing; a prism stands on a simple polygon"
                raise BattleFileError(Code.MALFORMED, problem, f"{place}.outline")
            return Block(entry.id, outline, what.bottom, what.height)
        case WallEntry():
            return _wall(entry.id, what, place)
        case HillEntry():
            outline = _outline(what.outline)
            if not is_convex(outline):
                raise BattleFileError(
                    Code.MALFORMED, "is not convex; a hill stands on a convex polygon", f"{place}.outline"
                )
            return Hill(entry.id, outline, what.height, what.steps, what.top, what.bottom)
        case _:
            model = files.model(what.file, f"{place}.file", what)
            check_unit(model, f"{place}.scale")
            panes = tuple(Pane(o.id, _point3(o.at), (o.size[0], o.size[1]), o.turn, o.thickness) for o in entry.windows)
            mesh = Mesh(entry.id, what.file, model, _point3(what.at), what.turn, panes, what.said())
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


def _wall(id_: str, entry: WallEntry, place: str) -> Wall:
    start, end = (entry.start[0], entry.start[1]), (entry.end[0], entry.end[1])
    squared = sum((exact(b) - exact(a)) ** 2 for a, b in zip(start, end, strict=True))
    if squared < exact(SMALLEST) ** 2:
        raise BattleFileError(Code.OUT_OF_RANGE, f'is less than {SMALLEST}" long; it needs a length', place)
    windows = [Opening(one.id, one.along, one.width, one.sill, one.height) for one in entry.windows]
    doors = [
        Opening(f"{id_} door {n}", one.along, one.width, 0.0, one.height, window=False)
        for n, one in enumerate(entry.doors, 1)
    ]
    wall = Wall(id_, start, end, entry.height, entry.thickness, entry.bottom, (*windows, *doors))
    for kind, openings in (("windows", windows), ("doors", doors)):
        for n, one in enumerate(openings):
            where = f"{place}.{kind}[{n}]"
            if (exact(one.along) + exact(one.width)) ** 2 > squared:
                raise BattleFileError(
                    Code.OUT_OF_RANGE, f'ends {one.end:g}" along a wall that is {wall.length:g}" long', where
                )
            if exact(one.sill) + exact(one.height) > exact(entry.height):
                raise BattleFileError(
                    Code.OUT_OF_RANGE, f'reaches up to {one.top:g}" in a wall that is {entry.height:g}" high', where
                )
    return wall


def _outline(points: list[list[float]]) -> Outline:
    return tuple((x, y) for x, y in points)


def _point3(point: list[float]) -> tuple[float, float, float]:
    return point[0], point[1], point[2] if len(point) > 2 else 0.0


def terrain_data(piece: Terrain) -> dict[str, Any]:
    """A piece of terrain as a battle file says it; what has its usual value is left out."""
    match piece:
        case Box():
            shape: dict[str, Any] = {"box": said(BoxEntry, piece)}
        case Block():
            shape = {"prism": said(PrismEntry, piece, outline=_lists(piece.outline))}
        case Wall():
            ends = {"from": list(piece.start), "to": list(piece.end)}
            windows = [said(WindowEntry, one) for one in piece.openings if one.window]
            doors = [said(DoorEntry, one) for one in piece.openings if not one.window]
            told = said(WallEntry, piece, start=None, end=None, windows=windows, doors=doors)
            shape = {"wall": ends | {key: value for key, value in told.items() if value is not None}}
        case Hill():
            shape = {"hill": said(HillEntry, piece, outline=_lists(piece.outline))}
        case Mesh():
            words = {**dict.fromkeys(MeshWords.model_fields), **piece.said}
            shape = {"mesh": said(MeshEntry, piece, **words)}
            shape |= {"windows": [said(PaneEntry, pane) for pane in piece.panes]} if piece.panes else {}
        case _:
            raise TypeError(f"{piece!r} is no terrain that a file can hold")
    return {"id": piece.id} | shape


def _lists(outline: Outline) -> list[list[float]]:
    return [list(point) for point in outline]
