"""Points and ways in space, reckoned in one order, so that every machine finds the same.  Lengths are inches."""

from __future__ import annotations

from math import sqrt

from fireline.geometry.solids import GRID, Point3


def snapped(a: Point3) -> Point3:
    """The nearest point on the grid of the solids."""
    return round(a[0] * GRID) / GRID, round(a[1] * GRID) / GRID, round(a[2] * GRID) / GRID


def minus(a: Point3, b: Point3) -> Point3:
    """The way from b to a."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def plus(a: Point3, b: Point3, times: float) -> Point3:
    """The point so many times b beyond a."""
    return a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times


def dot(a: Point3, b: Point3) -> float:
    """How far the two go the same way: their scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Point3, b: Point3) -> Point3:
    """What stands upright on both: their vector product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def unit(a: Point3) -> Point3:
    """The same way, one inch long; not for (0, 0, 0)."""
    most = max(abs(a[0]), abs(a[1]), abs(a[2]))
    x, y, z = a[0] / most, a[1] / most, a[2] / most
    length = sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length
