"""Solids as an image: a colour for what each part is, light and lines, what of a target is seen and what is hidden."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from io import BytesIO
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.draw.canvas import BLUE, GREEN, INK, MUTED, VERMILLION, WHITE, Pen, Point, mixed, rgb
from fireline.extras import need
from fireline.geometry.measures import CONTACT
from fireline.geometry.solids import Solid
from fireline.geometry.view import Painted, View, paint

FAR = 4096.0
"""From how many times its size a thing is looked at, so that it looks as good as drawn in parallel."""
ABOVE = ((0.0, 0.0, -1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
"""The axes forwards, to the right and up, of a look from above."""
STEP = 0.15
"""The least step of terrain that is drawn as a line, in inches."""
FINE = 2
"""Pixels painted for one of the image, on a side, so that edges come out smooth."""
EQUIPMENT, POSE, TERRAIN = "#E0D2B4", "#E9CFDE", "#BDB6A8"
"""What does not count as body, and what is no model at all."""
STEPS = (0.36, 0.12, 0.24, 0.24, 0.0, 0.0)
"""How far the colours of a model's parts are from the full colour, so that parts are told apart."""

Mask = NDArray[np.bool_]
Colours = NDArray[np.float64]
"""Red, green and blue from 0 to 255, in the last axis."""


def part_colours(tags: Sequence[str], body: str = GREEN) -> list[str]:
    """The colour of each part of a model by its tag, bodies in shades of one colour; without tags it is terrain."""
    plain = {"equipment": EQUIPMENT, "base": EQUIPMENT, "pose": POSE}
    return [plain.get(tag) or mixed(body, WHITE, STEPS[n % len(STEPS)]) for n, tag in enumerate(tags)] or [TERRAIN]


def model_image(view: View, solid: Solid, tags: Sequence[str], size: int, jump: float) -> NDArray[np.uint8]:
    """A model alone, of shape (size, size, 4): what it leaves free is seen through.

    Where depth changes by more than `jump`, in inches, from one place to the next, there is a line.
    """
    seen = paint(view, [solid], size * FINE)
    table = np.array([rgb(colour) for colour in part_colours(tags)], dtype=np.float64)
    there = seen.solid >= 0
    colours = np.zeros((*there.shape, 4))
    colours[there, :3] = lit(table[seen.part[there]], seen.shade[there])
    colours[..., :3][edges_of(seen.part)] *= 0.8
    colours[..., :3][jumps_of(seen.depth, jump)] *= 0.6
    colours[..., 3] = np.where(there, 255.0, 0.0)
    return smooth(colours)


def from_above(solid: Solid, scale: float) -> tuple[NDArray[np.uint8], Point, float]:
    """Terrain as it is seen from above, drawn with so many pixels an inch.

    Answers the image, the place of its lower left corner on the table, and how long its sides are, in inches.
    """
    (x0, y0, z0), (x1, y1, z1) = solid.bounds
    length = 1.02 * max(x1 - x0, y1 - y0)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    up = FAR * max(length, z1 - z0)
    view = View((x, y, z1 + up), *ABOVE, length / 2 / up)
    size = min(max(round(1.5 * scale * length), 16), 1200)
    return model_image(view, solid, (), size, STEP), (x - length / 2, y - length / 2), length


def lit(colours: Colours, shade: NDArray[np.float64]) -> Colours:
    """Colours in the light that falls on them, 0 to 1."""
    return colours * (0.55 + 0.45 * shade)[..., None]


def edges_of(*numbers: NDArray[np.generic]) -> Mask:
    """Where any of these arrays differs from its neighbour to the right or below."""
    edge = np.zeros(numbers[0].shape, dtype=bool)
    for one in numbers:
        edge[:, :-1] |= one[:, :-1] != one[:, 1:]
        edge[:-1] |= one[:-1] != one[1:]
    return edge


def jumps_of(depth: NDArray[np.float64], least: float) -> Mask:
    """Where what is painted is nearer than its neighbour to the right or below, or farther, by more than so much."""
    known = np.where(np.isfinite(depth), depth, -1.0)
    jump = np.zeros(depth.shape, dtype=bool)
    jump[:, :-1] |= np.abs(known[:, :-1] - known[:, 1:]) > least
    jump[:-1] |= np.abs(known[:-1] - known[1:]) > least
    return jump


