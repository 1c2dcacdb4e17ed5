"""Who sees what: true line of sight from a model's eyes, or from a window, to a body (BLM-4.4, BLM-5.1 to 5.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from fireline.geometry.outlines import distance_to, inside
from fireline.rulesets.blightmeer.state import State, Unit
from fireline.ruling import Visibility
from fireline.ruling.visibility import EyeSearch

if TYPE_CHECKING:
    from fireline.geometry.sight import Seen
    from fireline.geometry.solids import Point3, Solid
    from fireline.rulesets.blightmeer.openings import Window

Spot = tuple[float, float]
"""How far along a window, and how far above its sill."""
STEP = 0.125
"""How close the places of a window lie that are tried where the first nine do not show all, in inches;"""
MOST = 16
"""but not more than so many steps in a row or a column."""
FINEST = 1 / 256
"""Around the best of them better ones are sought down to this step."""


class Peered(NamedTuple):
    """The best place found in a window, what is seen from there, and how it was sought."""

    eye: Point3
    seen: Seen
    search: EyeSearch


def view(state: State, viewer: Unit, target: Unit, window: str | None = None) -> Visibility:
    """What a unit sees of another's body, from its eyes or from the window it peers through (BLM-4.4).

    From a window it is what the best place of the opening shows, on the face of the wall that is away from the unit;
    nobody looks back in through it.
    """
    body = target.placed.body
    if window is None:
        eye = viewer.placed.eyes
        return _visibility(_look(state, viewer, target, eye, body), eye)
    best = _through(state, viewer, target, state.windows[window], body)
    return _visibility(best.seen, best.eye)._replace(search=best.search)


def view_of_window(state: State, viewer: Unit, target: Unit, window: str | None = None) -> Visibility | None:
    """What a unit sees of a hidden body from where it sees the window that this has peered through (BLM-4.4).

    It looks from its eyes, or from the window it peers through; None where it does not see the other's. Of two units at
    one window each sees it.
    """
    other = None if target.peering is None else state.windows.get(target.peering)
    if other is None:
        return None
    if window is None:
        seen = _look(state, viewer, target, viewer.placed.eyes, other.pane)
        return view(state, viewer, target)._replace(window=other.id) if seen.clear else None
    if window == other.id:
        return view(state, viewer, target, window)._replace(window=window)
    opening = state.windows[window]
    best = _through(state, viewer, target, opening, other.pane)
    if not best.seen.clear:
        return None
    hidden = _look(state, viewer, target, best.eye, target.placed.body, opening)
    return _visibility(hidden, best.eye)._replace(search=best.search, window=other.id)


def best_place(window: Window, look: Callable[[Point3], Seen], *, left: bool) -> Peered:
    """From where in a window, on its left face or its right, a look shows most: the first of equally good places.

    Nine places are tried first: the centre, the middles of the edges, the corners. Where none shows the whole body, so
    is a grid of places over the opening, and then what is around the best of them, in ever smaller steps.
    """
    wide, high = window.width, window.height
    tried: dict[Spot, Seen] = {}

    def best(spots: Iterable[Spot]) -> Spot:
        for spot in spots:
            if spot not in tried:
                tried[spot] = look(window.place(*spot, left=left))
                if tried[spot].share == 1:
                    return spot
        return max(tried, key=lambda spot: tried[spot].share)

    spot = best(sorted(_grid(wide, high, 2, 2), key=lambda spot: abs(spot[0] / wide - 0.5) + abs(spot[1] / high - 0.5)))
    columns, rows = (min(max(2 * ceil(length / STEP / 2), 2), MOST) for length in (wide, high))
    gap = max(wide / columns, high / rows)
    if tried[spot].share < 1:
        spot = best(_grid(wide, high, columns, rows))
    step = gap / 2
    while step >= FINEST and 0 < tried[spot].share < 1:
        around = [(spot[0] + x * step, spot[1] + y * step) for y in (-1, 0, 1) for x in (-1, 0, 1)]
        better = best((x, y) for x, y in around if 0 <= x <= wide and 0 <= y <= high)
        step = step if better != spot else step / 2
        spot = better
    seen = tried[spot]
    search = EyeSearch(spot, len(tried), 0.0 if seen.share == 1 else gap)
    return Peered(window.place(*spot, left=left), seen, search)


def called(id_: str) -> str:
    """A window as a sentence names it.

    >>> called("mill window"), called("north")
    ('the mill window', 'the window north')
    """
    return f"the {id_}" if "window" in id_.casefold() else f"the window {id_}"


def why_not_peer(state: State, unit: Unit, id_: str) -> str | None:
    """Why a unit cannot peer through a window: it is not next to it, or it has used another one."""
    window = state.windows[id_]
    if unit.peering is not None and unit.peering != id_:
        return f"{unit} has already peered through {called(unit.peering)} this turn."
    reach = state.edition.reach
    away = min(
        Fraction(0 if inside(middle, window.foot) else distance_to(middle, window.foot))
        - (unit.radius if unit.base.round else Fraction(radius))
        for middle, radius in unit.base.foot(unit.at[:2])
    )
    if away > reach:
        return f'{unit} is {float(away):.2f}" from {called(id_)}; next to it is within {float(reach):g}".'
    if not (window.low < unit.at[2] + unit.height and window.high > unit.at[2]):
        return f"{unit} does not reach up or down to {called(id_)}."
    return None


def windows_of(state: State, unit: Unit) -> Iterator[str]:
    """Every window that a unit may peer through."""
    if state.edition.windows:
        yield from (id_ for id_ in state.windows if why_not_peer(state, unit, id_) is None)


def blocks(state: State, viewer: Unit, side: str | None) -> bool:
    """Whether a third model of a side blocks what a unit sees: any but, by edition, an ally of it (BLM-5.3)."""
    return state.edition.friends_block or side != viewer.side


def _through(state: State, viewer: Unit, target: Unit, opening: Window, body: Solid) -> Peered:
    """From where in an opening a unit that peers through it sees most of something of another, and what it sees."""
    left = not opening.is_left_of(viewer.at[:2])
    return best_place(opening, lambda eye: _look(state, viewer, target, eye, body, opening), left=left)


def _look(state: State, viewer: Unit, target: Unit, eye: Point3, body: Solid, opening: Window | None = None) -> Seen:
    """What is seen of a body past all that blocks a unit's view of another; from an opening nobody looks back in."""
    from fireline.geometry.sight import look_among  # numpy: only where there is a table in three dimensions
    from fireline.geometry.view import depth_of, window_on

    window, there, models = window_on(eye, body), state.there, len(state.terrain)
    before = [
        there.solid(n)
        for n in window.may_show(there.balls, depth_of(window, body)).tolist()
        if n < models
        or (there.models[n - models][0] not in {viewer.id, target.id} and blocks(state, viewer, there.sides[n]))
    ]
    return look_among(eye, body, (*before, (opening.piece, opening.pane)) if opening else tuple(before))


def _visibility(seen: Seen, eye: Point3) -> Visibility:
    return Visibility(
        visible=seen.share,
        hidden=tuple((name, seen.hidden_share(name)) for name, _ in seen.hidden),
        parts=tuple((part.name, part.share) for part in seen.parts if part.pixels),
        eye=eye,
        resolution=seen.size,
        close=seen.close,
    )


def _grid(wide: float, high: float, columns: int, rows: int) -> list[Spot]:
    """Places over the opening, its edges among them, row by row from the sill up."""
    return [(wide * x / columns, high * y / rows) for y in range(rows + 1) for x in range(columns + 1)]
