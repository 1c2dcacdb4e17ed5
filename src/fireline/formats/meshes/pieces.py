"""What the files of all kinds come to first: pieces, each a list of triangles under the names it has in the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fireline.game.errors import BattleFileError, Code

TRIANGLE_LIMIT = 2_000_000
"""The most triangles that are read; also the most faces and, three for each, corners that a file may list."""


@dataclass(frozen=True, eq=False)
class Piece:
    """Triangles that stand together in a file.

    `points` has the shape (p, 3) and the lengths and axes of the file; `faces` has the shape (n, 3) and says which
    points are the corners of each triangle. `names` are those of the object, then of the group, then of the material
    that they belong to, as far as there are any. `bent` counts the faces that were not flat, so that it shows where
    they were cut into triangles; `note` is a sentence that people should know of it.
    """

    points: NDArray[np.float64]
    faces: NDArray[np.int64]
    names: tuple[str, ...] = ()
    bent: int = 0
    note: str = ""


def heap(corners: NDArray[np.float64]) -> Piece:
    """A piece of triangles that share no corner, given in the shape (n, 3, 3)."""
    return Piece(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3))


def compact(points: NDArray[np.float64], faces: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The same triangles and none but their own points, in their order."""
    used = np.zeros(len(points), dtype=bool)
    used[faces] = True
    return (points, faces) if used.all() else (points[used], (np.cumsum(used) - 1)[faces])


def as_floats(values: NDArray[Any]) -> NDArray[np.float64]:
    """Numbers in 64 bits; those that are none are found with all other corners."""
    with np.errstate(invalid="ignore"):
        return values.astype(np.float64)


def limited(count: int, what: str = "triangles", most: int = 0) -> int:
    """The count itself if that many are read, at most `TRIANGLE_LIMIT` of triangles; else raises `BattleFileError`."""
    most = most or TRIANGLE_LIMIT
    if count > most:
        raise BattleFileError(Code.TOO_LARGE, f"has {count:,} {what}; at most {most:,} are read")
    return count
