"""Where people stand on the field, and the battle with one of them elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import Any

from fireline.game.command import Move
from fireline.game.entries import plain, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.places import (
    Mark,
    Moving,
    check_marks,
    checked_step,
    moving,
    no_numbers,
    point_name,
    point_named,
)
from fireline.rulesets.endless_horizons import distances
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.pieces import Movement, Stance
from fireline.rulesets.endless_horizons.posture import DistancesChanged
from fireline.rulesets.endless_horizons.state import State, Unit
from fireline.ruling import Refusal

METRES = ("METRES",)
ROUND_STEPS = (1, 2, 5)
USUAL_CELLS, MOST_CELLS = 40, 1000
"""Places along the field if nothing is said of how far apart they are, and the most there may be."""
AROUND = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)


class Metres:
    """Places are points "x,y" in metres; where distances are written down, they are these distances.

    Of a unit with one such distance a place is its number, "60"; with several it names each, "guard=60 drone=90": no
    distance follows from another. Enemies are named before friends.
    """

    measure = "metres"
    rule = RULES.cite("EHZ-4.1")

    def everybody(self, state: State) -> tuple[str, ...]:
        """Every unit."""
        return tuple(one.id for one in state.units)

    def at(self, state: State, unit: str) -> str:
        """How far it is from whom, where that is written down, else its point."""
        one = state.named(unit)
        known = distances.distances_of(state, one)
        return distances.place_at(known) if known else point_name(*_point(one))

    def all(self, state: State, unit: str, step: Fraction | None = None) -> tuple[str, ...]:
        """Distances as far as any weapon reaches, or points on a grid around everybody, a quarter wider each side.

        Each distance is one from every enemy that it has a distance from; its friends are where they were.
        """
        one, reach = state.named(unit), _reach(state)
        if known := distances.distances_of(state, one):
            apart = checked_step(step, _round_step(reach), MOST_CELLS, reach)
            foes = distances.foes_of(state, one, known)
            return tuple(
                distances.place_at(known | dict.fromkeys(foes, n * apart)) for n in range(int(reach // apart) + 1)
            )
        _point(one)
        xs, ys, span = *_axes(state), _span(state)
        apart = checked_step(step, _round_step(span * Fraction(3, 2)), MOST_CELLS // 2, span)
        return tuple(point_name(x, y) for y in _grid(ys, span / 4, apart) for x in _grid(xs, span / 4, apart))

    def is_even(self, state: State, unit: str) -> bool:
        """Whether it is as far from every enemy that it has a distance from, as every place of `all` is."""
        one = state.named(unit)
        known = distances.distances_of(state, one)
        return len({known[foe] for foe in distances.foes_of(state, one, known)}) == 1

    def steps(self, state: State, unit: str) -> tuple[str, ...]:
        """A step of `all` nearer to one enemy or farther, or along either axis or both."""
        one = state.named(unit)
        if known := distances.distances_of(state, one):
            apart = _round_step(_reach(state))
            there = ((foe, known[foe] + by) for foe in distances.foes_of(state, one, known) for by in (-apart, apart))
            return tuple(distances.place_at(known | {foe: far}) for foe, far in there if far >= 0)
        x, y = _point(one)
        apart = _round_step(_span(state) * Fraction(3, 2))
        return tuple(point_name(x + dx * apart, y + dy * apart) for dx, dy in AROUND)

    def put(self, state: State, unit: str, place: str) -> State:
        """The battle with it somewhere else; people and things may share a place, and cover stays with a unit."""
        one = state.named(unit)
        if place == self.at(state, unit):
            return state
        if known := distances.distances_of(state, one):
            return distances.moved(state, unit, _told(place, known))
        _point(one)
        x, y = point_named(place, ("x", "y"), self.measure)
        distances.check_metres(unit, place, x, y)
        return state.with_unit(replace(one, at=(x, y)))

    def distances(self, state: State, unit: str) -> tuple[tuple[str, int | float], ...]:
        """From everybody to whom one is written down, enemies first."""
        return tuple((id_, plain(metres)) for id_, metres in distances.distances_of(state, state.named(unit)).items())

    def move(self, state: State, move: Move) -> Moving:
        """To a point; or, where distances are written down, to new distances, each named: none tells another."""
        one = state.named(move.unit)
        against = f"{one} is out of the fight." if one.out else ""
        known = list(distances.distances_of(state, one))
        if not known:
            no_numbers(move)
            return moving(self, state, move, against)
        if move.to:
            problem = f"distances are written down here; name the new ones, as in {one.id} move {known[0]}=METRES"
            raise BattleFileError(Code.CONFLICT, problem, "command.to")
        distances.moved(state, one.id, distances.metres_of(move.distances))
        if against:
            return Moving((Refusal(self.rule, against),))
        return Moving(events=(DistancesChanged(one.id, move.distances),))

    def marks(self, state: State, unit: str) -> tuple[Mark, ...]:
        """How it moves, and of a person the stance (EHZ-4.1, EHZ-4.2)."""
        one = state.named(unit)
        moves = Mark("movement", str(one.movement), tuple(map(str, Movement)))
        stance = one.firing_stance
        return (moves, Mark("stance", str(stance), tuple(map(str, Stance)))) if stance else (moves,)

    def mark(self, state: State, unit: str, marks: Mapping[str, Any]) -> State:
        """The battle with these marks on somebody."""
        one = state.named(unit)
        check_marks(self.marks(state, unit), marks)
        movement, stance = marks.get("movement", one.movement), marks.get("stance")
        return state.with_unit(
            replace(one, movement=Movement(movement), stance=Stance(stance) if stance else one.stance)
        )


PLACES = Metres()


def first_distance(place: str) -> Fraction:
    """The distance that a place on a strip of distances names first: that of one enemy, and of every other."""
    named = _parts(place)
    return Fraction(named[0][1] if named else place)


def _point(unit: Unit) -> tuple[Fraction, Fraction]:
    if unit.at is None:
        raise BattleFileError(
            Code.MISSING, f"where {unit} is stands nowhere; write distances from its enemies, or at: [x, y]", "unit"
        )
    return unit.at


def _axes(state: State) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """How far along and how far across everybody stands who stands at a point."""
    xs, ys = zip(*(unit.at for unit in state.units if unit.at), strict=True)
    return xs, ys


def _span(state: State) -> Fraction:
    """How far the field reaches along its longer axis; at least a metre."""
    return max(Fraction(1), *(max(axis) - min(axis) for axis in _axes(state)))


def _told(place: str, known: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The distances that a place names; raises `BattleFileError` for one that is no number of metres."""
    if "=" not in place and len(known) == 1:
        return dict.fromkeys(known, *point_named(place, METRES, Metres.measure))
    parts = _parts(place)
    if not parts:
        every = " ".join(f"{id_}=METRES" for id_ in known)
        raise BattleFileError(Code.MALFORMED, f"{shown(place)} says not how far from whom; a place is {every}", "place")
    return {id_: point_named(metres, METRES, Metres.measure)[0] for id_, metres in parts}


