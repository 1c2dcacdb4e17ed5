"""Where people stand on the field, and the battle with one of them elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import Any

from fireline.game.entries import one_of, plain
from fireline.game.errors import BattleFileError, Code
from fireline.game.places import Mark, check_marks, checked_step, point_name, point_named, refused
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.pieces import Movement, Stance
from fireline.rulesets.endless_horizons.roster import FARTHEST
from fireline.rulesets.endless_horizons.state import State, Unit

METRES = ("METRES",)
ROUND_STEPS = (1, 2, 5)
USUAL_CELLS, MOST_CELLS = 40, 1000
"""Places along the field if nothing is said of how far apart they are, and the most there may be."""
AROUND = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)


class Metres:
    """Places are points "x,y" in metres; where distances are written down, they are distances from the enemies.

    Of a unit with a distance to any enemy a place is how far the nearest of them is. Nearer or farther, the others
    are nearer or farther by as many metres, as if they all stood in one direction; distances from friends stay.
    """

    measure = "metres"
    rule = RULES.cite("EHZ-4.1")

    def everybody(self, state: State) -> tuple[str, ...]:
        """Every unit."""
        return tuple(one.id for one in state.units)

    def at(self, state: State, unit: str) -> str:
        """How far its nearest enemy is, else its point."""
        one = _unit(state, unit)
        known = [metres for _, metres in _from_enemies(state, one)]
        return point_name(min(known)) if known else point_name(*_point(one))

    def all(self, state: State, unit: str, step: Fraction | None = None) -> tuple[str, ...]:
        """Distances as far as any weapon reaches, or points on a grid around everybody, a quarter wider each side."""
        one, reach = _unit(state, unit), _reach(state)
        if any(_from_enemies(state, one)):
            apart = checked_step(step, _round_step(reach), MOST_CELLS, reach)
            return tuple(point_name(n * apart) for n in range(int(reach // apart) + 1))
        xs, ys = zip(_point(one), *(other.at for other in state.units if other.at), strict=True)
        span = max(max(xs) - min(xs), max(ys) - min(ys), Fraction(1))
        apart = checked_step(step, _round_step(span * Fraction(3, 2)), MOST_CELLS // 2, span)
        return tuple(point_name(x, y) for y in _grid(ys, span / 4, apart) for x in _grid(xs, span / 4, apart))

    def steps(self, state: State, unit: str) -> tuple[str, ...]:
        """A step of `all` nearer or farther, or along either axis or both."""
        one = _unit(state, unit)
        known = [metres for _, metres in _from_enemies(state, one)]
        if known:
            here, apart = min(known), _round_step(_reach(state))
            return tuple(point_name(there) for there in (here - apart, here + apart) if there >= 0)
        (x, y), points = _point(one), [other.at for other in state.units if other.at]
        span = max(abs(a - b) for p in points for q in points for a, b in zip(p, q, strict=True))
        apart = _round_step(max(span, Fraction(1)) * Fraction(3, 2))
        return tuple(point_name(x + dx * apart, y + dy * apart) for dx, dy in AROUND)

    def put(self, state: State, unit: str, place: str) -> State:
        """The battle with it somewhere else; people and things may share a place, and cover stays with a unit."""
        one = _unit(state, unit)
        if place == self.at(state, unit):
            return state
        known = _from_enemies(state, one)
        if known:
            (there,) = point_named(place, METRES, self.measure)
            nearer = there - min(metres for _, metres in known)
            shifted = {key: metres + nearer for key, metres in known}
            _check(unit, place, *shifted.values(), least=0)
            distances = tuple((a, b, shifted.get((a, b), metres)) for a, b, metres in state.distances)
            return replace(state, distances=distances)
        _point(one)
        x, y = point_named(place, ("x", "y"), self.measure)
        _check(unit, place, x, y)
        return state.with_unit(replace(one, at=(x, y)))

    def marks(self, state: State, unit: str) -> tuple[Mark, ...]:
        """How it moves, and of a person the stance (EHZ-4.1, EHZ-4.2)."""
        one = _unit(state, unit)
        moves = Mark("movement", str(one.movement), tuple(map(str, Movement)))
        stance = one.firing_stance
        return (moves, Mark("stance", str(stance), tuple(map(str, Stance)))) if stance else (moves,)

    def mark(self, state: State, unit: str, marks: Mapping[str, Any]) -> State:
        """The battle with these marks on somebody."""
        one = _unit(state, unit)
        check_marks(self.marks(state, unit), marks)
        movement, stance = marks.get("movement", one.movement), marks.get("stance")
        return state.with_unit(
            replace(one, movement=Movement(movement), stance=Stance(stance) if stance else one.stance)
        )


PLACES = Metres()


def apart(state: State, one: str, other: str, far: Fraction) -> State:
    """The battle with so many metres between two units, written down as their distance; nobody else comes nearer."""
    pair = frozenset(_unit(state, id_).id for id_ in (one, other))
    if not 0 <= far <= FARTHEST:
        raise BattleFileError(
            Code.OUT_OF_RANGE, f"{plain(far)} is no distance here; it is 0 to {FARTHEST} metres", "distance"
        )
    known = {frozenset((a, b)): n for n, (a, b, _) in enumerate(state.distances)}
    distances = list(state.distances)
    if pair in known:
        a, b, _ = distances[known[pair]]
        distances[known[pair]] = (a, b, far)
    else:
        distances.append((one, other, far))
    return replace(state, distances=tuple(distances))


def _unit(state: State, id_: str) -> Unit:
    return state.unit(one_of(id_, [unit.id for unit in state.units], "unit of this battle", "unit"))


def _point(unit: Unit) -> tuple[Fraction, Fraction]:
    if unit.at is None:
        raise BattleFileError(
            Code.MISSING, f"where {unit} is stands nowhere; write distances from its enemies, or at: [x, y]", "unit"
        )
    return unit.at


def _from_enemies(state: State, unit: Unit) -> tuple[tuple[tuple[str, str], Fraction], ...]:
    """The distances between a unit and its enemies that are written down, by their keys."""
    if not state.distances:
        return ()
    enemies = {enemy.id for enemy in state.units if unit.is_enemy_of(enemy) or enemy.is_enemy_of(unit)}
    return tuple(
        ((a, b), metres)
        for a, b, metres in state.distances
        if (a == unit.id and b in enemies) or (b == unit.id and a in enemies)
    )


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


def _check(unit: str, place: str, *numbers: Fraction, least: int = -FARTHEST) -> None:
    if not all(least <= number <= FARTHEST for number in numbers):
        raise refused(unit, place, f"metres go from {least} to {FARTHEST}")
