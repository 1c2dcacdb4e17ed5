"""Where the nodes of a GLB file stand in the world."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from fireline.formats.meshes.gltf import Gltf, Node, at
from fireline.game.errors import BattleFileError, Code

Row = tuple[float, float, float, float]
Placement = tuple[Row, Row, Row]
"""The first three rows of a 4 by 4 matrix that places points; the fourth is always 0 0 0 1."""

UNMOVED: Placement = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0))


def roots_of(tree: Gltf) -> list[int]:
    """The nodes that the scene shows, less what is below them."""
    return at(tree.scenes, tree.scene, "scenes").nodes if tree.scenes else []


def placed(tree: Gltf, roots: Sequence[int]) -> Iterator[tuple[int, Node, Placement]]:
    """Each of these nodes and of those below them: its number, the node, and where it stands in the world."""
    waiting = [(root, UNMOVED) for root in reversed(roots)]
    while waiting:
        index, outer = waiting.pop()
        node = at(tree.nodes, index, "nodes")
        placement = times(outer, _placement(node, f"nodes[{index}]"))
        yield index, node, placement
        waiting += [(child, placement) for child in reversed(node.children)]


def everywhere(tree: Gltf) -> dict[int, Placement]:
    """Where every node of the file stands, in the scene or not; those that are below themselves stand nowhere."""
    below = {child for node in tree.nodes for child in node.children}
    roots = [index for index in range(len(tree.nodes)) if index not in below]
    return {index: placement for index, _, placement in placed(tree, roots)}


def _placement(node: Node, place: str) -> Placement:
    """Where a node stands below its parent."""
    if (m := node.matrix) is not None:
        if (m[3], m[7], m[11], m[15]) != (0, 0, 0, 1):
            raise BattleFileError(Code.MALFORMED, "its matrix is no placement", place)
        return by_columns(m)
    x, y, z, w = node.rotation or (0.0, 0.0, 0.0, 1.0)
    a, b, c = node.scale or (1.0, 1.0, 1.0)
    tx, ty, tz = node.translation or (0.0, 0.0, 0.0)
    length = x * x + y * y + z * z + w * w
    if not length:
        raise BattleFileError(Code.MALFORMED, "its rotation is all zeros", place)
    s = 2 / length
    return (
        ((1 - s * (y * y + z * z)) * a, s * (x * y - z * w) * b, s * (x * z + y * w) * c, tx),
        (s * (x * y + z * w) * a, (1 - s * (x * x + z * z)) * b, s * (y * z - x * w) * c, ty),
        (s * (x * z - y * w) * a, s * (y * z + x * w) * b, (1 - s * (x * x + y * y)) * c, tz),
    )


def by_columns(m: Sequence[float]) -> Placement:
    """A matrix stored by columns; its last row, which is 0 0 0 1 by the format, is not looked at."""
    return (m[0], m[4], m[8], m[12]), (m[1], m[5], m[9], m[13]), (m[2], m[6], m[10], m[14])


# Plain sums of plain products: a library's matrices may round differently from machine to machine.
def times(outer: Placement, inner: Placement) -> Placement:
    """The placement that moves points by the inner one first, then by the outer one."""
    (ax, ay, az, at), (bx, by, bz, bt), (cx, cy, cz, ct) = inner

    def row(x: float, y: float, z: float, t: float) -> Row:
        return (
            x * ax + y * bx + z * cx,
            x * ay + y * by + z * cy,
            x * az + y * bz + z * cz,
            x * at + y * bt + z * ct + t,
        )

    return row(*outer[0]), row(*outer[1]), row(*outer[2])


def moved(
    points: NDArray[np.float64], order: NDArray[np.int64], placement: Placement
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The corners in their place; a placement that mirrors also turns the triangles round."""
    with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is found with all other corners
        x, y, z = points.T
        moved = np.stack([x * a + y * b + z * c + t for a, b, c, t in placement], axis=-1)
    (ax, ay, az, _), (bx, by, bz, _), (cx, cy, cz, _) = placement
    mirrors = ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx) < 0
    return moved, order[:, ::-1] if mirrors else order
