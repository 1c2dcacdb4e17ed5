"""What the files of all kinds come to first: pieces, each a list of triangles under the names it has in the file."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fireline.game.errors import BattleFileError, Code

TRIANGLE_LIMIT = 100_000
"""The most triangles that are read; also the most faces and, three for each, corners that a file may list."""


@dataclass(frozen=True, eq=False)
class Piece:
    """Triangles that stand together in a file.

    `corners` has the shape (n, 3, 3) and the lengths and axes of the file; `names` are those of the object, then of the
    group, then of the material that they belong to, as far as there are any. `bent` counts the faces that were not
    flat, so that it shows where they were cut into triangles.
    """

    corners: NDArray[np.float64]
    names: tuple[str, ...] = ()
    bent: int = 0


def limited(count: int, what: str = "triangles", most: int = TRIANGLE_LIMIT) -> int:
    """The count itself if that many are read; else raises `BattleFileError`."""
    if count > most:
        raise BattleFileError(Code.TOO_LARGE, f"has {count:,} {what}; at most {most:,} are read")
    return count
