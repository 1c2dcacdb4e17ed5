"""The field: points, distances that are compared exactly, cover, and walls, which cover who stands behind (EHZ-9.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt, lcm, sqrt
from typing import Annotated, Any, TypeVar

from pydantic import Field

from fireline.game.entries import Name, one_of, plain, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import Fact
from fireline.game.numbers import House
from fireline.geometry.outlines import meet
from fireline.rulesets.endless_horizons.pieces import MATERIALS, NO_CLASS, Size, pieces

FARTHEST = 1_000_000
"""Metres from the middle of the plan."""
MOST_UNITS = 200
Point = tuple[Fraction, Fraction]
Corner = Annotated[list[Annotated[float, Field(ge=-FARTHEST, le=FARTHEST)]], Field(min_length=2, max_length=2)]
"""A point of the plan as a battle file says it."""
SHOWN_DIGITS = 2


@dataclass(frozen=True, slots=True)
class Distance:
    """A distance in metres, kept squared so that no root decides anything (EHZ-2.1)."""

    squared: Fraction

    @classmethod
    def between(cls, a: Point, b: Point) -> Distance:
        """The distance between two points, worked out in whole steps, which is quicker than in fractions.

        >>> Distance.between((Fraction(1, 2), Fraction(0)), (Fraction(2), Fraction(1, 3)))
        Distance(squared=Fraction(85, 36))
        """
        (ax, p), (ay, q) = a[0].as_integer_ratio(), a[1].as_integer_ratio()
        (bx, r), (by, s) = b[0].as_integer_ratio(), b[1].as_integer_ratio()
        grain = lcm(p, q, r, s)
        across = ax * (grain // p) - bx * (grain // r)
        along = ay * (grain // q) - by * (grain // s)
        return cls(Fraction(across**2 + along**2, grain**2))

    @property
    def exact(self) -> Fraction | None:
        """The distance as a fraction, None where it is irrational."""
        over, under = isqrt(self.squared.numerator), isqrt(self.squared.denominator)
        whole = over * over == self.squared.numerator and under * under == self.squared.denominator
        return Fraction(over, under) if whole else None

    @property
    def number(self) -> int | float:
        """The distance for show: whole metres as they are, an irrational one rounded to centimetres.

        >>> Distance(Fraction(10000)).number, Distance(Fraction(2)).number
        (100, 1.41)
        """
        exact = self.exact
        if exact is None:
            return round(sqrt(self.squared), SHOWN_DIGITS)
        return exact.numerator if exact.denominator == 1 else float(exact)

    def __str__(self) -> str:
        return f"{'' if self.exact is not None else 'about '}{self.number} m"


def _id(said: str, place: str, _house: House) -> str:
    if ">" in said:
        raise BattleFileError(Code.MALFORMED, f"{shown(said)} has a '>' in it, which stands between two ids", place)
    return said


Id = Annotated[str, Fact(type=Name, read=_id)]


def each_once(names: list[str], _place: str, _house: House) -> tuple[str, ...]:
    """Names as a battle file lists them, each once."""
    return tuple(dict.fromkeys(names))


def _listed(has: Mapping[str, Any], house: House) -> int:
    """The class of a listed material; raises `BattleFileError` for any other."""
    one_of(has["material"], MATERIALS, "listed material (give its class as 'penetrated_by')", "material")
    return pieces(house).materials[has["material"]]


Class = Annotated[int, Fact(least=1, most=NO_CLASS, usual=_listed)]


@dataclass(frozen=True, slots=True)
class Cover:
    """What somebody is behind; `penetrated_by` its class (EHZ-9.1), `full` whether nothing of him shows.

    `towards` are those from whom it hides him, everybody where it is empty; `exposed` is the size that shows over or
    round it: always of cover in part, and of full cover once he has shot from behind it.
    """

    material: Name
    """wood, brick, or one of your own."""
    penetrated_by: Class
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


@dataclass(frozen=True, slots=True)
class Wall:
    """A straight wall on the plan: the cover of each of two who stand on different sides of it (EHZ-9.1)."""

    id: Id
    start: Annotated[Point, Fact(key="from", type=Corner)]
    """Where it begins: `[x, y]` in metres."""
    end: Annotated[Point, Fact(key="to", type=Corner)]
    """Where it ends."""
    material: Name
    """wood, brick, or one of your own."""
    penetrated_by: Class
    """The lowest cartridge class that goes through."""
    full: bool = True
    """Whether it hides all of a unit."""

    @property
    def cover(self) -> Cover:
        """The cover that it gives."""
        return Cover(self.material, self.penetrated_by, self.full)


Standing = TypeVar("Standing", Cover, Wall)


def reclassed(one: Standing, before: House, after: House) -> Standing:
    """The same cover or wall, where a listed material has the class of other house rules."""
    listed = pieces(before).materials.get(one.material) == one.penetrated_by
    return replace(one, penetrated_by=pieces(after).materials[one.material]) if listed else one


def between(walls: tuple[Wall, ...], a: Point | None, b: Point | None) -> Cover | None:
    """The cover of the walls between two points: the one that stops most of several, None where none stands there."""
    if a is None or b is None:
        return None
    met = [wall.cover for wall in walls if meet(wall.start, wall.end, a, b)]
    return max(met, key=lambda cover: (cover.full, cover.penetrated_by), default=None)
