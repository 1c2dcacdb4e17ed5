"""What an eye sees, as an image: the table, what stands on it, and of the target what is seen and what is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.draw.palette import BLUE, GREEN, INK, MUTED, VERMILLION, WHITE
from fireline.geometry.drawing import CONTACT
from fireline.geometry.painting import Painted, paint
from fireline.geometry.solids import Solid
from fireline.geometry.view import View
from fireline.rulesets.blightmeer.drawing.relief import (
    FINE,
    Colours,
    Mask,
    edges_of,
    lit,
    mixed,
    part_colours,
    rgb,
    smooth,
    wider,
)

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

    TARGET = "target"
    MODEL = "model"
    TERRAIN = "terrain"
    ABSENT = "treated as absent"


@dataclass(frozen=True)
class Thing:
    """Something in sight; `tags` has one of `geometry.model.TAGS` for each part of a model, `side` tells its side."""

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
