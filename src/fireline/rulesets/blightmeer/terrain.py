"""Terrain of every kind but walls: prisms, boxes, hills, meshes, and what a battle file says of them.  Inches, z up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import inf, sqrt
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self, cast

from pydantic import Field

from fireline.game.entries import FileEntry
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import Fact, data_of, piece_of, says
from fireline.game.modelfacts import MeshWords
from fireline.geometry import outlines
from fireline.geometry.bases import Foot, Model, added, exact
from fireline.rulesets.blightmeer.openings import (
    At,
    Coordinate,
    Degrees,
    Height,
    Length,
    Pane,
    Window,
)

if TYPE_CHECKING:
    from fireline.geometry.solids import Point3, Solid

SLACK = 0.02
"""How far, in inches, a base may stick into something: models are placed by hand."""
SNAPPED = 1e-5
"""More than a corner moves, in inches, when it is put on the grid of the solids."""
FOOT = 0.1
"""How high, in inches, uneven ground may reach into a model that stands on it."""
Point = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
Corners = Annotated[list[Point], Field(min_length=3, max_length=100)]
Measures = Annotated[list[Length], Field(min_length=3, max_length=3)]
FileName = Annotated[str, Field(min_length=1, max_length=200)]


@dataclass(frozen=True)
class Terrain(ABC):
    """One piece of terrain."""

    kind: ClassVar[str]
    """What pictures call it."""
    key: ClassVar[str]
    """What a battle file calls it, and legends."""
    letter: ClassVar[str]
    """What stands for it in a picture."""

    id: Annotated[str, Fact(unsaid=True)]

    @classmethod
    def read(cls, entry: FileEntry, place: str, id_: str) -> Self:
        """The piece that an entry describes; raises `BattleFileError`."""
        piece = piece_of(cls, entry, place, id=id_)
        for problem in piece.problems(place):
            raise problem
        return piece

    def problems(self, place: str) -> Iterator[BattleFileError]:
        """What keeps it from being a piece of its kind."""
        yield from ()

    @property
    def data(self) -> dict[str, Any]:
        """What a battle file says of its shape; what has its usual value is left out."""
        return {self.key: data_of(self)}

    @property
    def footprint(self) -> outlines.Outline:
        """What it covers, seen from above: its outline."""
        outline: outlines.Outline = cast(Any, self).outline
        return outline

    @property
    def highest(self) -> float:
        """How high it reaches above the table, in inches."""
        return self.solid.bounds[1][2]

    @cached_property
    @abstractmethod
    def solid(self) -> Solid:
        """The piece as triangles on the table."""

    @cached_property
    def ball(self) -> tuple[Point3, float]:
        """A ball that all of the piece is in: its centre and radius; one that is nowhere for no triangles."""
        return self.solid.ball if len(self.solid) else ((0.0, 0.0, 0.0), -inf)

    @cached_property
    def windows(self) -> tuple[Window, ...]:
        """The windows in it."""
        return ()

    @abstractmethod
    def height_at(self, point: outlines.Point2) -> float | None:
        """The highest surface of the piece over a point of the table, None beside it."""

    def floors(self, point: outlines.Point2) -> tuple[float, ...]:
        """Every surface over a point of the table that one could stand on."""
        height = self.height_at(point)
        return () if height is None else (height,)

    @abstractmethod
    def holds(self, foot: Foot, low: float, high: float) -> bool:
        """Whether an upright body on this foot, from `low` to `high`, sticks into the piece by more than `SLACK`."""


@dataclass(frozen=True)
class Block(Terrain):
    """An upright block over a simple polygon: a box or a prism."""

    kind, key, letter = "block", "prism", "P"

    outline: Annotated[outlines.Outline, Fact(type=Corners)]
    """The corners of its footprint, in order."""
    height: Length
    bottom: Height = 0.0
    """How high it begins."""

    def problems(self, place: str) -> Iterator[BattleFileError]:
        """It stands on a simple polygon."""
        if not outlines.is_simple(self.outline):
            problem = "crosses or touches itself, or encloses nothing; a prism stands on a simple polygon"
            yield BattleFileError(Code.MALFORMED, problem, f"{place}.outline")

    @property
    def highest(self) -> float:
        """Its upper side."""
        return self.top

    @cached_property
    def solid(self) -> Solid:
        """The block."""
        from fireline.geometry.shapes import prism  # with numpy, as every solid

        return prism(self.outline, self.height, self.id, self.bottom)

    @cached_property
    def ball(self) -> tuple[Point3, float]:
        """A ball around the block, found without its triangles, which lie on a grid of their own."""
        (x0, y0), (x1, y1) = self._bounds
        middle = (x0 + x1) / 2, (y0 + y1) / 2, self.bottom + self.height / 2
        return middle, sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2 + self.height**2) / 2 + SNAPPED

    @cached_property
    def top(self) -> float:
        """The height of its upper side."""
        return added(self.bottom, self.height)

    @cached_property
    def _bounds(self) -> tuple[outlines.Point2, outlines.Point2]:
        """The lowest and the highest x and y."""
        xs, ys = zip(*self.outline, strict=True)
        return (min(xs), min(ys)), (max(xs), max(ys))

    def height_at(self, point: outlines.Point2) -> float | None:
        """The top."""
        return self.top if _near(point, *self._bounds) and outlines.inside(point, self.outline) else None

    def holds(self, foot: Foot, low: float, high: float) -> bool:
        """Whether the body overlaps the block in height and seen from above."""
        if high <= self.bottom + SLACK or low >= self.top - SLACK:
            return False
        return any(self._holds(*disc) for disc in foot)

    def _holds(self, point: outlines.Point2, radius: float) -> bool:
        if not _near(point, *self._bounds, radius):
            return False
        return outlines.inside(point, self.outline) or outlines.distance_to(point, self.outline) < radius - SLACK


@dataclass(frozen=True)
class Box(Block):
    """A box: the centre of its footprint with its bottom, width, depth and height, and how it is turned."""

    kind, key, letter = "box", "box", "B"
    problems = Terrain.problems  # nothing is wrong with any box

    outline: outlines.Outline = field(init=False)
    height: float = field(init=False)
    bottom: float = field(init=False)
    at: At
    """The middle of its footprint, and its bottom."""
    size: Annotated[tuple[float, float, float], Fact(type=Measures)]
    """Width, depth and height."""
    turn: Degrees = 0.0
    """How far it is turned, in degrees to the left."""

    def __post_init__(self) -> None:
        (x, y, bottom), (width, depth, height) = self.at, self.size
        outline = outlines.rectangle((x, y), (width, depth), self.turn)
        for name, value in {"outline": outline, "height": height, "bottom": bottom}.items():
            object.__setattr__(self, name, value)


@dataclass(frozen=True)
class Hill(Terrain):
    """A hill over a convex polygon: terraces where `steps` are given, else one slope up to a flat top.

    Who stands on it stands level, where his base's centre is.
    """

    kind, key, letter = "hill", "hill", "H"

    outline: Annotated[outlines.Outline, Fact(type=Corners)]
    """The corners of its foot, in order."""
    height: Length
    steps: Annotated[int, Fact(least=0, most=20)] = 0
    """How many steps it has; 0 for a slope."""
    top: Annotated[float, Fact(least=0.05, most=1)] = 0.5
    """How large its top is, as a share of its foot."""
    bottom: Height = 0.0
    """How high it begins."""

    def problems(self, place: str) -> Iterator[BattleFileError]:
        """It stands on a convex polygon."""
        if not outlines.is_convex(self.outline):
            problem = "is not convex; a hill stands on a convex polygon"
            yield BattleFileError(Code.MALFORMED, problem, f"{place}.outline")

    @property
    def highest(self) -> float:
        """Its top."""
        return self.bottom + self.height

    @cached_property
    def terraces(self) -> tuple[Block, ...]:
        """The terraces, the lowest first."""
        return tuple(
            Block(self.id, outlines.scaled(self.outline, float(self._share(n))), added(high, -low), low)
            for n, (low, high) in enumerate(pairwise((self.bottom, *self._levels)))
        )

    @property
    def _levels(self) -> list[float]:
        """How high each terrace is."""
        foot, height = exact(self.bottom), exact(self.height)
        return [float(foot + height * n / self.steps) for n in range(1, self.steps + 1)]

    @cached_property
    def _ways_out(self) -> tuple[outlines.Plane, ...]:
        return outlines.ways_out(self.outline)

    def _share(self, terrace: int) -> Fraction:
        return 1 - (1 - exact(self.top)) * terrace / (self.steps - 1) if self.steps > 1 else Fraction(1)

    @cached_property
    def solid(self) -> Solid:
        """The hill."""
        from fireline.geometry.shapes import frustum
        from fireline.geometry.solids import join

        if self.steps:
            return join(block.solid for block in self.terraces)
        flat = outlines.scaled(self.outline, self.top)
        return frustum(self.outline, flat, self.height, self.id, self.bottom)

    def height_at(self, point: outlines.Point2) -> float | None:
        """The ground over a point, reckoned from the numbers as they were written."""
        x, y, top = exact(point[0]), exact(point[1]), exact(self.top)
        out = max(a * x + b * y + c for a, b, c in self._ways_out)
        if out > 1:
            return None
        if self.steps:
            part = Fraction(sum(out <= self._share(n) for n in range(self.steps)), self.steps)
        else:
            part = Fraction(1) if out <= top else (1 - out) / (1 - top)
        return float(exact(self.bottom) + exact(self.height) * part)

    def holds(self, foot: Foot, low: float, high: float) -> bool:
        """Whether the body's feet are below the ground where its centre is; its base may cut into the slope."""
        ground = self.height_at(foot[0][0])
        return ground is not None and low < ground - SLACK and high > self.bottom + SLACK


