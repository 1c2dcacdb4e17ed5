"""Who sees what: true line of sight from a model's eyes, or from a window, to a model's body (BLM-5.1 to 5.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import dist
from typing import TYPE_CHECKING, TypeAlias

from fireline.rulesets.blightmeer.nearby import near
from fireline.rulesets.blightmeer.peering import best_place
from fireline.rulesets.blightmeer.pieces import Injury, Size
from fireline.rulesets.blightmeer.state import State, Unit
from fireline.ruling import Visibility

if TYPE_CHECKING:
    from fireline.geometry.sight import Seen
    from fireline.geometry.solids import Point3, Solid
    from fireline.rulesets.blightmeer.figure import Figure

Ball: TypeAlias = "tuple[Point3, float]"
"""A centre and a radius."""
ASIDE = 0.25
"""Four pixels of the widest window that a look has, as a share of how far away they are."""
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

    From a window it is what the best place of the opening shows, on the face of the wall that is away from the unit;
    nobody looks back in through it.
    """
    body = placed(target).body
    if window is None:
        eye = placed(viewer).eyes
        return _visibility(_look(eye, body, blockers(state, viewer, target, (eye, 0.0), body.ball)), eye)
    opening = state.windows[window]
    between = (*blockers(state, viewer, target, opening.ball, body.ball), (opening.piece, opening.pane))
    eye, seen, search = best_place(opening, body, between, left=not opening.is_left_of(viewer.at[:2]))
    return replace(_visibility(seen, eye), search=search)


def _visibility(seen: Seen, eye: Point3) -> Visibility:
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
    pane, eye = state.windows[peering.peering].pane, placed(viewer).eyes
    return _look(eye, pane, blockers(state, viewer, peering, (eye, 0.0), pane.ball)).clear


@lru_cache(maxsize=KEPT)
def _look(eye: Point3, body: Solid, blockers: tuple[tuple[str, Solid], ...]) -> Seen:
    from fireline.geometry.sight import look  # compiled code: only where there is a table in three dimensions

    return look(eye, body, blockers)


def blockers(state: State, viewer: Unit, target: Unit, eyes: Ball, body: Ball) -> tuple[tuple[str, Solid], ...]:
    """What a look from one ball into another may meet: terrain near it, and every other model that blocks.

    A ray from an eye in the first ball to a point of the second keeps as near to the line between the centres as the
    larger of the two reaches. What counts as a pixel larger lies within `ASIDE` of the way beside it.
    """
    way = dist(eyes[0], body[0]) + eyes[1] + body[1]
    beside = near(state.terrain, eyes[0], body[0], max(eyes[1], body[1]) + ASIDE * way)
    return (*((piece.id, piece.solid) for piece in beside), *models(state, viewer, target))


def models(state: State, viewer: Unit, target: Unit) -> Iterator[tuple[str, Solid]]:
    """Every other model that blocks what one unit sees of another."""
    others = (unit for unit in state.standing if unit.id not in {viewer.id, target.id})
    return ((unit.id, placed(unit).solid) for unit in others if blocks(state, viewer, unit))


def blocks(state: State, viewer: Unit, other: Unit) -> bool:
    """Whether a third model blocks what a unit sees: any but, by edition, an ally of it (BLM-5.3)."""
    return state.edition.friends_block or other.side != viewer.side


def forget_views() -> None:
    """Forget every view remembered, as a benchmark of fresh answers needs."""
    _look.cache_clear()
    best_place.cache_clear()
