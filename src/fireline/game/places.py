"""Places: where a unit stands, where it might stand, and the battle with it there instead."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

from fireline.game.entries import plain, shown
from fireline.game.errors import BattleFileError

S = TypeVar("S")
FARTHEST = 10**9


class Places(Protocol[S]):
    """How a game names places, and puts units on them.

    A place is a text: a hex "E5", a space "2,0", a point "12.5,8" in inches or metres, a distance "100" in metres.
    `unit` is the id of whatever stands somewhere on its own: a unit, a leader, a hero. Every method raises
    `BattleFileError` for an id that the battle does not have.
    """

    measure: str
    """What places are told in: "hexes", "spaces", "inches" or "metres"."""

    def at(self, state: S, unit: str) -> str:
        """Where a unit stands; raises `BattleFileError` where nobody knows."""
        ...

    def all(self, state: S, unit: str, step: Fraction | None = None) -> tuple[str, ...]:
        """Every place where a unit might stand, also those that `put` refuses.

        `step` is how far apart places are where the field has no hexes or spaces of its own; None for the usual.
        """
        ...

    def steps(self, state: S, unit: str) -> tuple[str, ...]:
        """The places one step away, also those that `put` refuses."""
        ...

    def put(self, state: S, unit: str, place: str) -> S:
        """The battle with a unit somewhere else and all else as it was: nobody counts as having moved.

        What a battle file may not say is refused: raises `BattleFileError` for a place that there is not, that is
        taken, or where the unit cannot stand. Where it stands already it always may stay.
        """
        ...


def refused(unit: str, place: str, why: str) -> BattleFileError:
    """The error for a place where a unit cannot stand."""
    return BattleFileError(f"{shown(unit)} cannot stand on {place}: {why}", "place")


def point_name(*numbers: Fraction) -> str:
    """A point or a distance as a place is named.

    >>> point_name(Fraction(25, 2), Fraction(8))
    '12.5,8'
    """
    return ",".join(f"{plain(number)}" for number in numbers)


def point_named(place: str, words: Sequence[str], measure: str) -> tuple[Fraction, ...]:
    """The numbers of such a place; raises `BattleFileError` where there are not as many as words for them.

    >>> point_named("12.5,8", ("x", "y"), "inches")
    (Fraction(25, 2), Fraction(8, 1))
    """
    try:
        numbers = [float(number) for number in place[:100].split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != len(words) or not all(abs(number) <= FARTHEST for number in numbers):
        raise BattleFileError(f"{shown(place)} is no place here; a place is {','.join(words)} in {measure}", "place")
    return tuple(Fraction(str(number)) for number in numbers)


def middles(length: Fraction, step: Fraction) -> tuple[Fraction, ...]:
    """The middles of the cells of a length, the last one cut short where the step does not divide it.

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
        raise BattleFileError(f"{plain(chosen)} is too small; at least {float(span / most):g}", "step")
    return chosen
