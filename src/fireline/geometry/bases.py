"""Models as mesh files give them, and their bases, round and oval: exact distances, and what they cover.  Inches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import cached_property, lru_cache, partial, total_ordering
from math import isqrt, sqrt
from typing import TYPE_CHECKING

from fireline.geometry.outlines import Outline, Point2, cos_sin, edges, inside

if TYPE_CHECKING:
    from fireline.geometry.solids import Point3, Solid

MM = Fraction(10, 254)
"""A millimetre in inches."""
TAGS = ("body", "equipment", "pose", "base")
"""What a part of a model may be: of the body, worn or carried, there only by its pose, or what the model stands on."""
SHOWN_DIGITS = 2


@dataclass(frozen=True, slots=True)
class Model:
    """What a mesh file holds, z up, in inches; in the file's own lengths where nobody says how long these are.

    `tags` has one of `TAGS` for each of the solid's parts, `inches` says how long one of the file's units is on the
    table (None where nobody has said), `eyes` where it looks from. `leaks` counts the edges that belong to one triangle
    only, `crowded` those that belong to more than two of a part, `bent` the faces of the file that were not flat, so
    that it shows where they were cut into triangles. `base_height` and `base_size` are in millimetres on the table: how
    high the base at its foot is that no part says, 0 for none, and the length and width of the base. `absent` are the
    parts that the file holds and the model leaves out, `notes` sentences that people should know of it.
    """

    name: str
    solid: Solid
    tags: tuple[str, ...]
    inches: float | None = None
    eyes: Point3 | None = None
    leaks: int = 0
    crowded: int = 0
    bent: int = 0
    base_height: float = 0.0
    base_size: tuple[float, float] | None = None
    absent: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def unit(self) -> float:
        """The length of one of the file's units in the lengths given here."""
        return 1.0 if self.inches is None else self.inches

    @property
    def closed(self) -> bool:
        """Whether its surface is that of a solid: every edge between two triangles."""
        return not (self.leaks or self.crowded)


@lru_cache(maxsize=1 << 14)
def exact(number: float) -> Fraction:
    """A number as it was written: 0.1 is a tenth.

    >>> exact(12.3)
    Fraction(123, 10)
    """
    return Fraction(str(number))


def added(*numbers: float) -> float:
    """The sum of numbers as they were written.

    >>> 0.1 + 0.2, added(0.1, 0.2)
    (0.30000000000000004, 0.3)
    """
    return float(sum(map(exact, numbers)))


def root(square: Fraction) -> float:
    """The float nearest to the root of a number from 0 on; exact where there is an exact one.

    >>> root(exact(6.3) ** 2)
    6.3
    """
    ones = 1 << 128
    return isqrt(square.numerator * square.denominator * ones * ones) / (square.denominator * ones)


@total_ordering
@dataclass(frozen=True, eq=False, slots=True)
class Gap:
    """The straight line in three dimensions between the nearest points of two bases, in inches.

    Kept as the square of the distance between the centres seen from above, the sum of the radii, and the height
    between the two, so that no root decides anything. Where a base is oval, the distance between their rims stands for
    that of the centres, and the radii are 0.
    """

    apart: Fraction
    radii: Fraction
    height: Fraction

    @property
    def touching(self) -> bool:
        """Whether the bases meet or overlap, seen from above."""
        return self.apart <= self.radii * self.radii

    @property
    def number(self) -> float:
        """The distance for show, rounded to hundredths of an inch."""
        across = max(sqrt(self.apart) - float(self.radii), 0.0)
        return round(sqrt(across * across + float(self.height) ** 2), SHOWN_DIGITS)

    def within(self, reach: Fraction) -> bool:
        """Whether the distance is no more than a reach, which is never less than 0.

        >>> Gap(Fraction(36), Fraction(1), Fraction(0)).within(Fraction(5))
        True
        """
        if not self.height:
            far = reach + self.radii
            return self.apart <= far * far
        across = reach * reach - self.height * self.height
        if across < 0 or self.touching:
            return across >= 0
        # The centres are farther apart than the radii: sqrt(apart) <= sqrt(across) + radii, squared twice.
        rest = self.apart - across - self.radii * self.radii
        return rest <= 0 or rest * rest <= 4 * self.radii * self.radii * across

    def shown(self, reach: Fraction) -> str:
        """The distance in words, which never round it to the other side of a reach.

        >>> Gap(Fraction(3601, 100), Fraction(1), Fraction(0)).shown(Fraction(5))
        'just over 5"'
        """
        if self.within(reach) == (self.number <= reach):
            return f'{self.number:g}"'
        return f'just {"under" if self.within(reach) else "over"} {float(reach):g}"'

    def __lt__(self, other: Gap) -> bool:
        mine, my_root = self._square()
        others, other_root = other._square()
        return _less(mine - others, my_root, other_root)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Gap) and not (self < other or other < self)

    __hash__ = None  # type: ignore[assignment]  # equal distances may be kept in different numbers

    def _square(self) -> tuple[Fraction, Fraction]:
        """The square of the distance as a number less the root of another."""
        rise = self.height * self.height
        if self.touching:
            return rise, Fraction(0)
        return self.apart + self.radii * self.radii + rise, 4 * self.radii * self.radii * self.apart


