"""How large requests may be: of each kind, before anything is read of them."""

from __future__ import annotations

from typing import NamedTuple

from fireline.formats.parsing import SIZE_LIMIT

KIB = 1024


class Bound(NamedTuple):
    """How large a request may be: bytes, and parts, which are what a list or a mapping holds."""

    size: int
    parts: int


COMMAND = Bound(16 * KIB, 2_000)
"""A command, a name, a question about a battle that is known; little enough to be read between two other things."""
BATTLE = Bound(SIZE_LIMIT + COMMAND.size, 200_000)
"""A battle, and what is asked about it."""
TEXT = Bound(2 * SIZE_LIMIT, 500_000)
"""A battle file as a text, with what JSON adds to it; the commas in it are no parts."""
MAP = Bound(8 * KIB * KIB, 1_000_000)
"""A map of another program, its picture left out."""
LOG = Bound(8 * KIB * KIB, 1_000_000)
"""A whole game."""
