"""What an event takes from whom, in the units of its game."""

from __future__ import annotations

from typing import NamedTuple


class Loss(NamedTuple):
    """So many blocks, wounds, hits ... that one unit suffered."""

    unit: str
    what: str
    number: int = 1
