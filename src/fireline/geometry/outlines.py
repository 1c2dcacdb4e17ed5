"""Outlines on the table seen from above, and how they turn: simple polygons, and the surfaces over a point.  In inches.

No library's sine decides a line of sight: turning is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import fsum, sqrt
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BITS = 128
"""Binary places that are reckoned with; a float tells 53 of them."""
ONE = 1 << BITS
PI = (31415926535897932384626433832795028841971693993751 << BITS) // 10**49


@lru_cache(maxsize=4096)
def cos_sin(degrees: float) -> tuple[float, float]:
    """Cosine and sine of a finite angle in degrees, reckoned to `BITS` places: each is the nearest float.

    Raises `OverflowError` or `ValueError` for an angle that is not finite.

    >>> cos_sin(90), cos_sin(60)[0], cos_sin(-30)[1]
    ((0.0, 1.0), 0.5, -0.5)
    """
    quarter, rest = divmod(Fraction(degrees) % 360, 90)
    cos, sin = _series(rest) if rest <= 45 else _series(90 - rest)[::-1]
    for _ in range(quarter):
        cos, sin = -sin, cos
    return cos / ONE, sin / ONE


def _series(degrees: Fraction) -> tuple[int, int]:
    """Cosine and sine of an angle from 0 to 45 degrees, in whole parts of `ONE`."""
    x = PI * degrees.numerator // (degrees.denominator * 180)
    sums = [0, 0]
    term, power = ONE, 0
    while term:
        sums[power % 2] += term if power % 4 < 2 else -term
        power += 1
        term = term * x // (power * ONE)
    return sums[0], sums[1]


N = TypeVar("N", float, Fraction)
Point2 = tuple[float, float]
Outline = tuple[Point2, ...]
"""The corners of a polygon, in order."""
ROUNDING = 2.0**-46
"""More than rounding can add to a turn, as a part of the square of its largest number."""


def rectangle(centre: Point2, size: Point2, turn: float = 0.0) -> Outline:
    """A rectangle turned counterclockwise by so many degrees."""
    cos, sin = cos_sin(turn)
    x, y = size[0] / 2, size[1] / 2
    corners = ((-x, -y), (x, -y), (x, y), (-x, y))
    return tuple((centre[0] + a * cos - b * sin, centre[1] + a * sin + b * cos) for a, b in corners)


def edges(outline: Outline) -> Iterator[tuple[Point2, Point2]]:
    """Its edges, the one from the last corner to the first included."""
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def scaled(outline: Outline, share: float) -> Outline:
    """The outline drawn towards the mean of its corners, at this share of its size."""
    x, y = (fsum(values) / len(outline) for values in zip(*outline, strict=True))
    return tuple((x + (a - x) * share, y + (b - y) * share) for a, b in outline)


def area(outline: Outline) -> float:
    """Its area, negative where it runs clockwise."""
    return fsum(ax * by - bx * ay for (ax, ay), (bx, by) in edges(outline)) / 2


def is_simple(outline: Outline) -> bool:
    """Whether its edges meet nowhere but at the corners between neighbours, with something between them."""
    sides = list(edges(outline))
    if len(set(outline)) < len(outline) or not any(_turn(outline[0], outline[1], corner) for corner in outline):
        return False
    return not any(
        meet(*a, *b) for (n, a), (m, b) in combinations(enumerate(sides), 2) if m - n > 1 and (n or m < len(sides) - 1)
    )


def is_convex(outline: Outline) -> bool:
    """Whether it turns the same way at every corner, and is simple."""
    ends = [*outline[1:], *outline[:2]]
    turns = {_turn(a, b, c) for a, b, c in zip(outline, ends, ends[1:], strict=False)} - {0}
    return len(turns) == 1 and is_simple(outline)


def hull(places: Iterable[Point2]) -> Outline:
    """The convex polygon around places, counterclockwise; what lies on it but for rounding may be left out.

    >>> hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2), (1, 0)])
    ((0, 0), (2, 0), (2, 2), (0, 2))
    """
    ordered = sorted(places)
    halves: list[list[Point2]] = []
    for run in (ordered, ordered[::-1]):
        half: list[Point2] = []
        for place in run:
            while len(half) > 1 and _cross(half[-2], half[-1], place) <= 0:
                half.pop()
            half.append(place)
        halves.append(half[:-1])
    return tuple(halves[0] + halves[1])


Plane = tuple[Fraction, Fraction, Fraction]
"""What it is for every inch of x and of y, and over the origin."""


def ways_out(outline: Outline) -> tuple[Plane, ...]:
    """For each edge of a convex outline the plane that is 0 over the mean of the corners and 1 over the edge.

    The greatest over a point says how far out it is: 1 on the outline, and `share` on the outline `scaled` by that.
    Numbers count as they were written.
    """
    corners = [(Fraction(str(x)), Fraction(str(y))) for x, y in outline]
    x, y = (sum(numbers, Fraction()) / len(corners) for numbers in zip(*corners, strict=True))
    planes = []
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        dx, dy = b[0] - a[0], b[1] - a[1]
        whole = (a[0] - x) * dy - (a[1] - y) * dx
        planes.append((dy / whole, -dx / whole, (y * dx - x * dy) / whole))
    return tuple(planes)


def inside(point: Point2, outline: Outline) -> bool:
    """Whether a point lies inside the polygon or on its edge."""
    odd = False
    for a, b in edges(outline):
        turn = _turn(a, b, point)
        if turn == 0 and _boxes_meet(a, b, point, point):
            return True
        if (a[1] > point[1]) != (b[1] > point[1]) and (turn > 0) == (b[1] > a[1]):
            odd = not odd
    return odd


def distance_to(point: Point2, outline: Outline) -> float:
    """How far a point is from the nearest point of the polygon's edge."""
    return min(_from_edge(point, a, b) for a, b in edges(outline))


