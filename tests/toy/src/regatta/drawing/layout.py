"""Where the quay and its berths lie in a picture, in pixels."""

from __future__ import annotations

from fireline.draw.canvas import Point

MARGIN, HEAD = 36.0, 66.0
WIDE, HIGH, STONES = 64.0, 128.0, 30.0
"""How wide and high a berth is, and how broad the quay above it."""


def centre(berth: int) -> Point:
    """The middle of a berth."""
    return MARGIN + (berth - 0.5) * WIDE, HEAD + STONES + HIGH / 2


def corners(berth: int, inset: float = 0.0) -> list[Point]:
    """The corners of a berth from the upper left, so far inside its border."""
    (x, y), across, down = centre(berth), WIDE / 2 - inset, HIGH / 2 - inset
    return [(x - across, y - down), (x + across, y - down), (x + across, y + down), (x - across, y + down)]