def _less(difference: Fraction, a: Fraction, b: Fraction) -> bool:
    """Whether difference < sqrt(a) - sqrt(b), decided without a root."""
    if difference < 0:
        return not _less_or_equal(-difference, b, a)
    # difference + sqrt(b) < sqrt(a), both sides from 0 on: square once, then once more.
    rest = a - b - difference * difference
    return rest > 0 and 4 * difference * difference * b < rest * rest


def _less_or_equal(difference: Fraction, a: Fraction, b: Fraction) -> bool:
    """Whether difference <= sqrt(a) - sqrt(b), for a difference from 0 on."""
    rest = a - b - difference * difference
    return rest >= 0 and 4 * difference * difference * b <= rest * rest


Place = tuple[float, float, float]
Disc = tuple[Point2, float]
Foot = tuple[Disc, ...]
"""Circles that fill a base, the one around its middle first."""
GRAIN = Decimal("1e-12")
"""The distance between bases of which one is oval is found to a trillionth of an inch, and taken as that number."""
DIGITS, STEPS = 50, 90
"""The digits that it is reckoned with, and how often the directions in which it may lie are narrowed by a third."""
Reach = Callable[[tuple[Decimal, Decimal]], Decimal]
"""How far a shape reaches from its middle in a direction, times the direction's length."""
MOST_DISCS = 9
SIDES = 24


