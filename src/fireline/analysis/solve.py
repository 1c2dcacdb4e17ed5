"""Find the value of a field at which a shot has the wanted chance: the whole curve, exact at every value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property, partial
from itertools import groupby, pairwise, takewhile
from math import floor
from typing import Any, NamedTuple

from fireline.analysis.axes import MOST_VALUES, WORD_ROLES, Axis, read_rising, whole
from fireline.analysis.grid import ComparisonGrid, grid, is_mean
from fireline.analysis.paths import FieldPath, at
from fireline.analysis.vary import Change, Variant, path_of
from fireline.game.entries import fraction_of, plain, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.numbers import house_of
from fireline.game.result import Bar, Result
from fireline.game.tools import Table
from fireline.ruling.prose import listing
from fireline.ruling.told import key_of

FEW = 20
"""Fewer whole numbers than these are too few for the curve of a field that takes others too."""
PARTS = Fraction(1, 10), Fraction(1, 100)
COURSES = {
    "rises": "It never falls.",
    "falls": "It never rises.",
    "stays": "It is the same at every value.",
    "turns": "It both rises and falls.",
}


class Point(NamedTuple):
    """One value of the field and the figure there; None if the shot is illegal."""

    value: Any
    figure: Fraction | None


class Tried(Result):
    """The values tried, both ends included."""

    told = "from=first to=last all=whole"

    first: Any
    last: Any
    whole: bool
    """Whether the field can have no others."""


class Solution(Result):
    """The curve of a figure over a field, and where it has the wanted value."""

    told = (
        "sentence ruleset=variant.battle.ruleset.id shot=variant.declared field=axis.name path=axis.path "
        "measure=grid.measure stands_on=grid.terms "
        "is=goal course monotone tried "
        "exactly crossings nearest points"
    )

    grid: ComparisonGrid
    goal: Fraction
    variant: Variant
    goes_on: bool = False
    """Whether the field can have more values than could be tried."""

    @property
    def axis(self) -> Axis:
        """The field and its values."""
        return self.grid.axes[0]

    @property
    def monotone(self) -> bool:
        """Whether the figure never turns."""
        return self.course != "turns"

    @property
    def tried(self) -> Tried:
        """Which values were tried."""
        return Tried(self.points[0].value, self.points[-1].value, not self.goes_on)

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """Every value in order with its figure."""
        return tuple(Point(cell.at[0], cell.figures[0]) for cell in self.grid.cells)

    @cached_property
    def legal(self) -> tuple[tuple[Any, Fraction], ...]:
        """The values at which the shot is legal, with their figures."""
        return tuple((value, figure) for value, figure in self.points if figure is not None)

    @cached_property
    def exactly(self) -> tuple[Any, ...]:
        """The values at which the figure is exactly the wanted one."""
        return tuple(value for value, figure in self.legal if figure == self.goal)

    @property
    def crossings(self) -> tuple[tuple[Point, Point], ...]:
        """Each pair of neighbouring values between which the figure crosses the wanted one without hitting it."""
        return tuple(
            (a, b)
            for a, b in pairwise(self.points)
            if a.figure is not None and b.figure is not None and (a.figure - self.goal) * (b.figure - self.goal) < 0
        )

    @cached_property
    def nearest(self) -> tuple[Any, ...]:
        """The values whose figures are nearest to the wanted one; () if the shot is legal at none."""
        apart = [abs(figure - self.goal) for _, figure in self.legal]
        least = min(apart, default=None)
        return tuple(value for (value, _), far in zip(self.legal, apart, strict=True) if far == least)

    @property
    def course(self) -> str:
        """How the figure goes as the field goes up: "rises", "falls", "stays" or "turns"."""
        steps = {(b > a) - (b < a) for (_, a), (_, b) in pairwise(self.legal)}
        return "turns" if steps >= {1, -1} else "rises" if 1 in steps else "falls" if -1 in steps else "stays"

    @property
    def sentence(self) -> str:
        """Where it has the wanted figure, or where it is nearest to it."""
        name, goal, said = self.axis.name, self.grid.said(self.goal), f"{self._title}: {self.grid.figure}"
        if not self.legal:
            return f"{self._title} is legal at none of these values of {name}."
        if self.exactly:
            return f"{said} is {goal} at {name} {self._values(self.exactly)}."
        near = f"nearest is {listing(self._nearest)}"
        crossed = [f"{key_of(a.value)} and {key_of(b.value)}" for a, b in self.crossings]
        if crossed:
            return f"{said} crosses {goal} between {name} {listing(crossed)}; {near}."
        return f"{said} never is {goal}; {near}."

    @property
    def _title(self) -> str:
        return self.variant.battle.check(self.variant.declared).title

    @property
    def _nearest(self) -> Iterator[str]:
        """The nearest figures, of which one may lie below and one above, each with its values."""
        for figure in dict.fromkeys(figure for value, figure in self.legal if value in self.nearest):
            values = [value for value, found in self.legal if found == figure]
            yield f"{self.grid.said(figure)} at {self.axis.name} {self._values(values)}"

    def _values(self, values: Sequence[object]) -> str:
        """Some of the values, neighbouring ones together."""
        runs = groupby(self.points, key=lambda point: point.value in values)
        return listing(_from_to(list(run)) for chosen, run in runs if chosen)

    @property
    def _runs(self) -> list[list[Point]]:
        """Neighbouring values of the same figure together."""
        return [list(run) for _, run in groupby(self.points, key=lambda point: point.figure)]

    def _said(self, point: Point) -> str:
        """Whether a point is the one that was asked for."""
        marked, said = (self.exactly, "exactly") if self.exactly else (self.nearest, "the nearest")
        return said if point.value in marked else ""

    def bars(self) -> Iterator[Bar]:
        """The curve."""
        for run in self._runs:
            point = run[0]
            told = self.grid.said(point.figure)
            length = None if point.figure is None else float(point.figure)
            yield Bar(f"{self.axis.name} {_from_to(run)}", length, ", ".join(filter(None, (told, self._said(point)))))

    def notes(self) -> Iterator[str]:
        """How the figure goes, and which values were tried."""
        tried = f"Tried {self.axis.name} {key_of(self.points[0].value)} to {key_of(self.points[-1].value)}"
        more = "; it can have more values than these" if self.goes_on else ""
        yield f"{COURSES[self.course]} {tried}{more}. Every value is exact." if self.legal else ""
        yield self.variant.battle.assumptions

    def in_full(self) -> Iterator[Table]:
        """The figure at every value."""
        runs = [(run, run[0]) for run in self._runs]
        rows = [(_from_to(run), self.grid.said(first.figure, exact=True), self._said(first)) for run, first in runs]
        yield Table((self.axis.name, self.grid.figure, ""), rows)

    def picture(self) -> str:
        """The curve; chances go from 0 to 100%, averages up to the greatest."""
        from fireline.draw.charts import Dot, draw_curve

        most = max([self.goal, *(figure for _, figure in self.legal)]) if self.grid.is_mean else Fraction(1)
        most = most if most > 0 else Fraction(1)
        name, marked = self.axis.name, self.exactly or self.nearest
        dots = [
            Dot(
                key_of(point.value),
                None if point.figure is None else float(point.figure / most),
                point.value in marked,
                f"{name} {key_of(point.value)}: {self.grid.said(point.figure)}",
            )
            for point in self.points
        ]
        marks = [(n / 4, self.grid.said(most * n / 4)) for n in range(5)]
        return draw_curve(f"{self._title}: {self.grid.figure} by {name}", name, dots, float(self.goal / most), marks)


def _from_to(points: Sequence[Point]) -> str:
    first, last = key_of(points[0].value), key_of(points[-1].value)
    return first if len(points) == 1 else f"{first} to {last}"


def solve(variant: Variant, field: str, goal: str | Fraction, *, over: str = "", of: str = "headline") -> Solution:
    """Find the values of a field at which a figure is the wanted one; every value is worked out, none guessed.

    `field` is a path or begins with a role ("shooter.ranged"), `goal` is a fraction, a decimal or a percentage; `over`
    are the values as for an axis of a grid ("2..20", "0.5..4 step 0.5"); by default, every whole number that the field
    can have, up to 1,000 of them, or parts where it has few (`around`, `Solution.goes_on`). `of` is the figure, as in
    `grid`. Raises `BattleFileError`.

    >>> from fireline.analysis.vary import vary
    >>> from fireline.game.command import Shot
    >>> shot = vary("endless-horizons-burst", shot=Shot("player", "target"))
    >>> found = solve(shot, "shooter.check.skill", "1/2", over="0..12")
    >>> found.exactly, found.course
    ((5,), 'rises')
    """
    values, goes_on = (read_rising(over, "over"), False) if over else around(variant, field)
    asked = read_goal(goal, "" if is_mean(of) else "chance")
    return Solution(grid(variant, axes={field: values}, of=of), asked, variant, goes_on)


def read_goal(given: str | Fraction, what: str = "") -> Fraction:
    """The wanted figure, or read as typed: `1/2`, `0.5`, `50%`; a chance, or `what` else it is, lies between 0 and 1.

    Raises `BattleFileError`.

    >>> read_goal("1/2") == read_goal("50%", "chance") == read_goal("0.5")
    True
    """
    goal = given if isinstance(given, Fraction) else _typed(given.strip())
    if what and not 0 <= goal <= 1:
        raise BattleFileError(Code.OUT_OF_RANGE, f"{goal} is no {what}; give one from 0 to 1", "goal")
    return goal


def _typed(text: str) -> Fraction:
    try:
        return fraction_of(text.removesuffix("%").strip()) / (100 if text.endswith("%") else 1)
    except ValueError:
        raise BattleFileError(Code.WRONG_TYPE, f"{shown(text)} is no number; write 1/2, 0.5 or 50%", "goal") from None


def around(variant: Variant, field: str, number: int = MOST_VALUES) -> tuple[Sequence[int | float], bool]:
    """The numbers that a field can have, both ways from its value, or from 0 or 1, and whether there are more.

    They are whole ones; of a field that takes others too, tenths or hundredths where it has few whole ones. There are
    more where they reach farther than so many, and between them where it takes others. A single word is the field of
    the role that has it: shooter, target or shot. Raises `BattleFileError` for a field that takes no numbers.
    """
    wrong: BattleFileError | None = None
    for name in (field,) if whole(field, variant) else (f"{role}.{field}" for role in WORD_ROLES):
        path = path_of(name, variant)
        stands = _now(variant, path)
        now = Fraction(str(stands)) if type(stands) in {int, float} else Fraction(0)
        for start in dict.fromkeys((Fraction(floor(now)), Fraction(0), Fraction(1))):
            try:
                _check(variant, path, start)
            except BattleFileError as refused:
                wrong = wrong or refused
            else:
                values, more = _spread(variant, path, start, Fraction(1), number)
                if not any(_takes(variant, path, start + half) for half in (Fraction(1, 2), Fraction(-1, 2))):
                    return [*map(plain, values)], more
                for part in PARTS:
                    if len(values) < min(number, FEW):
                        values, _ = _spread(variant, path, floor(now / part) * part, part, number)
                return [*map(plain, sorted({*values, now} if stands is not None else values))], True
    assert wrong is not None, "some start was tried"  # noqa: S101
    if wrong.code is Code.WRONG_TYPE:
        problem = "is a field that holds no number; say which values to try (over: 'A|B'), or name a number inside it"
        raise BattleFileError(Code.WRONG_TYPE, problem, wrong.place)
    raise wrong


def _now(variant: Variant, path: FieldPath) -> Any:
    """What stands at a path, or of a house rule what is printed; None for nothing."""
    head, *rest = path.parts
    if head == "shot":
        return at(variant.declared.data(), rest)
    house = house_of(variant.battle) if head == "house" else None
    if house is not None and len(rest) == 1 and rest[0] in house.numbers:
        return plain(house.value(rest[0]))
    return at(variant.battle.data(), path.parts)


def _spread(
    variant: Variant, path: FieldPath, start: Fraction, step: Fraction, number: int
) -> tuple[list[Fraction], bool]:
    """So many numbers that the field can have one after the other, both ways if it can; whether it can have more."""

    def reach(begun: Fraction, step: Fraction, most: int) -> list[Fraction]:
        return list(takewhile(partial(_takes, variant, path), (begun + step * n for n in range(1, most + 1))))

    below = reach(start, -step, number // 2)
    above = reach(start, step, number - 1 - len(below))
    if len(below) == number // 2:  # what is left of the number above is taken below
        below += reach(start - step * len(below), -step, number - 1 - len(below) - len(above))
    values = [*reversed(below), start, *above]
    return values, _takes(variant, path, values[0] - step) or _takes(variant, path, values[-1] + step)


def _takes(variant: Variant, path: FieldPath, value: Fraction) -> bool:
    with suppress(BattleFileError):
        _check(variant, path, value)
        return True
    return False


def _check(variant: Variant, path: FieldPath, value: Fraction) -> None:
    """Raise `BattleFileError` where the battle, or the shot, cannot have this value."""
    changed = variant.put(Change(path, plain(value)))
    battle = changed.battle
    if path.parts[0] == "shot":
        battle.check(changed.declared)