@dataclass(frozen=True)
class Mesh(Terrain):
    """A mesh file on the table, turned about its origin; `said` is what a battle says of the file."""

    kind, key, letter = "mesh", "mesh", "M"

    file: FileName
    """The file, in the folder of the battle file."""
    model: Annotated[Model, Fact(unsaid=True)]
    at: At
    """Where the origin of the file lies on the table."""
    turn: Degrees = 0.0
    """How far it is turned, in degrees to the left."""
    panes: Annotated[tuple[Pane, ...], Fact(unsaid=True)] = ()
    said: Annotated[Mapping[str, Any], Fact(unsaid=True)] = field(default_factory=dict, hash=False)

    @property
    def data(self) -> dict[str, Any]:
        """The file and what is said of it, and the windows beside it."""
        beside = {"windows": [data_of(pane) for pane in self.panes]} if self.panes else {}
        return {self.key: {**self.said, **data_of(self)}} | beside

    @cached_property
    def windows(self) -> tuple[Window, ...]:
        """The windows in it, which are told beside it: its triangles leave them open."""
        return tuple(pane.within(self.id, lambda: self.solid) for pane in self.panes)

    @cached_property
    def solid(self) -> Solid:
        """The mesh, all of it one part."""
        return self.model.solid.placed(self.at, self.turn).as_one(self.id)

    @cached_property
    def outline(self) -> outlines.Outline:
        """The convex outline around it, seen from above."""
        return outlines.hull({(x, y) for x, y, _ in self.solid.corners.reshape(-1, 3).tolist()})

    def height_at(self, point: outlines.Point2) -> float | None:
        """The highest triangle over a point."""
        return max(self.floors(point), default=None)

    def floors(self, point: outlines.Point2) -> tuple[float, ...]:
        """Every triangle over a point, as high as the nearest ten-thousandth of an inch.

        Its corners are on a grid, so that two floors 2 inches apart would not always be.
        """
        over = outlines.surfaces(self.solid.over(point), point) if self._near(point) else []
        return tuple(round(height, 4) for height in over)

    def holds(self, foot: Foot, low: float, high: float) -> bool:
        """Whether the middle of the body meets a triangle over a foot's height above the ground, or lies within."""
        point, _ = foot[0]
        if not self._near(point):
            return False
        corners = self.solid.over(point)
        if any(low + FOOT < height < high for height in outlines.surfaces(corners, point)):
            return True
        return self.model.closed and outlines.encloses(corners, point, (low + high) / 2)

    def _near(self, point: outlines.Point2) -> bool:
        (x0, y0, _), (x1, y1, _) = self.solid.bounds
        return _near(point, (x0, y0), (x1, y1))


@says(Mesh)
class MeshEntry(MeshWords):
    """A mesh file in the battle's folder, and what is said of it."""


def _near(point: outlines.Point2, low: outlines.Point2, high: outlines.Point2, reach: float = 0.0) -> bool:
    """Whether a point is in an upright rectangle, or within so much of it on each axis."""
    return all(a - reach <= x <= b + reach for x, a, b in zip(point, low, high, strict=True))