def wider(mask: Mask, by: int) -> Mask:
    """A mask grown by so many pixels up, down and sideways."""
    for _ in range(by):
        grown = mask.copy()
        grown[1:] |= mask[:-1]
        grown[:-1] |= mask[1:]
        grown[:, 1:] |= mask[:, :-1]
        grown[:, :-1] |= mask[:, 1:]
        mask = grown
    return mask


def smooth(colours: Colours) -> NDArray[np.uint8]:
    """The image, each pixel the mean of the finer ones in it."""
    whole = colours[::FINE, ::FINE] * 0.0
    for a in range(FINE):
        for b in range(FINE):
            whole += colours[a::FINE, b::FINE] / FINE**2
    return np.rint(np.clip(whole, 0, 255)).astype(np.uint8)


def embed(pen: Pen, pixels: NDArray[np.uint8], at: Point, size: Point, note: str = "") -> None:
    """Put an image into a picture, as a PNG within it."""
    need("PIL", "3d", "what an eye sees is drawn with Pillow", "picture")
    from PIL import Image

    stream = BytesIO()
    Image.fromarray(pixels).save(stream, "PNG", optimize=True)
    source = "data:image/png;base64," + b64encode(stream.getvalue()).decode("ascii")
    pen.add("image", kind="view", note=note, x=at[0], y=at[1], width=size[0], height=size[1], href=source)


GROUND, BEYOND = "#E9E6DC", "#F4F6F8"
"""The table, and what is behind its edge."""
LINE = 1 / 90
"""How far a line of the table's grid reaches to either side, in inches."""
HATCH, STROKE, DASH = 20, 7, 12
"""How far slanting lines are apart, how thick they are, and how long dashes are, in painted pixels."""
SIDES = (mixed(BLUE, WHITE, 0.5), mixed(VERMILLION, WHITE, 0.5), mixed(MUTED, WHITE, 0.5))
"""The colours of other models by their sides; all after the second look alike."""


class Role(StrEnum):
    """What a thing is to the one who looks."""

    TARGET = auto()
    MODEL = auto()
    TERRAIN = auto()
    ABSENT = "treated as absent"


@dataclass(frozen=True)
class Thing:
    """Something in sight; `tags` has one of `geometry.bases.TAGS` for each part of a model, `side` tells its side."""

    name: str
    role: Role
    solid: Solid
    tags: tuple[str, ...] = ()
    side: int = 0

    @property
    def colours(self) -> list[str]:
        """The colour of each of its parts."""
        return part_colours(self.tags, GREEN if self.role is Role.TARGET else SIDES[min(self.side, 2)])

    @property
    def body(self) -> Solid:
        """The parts of its body."""
        return self.solid.only([part for part, tag in zip(self.solid.parts, self.tags, strict=True) if tag == "body"])


class EyeImage(NamedTuple):
    """The image, of shape (n, n, 3), and where in it things are seen, as masks of shape (n, n).

    `body` is the outline of the target's body, `hidden` the part of it that is behind others, and `shown` what is
    seen of each thing.
    """

    pixels: NDArray[np.uint8]
    body: Mask
    hidden: Mask
    shown: tuple[Mask, ...]


def image_of(view: View, things: Sequence[Thing], table: tuple[float, float], size: int) -> EyeImage:
    """What is seen in a window, in so many pixels on a side; exactly one of the things is the target.

    `table` is the width and the depth of the ground at height 0, in inches.
    """
    fine = FINE * size
    number = next(n for n, thing in enumerate(things) if thing.role is Role.TARGET)
    target = things[number]
    is_body = np.array([tag == "body" for tag in target.tags])
    seen = paint(view, _without(things, Role.ABSENT), fine)
    before = paint(view, _without(things, Role.ABSENT, Role.TARGET), fine)
    body = paint(view, [target.body], fine)
    outline = body.solid >= 0
    hidden = outline & (before.solid >= 0) & (before.depth < body.depth - CONTACT)
    visible = outline & ~hidden
    colours = _ground(view, table, fine)
    for n, thing in enumerate(things):
        here = seen.solid == n
        colours[here] = _painted(thing, seen, here)
    # What the target itself wears and carries hides nothing of its body, so the body shows through.
    own = visible & (seen.solid == number)
    through = np.where(own & ~is_body[np.where(own, seen.part, 0)], 0.5, 1.0)[visible][..., None]
    colours[visible] = _painted(target, body, visible) * through + colours[visible] * (1 - through)
    colours[edges_of(np.where(visible, body.part, seen.part))] *= 0.82
    colours[edges_of(seen.solid, visible)] *= 0.6
    shown = [(seen.solid == n) & ~hidden for n in range(len(things))]
    for n, thing in enumerate(things):
        if thing.role is Role.ABSENT:
            shown[n] = _draw_ghost(colours, paint(view, [thing.solid], fine), seen)
    _hatch(colours, hidden)
    return EyeImage(smooth(colours), _coarse(outline), _coarse(hidden), tuple(map(_coarse, shown)))


