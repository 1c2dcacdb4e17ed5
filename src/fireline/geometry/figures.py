"""Figures: what of a model stands on the table, and which of it is its body.

A figure stands on the origin and faces +x, in inches. Without a mesh file it is built of simple parts. Its arms hang in
one way whatever it carries, for a weapon must not make a model easier to see.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

import numpy as np

from fireline.geometry.bases import MM, Model
from fireline.geometry.bulk import LARGE, solid_from
from fireline.geometry.measures import GRID
from fireline.geometry.outlines import cos_sin
from fireline.geometry.shapes import box, capsule, cylinder, prism
from fireline.geometry.solids import Point3, Solid, divided, join, quantise

Held = Callable[[Point3], Solid]
"""Something carried or worn, drawn around a hand of a body one unit high."""
KEPT = 4096
"""How many figures on a table are remembered; those not asked for longest go first."""
BASE_HEIGHT = float(3 * MM)
"""How high a base is, in inches."""
ARMS = ("left arm", "right arm")
BODY = ("head", "torso", *ARMS, "left leg", "right leg")
"""The parts of a figure's body."""
EYES = 0.93
"""Where a model looks from, as a part of its height."""
STANDS = 0.1
"""The part of a mesh's height that tells where it stands: its base or its feet."""
ABOUT = 2 / GRID
"""A corner so near to a height counts as there, in inches: two files of one figure differ by so little."""


class Posture(StrEnum):
    """How a figure stands or lies."""

    STANDING = "standing"
    FACE_DOWN = "face down"
    FACE_UP = "face up"


# The axes that lay a figure down along its facing: forward on its face, or backward on its back.
_LAID = {Posture.FACE_DOWN: ((2, 1), (1, 1), (0, -1)), Posture.FACE_UP: ((2, -1), (1, 1), (0, 1))}


@dataclass(frozen=True)
class Figure:
    """A model on the table: `tags` has one of `geometry.bases.TAGS` for each part of the solid."""

    solid: Solid
    tags: tuple[str, ...]
    eyes: Point3

    @cached_property
    def parts(self) -> dict[str, str]:
        """The tag of each part by its name."""
        return dict(zip(self.solid.parts, self.tags, strict=True))

    @cached_property
    def body(self) -> Solid:
        """The parts of the body alone: only they are seen and hidden."""
        return self.solid.only([part for part, tag in self.parts.items() if tag == "body"])

    @property
    def height(self) -> float:
        """How high the body reaches, in inches."""
        return self.body.bounds[1][2]


@dataclass(frozen=True)
class Placed:
    """A figure where it stands: all of it, its body alone, and its eyes."""

    solid: Solid
    body: Solid
    eyes: Point3


@lru_cache(maxsize=KEPT)
def placed(figure: Figure, at: Point3, facing: float) -> Placed:
    """A figure with its middle at a point, turned counterclockwise from +x."""
    cos, sin = cos_sin(facing)
    x, y, z = figure.eyes
    eyes = (at[0] + x * cos - y * sin, at[1] + x * sin + y * cos, at[2] + z)
    return Placed(figure.solid.placed(at, facing), figure.body.placed(at, facing), eyes)


@lru_cache(maxsize=512)
def human(
    tall: float,
    base: tuple[float, float],
    weapon: Held | None = None,
    worn: tuple[Held, ...] = (),
    posture: Posture = Posture.STANDING,
    *,
    raised_arms: bool = False,
) -> Figure:
    """A human figure of a height, with half the length and width of its base, in inches.

    It holds a weapon in its right hand; what it wears or holds in its left is drawn around that.

    Raised arms rise above the shoulder line from the shoulders on. Only the pose puts them there, so they are parts
    tagged `pose`, and where arms would hang otherwise there is nothing.
    """
    arms, hand = (_raised_arm(), (0.0, 0.27, 1.19)) if raised_arms else (_arm(), (0.15, 0.24, 0.46))
    pieces = [*_trunk(), _mirrored(arms, "left arm"), arms, _mirrored(_leg(), "left leg"), _leg()]
    if weapon is not None:
        pieces.append(weapon((hand[0], -hand[1], hand[2])))
    pieces += [one(hand) for one in worn]
    body = join(pieces).placed((0, 0, BASE_HEIGHT), scale=tall - BASE_HEIGHT)
    solid = join([body, _base(*base)])
    tags = tuple(_tag(part, raised_arms=raised_arms) for part in solid.parts)
    eyes = (0.1 * (tall - BASE_HEIGHT), 0.0, EYES * tall)
    return laid(Figure(solid, tags, eyes), posture)