def entry(start: Point2, end: Point2, outline: Outline) -> float | None:
    """Where a line from start to end first meets the polygon's edge, 0 to 1; None where it passes by."""
    met = [t for edge in edges(outline) if (t := _crossing(start, end, *edge)) is not None]
    return min(met, default=None)


def surfaces(corners: NDArray[np.float64], point: Point2) -> list[float]:
    """The heights of all triangles, of shape (n, 3, 3), over a point seen from above, lowest first.

    A triangle is over the points of its edges too, so that an edge between two has both their heights.
    """
    areas = _areas(corners, point)
    over = (areas >= 0).all(axis=1) | (areas <= 0).all(axis=1)
    return sorted(_heights(corners, areas)[over & (areas != 0).any(axis=1)].tolist())


def encloses(corners: NDArray[np.float64], point: Point2, height: float) -> bool:
    """Whether a closed surface of triangles, of shape (n, 3, 3), has a point at a height in it.

    A line straight up from the point then meets an odd number of triangles. An edge between two belongs to one, and
    triangles with the same corners, such as the two sides of a sheet, are one.
    """
    areas = _areas(corners, point)
    beyond = corners[..., 1] > point[1]
    start, end = beyond[:, (1, 2, 0)], beyond[:, (2, 0, 1)]
    crossed = (start != end) & (areas != 0) & ((areas > 0) == end)
    over = crossed[:, 0] ^ crossed[:, 1] ^ crossed[:, 2]
    above = corners[over & (_heights(corners, areas) > height)].tolist()
    return len({frozenset(map(tuple, triangle)) for triangle in above}) % 2 == 1


def _areas(corners: NDArray[np.float64], point: Point2) -> NDArray[np.float64]:
    """Twice the areas that a point makes with the edges of each triangle seen from above, each opposite its corner."""
    x, y = corners[..., 0] - point[0], corners[..., 1] - point[1]
    areas: NDArray[np.float64] = x[:, (1, 2, 0)] * y[:, (2, 0, 1)] - x[:, (2, 0, 1)] * y[:, (1, 2, 0)]
    return areas


def _heights(corners: NDArray[np.float64], areas: NDArray[np.float64]) -> NDArray[np.float64]:
    """The height of each triangle over the point that makes these areas with it; 0 for an upright one."""
    import numpy as np  # where there are triangles, it is loaded already

    z = corners[..., 2]
    whole = areas[:, 0] + areas[:, 1] + areas[:, 2]
    sums = areas[:, 0] * z[:, 0] + areas[:, 1] * z[:, 1] + areas[:, 2] * z[:, 2]
    heights = np.divide(sums, whole, out=np.zeros(len(corners)), where=whole != 0)
    # Rounding lifts no point of a triangle above its highest corner: a level one is as high as its corners.
    return np.clip(heights, z.min(axis=1), z.max(axis=1))


def _from_edge(point: Point2, a: Point2, b: Point2) -> float:
    dx, dy, px, py = b[0] - a[0], b[1] - a[1], point[0] - a[0], point[1] - a[1]
    along = min(max((px * dx + py * dy) / (dx * dx + dy * dy), 0.0), 1.0) if dx or dy else 0.0
    across, up = px - along * dx, py - along * dy
    return sqrt(across * across + up * up)


def _cross(a: tuple[N, N], b: tuple[N, N], c: tuple[N, N]) -> N:
    """More than 0 where a, b, c turn left, less where right, as far as floats tell."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _crossing(start: Point2, end: Point2, a: Point2, b: Point2) -> float | None:
    """Where on the line from start to end it crosses the edge from a to b."""
    before, after = _cross(start, end, a), _cross(start, end, b)
    if before * after > 0 or before == after:
        return None
    here, there = _cross(a, b, start), _cross(a, b, end)
    return here / (here - there) if here * there <= 0 and here != there else None


def _turn(a: tuple[N, N], b: tuple[N, N], c: tuple[N, N]) -> int:
    """1 where a, b, c turn left, -1 right, 0 on a line; numbers count as they were written, and none is rounded."""
    turn = _cross(a, b, c)
    largest = max(abs(number) for corner in (a, b, c) for number in corner)
    if abs(turn) > ROUNDING * largest * largest:
        return 1 if turn > 0 else -1
    (ax, ay), (bx, by), (cx, cy) = ((Fraction(str(x)), Fraction(str(y))) for x, y in (a, b, c))
    exact = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    return (exact > 0) - (exact < 0)


def meet(a: tuple[N, N], b: tuple[N, N], c: tuple[N, N], d: tuple[N, N]) -> bool:
    """Whether two edges, from a to b and from c to d, have a point in common; exact, and a touch counts."""
    if not _boxes_meet(a, b, c, d):
        return False
    return _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0


def _boxes_meet(a: tuple[N, N], b: tuple[N, N], c: tuple[N, N], d: tuple[N, N]) -> bool:
    """Whether the upright rectangles around two edges have a point in common."""
    boxes = zip(zip(a, b, strict=True), zip(c, d, strict=True), strict=True)
    return all(max(min(one), min(other)) <= min(max(one), max(other)) for one, other in boxes)