def _without(things: Sequence[Thing], *roles: Role) -> list[Solid]:
    """The solids, with nothing in the place of some, so that each keeps its number."""
    return [thing.solid.only(()) if thing.role in roles else thing.solid for thing in things]


def _painted(thing: Thing, painted: Painted, here: Mask) -> Colours:
    table = np.array([rgb(colour) for colour in thing.colours], dtype=np.float64)
    return lit(table[painted.part[here]], painted.shade[here])


def _ground(view: View, table: tuple[float, float], size: int) -> Colours:
    """The table with a line an inch and a stronger one every six, up to its edge; beyond it nothing."""
    across = ((2 * np.arange(size) + 1) / size - 1) * view.half
    rays = [
        f + r * across[None, :] - u * across[:, None] for f, r, u in zip(view.forward, view.right, view.up, strict=True)
    ]
    far = view.eye[2] / np.where(rays[2] < 0, -rays[2], np.inf)
    x, y = view.eye[0] + rays[0] * far, view.eye[1] + rays[1] * far
    on_table = (far > 0) & (x >= 0) & (x <= table[0]) & (y >= 0) & (y <= table[1])
    colours = np.where(on_table[..., None], np.array(rgb(GROUND), dtype=np.float64), np.array(rgb(BEYOND)))
    for place in (x, y):
        for apart, strong in ((1.0, 0.1), (6.0, 0.18)):
            colours *= (1 - strong * on_table * _lines(place, apart))[..., None]
    return colours


def _lines(place: NDArray[np.float64], apart: float) -> NDArray[np.float64]:
    """How much of a pixel is on lines so far apart; they fade where pixels can no longer tell them apart."""
    width = np.full(place.shape, 1e-9)
    width[:, :-1] += np.abs(place[:, 1:] - place[:, :-1])
    width[:-1] = np.maximum(width[:-1], np.abs(place[1:] - place[:-1]))
    away = np.abs(place - apart * np.rint(place / apart))
    covered: NDArray[np.float64] = np.clip(0.5 + (LINE - away) / width, 0.0, 1.0)
    return covered * np.clip(1.5 - 4 * width / apart, 0.0, 1.0)


def _draw_ghost(colours: Colours, alone: Painted, seen: Painted) -> Mask:
    """A dashed outline around what is treated as absent; answers where it would be seen."""
    there = (alone.solid >= 0) & ~(seen.depth < alone.depth)
    across = np.arange(len(there)) // DASH
    dashes = (across[:, None] + across[None, :]) % 2 == 0
    colours[wider(edges_of(alone.solid >= 0), 1) & wider(there, 2) & dashes] = rgb(INK)
    return there


def _hatch(colours: Colours, hidden: Mask) -> None:
    """Slanting lines over what is hidden, in an outline."""
    across = np.arange(len(hidden))
    lines = (across[:, None] + across[None, :]) % HATCH < STROKE
    colours[hidden] = colours[hidden] * 0.5 + np.array(rgb(WHITE)) * 0.5
    colours[hidden & lines] = rgb(VERMILLION)
    rim = edges_of(hidden)
    colours[wider(rim, 4)] = rgb(WHITE)
    colours[wider(rim, 2)] = rgb(VERMILLION)


def _coarse(mask: Mask) -> Mask:
    return mask[::FINE, ::FINE]
