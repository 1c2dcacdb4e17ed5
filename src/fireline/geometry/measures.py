"""The numbers that every way of drawing solids stands on, so that all draw the same picture.  Inches and pixels."""

from __future__ import annotations

GRID = float(1 << 20)
"""Steps of the grid in an inch: every corner of a solid lies on it."""
CONTACT = 2.0**-10
"""Inches that make no distance: what is so near to the eye, or so little before a body, hides nothing."""
ROUNDING = 2.0**-20
"""A triangle's columns and rows are found with so many pixels to spare; which of them it covers is decided after."""
CLUSTER = 256
"""Triangles of a cluster; near to each other, as their order is that along a curve through space."""
