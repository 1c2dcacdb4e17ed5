"""Figures with bones as they stand in their file: shaped by morph targets first, then held by their joints.

The pose is that in which the nodes are stored, the rest pose; animations are another matter. A mesh with a skin stands
where its joints put it, wherever its own node stands, as glTF has it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import count, takewhile

import numpy as np
from numpy.typing import NDArray

from fireline.formats.meshes.accessors import FLOAT, Numbers
from fireline.formats.meshes.gltf import Primitive, Skin
from fireline.formats.meshes.nodes import UNMOVED, Placement, times
from fireline.game.errors import BattleFileError, Code

JOINT, WEIGHT = (5121, 5123), (5126, 5121, 5123)
_SET = re.compile(r"(JOINTS|WEIGHTS)_\d+")


def shaped(
    points: NDArray[np.float64], primitive: Primitive, weights: Sequence[float], numbers: Numbers, place: str
) -> NDArray[np.float64]:
    """The points of a primitive moved by its morph targets, each by its weight."""
    for target, weight in zip(primitive.targets, weights, strict=False):
        if weight and (position := target.get("POSITION")) is not None:
            moves = numbers.floats(position, "VEC3")
            if len(moves) != len(points):
                raise BattleFileError(Code.MALFORMED, "a morph target has another number of corners", place)
            points = points + moves * weight
    return points


def held(
    points: NDArray[np.float64],
    primitive: Primitive,
    joints: Sequence[Placement],
    numbers: Numbers,
    place: str,
) -> NDArray[np.float64]:
    """The points of a primitive where its joints put them, each by its share of the weights.

    A point without any weight goes with the first joint that it names.
    """
    which, shares = _influences(primitive, len(points), numbers, place)
    if which.max() >= len(joints):
        raise BattleFileError(Code.UNKNOWN_NAME, f"is moved by joint {which.max():,} of {len(joints):,}", place)
    total = sum(shares.T, np.zeros(len(points)))
    bare = total == 0
    shares[bare, 0], total[bare] = 1.0, 1.0
    matrices = np.array(joints, dtype=np.float64)
    moved = np.zeros_like(points)
    with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is found with all other corners
        for joint, share in zip(which.T, shares.T / total, strict=True):
            rows = matrices[joint]
            for axis in range(3):
                a, b, c, t = rows[:, axis].T
                moved[:, axis] += share * (points[:, 0] * a + points[:, 1] * b + points[:, 2] * c + t)
    return moved


def joints_of(skin: Skin, world: Mapping[int, Placement], numbers: Numbers, place: str) -> list[Placement]:
    """Where each joint puts what is bound to it."""
    missing = next((joint for joint in skin.joints if joint not in world), None)
    if missing is not None:
        raise BattleFileError(Code.UNKNOWN_NAME, f"its joint nodes[{missing}] stands nowhere", place)
    if skin.inverse_bind_matrices is None:
        bound = [UNMOVED] * len(skin.joints)
    else:
        columns = numbers.floats(skin.inverse_bind_matrices, "MAT4", FLOAT)
        if len(columns) < len(skin.joints):
            raise BattleFileError(Code.MISSING, f"has {len(columns):,} matrices for {len(skin.joints):,} joints", place)
        bound = [_placement(one) for one in columns[: len(skin.joints)].tolist()]
    return [times(world[joint], there) for joint, there in zip(skin.joints, bound, strict=True)]


def _placement(m: Sequence[float]) -> Placement:
    """A matrix stored by columns; its last row, which is 0 0 0 1 by the format, is not looked at."""
    return (m[0], m[4], m[8], m[12]), (m[1], m[5], m[9], m[13]), (m[2], m[6], m[10], m[14])


def _influences(
    primitive: Primitive, points: int, numbers: Numbers, place: str
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The joints of each point and their weights, of all sets that the primitive has."""
    named = {name for name in primitive.attributes if _SET.fullmatch(name)}
    sets = list(takewhile(lambda n: {f"JOINTS_{n}", f"WEIGHTS_{n}"} <= named, count()))
    if not sets or len(named) != 2 * len(sets):
        raise BattleFileError(Code.MISSING, "has a skin, but not joints and weights for each other", place)
    which = [numbers.whole(primitive.attributes[f"JOINTS_{n}"], "VEC4", JOINT) for n in sets]
    shares = [numbers.floats(primitive.attributes[f"WEIGHTS_{n}"], "VEC4", WEIGHT) for n in sets]
    if any(len(one) != points for one in (*which, *shares)):
        raise BattleFileError(Code.MALFORMED, "has joints or weights for another number of corners", place)
    return np.concatenate(which, axis=1), np.concatenate(shares, axis=1)
