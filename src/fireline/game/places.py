"""Places: where a unit stands, where it might stand, and the battle with it there instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from math import dist
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from fireline.game.command import Move, MovedByHand, Parameter, Place, UnitMoved
from fireline.game.entries import one_of, plain, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.event import Event
from fireline.game.facts import declared, whole_bound
from fireline.game.pieces import PieceState
from fireline.ruling import Refusal

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

S = TypeVar("S")
T = TypeVar("T")
PS = TypeVar("PS", bound=PieceState[Any])
C = TypeVar("C")
FARTHEST = 10**9
LONGEST = 100
"""So long may the name of a point be."""
AROUND = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)
"""The steps from a point along either axis or both."""


class Mark(NamedTuple):
    """A value of a unit that can be set by hand: its name in the battle file, its value now, and what is allowed.

    `allowed` lists words; numbers lie between `least` and `most`, both included.
    """

    name: str
    value: bool | float | str
    allowed: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


class Moving(NamedTuple):
    """What a move comes to: every reason against it, or else what happens, with all that the rules count."""

    refusals: tuple[Refusal, ...] = ()
    events: tuple[Event, ...] = ()


class Places(Protocol[S]):
    """How a game names places, and puts units on them.

    A place is a text: a hex "E5", a space "2,0", a point "12.5,8" in inches or metres, a distance "100" in metres.
    `unit` is the id of anything that stands somewhere on its own: a unit, a leader, a hero. Every method raises
    `BattleFileError` for an id that is not in the battle.
    """

    measure: str
    """The measure of places: "hexes", "spaces", "inches" or "metres"."""
    rule: str
    """The rule that moves cite, and what is put somewhere by hand."""

    def at(self, state: S, unit: str) -> str:
        """Where a unit stands; raises `BattleFileError` if nobody knows."""
        ...

    def all(self, state: S, unit: str, step: Fraction | None = None) -> tuple[str, ...]:
        """Every place where a unit might stand, including those that `put` refuses.

        `step` is how far apart places are on a field without hexes or spaces; None for the default.
        """
        ...

    def steps(self, state: S, unit: str) -> tuple[str, ...]:
        """The places one step away, including those that `put` refuses."""
        ...

    def put(self, state: S, unit: str, place: str) -> S:
        """The battle with a unit somewhere else and everything else as it was: nobody counts as having moved.

        It refuses what no battle file could say: raises `BattleFileError` for a place that does not exist, is taken, or
        cannot hold the unit. A unit may always stay where it stands.
        """
        ...

    def distances(self, state: S, unit: str) -> tuple[tuple[str, int | float], ...]:
        """What a move names instead of a place: the distances to other units that are written down, as they are now.

        None where a place tells every distance.
        """
        return ()

    def numbers(self, state: S, unit: str) -> tuple[Parameter, ...]:
        """What a move may name beside its place, such as the length of a detour; unsaid, it follows from the place."""
        return ()

    def between(self, state: S, one: str, other: str) -> float:
        """How far one place is from another, for people to read; the rules measure for themselves.

        Raises `BattleFileError` where a place tells a distance itself, and in a game that measures nothing.
        """
        raise BattleFileError(Code.UNSUPPORTED, f"nothing is measured from {shown(one)} in this game", "place")

    def move(self, state: S, move: Move) -> Moving:
        """What a unit's move by the rules makes happen and counts: a `UnitMoved`, or events of the game's own.

        It raises `BattleFileError` for a place that `put` refuses, and for numbers that the move must or cannot name.
        """
        ...

    def marks(self, state: S, unit: str) -> tuple[Mark, ...]:
        """The values of a unit, besides its place, that can be set by hand."""
        ...

    def mark(self, state: S, unit: str, marks: Mapping[str, Any]) -> S:
        """The battle with these marks on a unit; raises `BattleFileError` for one that `marks` does not allow."""
        ...


class PiecePlaces(Places[PS]):
    """What the places of games with `Pieces` have in common; places are points "x,y", if nothing else is said."""

    def between(self, state: PS, one: str, other: str) -> float:
        """From point to point."""
        return dist(*(map(float, point_named(place, ("x", "y"), self.measure)) for place in (one, other)))

    def move(self, state: PS, move: Move) -> Moving:
        """A unit may move at any time, and nobody counts it."""
        no_numbers(move)
        return moving(self, state, move)

    def marks(self, state: PS, unit: str) -> tuple[Mark, ...]:
        """What its class declares as marks."""
        return marks(state.named(unit))

    def mark(self, state: PS, unit: str, marks: Mapping[str, Any]) -> PS:
        """The battle with these marks on a piece whose fields are named like them."""
        piece = marked(state.named(unit), self.marks(state, unit), marks)
        return state.but(pieces=state.pieces.put(piece))


@dataclass(eq=False)
class CellPlaces(PiecePlaces[PS], Generic[PS, C]):
    """The same on a board of cells, of which each has a name and the place of a piece is one."""

    measure: str
    rule: str
    cells: Callable[[PS], Mapping[str, C]]
    """Every cell of the board by its name."""
    name: Callable[[C], str]
    gap: Callable[[C, C], int]
    """How far one cell is from another."""

    def at(self, state: PS, unit: str) -> str:
        """The cell it stands on."""
        return self.name(state.named(unit).place)

    def all(self, state: PS, unit: str, step: Fraction | None = None) -> tuple[str, ...]:
        """Every cell of the board."""
        state.named(unit)
        return tuple(self.cells(state))

    def steps(self, state: PS, unit: str) -> tuple[str, ...]:
        """The cells next to its own."""
        here = state.named(unit).place
        return tuple(name for name, cell in self.cells(state).items() if self.gap(here, cell) == 1)

    def between(self, state: PS, one: str, other: str) -> float:
        """From cell to cell."""
        cells = self.cells(state)
        return self.gap(*(cells[one_of(place, cells, "place of this board", "place")] for place in (one, other)))

    def apart(self, state: PS, one: str, other: str, far: Fraction) -> PS:
        """The battle with a second piece so far from a first, on the free cell nearest to where it stands.

        Raises `BattleFileError` if no cell can hold it.
        """
        middle, here = (state.named(id_).place for id_ in (one, other))
        steps, cells = whole(far, self.measure), self.cells(state)
        for place in sorted(cells, key=lambda name: self.gap(here, cells[name])):
            if self.gap(middle, cells[place]) == steps:
                with suppress(BattleFileError):
                    return self.put(state, other, place)
        problem = f"{shown(other)} can stand nowhere {steps} {self.measure} from {one}"
        raise BattleFileError(Code.NO_PLACE, problem, "distance")


def marks(piece: DataclassInstance, **bounds: tuple[float | None, float | None]) -> tuple[Mark, ...]:
    """What a hand may set of a piece: the facts that are declared as marks.

    Args:
        piece: A piece, whose class declares its facts.
        **bounds: The least and the most of a fact, where this piece has others than its class.

    Returns:
        The marks, in the order of their declaration.
    """
    found: list[Mark] = []
    for name, one in declared(type(piece)).items():
        if one.mark:
            value, (least, most) = getattr(piece, name), bounds.get(name, (one.least, one.most))
            words = tuple(map(str, type(value))) if isinstance(value, Enum) else ()
            said = str(value) if isinstance(value, Enum) else value
            found.append(Mark(name, said, words, whole_bound(least), whole_bound(most)))
    return tuple(found)


def check_marks(known: Sequence[Mark], marks: Mapping[str, Any]) -> None:
    """Raise `BattleFileError` for an unknown mark, or one with a value that it cannot have."""
    by_name = {mark.name: mark for mark in known}
    for name, value in marks.items():
        mark = by_name[one_of(name, by_name, "mark of this unit", "marks")]
        place = f"marks.{name}"
        if mark.allowed:
            one_of(value if isinstance(value, str) else shown(value), mark.allowed, name, place)
        elif isinstance(mark.value, bool) != isinstance(value, bool) or isinstance(value, str):
            raise BattleFileError(
                Code.WRONG_TYPE, f"{shown(value)} is no value of {name}, which is {shown(mark.value)} now", place
            )
        elif isinstance(mark.value, int) and not isinstance(value, int):
            raise BattleFileError(Code.WRONG_TYPE, f"{shown(value)} is no whole number", place)
        elif (mark.least is not None and value < mark.least) or (mark.most is not None and value > mark.most):
            raise BattleFileError(
                Code.OUT_OF_RANGE, f"{shown(value)} is not between {mark.least} and {mark.most}", place
            )


def marked(unit: T, known: Sequence[Mark], marks: Mapping[str, Any]) -> T:
    """A unit with other marks: what a hand may set of it, such as "has moved".

    Args:
        unit: A dataclass whose fields have the names of its marks.
        known: The marks that it has.
        marks: The new values by their names.

    Returns:
        A copy of the unit.

    Raises:
        BattleFileError: It has no such mark, or the mark no such value.
    """
    check_marks(known, marks)
    words = {name: type(old) for name in marks if isinstance(old := getattr(unit, name), Enum)}
    changed: T = replace(unit, **{**marks, **{name: kind(marks[name]) for name, kind in words.items()}})  # type: ignore[type-var]
    return changed


def put_and_marked(places: Places[S], state: S, done: Place | MovedByHand | UnitMoved) -> S:
    """The state with a unit put somewhere and marked; raises `BattleFileError` if no battle file could describe it."""
    places.marks(state, done.unit)
    if done.to:
        state = places.put(state, done.unit, done.to)
    return places.mark(state, done.unit, dict(done.marks))


def moving(places: Places[S], state: S, move: Move, against: str = "", **counted: float) -> Moving:
    """A move to a place, with what the unit's marks become by it.

    Args:
        places: The places of the game.
        state: The battle before the move.
        move: Who moves, and where to.
        against: Why the rules forbid it; "" where they do not.
        **counted: The marks that the move sets, by their names: `moved=1`.

    Returns:
        The unit at its place, the marks, and the reason against the move if there is one.

    Raises:
        BattleFileError: The move names no place, or one that cannot hold the unit.
    """
    if not move.to:
        raise BattleFileError(Code.MISSING, f"where {shown(move.unit)} moves to is missing", "command.to")
    done = UnitMoved(move.unit, move.to, tuple(counted.items()))
    places.put(state, move.unit, move.to)
    return Moving((Refusal(places.rule, against),)) if against else Moving(events=(done,))


def no_numbers(move: Move) -> None:
    """Refuse a move that names distances, in a game in which the place tells them all.

    Args:
        move: The move as declared.

    Raises:
        BattleFileError: It names a number.
    """
    for name, _ in move.distances:
        raise BattleFileError(Code.UNKNOWN_KEY, f"a move here names no {shown(name)}; its place tells all", "command")


def told_move(title: str, event: MovedByHand | UnitMoved) -> str:
    """A move by the rules or by hand as a sentence.

    >>> told_move("bow", UnitMoved("bow", "E5", (("moved", 2),)))
    'bow moves to E5: moved 2.'
    >>> told_move("bow", MovedByHand("bow", "E5", (("moved", 1), ("ordered", True))))
    'bow is put on E5 by hand: moved 1, ordered yes.'
    """
    values = ((name, ("no", "yes")[value] if isinstance(value, bool) else value) for name, value in event.marks)
    marks = ", ".join(f"{name} {value}" for name, value in values)
    if isinstance(event, UnitMoved):
        return f"{title} moves to {event.to}{f': {marks}' if marks else ''}."
    put = f"is put on {event.to} by hand" if event.to else "is marked by hand"
    moved = "; nobody counts as having moved" if event.to and not marks else ""
    return f"{title} {put}{f': {marks}' if marks else moved}."


def whole(distance: Fraction, measure: str) -> int:
    """A distance in whole steps; raises `BattleFileError` unless it is a whole number of 1 or more."""
    if distance < 1 or distance.denominator > 1:
        raise BattleFileError(
            Code.OUT_OF_RANGE, f"{plain(distance)} is no distance here; it is a whole number of {measure}", "distance"
        )
    return int(distance)


def refused(unit: str, place: str, why: str) -> BattleFileError:
    """The error for a place where a unit cannot stand."""
    return BattleFileError(Code.NO_PLACE, f"{shown(unit)} cannot stand on {place}: {why}", "place")


def point_name(*numbers: Fraction) -> str:
    """A point or a distance as a place is named.

    >>> point_name(Fraction(25, 2), Fraction(8))
    '12.5,8'
    """
    return ",".join(f"{plain(number)}" for number in numbers)


def point_named(place: str, words: Sequence[str], measure: str) -> tuple[Fraction, ...]:
    """The numbers in such a place; raises `BattleFileError` unless there are as many as words for them.

    >>> point_named("12.5,8", ("x", "y"), "inches")
    (Fraction(25, 2), Fraction(8, 1))
    """
    try:
        numbers = [float(number) for number in place.split(",")] if len(place) <= LONGEST else []
    except ValueError:
        numbers = []
    if len(numbers) != len(words) or not all(abs(number) <= FARTHEST for number in numbers):
        form = f"{','.join(words)} in {measure}" if len(words) > 1 else f"a number of {measure}"
        raise BattleFileError(Code.MALFORMED, f"{shown(place)} is no place here; a place is {form}", "place")
    return tuple(Fraction(str(number)) for number in numbers)


def middles(length: Fraction, step: Fraction) -> tuple[Fraction, ...]:
    """The middles of the cells along a length; the last cell is cut short if the step does not divide the length.

    >>> [str(middle) for middle in middles(Fraction(5), Fraction(2))]
    ['1', '3', '9/2']
    """
    whole = [step * n + step / 2 for n in range(int(length // step))]
    rest = length - step * len(whole)
    return (*whole, length - rest / 2) if rest else tuple(whole)


def checked_step(step: Fraction | None, usual: Fraction, most: int, span: Fraction) -> Fraction:
    """How far apart places are; raises `BattleFileError` for none, or for more than `most` of them along the field."""
    chosen = usual if step is None else step
    if chosen <= 0 or span / chosen > most:
        raise BattleFileError(
            Code.OUT_OF_RANGE, f"{plain(chosen)} is too small; at least {float(span / most):g}", "step"
        )
    return chosen
