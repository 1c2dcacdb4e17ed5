"""The map: spaces with their terrain and dots, drawn walls, archways, and steps from space to space."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from fireline.game.entries import one_of
from fireline.game.numbers import House
from fireline.geometry.hexes import Hex, Trace, distance, neighbours, trace, trace_points, way
from fireline.geometry.polygons import GRID, Polygon, Walls
from fireline.rulesets.duel_of_ages.editions import NUMBERS
from fireline.rulesets.duel_of_ages.pieces import Terrain


class Team(StrEnum):
    """The two teams."""

    WHITE = "white"
    BLACK = "black"

    @property
    def enemy(self) -> Team:
        """The other team."""
        return Team.BLACK if self is Team.WHITE else Team.WHITE


def space_name(space: Hex) -> str:
    """A space as a battle file names it.

    >>> space_name(Hex(2, -1))
    '2,-1'
    """
    return f"{space.q},{space.r}"


@dataclass(frozen=True)
class Board:
    """The map. Only the spaces listed exist; points are in steps of the grid, 1/60000 of a space.

    `snap` is the furthest that a coordinate of the battle file was moved to lie on the grid, in spaces.
    """

    spaces: tuple[tuple[Hex, str], ...]
    dots: tuple[tuple[Hex, Hex], ...] = ()
    walls: tuple[Polygon, ...] = ()
    archways: tuple[tuple[Hex, Hex], ...] = ()
    snap: Fraction = field(default=Fraction(0), compare=False)
    house: House = NUMBERS.printed
    """The numbers that the table of terrain is played with."""

    @cached_property
    def by_name(self) -> Mapping[str, Hex]:
        """Every space by its name."""
        return {space_name(space): space for space, _ in self.spaces}

    def named(self, name: str, place: str) -> Hex:
        """The space of this name; raises `BattleFileError`."""
        return self.by_name[one_of(name, self.by_name, "space of this map", place)]

    @cached_property
    def _terrain(self) -> dict[Hex, Terrain]:
        kinds = self.house.kinds("terrain", Terrain)
        return {space: kinds[kind] for space, kind in self.spaces}

    @cached_property
    def _dots(self) -> dict[Hex, Hex]:
        return dict(self.dots)

    @cached_property
    def _walls(self) -> Walls:
        return Walls(self.walls)

    @cached_property
    def _archways(self) -> frozenset[frozenset[Hex]]:
        return frozenset(map(frozenset, self.archways))

    def __contains__(self, space: Hex) -> bool:
        return space in self._terrain

    def terrain_at(self, space: Hex) -> Terrain | None:
        """The terrain of a space, None where the map has none (DOA-3.8)."""
        return self._terrain.get(space)

    def dot_of(self, space: Hex) -> Hex:
        """The dot of a space: its centre unless the map puts it elsewhere (DOA-3.1)."""
        return self._dots.get(space) or Hex(space.q * GRID, space.r * GRID)

    def line(self, start: Hex, end: Hex) -> Trace:
        """Everything that the line from dot to dot meets."""
        if start in self._dots or end in self._dots:
            return trace_points(self.dot_of(start), self.dot_of(end), GRID)
        return trace(start, end)

    def walls_on(self, start: Hex, end: Hex) -> tuple[int, ...]:
        """The walls, by their numbers, that the line from dot to dot touches (DOA-3.7)."""
        return self._walls.touched(self.dot_of(start), self.dot_of(end))

    def walled_off(self, here: Hex, there: Hex) -> bool:
        """Whether a step between neighbours would go through a wall: no archway is there (DOA-1.5)."""
        return frozenset((here, there)) not in self._archways and bool(self.walls_on(here, there))

    def steps(self, here: Hex) -> Iterator[Hex]:
        """The spaces that a hero can step into from here, were nobody in them (DOA-1.5)."""
        return (there for there in neighbours(here) if there in self and not self.walled_off(here, there))

    def walk(self, start: Hex, end: Hex) -> int | None:
        """Steps from space to space on the shortest way, None where there is no way."""
        found = way(start, end, self.steps)
        return None if found is None else len(found)

    def distance(self, start: Hex, end: Hex, *, on_foot: bool = False) -> int | None:
        """Spaces from one to the other, the last one counted (DOA-2.1); None where there is no way on foot."""
        return self.walk(start, end) if on_foot else distance(start, end)