def _tag(part: str, *, raised_arms: bool) -> str:
    if part in BODY:
        return "pose" if raised_arms and part in ARMS else "body"
    return "base" if part == "base" else "equipment"


def _base(long: float, wide: float) -> Solid:
    """A base, longer or wider along its facing where it is oval."""
    if long == wide:
        return cylinder(long, BASE_HEIGHT, "base")
    rim = (cos_sin(15 * n) for n in range(24))
    return prism([(long * x, wide * y) for x, y in rim], BASE_HEIGHT, "base")


def of_model(model: Model, posture: Posture = Posture.STANDING) -> Figure:
    """The figure of a mesh file's model.

    The middle of what it stands on (all corners in the lowest tenth of its height) comes to the origin. A model whose
    file does not say where it looks from does so at 93% of its body's height, from the middle of what reaches there.
    Where only its height tells the base from the rest, the triangles are cut there. Raises `ValueError` where nothing
    of the body is left above it.
    """
    return (_of_large if len(model.solid) >= LARGE else _of_model)(model, posture)


@lru_cache(maxsize=512)
def _of_model(model: Model, posture: Posture) -> Figure:
    solid, tags = _on_its_base(model)
    low, high = solid.bounds
    points = solid.points
    feet = points[points[:, 2] <= low[2] + STANDS * (high[2] - low[2]) + ABOUT]
    (x0, y0, _), (x1, y1, _) = Solid.of(np.repeat(feet, 3, axis=0)).bounds
    there = float(quantise(np.array((x0 + x1) / -2))), float(quantise(np.array((y0 + y1) / -2))), -low[2]
    standing = Figure(solid.placed(there), tags, (0.0, 0.0, 0.0))
    if model.eyes is None:
        eyes = _eyes_of(standing.body)
    else:
        x, y, z = model.eyes
        eyes = (x + there[0], y + there[1], z + there[2])
    return laid(Figure(standing.solid, standing.tags, eyes), posture)


_of_large = lru_cache(maxsize=4)(_of_model.__wrapped__)
"""The same of models that take a hundred megabytes: a few are remembered."""


def _on_its_base(model: Model) -> tuple[Solid, tuple[str, ...]]:
    """The solid and the tags of its parts; what is below the height of the base is a part of its own."""
    solid = model.solid
    if not model.base_height:
        return solid, model.tags
    top = float(quantise(np.array(solid.bounds[0][2] + model.base_height * float(MM))))
    corners, pieces = divided(solid.corners, 2, top)
    names = (*solid.parts, next(name for name in ("base", "its base", "the base") if name not in solid.parts))
    part_of = np.where((corners[..., 2] <= top).all(axis=1), len(solid.parts), solid.part_of[pieces])
    tags = (*model.tags, "base")
    if not any(tags[part] == "body" for part in set(part_of.tolist())):
        raise ValueError(f"the base is {model.base_height:g} mm high, and no body of {model.name} is above it")
    return solid_from(corners, part_of, names), tags


def _eyes_of(body: Solid) -> Point3:
    """Where a body looks from: at 93% of its height, over the middle of what of it reaches so high."""
    (_, _, low), (_, _, high) = body.bounds
    eyes = low + EYES * (high - low)
    tops = body.corners[body.corners[..., 2].max(axis=1) >= eyes - ABOUT].reshape(-1, 3)
    (x0, y0), (x1, y1) = tops[:, :2].min(axis=0).tolist(), tops[:, :2].max(axis=0).tolist()
    return (x0 + x1) / 2, (y0 + y1) / 2, eyes


