"""Solids as an image: a colour for what each part is, light on it, lines around it, and the image in an SVG."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from fireline.draw.canvas import Pen, Point
from fireline.draw.palette import GREEN, WHITE
from fireline.extras import need
from fireline.geometry.painting import paint
from fireline.geometry.solids import Solid
from fireline.geometry.view import View

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


def rgb(colour: str) -> tuple[int, int, int]:
    """The three parts of a colour.

    >>> rgb("#0072B2")
    (0, 114, 178)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another in it.

    >>> mixed("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    parts = [round(a + (b - a) * share) for a, b in zip(rgb(colour), rgb(other), strict=True)]
    return "#{:02X}{:02X}{:02X}".format(*parts)


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
