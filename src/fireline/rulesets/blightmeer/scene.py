"""Who sees what: true line of sight from a model's eyes, or from a window, to a model's body (BLM-5.1 to 5.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import dist
from typing import TYPE_CHECKING, TypeAlias

from fireline.rulesets.blightmeer.nearby import NOWHERE, balls_of, numbers_near
from fireline.rulesets.blightmeer.peering import best_place
from fireline.rulesets.blightmeer.pieces import Injury, Size
from fireline.rulesets.blightmeer.state import State, Unit
from fireline.ruling import Visibility

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from fireline.geometry.sight import Seen
    from fireline.geometry.solids import Point3, Solid
    from fireline.rulesets.blightmeer.figure import Figure
    from fireline.rulesets.blightmeer.terrain import Terrain

Ball: TypeAlias = "tuple[Point3, float]"
"""A centre and a radius."""
ASIDE = 0.25
"""Four pixels of the widest window that a look has, as a share of how far away they are."""
KEPT = 4096
"""How many models on the table are remembered; those not asked for longest go first,"""
VIEWS = 1 << 15
"""and how many views of them: enough for all that two hundred models see of each other."""


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
    found: Placed | None = unit.put_together.get("placed")
    if found is None:
        found = unit.put_together["placed"] = _placed(figure_of(unit), unit.at, unit.facing)
    return found


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
        return _visibility(_look(eye, body, _in_window(state, viewer, target, body)), eye)
    opening = state.windows[window]
    between = (*blockers(state, viewer, target, opening.ball, body.ball), (opening.piece, opening.pane))
    eye, seen, search = best_place(opening, body, between, left=not opening.is_left_of(viewer.at[:2]))
    return replace(_visibility(seen, eye), search=search)


def sees(state: State, viewer: Unit, target: Unit) -> bool:
    """Whether a unit sees any of another's body from its eyes: the answer of `view`, without the rest."""
    body = placed(target).body
    return _look(placed(viewer).eyes, body, _in_window(state, viewer, target, body)).clear


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
    pane = state.windows[peering.peering].pane
    return _look(placed(viewer).eyes, pane, _in_window(state, viewer, peering, pane)).clear


@lru_cache(maxsize=VIEWS)
def _look(eye: Point3, body: Solid, blockers: tuple[tuple[str, Solid], ...]) -> Seen:
    from fireline.geometry.sight import look  # compiled code: only where there is a table in three dimensions

    return look(eye, body, blockers)


@dataclass(frozen=True)
class Standing:
    """Everything that stands on a table, terrain first, with a ball around each; terrain is built when it is asked for.

    `sides` are those of the models, None for terrain.
    """

    terrain: tuple[Terrain, ...]
    models: tuple[tuple[str, Solid], ...]
    sides: tuple[str | None, ...]
    balls: NDArray[np.float64]

    @classmethod
    def of(cls, state: State) -> Standing:
        """What stands on a table now."""
        import numpy as np  # no rulebook loads it

        units = tuple(state.standing)
        models = tuple((unit.id, placed(unit).solid) for unit in units)
        sides = (*(None for _ in state.terrain), *(unit.side for unit in units))
        balls = [(*solid.ball[0], solid.ball[1]) if len(solid) else NOWHERE for _, solid in models]
        around = np.array(balls, dtype=np.float64).reshape(-1, 4)
        return cls(state.terrain, models, sides, np.concatenate((balls_of(state.terrain), around)))

    def solid(self, number: int) -> tuple[str, Solid]:
        """One of them with its name."""
        if number >= len(self.terrain):
            return self.models[number - len(self.terrain)]
        return self.terrain[number].id, self.terrain[number].solid


def standing(state: State) -> Standing:
    """What stands on the table, put together once for each state."""
    found: Standing | None = state.put_together.get("standing")
    if found is None:
        found = state.put_together["standing"] = Standing.of(state)
    return found


def blockers(state: State, viewer: Unit, target: Unit, eyes: Ball, body: Ball) -> tuple[tuple[str, Solid], ...]:
    """What a look from one ball into another may meet: what is near it and blocks.

    A ray from an eye in the first ball to a point of the second keeps as near to the line between the centres as the
    larger of the two reaches. What counts as a pixel larger lies within `ASIDE` of the way beside it.
    """
    way = dist(eyes[0], body[0]) + eyes[1] + body[1]
    reach = max(eyes[1], body[1]) + ASIDE * way
    return _blocking(state, viewer, target, numbers_near(standing(state).balls, eyes[0], body[0], reach))


def _blocking(state: State, viewer: Unit, target: Unit, near: Iterable[int]) -> tuple[tuple[str, Solid], ...]:
    """Those of what stands there that may block what a unit sees of another."""
    there, models = standing(state), len(state.terrain)
    return tuple(
        there.solid(n)
        for n in near
        if n < models
        or (there.models[n - models][0] not in {viewer.id, target.id} and blocks(state, viewer, there.sides[n]))
    )


def _in_window(state: State, viewer: Unit, target: Unit, body: Solid) -> tuple[tuple[str, Solid], ...]:
    """Those blockers that may be in the window of a look at a body: the others can make no difference to it."""
    from fireline.geometry.view import depth_of, window_on

    window = window_on(placed(viewer).eyes, body)
    return _blocking(state, viewer, target, window.may_show_any(standing(state).balls, depth_of(window, body)).tolist())


def near_line(state: State, viewer: Unit, target: Unit, room: float) -> bool:
    """Whether anything that may block comes so near to the line from a unit's eyes to the middle of another's body."""
    eye, middle = placed(viewer).eyes, placed(target).body.ball[0]
    return bool(_blocking(state, viewer, target, numbers_near(standing(state).balls, eye, middle, room)))


def blocks(state: State, viewer: Unit, side: str | None) -> bool:
    """Whether a third model of a side blocks what a unit sees: any but, by edition, an ally of it (BLM-5.3)."""
    return state.edition.friends_block or side != viewer.side


def forget_views() -> None:
    """Forget every view remembered, as a benchmark of fresh answers needs."""
    _look.cache_clear()
    best_place.cache_clear()
