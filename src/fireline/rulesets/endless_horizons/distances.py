"""How far who is from whom, where that is written down: no distance follows from another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from fireline.game.entries import one_of, plain, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.pieces import Pieces
from fireline.game.places import point_name, refused
from fireline.rulesets.endless_horizons.state import NO_DISTANCES, Distances, State, Unit
from fireline.rulesets.endless_horizons.walls import FARTHEST
from fireline.ruling.prose import listing


def distances_of(state: State, unit: Unit) -> dict[str, Fraction]:
    """How far a unit is from others, in metres by their ids, where that is written down; enemies first."""
    found: dict[str, Fraction] = {}
    for a, b, metres in state.distances:
        if a == unit.id:
            found[b] = metres
        elif b == unit.id:
            found.setdefault(a, metres)
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
    return state.with_unit(replace(one, at=None)).but(distances=Distances((*written, *new)))


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
    pair = (replace(state.named(id_), at=None, cover=None, suppressing=None, showing=False) for id_ in (one, other))
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
    return {str(gun): state.with_unit(replace(one, weapon=gun)) for gun in held if gun and gun.model.fires}


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
