"""The numbers in a GLB file: accessors, dense or sparse, of any type that shapes use."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fireline.formats.meshes.gltf import Accessor, Gltf, SparseNumbers, View, at
from fireline.formats.meshes.pieces import TRIANGLE_LIMIT, as_floats, limited
from fireline.game.entries import read_entry, shown
from fireline.game.errors import BattleFileError, Code

NUMBER_LIMIT = 30 * TRIANGLE_LIMIT
"""The most numbers that are read out of one file: one accessor may be named any number of times."""

_TYPES: dict[int, np.dtype[Any]] = {
    5120: np.dtype("<i1"),
    5121: np.dtype("<u1"),
    5122: np.dtype("<i2"),
    5123: np.dtype("<u2"),
    5125: np.dtype("<u4"),
    5126: np.dtype("<f4"),
}
_WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}
SMALL, UNSIGNED, FLOAT = (5120, 5121, 5122, 5123), (5121, 5123, 5125), (5126,)


@dataclass
class Numbers:
    """The bytes of a file that its accessors read, and how many numbers have been read."""

    tree: Gltf
    raw: bytes
    _read: int = field(default=0, init=False)

    def floats(self, index: int, type_: str, kinds: tuple[int, ...] = (*FLOAT, *SMALL)) -> NDArray[np.float64]:
        """Numbers in the shape (count, width); whole ones as they are, or as parts of the largest if `normalized`."""
        accessor, found = self._accessor(index, type_, kinds)
        if not accessor.normalized or found.dtype.kind == "f":
            return as_floats(found)
        return np.maximum(found / np.float64(np.iinfo(found.dtype).max), -1.0)

    def whole(self, index: int, type_: str, kinds: tuple[int, ...] = UNSIGNED) -> NDArray[np.int64]:
        """Whole numbers in the shape (count, width)."""
        return self._accessor(index, type_, kinds)[1].astype(np.int64)

    def _accessor(self, index: int, type_: str, kinds: tuple[int, ...]) -> tuple[Accessor, NDArray[Any]]:
        place = f"accessors[{index}]"
        accessor = read_entry(Accessor, at(self.tree.accessors, index, "accessors"), place)
        if accessor.type != type_ or accessor.component_type not in kinds:
            raise BattleFileError(
                Code.UNSUPPORTED, f"{shown(accessor.type)} of {accessor.component_type} cannot be used here", place
            )
        kind, width = _TYPES[accessor.component_type], _WIDTHS[type_]
        self._read = limited(self._read + accessor.count * width, "numbers", NUMBER_LIMIT)
        if accessor.buffer_view is None:
            found: NDArray[Any] = np.zeros((accessor.count, width), kind)
        else:
            found = self._stretch(accessor.buffer_view, accessor.byte_offset, accessor.count, width, kind, place)
        if (sparse := accessor.sparse) is not None:
            limited(sparse.count, "sparse entries", accessor.count)
            which = self._sparse(sparse.indices, sparse.count, 1, sparse.indices.component_type, place)[:, 0]
            if which.max() >= accessor.count:
                raise BattleFileError(Code.UNKNOWN_NAME, f"changes entry {which.max():,} of {accessor.count:,}", place)
            found = found.copy()
            found[which] = self._sparse(sparse.values, sparse.count, width, accessor.component_type, place)
        return accessor, found

    def _sparse(self, told: SparseNumbers, count: int, width: int, type_: int, place: str) -> NDArray[Any]:
        if width == 1 and type_ not in UNSIGNED:
            raise BattleFileError(Code.UNSUPPORTED, f"indices of {type_} cannot be used here", place)
        return self._stretch(told.buffer_view, told.byte_offset, count, width, _TYPES[type_], place)

    def _stretch(
        self, view_index: int, offset: int, count: int, width: int, kind: np.dtype[Any], place: str
    ) -> NDArray[Any]:
        """So many rows of so many numbers out of a view, without a copy."""
        view = read_entry(View, at(self.tree.buffer_views, view_index, "bufferViews"), f"bufferViews[{view_index}]")
        stride = view.byte_stride or kind.itemsize * width
        end = offset + stride * (count - 1) + kind.itemsize * width
        if view.buffer or end > view.byte_length or view.byte_offset + end > len(self.raw):
            raise BattleFileError(Code.OUT_OF_RANGE, "reaches beyond the numbers that the file has", place)
        return np.ndarray((count, width), kind, self.raw, view.byte_offset + offset, (stride, kind.itemsize))
