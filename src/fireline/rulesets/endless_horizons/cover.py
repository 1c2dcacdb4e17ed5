"""Cover (EHZ-9.1): what somebody is behind, and walls on the plan, which cover whoever stands on their other side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from fireline.game.entries import Name, plain
from fireline.game.facts import Fact
from fireline.game.numbers import House
from fireline.rulesets.endless_horizons.board import Point
from fireline.rulesets.endless_horizons.pieces import Size, pieces

MOST_UNITS = 200


def each_once(names: list[str], _place: str, _house: House) -> tuple[str, ...]:
    """Names as a battle file lists them, each once."""
    return tuple(dict.fromkeys(names))


def _listed(has: Mapping[str, Any], house: House) -> int | None:
    return pieces(house).materials.get(has["material"])


@dataclass(frozen=True, slots=True)
class Cover:
    """What somebody is behind; `penetrated_by` its class (EHZ-9.1), `full` whether nothing of him shows.

    `towards` are those from whom it hides him, everybody where it is empty; `exposed` is the size that shows over or
    round it: always of cover in part, and of full cover once he has shot from behind it.
    """

    material: Name
    """wood, brick, or one of your own."""
    penetrated_by: Annotated[int, Fact(least=1, most=8, usual=_listed)]
    """The lowest cartridge class that goes through; 8 for none."""
    full: bool = True
    """Whether nothing of it shows."""
    thickness: Annotated[Fraction | None, Fact(above=0, most=100_000)] = None
    """In centimetres, for the table to know; its class says what goes through."""
    towards: Annotated[tuple[Name, ...], Fact(most=MOST_UNITS, read=each_once)] = ()
    """From whom it hides; from everybody if left out."""
    exposed: Size | None = None
    """The size that shows over it or round it."""

    def __str__(self) -> str:
        return f"{plain(self.thickness)} cm of {self.material}" if self.thickness else self.material

    def hides_from(self, id_: str) -> bool:
        """Whether it stands between him and that one."""
        return not self.towards or id_ in self.towards

    def played_with(self, before: House, after: House) -> Cover:
        """The same cover where a listed material has the class of other house rules."""
        listed = pieces(before).materials.get(self.material) == self.penetrated_by
        return replace(self, penetrated_by=pieces(after).materials[self.material]) if listed else self


@dataclass(frozen=True, slots=True)
class Wall:
    """A straight wall on the plan: the cover of each of two who stand on different sides of it (EHZ-9.1)."""

    id: str
    start: Point
    end: Point
    cover: Cover

    def parts(self, a: Point, b: Point) -> bool:
        """Whether the line from one point to the other meets it; exact, and a touch counts."""
        return _apart(self.start, self.end, a, b) and _apart(a, b, self.start, self.end)


def between(walls: tuple[Wall, ...], a: Point | None, b: Point | None) -> Cover | None:
    """The cover of the walls between two points: the one that stops most of several, None where none stands there."""
    if a is None or b is None:
        return None
    met = [wall.cover for wall in walls if wall.parts(a, b)]
    return max(met, key=lambda cover: (cover.full, cover.penetrated_by), default=None)


def _apart(start: Point, end: Point, a: Point, b: Point) -> bool:
    """Whether two points lie on different sides of the line through two others, or one of them on it."""
    sides = [_side(start, end, a), _side(start, end, b)]
    if sides == [0, 0]:  # all on one line: they meet where their spans do
        spans = [sorted(ends) for ends in ((start, end), (a, b))]
        return max(spans[0][0], spans[1][0]) <= min(spans[0][1], spans[1][1])
    return sides[0] * sides[1] <= 0


def _side(start: Point, end: Point, at: Point) -> Fraction:
    return (end[0] - start[0]) * (at[1] - start[1]) - (end[1] - start[1]) * (at[0] - start[0])
