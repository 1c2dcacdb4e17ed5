"""Who may peer through which window (BLM-4.4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from fireline.geometry.outlines import distance_to, inside
from fireline.rulesets.blightmeer.board import exact
from fireline.rulesets.blightmeer.state import State, Unit


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
    reach = exact(state.edition.window_reach)
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
