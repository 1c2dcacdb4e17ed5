"""Who sees whom, asked about many at once: the answers of looks without their pictures (BLM-5.1, BLM-5.2)."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING

from fireline.game.kept import Kept
from fireline.rulesets.blightmeer.scene import blocks, placed, standing
from fireline.rulesets.blightmeer.state import State, Unit

if TYPE_CHECKING:
    from fireline.geometry.glance import Crowd, Glance
    from fireline.geometry.solids import Solid
    from fireline.geometry.view import View

_NAME = "glimpses"
_COMPILED = "fireline.geometry.rasteriser"
"""The code that draws; while nothing has loaded it, to look takes less time than to load it."""
_KEPT: Kept[Glance | None] = Kept(most=1 << 14)


def expect_many(state: State) -> None:
    """Say that many will ask who sees whom in this state; where few ask, looks answer, whose pictures people want."""
    state.put_together.setdefault(_NAME, {})


def glimpse(state: State, viewer: Unit, target: Unit) -> Glance | None:
    """What a unit sees of another's body from its eyes, as `scene.view` has it; None where a look is to tell."""
    known: dict[tuple[str, str], Glance | None] | None = state.put_together.get(_NAME)
    if known is None or _COMPILED not in sys.modules:
        return None
    pair = viewer.id, target.id
    if pair not in known:
        known[pair] = _glimpse(state, viewer, target)
    return known[pair]


def forget_glimpses() -> None:
    """Forget everything, as a benchmark of fresh answers needs."""
    _KEPT.forget()


def _glimpse(state: State, viewer: Unit, target: Unit) -> Glance | None:
    from fireline.geometry.glance import glance, window

    mine, body = placed(viewer), placed(target).body
    view = window(mine.eyes, body)
    between = _between(state, viewer, target, view, body)
    return _KEPT.of((mine, body, *between), lambda: glance(view, body, _crowd(), between))


def _between(state: State, viewer: Unit, target: Unit, view: View, body: Solid) -> list[Solid]:
    """What may block, of all that may be in the window on a body."""
    from fireline.geometry.glance import may_show
    from fireline.geometry.view import depth_of

    there = standing(state)
    terrain = len(there.terrain)
    return [
        there.solid(n)[1]
        for n in may_show(there.balls, view.camera(far=depth_of(view, body))).tolist()
        if n < terrain
        or (there.models[n - terrain][0] not in {viewer.id, target.id} and blocks(state, viewer, there.sides[n]))
    ]


@cache
def _crowd() -> Crowd:
    from fireline.geometry.glance import Crowd

    return Crowd()