def _parts(place: str) -> list[tuple[str, str]]:
    """The names and numbers of a place "guard=60 the drone=90"; none where it is not of that form."""
    first, *rest = place.split("=")
    names, numbers = [first.strip()], list[str]()
    for one in rest:
        number, _, name = one.strip().partition(" ")
        numbers.append(number)
        names.append(name.strip())
    return list(zip(names, numbers, strict=False)) if rest and all(names[:-1]) and not names[-1] else []


def _reach(state: State) -> Fraction:
    """As far as any weapon in hand reaches, and as anybody is; at least a metre."""
    weapons = (unit.weapon.model.effective_range for unit in state.units if unit.weapon)
    return max((Fraction(1), *weapons, *(metres for _, _, metres in state.distances)))


def _round_step(span: Fraction) -> Fraction:
    """The smallest of 1, 2, 5, 10, 20, 50 ... metres that leaves no more places than usual."""
    steps = (Fraction(step * 10**power) for power in count() for step in ROUND_STEPS)
    return next(step for step in steps if span / step <= USUAL_CELLS)


def _grid(known: tuple[Fraction, ...], margin: Fraction, apart: Fraction) -> Iterator[Fraction]:
    """Whole multiples of a step from before the least to after the greatest."""
    first, last = (min(known) - margin) // apart, -((-max(known) - margin) // apart)
    return (n * apart for n in range(int(first), int(last) + 1))
