"""Equal rows of whole numbers found by one sort of 64-bit keys; the keys only say where to look."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]

_ODD = np.uint64(0x9E3779B97F4A7C15)


def numbered(rows: Rows) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """A number for each row, from 0 on, the same for equal rows; and where the row of each number stands first."""
    _, first, which = np.unique(_keys(rows), return_index=True, return_inverse=True)
    if (rows[first][which] != rows).any():  # two rows have the same key
        _, first, which = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return which.reshape(-1).astype(np.int64), first


def equal_rows(rows: Rows) -> NDArray[np.intp]:
    """Where rows stand that may have an equal one, in their order; all that have one are among them."""
    keys = _keys(rows)
    order = np.argsort(keys)
    same = np.diff(keys[order]) == 0
    return np.sort(order[np.append(same, False) | np.append(False, same)])


def counted(keys: NDArray[np.int64]) -> NDArray[np.intp]:
    """How often each different number occurs."""
    ordered = np.sort(keys)
    starts = np.flatnonzero(np.append(True, np.diff(ordered) != 0))
    return np.diff(np.append(starts, len(ordered)))


def _keys(rows: Rows) -> NDArray[np.uint64]:
    """A key for each row, equal for equal rows."""
    keys = np.zeros(len(rows), dtype=np.uint64)
    for column in rows.T:
        keys ^= column.astype(np.uint64)
        keys *= _ODD
        keys ^= keys >> np.uint64(29)
    return keys
