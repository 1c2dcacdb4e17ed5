"""All terrain of a table, and how a battle file says of which kind each piece is."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from fireline.game.entries import FileEntry, Name, nothing, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import EntryOf, piece_of
from fireline.game.ruleset import Files
from fireline.geometry.bases import Model
from fireline.geometry.outlines import Point2
from fireline.rulesets.blightmeer.openings import FAR, MOST, SMALLEST, Pane, Window
from fireline.rulesets.blightmeer.terrain import Block, Box, Hill, Mesh, MeshEntry, Terrain
from fireline.rulesets.blightmeer.walls import Wall
from fireline.ruling.prose import listing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class TerrainEntry(FileEntry):
    """One piece of terrain, of one kind."""

    id: Name
    box: EntryOf[Box] | None = None
    prism: EntryOf[Block] | None = None
    wall: EntryOf[Wall] | None = None
    hill: EntryOf[Hill] | None = None
    mesh: MeshEntry | None = None
    windows: Annotated[list[EntryOf[Pane]], Field(max_length=MOST)] = Field(default_factory=nothing)
    """Windows of a mesh."""


KINDS: dict[str, type[Terrain]] = {one.key: one for one in (Box, Block, Wall, Hill, Mesh)}
"""Every kind of terrain by what a battle file calls it."""


def read_terrain(entry: TerrainEntry, place: str, files: Files) -> Terrain:
    """A piece of terrain; raises `BattleFileError`."""
    given = [kind for kind in KINDS if getattr(entry, kind) is not None]
    if len(given) != 1:
        wrong = f"is {listing(given)} at once" if given else "is of no kind"
        raise BattleFileError(
            Code.CONFLICT, f"{shown(entry.id)} {wrong}; it must be one of {listing(KINDS, last='or')}", place
        )
    if entry.windows and entry.mesh is None:
        problem = "stand beside a mesh; a wall has its own, as wall.windows"
        raise BattleFileError(Code.CONFLICT, problem, f"{place}.windows")
    if entry.mesh is not None:
        return _mesh(entry, entry.mesh, place, files)
    (kind,) = given
    return KINDS[kind].read(getattr(entry, kind), f"{place}.{kind}", entry.id)


def _mesh(entry: TerrainEntry, what: Any, at: str, files: Files) -> Mesh:
    """A mesh, whose file is in the folder of the battle, and whose windows are told beside it."""
    place = f"{at}.mesh"
    model = files.model(what.file, f"{place}.file", what)
    check_unit(model, f"{place}.scale")
    panes = tuple(piece_of(Pane, one, f"{at}.windows[{n}]") for n, one in enumerate(entry.windows))
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
