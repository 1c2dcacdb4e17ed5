"""What a battle file may say and still looks like a slip: models over nothing, sides that differ by a capital."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from fireline.rulesets.blightmeer.legality import NOBODY_FIRST, nobody_first
from fireline.rulesets.blightmeer.state import State, Unit
from fireline.rulesets.blightmeer.terrain import FOOT, Mesh
from fireline.ruling.prose import listing


def warnings(state: State) -> tuple[str, ...]:
    """Every such slip, as a sentence."""
    return (*_turn(state), *_sides(state), *_floating(state), *_surfaces(state))


def _turn(state: State) -> Iterator[str]:
    if nobody_first(state):
        yield f"turn.first_player is missing. {NOBODY_FIRST} (BLM-1.3)"


def _sides(state: State) -> Iterator[str]:
    for one, other in combinations(sorted(state.sides), 2):
        if one.casefold().strip() == other.casefold().strip():
            yield f"{one!r} and {other!r} are two sides, enemies of each other."
    if len(state.sides) > 2:
        yield f"There are {len(state.sides)} sides: {listing(state.sides)}; each is an enemy of all others."


def _floating(state: State) -> Iterator[str]:
    for unit in state.standing:
        below = _floors_under(state, unit)
        if not any(abs(floor - unit.at[2]) <= FOOT for floor in below):
            nearest = max((floor for floor in below if floor < unit.at[2]), default=0.0)
            yield f'{unit} stands {unit.at[2]:g}" up over nothing: the next surface under it is at {nearest:g}".'


def _floors_under(state: State, unit: Unit) -> set[float]:
    """Every surface under its base, at its middle and around its rim."""
    x, y, _ = unit.at
    places = ((x, y), *((x + dx, y + dy) for dx, dy in unit.base.shape))
    beside = state.terrain.over((x, y), float(unit.radius))
    return {0.0} | {floor for piece in beside for place in places for floor in piece.floors(place)}


def _surfaces(state: State) -> Iterator[str]:
    for piece in state.terrain:
        if isinstance(piece, Mesh) and not piece.model.closed:
            lacks = f"{piece.model.leaks} edges of one triangle only, {piece.model.crowded} of more than two"
            yield f"{piece.id} has no closed surface ({lacks}): it hides what is behind it, but has no inside."