@dataclass(frozen=True)
class Base:
    """A base: half its length along the model's facing, and half its width across; round where they are equal."""

    long: Fraction
    wide: Fraction
    facing: float = 0.0

    @classmethod
    def of(cls, long: Fraction, wide: Fraction, facing: float) -> Base:
        """A base of a model that faces somewhere, which makes no difference to a round one."""
        return cls(long, wide, 0.0 if long == wide else facing)

    @property
    def round(self) -> bool:
        """Whether it is a circle."""
        return self.long == self.wide

    @property
    def reach(self) -> Fraction:
        """How far it reaches from its middle."""
        return max(self.long, self.wide)

    @cached_property
    def most(self) -> float:
        """No less than its reach, to the last digits of a float."""
        return float(self.reach)

    @cached_property
    def shape(self) -> Outline:
        """Its rim as a polygon around the origin."""
        cos, sin = cos_sin(self.facing)
        rim = (cos_sin(360 * n / SIDES) for n in range(SIDES))
        ends = ((float(self.long) * x, float(self.wide) * y) for x, y in rim)
        return tuple((x * cos - y * sin, x * sin + y * cos) for x, y in ends)

    def foot(self, at: Point2) -> Foot:
        """The circles that fill it: itself, or the largest ones in it along the longer axis of an oval."""
        if self.round:
            return ((at, float(self.long)),)
        a, b = float(self.reach), float(min(self.long, self.wide))
        cos, sin = cos_sin(self.facing if self.long > self.wide else self.facing + 90)
        far = (a * a - b * b) / a
        shares = sorted((n / (MOST_DISCS // 2) - 1 for n in range(MOST_DISCS)), key=abs)
        along = ((share * far, b * sqrt(1 - (share * far) ** 2 / (a * a - b * b))) for share in shares)
        return tuple(((at[0] + x * cos, at[1] + x * sin), radius) for x, radius in along)

    def smaller(self, by: Fraction) -> Base:
        """The base with so much less on all sides."""
        return replace(self, long=max(self.long - by, Fraction()), wide=max(self.wide - by, Fraction()))


@lru_cache(maxsize=4096)
def gap_between(one_at: Place, one: Base, other_at: Place, other: Base) -> Gap:
    """The distance between two bases: exact between round ones, to a trillionth of an inch with an oval."""
    x, y, z = (exact(mine) - exact(theirs) for mine, theirs in zip(one_at, other_at, strict=True))
    if one.round and other.round:
        return Gap(x * x + y * y, one.long + other.long, abs(z))
    across = _apart(x, y, _thinnest(one) + _thinnest(other), partial(_reach, one), partial(_reach, other))
    return Gap(across * across, Fraction(), abs(z))


@lru_cache(maxsize=4096)
def gap_beside(at: Point2, base: Base, rectangle: Outline) -> Gap:
    """The distance seen from above between a base and a rectangle: exact for a round base, else to a trillionth."""
    if base.round:
        return Gap(_square_to(at, rectangle), base.long, Fraction())
    corners = [(exact(x), exact(y)) for x, y in rectangle]
    x, y = (sum(numbers, Fraction()) / len(corners) for numbers in zip(*corners, strict=True))
    rim = [(_decimal(a - x), _decimal(b - y)) for a, b in corners]

    def reach(way: tuple[Decimal, Decimal]) -> Decimal:
        return max(a * way[0] + b * way[1] for a, b in rim)

    across = _apart(exact(at[0]) - x, exact(at[1]) - y, _thinnest(base), partial(_reach, base), reach)
    return Gap(across * across, Fraction(), Fraction())


def _square_to(point: Point2, outline: Outline) -> Fraction:
    """The square of the distance from a point to a polygon, 0 within it; numbers count as they were written."""
    if inside(point, outline):
        return Fraction()
    squares = []
    for a, b in edges(outline):
        ax, ay, bx, by, x, y = map(exact, (*a, *b, *point))
        dx, dy, px, py = bx - ax, by - ay, x - ax, y - ay
        along = (px * dx + py * dy) / (dx * dx + dy * dy) if dx or dy else Fraction()
        along = min(max(along, Fraction()), Fraction(1))
        squares.append((px - along * dx) ** 2 + (py - along * dy) ** 2)
    return min(squares)


def overlap(one_at: Place, one: Base, other_at: Place, other: Base, slack: Fraction) -> bool:
    """Whether two bases seen from above are in each other by more than a slack."""
    if one.round and other.round:
        nearest = one.long + other.long - slack
        return gap_between(one_at, one, other_at, other).apart < nearest * nearest
    return gap_between(one_at, one.smaller(slack / 2), other_at, other.smaller(slack / 2)).touching


def _apart(x: Fraction, y: Fraction, thinnest: Fraction, one: Reach, other: Reach) -> Fraction:
    """The distance seen from above between two shapes whose middles are so far apart; 0 where they meet.

    Each is the same on both sides of its middle; `thinnest` is no more than both reach together in any direction.
    Two shapes are as far apart as the strip between them is wide that lies best: no strip across any direction is
    wider. How wide it is rises up to the best direction and falls beyond it, so the directions are narrowed from both
    sides.
    """
    with localcontext(Context(prec=DIGITS)):
        away = _decimal(x), _decimal(y)
        far = (away[0] * away[0] + away[1] * away[1]).sqrt()
        if not far:
            return Fraction()
        ahead = away[0] / far, away[1] / far

        def strip(lean: Decimal) -> Decimal:
            across = ahead[0] - ahead[1] * lean, ahead[1] + ahead[0] * lean
            wide = far - one(across) - other(across)
            return wide / (1 + lean * lean).sqrt() if wide > 0 else wide

        if not thinnest:
            return Fraction()
        high = far / _decimal(thinnest)
        low = -high
        for _ in range(STEPS):
            third = (high - low) / 3
            if strip(low + third) < strip(high - third):
                low += third
            else:
                high -= third
        return Fraction(max(strip((low + high) / 2), Decimal()).quantize(GRAIN))


def _thinnest(base: Base) -> Fraction:
    """How far a base reaches where it is thinnest."""
    return min(base.long, base.wide)


def _reach(base: Base, way: tuple[Decimal, Decimal]) -> Decimal:
    """How far a base reaches in a direction, times the direction's length."""
    cos, sin = map(Decimal, cos_sin(base.facing))
    along, across = way[0] * cos + way[1] * sin, way[1] * cos - way[0] * sin
    long, wide = _decimal(base.long) * along, _decimal(base.wide) * across
    return (long * long + wide * wide).sqrt()


def _decimal(number: Fraction) -> Decimal:
    return Decimal(number.numerator) / number.denominator
