"""Where people stand on the field, or how far from whom (no distance tells another), and one of them elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import Any

from fireline.game.command import Move
from fireline.game.entries import one_of, plain, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.event import Event
from fireline.game.pieces import Pieces
from fireline.game.places import (
    AROUND,
    Mark,
    Moving,
    PiecePlaces,
    check_marks,
    checked_step,
    moving,
    no_numbers,
    point_name,
    point_named,
    refused,
)
from fireline.game.planning import OpenField
from fireline.rulesets.endless_horizons import legality
from fireline.rulesets.endless_horizons.board import FARTHEST
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.pieces import Movement, Stance
from fireline.rulesets.endless_horizons.state import NO_DISTANCES, Distances, State, Unit
from fireline.ruling import Explained, Refusal
from fireline.ruling.prose import listing

METRES = ("METRES",)
ROUND_STEPS = (1, 2, 5)
USUAL_CELLS, MOST_CELLS = 40, 1000
"""Places along the field if nothing is said of how far apart they are, and the most there may be."""


MOVING, TURN, STOPPED = RULES.cite("EHZ-4.1"), RULES.cite("EHZ-6.3"), RULES.cite("EHZ-1.4")


class DistancesChanged(Event):
    """A unit moved to where it is so many metres from the others."""

    unit: str
    metres: tuple[tuple[str, int | float], ...]

    def after(self, state: State) -> State:
        return moved(state, self.unit, metres_of(self.metres))

    def story(self, state: State) -> tuple[Explained, ...]:
        far = listing([f"{there} m from {other}" for other, there in self.metres])
        return (Explained(MOVING, f"{self.unit} moves and is now {far}."),)


def distances_of(state: State, unit: Unit) -> dict[str, Fraction]:
    """How far a unit is from others, in metres by their ids, where that is written down; enemies first."""
    found = state.distances.of(unit.id)
    foes = foes_of(state, unit, found)
    return {id_: found[id_] for id_ in (*foes, *found)}


def moved(state: State, unit: str, distances: Mapping[str, Fraction]) -> State:
    """The battle with a unit at these distances, in metres by the ids of others, and at no point any more.

    Raises `BattleFileError` for a name or a number that there is not, and where a distance that was known is not named:
    none follows from the others (EHZ-2.1).
    """
    one = state.named(unit)
    others = [other.id for other in state.units if other.id != one.id]
    for id_ in distances:
        one_of(id_, others, "other unit of this battle", "place")
    check_metres(unit, place_at(distances), *distances.values(), least=0)
    known = distances_of(state, one)
    if missing := [id_ for id_ in known if id_ not in distances]:
        every = " ".join(f"{id_}=METRES" for id_ in known)
        raise BattleFileError(
            Code.MISSING,
            f"how far {unit} is then from {listing(missing)} is not said; name each distance, 0 to {FARTHEST}: {every}",
            "place",
        )
    written = tuple(
        (a, b, distances[b if a == unit else a] if unit in {a, b} else metres) for a, b, metres in state.distances
    )
    new = tuple((unit, id_, metres) for id_, metres in distances.items() if id_ not in known)
    return state.put(replace(one, at=None)).but(distances=Distances((*written, *new)))


def metres_of(distances: Iterable[tuple[str, object]]) -> dict[str, Fraction]:
    """Distances as a command or an event has them; raises `BattleFileError` for one that is no number."""
    found: dict[str, Fraction] = {}
    for other, far in distances:
        if isinstance(far, bool) or not isinstance(far, int | float):
            raise BattleFileError(Code.WRONG_TYPE, f"{shown(far)} is no number of metres", f"command.{other}")
        found[other] = Fraction(str(far))
    return found


def apart(state: State, one: str, other: str, far: Fraction) -> State:
    """The battle with so many metres between two units, written down as their distance; nobody else comes nearer."""
    pair = frozenset(state.named(id_).id for id_ in (one, other))
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
    return state.but(distances=Distances(tuple(distances)))


def in_the_open(state: State, one: str, other: str, far: Fraction) -> State:
    """Two units so many metres apart and nobody else; neither is behind anything, or suppresses somebody."""
    pair = (replace(state.named(id_), at=None, cover=None, suppressing=None) for id_ in (one, other))
    order = tuple(id_ for id_ in state.round.order if id_ in {one, other})
    alone = state.but(pieces=Pieces(pair), walls=(), distances=NO_DISTANCES, round=replace(state.round, order=order))
    return apart(alone, one, other, far)


def reach(state: State, unit: str) -> Fraction:
    """The effective range of what a unit has in hand."""
    gun = state.named(unit).gun
    return Fraction(gun.model.effective_range) if gun else Fraction(0)


def armed(state: State, unit: str) -> Mapping[str, State]:
    """The unit with each of its firearms in hand, ready as they are."""
    one = state.named(unit)
    held = (one.weapon, *(carried.weapon for carried in one.carried))
    return {str(gun): state.put(replace(one, weapon=gun)) for gun in held if gun and gun.model.fires}


OPEN_FIELD = OpenField(in_the_open, reach, "anybody else, cover, walls and suppressing fire", armed)


def foes_of(state: State, unit: Unit, ids: Iterable[str]) -> tuple[str, ...]:
    """Those of these who are its enemies."""
    return tuple(id_ for id_ in ids if unit.is_enemy_of(other := state.unit(id_)) or other.is_enemy_of(unit))


def place_at(distances: Mapping[str, Fraction]) -> str:
    """A place by its distances: the number of one, the names and numbers of several."""
    if len(distances) == 1:
        return point_name(*distances.values())
    return " ".join(f"{id_}={plain(metres)}" for id_, metres in distances.items())


def check_metres(unit: str, place: str, *numbers: Fraction, least: int = -FARTHEST) -> None:
    """Raise `BattleFileError` for a number of metres that there is not."""
    if not all(least <= number <= FARTHEST for number in numbers):
        raise refused(unit, place, f"metres go from {least} to {FARTHEST}")


class Metres(PiecePlaces[State]):
    """Places are points "x,y" in metres; where distances are written down, they are these distances.

    Of a unit with one such distance a place is its number, "60"; with several it names each, "guard=60 drone=90": no
    distance follows from another. Enemies are named before friends.
    """

    measure = "metres"
    rule = MOVING

    def at(self, state: State, unit: str) -> str:
        """How far it is from whom, where that is written down, else its point."""
        one = state.named(unit)
        known = distances_of(state, one)
        return place_at(known) if known else point_name(*_point(one))

    def all(self, state: State, unit: str, step: Fraction | None = None) -> tuple[str, ...]:
        """Distances as far as any weapon reaches, or points on a grid around everybody, a quarter wider each side.

        Each distance is one from every enemy that it has a distance from; its friends are where they were.
        """
        one, reach = state.named(unit), _reach(state)
        if known := distances_of(state, one):
            apart = checked_step(step, round_step(reach), MOST_CELLS, reach)
            foes = foes_of(state, one, known)
            return tuple(place_at(known | dict.fromkeys(foes, n * apart)) for n in range(int(reach // apart) + 1))
        _point(one)
        xs, ys, span = *_axes(state), _span(state)
        apart = checked_step(step, round_step(span * Fraction(3, 2)), MOST_CELLS // 2, span)
        return tuple(point_name(x, y) for y in _grid(ys, span / 4, apart) for x in _grid(xs, span / 4, apart))

    def is_even(self, state: State, unit: str) -> bool:
        """Whether it is as far from every enemy that it has a distance from, as every place of `all` is."""
        one = state.named(unit)
        known = distances_of(state, one)
        return len({known[foe] for foe in foes_of(state, one, known)}) == 1

    def steps(self, state: State, unit: str) -> tuple[str, ...]:
        """A step of `all` nearer to one enemy or farther, or along either axis or both."""
        one = state.named(unit)
        if known := distances_of(state, one):
            apart = round_step(_reach(state))
            there = ((foe, known[foe] + by) for foe in foes_of(state, one, known) for by in (-apart, apart))
            return tuple(place_at(known | {foe: far}) for foe, far in there if far >= 0)
        x, y = _point(one)
        apart = round_step(_span(state) * Fraction(3, 2))
        return tuple(point_name(x + dx * apart, y + dy * apart) for dx, dy in AROUND)

    def put(self, state: State, unit: str, place: str) -> State:
        """The battle with it somewhere else; people and things may share a place, and cover stays with a unit."""
        one = state.named(unit)
        if place == self.at(state, unit):
            return state
        if known := distances_of(state, one):
            return moved(state, unit, _told(place, known))
        _point(one)
        x, y = point_named(place, ("x", "y"), self.measure)
        check_metres(unit, place, x, y)
        return state.put(replace(one, at=(x, y)))

    def distances(self, state: State, unit: str) -> tuple[tuple[str, int | float], ...]:
        """From everybody to whom one is written down, enemies first."""
        return tuple((id_, plain(metres)) for id_, metres in distances_of(state, state.named(unit)).items())

    def move(self, state: State, move: Move) -> Moving:
        """To a point; or, where distances are written down, to new distances, each named: none tells another.

        It takes no action, and where there are turns a unit moves in its own (EHZ-6.3).
        """
        one = state.named(move.unit)
        known = distances_of(state, one)
        if not known:
            no_numbers(move)
            done: Moving = moving(self, state, move)
        elif move.to and move.distances:
            problem = f"{shown(move.to)} is a place; name the new distances once, in it or beside the move"
            raise BattleFileError(Code.CONFLICT, problem, "command.to")
        else:
            there = ((id_, plain(far)) for id_, far in _told(move.to, known).items()) if move.to else move.distances
            written = tuple(there)
            moved(state, one.id, metres_of(written))
            done = Moving(events=(DistancesChanged(one.id, written),))
        turn = legality.over(state) or legality.not_the_turn_of(state, one)
        against = ((TURN, turn), (STOPPED, legality.out_of_the_fight(one)))
        refusals = tuple(Refusal(rule, why) for rule, why in against if why)
        return Moving(refusals) if refusals else done

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
        return state.put(replace(one, movement=Movement(movement), stance=Stance(stance) if stance else one.stance))


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
        problem = f"{shown(place)} does not say how far from whom; a place is {every}"
        raise BattleFileError(Code.MALFORMED, problem, "place")
    return {id_: point_named(metres, METRES, Metres.measure)[0] for id_, metres in parts}


def _parts(place: str) -> list[tuple[str, str]]:
    """The names and numbers of a place "guard=60 the drone=90"; none where it is not of that form."""
    first, *rest = place.split("=")
    names, numbers = [first.strip()], list[str]()
    for one in rest:
        number, _, name = one.strip().partition(" ")
        numbers.append(number)
        names.append(name.strip())
    return list(zip(names[:-1], numbers, strict=True)) if rest and all(names[:-1]) and not names[-1] else []


def _reach(state: State) -> Fraction:
    """As far as any weapon in hand reaches, and as anybody is; at least a metre."""
    weapons = (unit.weapon.model.effective_range for unit in state.units if unit.weapon)
    return max((Fraction(1), *weapons, *(metres for _, _, metres in state.distances)))


def round_step(span: Fraction, most: int = USUAL_CELLS) -> Fraction:
    """The smallest of 1, 2, 5, 10, 20, 50 ... metres of which a span has no more than so many."""
    steps = (Fraction(step * 10**power) for power in count() for step in ROUND_STEPS)
    return next(step for step in steps if span / step <= most)


def _grid(known: tuple[Fraction, ...], margin: Fraction, apart: Fraction) -> Iterator[Fraction]:
    """Whole multiples of a step from before the least to after the greatest."""
    first, last = (min(known) - margin) // apart, -((-max(known) - margin) // apart)
    return (n * apart for n in range(int(first), int(last) + 1))
