"""Counts that end with "that many or more"."""

from __future__ import annotations


class CappedCount(int):
    """The last of a row of counts, which stands for itself and everything above it.

    >>> CappedCount(3), CappedCount(3) == 3
    (3+, True)
    """

    def __repr__(self) -> str:
        return f"{int(self)}+"

    __str__ = __repr__
