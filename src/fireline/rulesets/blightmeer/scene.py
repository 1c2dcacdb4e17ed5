"""Who sees what: true line of sight from a model's eyes, or from a window, to a body (BLM-4.4, BLM-5.1 to 5.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fireline.geometry.bases import exact, gap_beside
from fireline.rulesets.blightmeer.state import State, Unit
from fireline.ruling import Reason, Visibility
from fireline.ruling.sight import EyeSearch

if TYPE_CHECKING:
    from fireline.geometry.shadows import Face
    from fireline.geometry.sight import Glimpse, Place, Seen
    from fireline.geometry.solids import Point3, Solid
    from fireline.rulesets.blightmeer.openings import Window


def line_of_sight(state: State, viewer: Unit, target: Unit, window: str | None = None) -> Visibility:
    """What a unit sees of another's body from its eyes, from the window that it peers through, or where one has peered.

    From a window it is what the best place of the opening shows, just before the face of the wall that is away from the
    unit; nobody looks back in through it. A hidden body is seen from where the window is seen that it has peered
    through (BLM-4.4). Of two units at one window each sees it. Where it is too close to call whether the window is
    seen, so is the answer.
    """
    look = _From(state, viewer, target, window)
    place = look.best(target.placed.body)
    other = None if target.peering is None else state.terrain.windows.get(target.peering)
    if place.seen.clear or other is None:
        return _visibility(place)
    if window == other.id:
        return _visibility(place)._replace(window=other.id)
    through = look.best(other.pane)
    if through.seen.clear:
        place = through._replace(seen=look.seen(through.eye, target.placed.body))
    close = place.seen.close or through.seen.close
    return _visibility(place)._replace(close=close, window=other.id if through.seen.clear else "")


def glimpse(state: State, viewer: Unit, target: Unit, window: str | None = None) -> Glimpse:
    """Whether any of a body is seen, and whether any of it is hidden: less than `line_of_sight` tells."""
    return _From(state, viewer, target, window).glimpse(target.placed.body)


def called(id_: str) -> str:
    """A window as a sentence names it.

    >>> called("mill window"), called("north")
    ('the mill window', 'the window north')
    """
    return f"the {id_}" if "window" in id_.casefold() else f"the window {id_}"


def why_not_peer(state: State, unit: Unit, id_: str) -> Reason | None:
    """Why a unit cannot peer through a window: it is not next to it, or it has used another one."""
    window = state.terrain.windows[id_]
    if unit.peering is not None and unit.peering != id_:
        return f"{unit} has already peered through {called(unit.peering)} this turn."
    gap, reach = gap_beside(unit.at[:2], unit.base, window.foot), state.edition.reach
    if not gap.within(reach):
        # Most windows are out of reach, and most who ask want no words.
        return lambda: f'{unit} is {gap.shown(reach)} from {called(id_)}; next to it is within {float(reach):g}".'
    stands = exact(unit.at[2])
    if not (exact(window.low) < stands + unit.height and exact(window.high) > stands):
        return f"{unit} does not reach up or down to {called(id_)}."
    return None


def windows_of(state: State, unit: Unit) -> Iterator[str]:
    """Every window that a unit may peer through."""
    if state.edition.windows:
        yield from (id_ for id_ in state.terrain.windows if why_not_peer(state, unit, id_) is None)


def blocks(state: State, viewer: Unit, side: str | None) -> bool:
    """Whether a third model of a side blocks what a unit sees: any but, by edition, an ally of it (BLM-5.3)."""
    return state.edition.friends_block or side != viewer.side


class _From:
    """Where a unit looks from for another, and past whom."""

    def __init__(self, state: State, viewer: Unit, target: Unit, window: str | None) -> None:
        self._crowd, self._state, self._viewer, self._target = state.there, state, viewer, target
        self._opening = None if window is None else state.terrain.windows[window]
        self._others = ((self._opening.piece, self._opening.pane),) if self._opening else ()

    def best(self, body: Solid) -> Place:
        """The place that shows most of a body, and what of it is seen from there."""
        if self._opening is None:
            from fireline.geometry.sight import Place

            return Place(self._viewer.placed.eyes, self.seen(self._viewer.placed.eyes, body))
        return self._crowd.look_through(self._face(self._opening), body, self._absent, *self._others)

    def glimpse(self, body: Solid) -> Glimpse:
        """Whether any of a body is seen, and whether any of it is hidden."""
        if self._opening is None:
            return self._crowd.glimpse(self._viewer.placed.eyes, body, self._absent)
        return self._crowd.glimpse_through(self._face(self._opening), body, self._absent, *self._others)

    def _absent(self, name: str) -> bool:
        """Whether it is one of the two, or a model that blocks nothing of what the unit sees."""
        unit = self._state.find(name)
        if unit is None:
            return False
        return unit.id in {self._viewer.id, self._target.id} or not blocks(self._state, self._viewer, unit.side)

    def _face(self, opening: Window) -> Face:
        return opening.face(left=not opening.is_left_of(self._viewer.at[:2]))

    def seen(self, eye: Point3, body: Solid) -> Seen:
        """What is seen of a body from a place."""
        return self._crowd.look(eye, body, self._absent, *self._others)


def _visibility(place: Place) -> Visibility:
    seen = place.seen
    return Visibility(
        visible=seen.share,
        hidden=tuple((name, seen.hidden_share(name)) for name, _ in seen.hidden),
        parts=tuple((part.name, part.share) for part in seen.parts if part.pixels),
        eye=place.eye,
        resolution=seen.size,
        close=seen.close,
        search=None if place.at is None else EyeSearch(place.at, place.tried, place.gap),
    )
