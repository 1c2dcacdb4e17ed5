"""Who sees what: true line of sight from a model's eyes, or from a window, to a model's body (BLM-5.1 to 5.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from fireline.rulesets.blightmeer.pieces import Injury, Size
from fireline.rulesets.blightmeer.state import State, Unit
from fireline.rulesets.blightmeer.walls import Opening, Wall
from fireline.ruling import Visibility

if TYPE_CHECKING:
    from fireline.geometry.sight import Seen
    from fireline.geometry.solids import Point3, Solid
    from fireline.rulesets.blightmeer.figure import Figure

KEPT = 4096
"""How many models and views are remembered; those not asked for longest go first."""


@dataclass(frozen=True)
class Placed:
    """A unit's model where it stands: all of it, its body alone, and its eyes."""

    solid: Solid
    body: Solid
    eyes: Point3


def figure_of(unit: Unit) -> Figure:
    """The figure that stands for a unit, before it is put on the table."""
    from fireline.rulesets.blightmeer.figure import Posture, human, of_model

    lying = {Injury.STUNNED: Posture.FACE_DOWN, Injury.DAZED: Posture.FACE_UP}
    posture = lying.get(unit.injury, Posture.STANDING)
    if unit.miniature is not None:
        return of_model(unit.miniature.model, unit.miniature.inches, posture)
    weapon = unit.weapon.name if unit.weapon else None
    base = None if unit.own_base is None else (float(unit.base.long), float(unit.base.wide))
    return human(unit.size is Size.LARGE, unit.gear, weapon, posture, unit.raised_arms, unit.own_height, base)


def placed(unit: Unit) -> Placed:
    """A unit's model on the table."""
    return _placed(figure_of(unit), unit.at, unit.facing)


@lru_cache(maxsize=KEPT)
def _placed(figure: Figure, at: Point3, facing: float) -> Placed:
    from fireline.geometry.turns import cos_sin

    cos, sin = cos_sin(facing)
    x, y, z = figure.eyes
    eyes = (at[0] + x * cos - y * sin, at[1] + x * sin + y * cos, at[2] + z)
    return Placed(figure.solid.placed(at, facing), figure.body.placed(at, facing), eyes)


def view(state: State, viewer: Unit, target: Unit, window: str | None = None) -> Visibility:
    """What a unit sees of another's body, from its eyes or from the window it peers through (BLM-4.4).

    From a window it is the best of `viewpoints`, the first of equally good ones; nobody looks back in through it.
    """
    between, body, eyes = blockers(state, viewer, target), placed(target).body, [placed(viewer).eyes]
    if window is not None:
        wall, opening = state.windows[window]
        eyes = list(viewpoints(wall, opening, viewer))
        between = (*between, (wall.id, _pane(wall, opening)))
    looks = [(eye, _look(eye, body, between)) for eye in eyes]
    eye, seen = max(looks, key=lambda one: one[1].share)
    return Visibility(
        visible=seen.share,
        hidden=tuple((name, seen.hidden_share(name)) for name, _ in seen.hidden),
        parts=tuple((part.name, part.share) for part in seen.parts if part.pixels),
        eye=eye,
        resolution=seen.size,
        close=seen.close,
    )


def sees_window(state: State, viewer: Unit, peering: Unit) -> bool:
    """Whether a unit sees the window that an enemy has peered through (BLM-4.4)."""
    if peering.peering is None or peering.peering not in state.windows:
        return False
    pane = _pane(*state.windows[peering.peering])
    return _look(placed(viewer).eyes, pane, blockers(state, viewer, peering)).clear


def viewpoints(wall: Wall, window: Opening, viewer: Unit) -> Iterator[Point3]:
    """The nine points of a window that a unit may look from: on the face of the wall that is away from it.

    The centre comes first, then the middles of the edges, then the corners.
    """
    across = -wall.thickness / 2 if wall.side_of(viewer.at[:2]) > 0 else wall.thickness / 2
    places = sorted(((u, v) for u in (0.0, 0.5, 1.0) for v in (0.0, 0.5, 1.0)), key=_from_centre)
    for u, v in places:
        x, y = wall.point(window.along + window.width * u, across)
        yield x, y, wall.bottom + window.sill + window.height * v


def _from_centre(place: tuple[float, float]) -> float:
    return abs(place[0] - 0.5) + abs(place[1] - 0.5)


@lru_cache(maxsize=KEPT)
def _look(eye: Point3, body: Solid, blockers: tuple[tuple[str, Solid], ...]) -> Seen:
    from fireline.geometry.sight import look  # compiled code: only where there is a table in three dimensions

    return look(eye, body, blockers)


@lru_cache(maxsize=KEPT)
def _pane(wall: Wall, window: Opening) -> Solid:
    """A window's opening as a thin pane in the middle of the wall."""
    import numpy as np

    from fireline.geometry.solids import Solid

    (x0, y0), (x1, y1) = wall.point(window.along), wall.point(window.end)
    low, high = wall.bottom + window.sill, wall.bottom + window.top
    a, b, c, d = (x0, y0, low), (x1, y1, low), (x1, y1, high), (x0, y0, high)
    return Solid.of(np.array([(a, b, c), (a, c, d)]), window.id)


def blockers(state: State, viewer: Unit, target: Unit) -> tuple[tuple[str, Solid], ...]:
    """What may stand between two units: terrain, and every other model that blocks."""
    others = (unit for unit in state.standing if unit.id not in {viewer.id, target.id})
    return (
        *((piece.id, piece.solid) for piece in state.terrain),
        *((unit.id, placed(unit).solid) for unit in others if blocks(state, viewer, unit)),
    )


def blocks(state: State, viewer: Unit, other: Unit) -> bool:
    """Whether a third model blocks what a unit sees: any but, by edition, an ally of it (BLM-5.3)."""
    return state.edition.friends_block or other.side != viewer.side


def forget_views() -> None:
    """Forget every view remembered, as a benchmark of fresh answers needs."""
    _look.cache_clear()
