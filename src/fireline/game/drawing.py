"""Drawing: the pictures of a game, and what callers ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from fireline.game.result import Result
from fireline.ruling.prose import exactly, listing
from fireline.ruling.told import tells

if TYPE_CHECKING:
    from fireline.game.battle import Battle
    from fireline.game.command import Shot

S = TypeVar("S")


class ThreatCell(Result):
    """One place: the chance, whether the unit can stand or move there, why nobody may shoot at it, and contact."""

    told = "place p=chance stands reach contact safe why"

    place: str
    chance: Fraction
    stands: bool = True
    why: Sequence[str] = ()
    """Put into words when it is read, which takes longer than the chance."""
    contact: tuple[str, ...] = ()
    """The enemies with whom the unit would be in contact there: another danger than fire."""
    reach: bool = False
    """Whether its own move leads there on its turn, or it stands there."""

    @property
    def safe(self) -> bool:
        """Whether the unit can stand there, where nobody of those asked about can hit it and no enemy is in contact."""
        return self.stands and not self.chance and not self.contact

    @property
    def note(self) -> str:
        """What a map shows of the place when you point at it."""
        reasons = " ".join(self.why)
        told = exactly(self.chance) if self.stands and not reasons else reasons
        near = f"; in contact with {listing(self.contact)}" if self.contact else ""
        return f"{self.place}: {told}{near}"


class ThreatMap(NamedTuple):
    """What a map shows: a title, what it is about in a line, the unit that is put everywhere, and the cells."""

    title: str
    about: str
    unit: str
    cells: Sequence[ThreatCell]

    @property
    def limited(self) -> bool:
        """Whether the unit's own move leads to some of the places where it might stand, and not to all of them."""
        return 1 < sum(cell.reach for cell in self.cells) < sum(cell.stands for cell in self.cells)

    @property
    def described(self) -> str:
        """The map as text, for people who cannot see it: every place with a chance, the greatest first."""
        threatened = sorted((cell for cell in self.cells if cell.chance), key=lambda cell: -cell.chance)
        lines = [f"{cell.place}: {exactly(cell.chance)}" for cell in threatened]
        return "\n".join([self.about, *(lines or ["Nobody can be hit anywhere."])])


class ScenePart(NamedTuple):
    """A part of a solid: `positions` are the corners of its triangles, x y z one after another."""

    name: str
    role: str
    positions: Sequence[float]


@tells("name kind side? parts eye? coarse?")
class SceneSolid(NamedTuple):
    """A unit or a piece of terrain, `kind` says which; a unit has a side and eyes, None for terrain.

    `coarse` says how far in inches its corners may be from where they belong, None where it is drawn as it is.
    """

    name: str
    kind: str
    side: str | None
    parts: tuple[ScenePart, ...]
    eye: tuple[float, float, float] | None = None
    coarse: float | None = None


class SceneTable(NamedTuple):
    """The size of the table, in inches."""

    width: float
    depth: float


@tells("table solids")
class Scene(NamedTuple):
    """A table in three dimensions as triangles: how wide and deep it is, and all that stands on it."""

    width: float
    depth: float
    solids: tuple[SceneSolid, ...]

    @property
    def table(self) -> SceneTable:
        """The size of the table."""
        return SceneTable(self.width, self.depth)


class Drawing(NamedTuple, Generic[S]):
    """What a game draws, each picture as the text of an SVG; None for pictures that it does not have.

    Every function raises `BattleFileError` if there is nothing to draw.
    """

    board: Callable[[Battle, Shot | None, str], str]
    """The battle; with a shot its line of sight, ruling and odds; without one the range, or the view, of the unit
    of this id, "" for nobody's. Cells, units and what blocks carry `data-cell`, `data-unit` and `data-blocker`."""
    threat: Callable[[Battle, ThreatMap], str] | None = None
    """A threat map over the board; every cell carries its place as `data-place`."""
    plan: Callable[[Battle], str] | None = None
    """Where everything stands, to be edited, in a game whose board shows something else; None where it is the board."""
    eye: Callable[[Battle, Shot], str] | None = None
    """What the shooter sees of the target."""
    scene: Callable[[S], Scene] | None = None
    """The table as triangles, for a page that draws it in three dimensions."""