def laid(figure: Figure, posture: Posture) -> Figure:
    """A standing figure in another posture: its body flat on the table, its middle over the origin.

    What would stick into the table, a shield or the edge of the base, is lifted onto it.
    """
    if posture is Posture.STANDING:
        return figure
    turned = Figure(figure.solid.mapped(_LAID[posture]), figure.tags, figure.eyes)
    (x0, _, z0), (x1, _, _) = turned.body.bounds
    along, up = -float(quantise(np.array((x0 + x1) / 2))), -z0
    placed = turned.solid.placed((along, 0, up))
    heights = (placed.corners[placed.part_of == part, :, 2] for part in range(len(placed.parts)))
    lift = np.array([max(-float(there.min(initial=np.inf)), 0.0) for there in heights])[placed.part_of]
    corners = placed.corners.copy()
    corners[..., 2] += lift[:, None]
    x, y, z = (figure.eyes[axis] * sign for axis, sign in _LAID[posture])
    return Figure(solid_from(corners, placed.part_of, placed.parts), figure.tags, (x + along, y, z + up))


# The body in parts of its own height, from the soles at 0 to the crown at 1.  The right side is drawn, the left
# mirrored.
def _trunk() -> list[Solid]:
    head = capsule((0.02, 0, 0.885), (0.02, 0, 0.915), 0.085, "head", 10, 3)
    nose = box((0.05, 0.03, 0.05), "head").placed((0.105, 0, 0.87))
    neck = capsule((0, 0, 0.76), (0.01, 0, 0.85), 0.045, "head", 6, 2)
    shoulders = capsule((0, -0.11, 0.7), (0, 0.11, 0.7), 0.07, "torso", 8, 2)
    chest = capsule((0.01, -0.045, 0.63), (0.01, 0.045, 0.63), 0.1, "torso", 8, 2)
    waist = capsule((0, 0, 0.5), (0.01, 0, 0.62), 0.1, "torso", 8, 2)
    hips = capsule((0, -0.06, 0.465), (0, 0.06, 0.465), 0.075, "torso", 8, 2)
    return [head, nose, neck, shoulders, chest, waist, hips]


def _arm() -> Solid:
    upper = capsule((0, -0.18, 0.71), (-0.02, -0.225, 0.54), 0.046, "right arm", 8, 2)
    fore = capsule((-0.02, -0.225, 0.54), (0.13, -0.24, 0.47), 0.038, "right arm", 6, 2)
    hand = capsule((0.15, -0.24, 0.46), (0.15, -0.24, 0.46), 0.045, "right arm", 6, 2)
    return join([upper, fore, hand])


def _raised_arm() -> Solid:
    upper = capsule((0, -0.19, 0.8), (0, -0.25, 0.98), 0.042, "right arm", 8, 2)
    fore = capsule((0, -0.25, 0.98), (0, -0.27, 1.16), 0.038, "right arm", 6, 2)
    hand = capsule((0, -0.27, 1.19), (0, -0.27, 1.19), 0.045, "right arm", 6, 2)
    return join([upper, fore, hand])


def _leg() -> Solid:
    thigh = capsule((0, -0.075, 0.44), (0.03, -0.1, 0.26), 0.066, "right leg", 8, 2)
    shin = capsule((0.03, -0.1, 0.26), (-0.01, -0.11, 0.06), 0.048, "right leg", 6, 2)
    foot = capsule((-0.02, -0.11, 0.036), (0.1, -0.125, 0.036), 0.036, "right leg", 6, 2)
    return join([thigh, shin, foot])


def _mirrored(limb: Solid, part: str) -> Solid:
    """The same limb on the other side; its triangles are turned about, to be counterclockwise again."""
    seen = limb.mapped([(0, 1), (1, -1), (2, 1)])
    return Solid(np.ascontiguousarray(seen.corners[:, ::-1]), seen.part_of, (part,))
