"""Who is in a battle, whose turn it is, what may be said, and what looks like a slip, for those who know no game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from fireline.game.command import Command, EndPhase, NextTurn, Shoot
from fireline.game.entries import plain
from fireline.game.facts import declared as declared_of
from fireline.game.facts import flags
from fireline.game.places import point_name
from fireline.game.roster import Turn, UnitView
from fireline.geometry.bases import exact
from fireline.rulesets.blightmeer.battlefile import turn_data
from fireline.rulesets.blightmeer.legality import NOBODY_FIRST, nobody_first
from fireline.rulesets.blightmeer.pieces import Injury
from fireline.rulesets.blightmeer.prose import title
from fireline.rulesets.blightmeer.protect import Protect, declared, replies
from fireline.rulesets.blightmeer.scene import called
from fireline.rulesets.blightmeer.state import State, Unit
from fireline.rulesets.blightmeer.terrain import FOOT, Mesh
from fireline.ruling.prose import listing

FLAGS = (*(str(injury) for injury in Injury if injury), *(one.flag for one in declared_of(Unit).values() if one.flag))


def units(state: State) -> tuple[UnitView, ...]:
    """Every unit, those out of the game too."""
    return tuple(
        UnitView(one.id, title(state, one.id), one.side, _place(one), one.out, one.wounds, (*one.status, *flags(one)))
        for one in state.units
    )


def turn(state: State) -> Turn:
    """The side whose ranged phase it is."""
    return Turn(state.turn, f"turn {state.number} of {state.turn}", over=state.over, data=turn_data(state))


def _place(unit: Unit) -> str:
    x, y, _ = unit.at
    return point_name(exact(x), exact(y))


def label(state: State, command: Command) -> str:
    """A command as a menu shows it."""
    match command:
        case Shoot(shot):
            window = shot.details.get("peer")
            return f"{shot.shooter} shoots at {shot.target}{f' through {called(window)}' if window else ''}"
        case EndPhase():
            return "End the ranged phase"
        case NextTurn():
            sides = state.sides
            return f"Begin the turn of {sides[(sides.index(state.turn) + 1) % len(sides)]}"
        case Protect(unit):
            return f"{f'{unit} tries' if unit else 'Nobody tries'} to Protect{_prospect(state, unit)}"
        case _:
            return str(command)


def _prospect(state: State, unit: str) -> str:
    """What an answer comes to for the opponent."""
    shooting = declared(state)
    if shooting is None:
        return ""
    one = next((one for one in replies(shooting) if (one.protector or "") == unit), None)
    return "" if one is None else f": {one}"


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


def expanded_entry(state: State, id_: str) -> dict[str, Any]:
    """The weapon of a unit with every field."""
    weapon = state.unit(id_).weapon
    if weapon is None:
        return {}
    numbers = {"range": plain(weapon.range), "pierce": weapon.pierce, "injury": weapon.injury}
    return {"weapon": {"name": weapon.name, **numbers, "long_reload": weapon.long_reload}}
