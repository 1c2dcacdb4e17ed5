"""Find the value of a field at which a shot has the wanted chance: the whole curve, exact at every value."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from fireline.analysis.axes import MOST_VALUES, WORD_ROLES, Axis, read_values
from fireline.analysis.grid import ComparisonGrid, grid
from fireline.analysis.paths import FieldPath, at
from fireline.analysis.vary import Change, Variant, path_of
from fireline.game.entries import plain, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.house import house_of
from fireline.game.result import Result


class Point(NamedTuple):
    """One value of the field and the figure there; None if the shot is illegal."""

    value: Any
    figure: Fraction | None


@dataclass(frozen=True)
class Tried(Result):
    """The values tried, both ends included."""

    told = "from=first to=last all=whole"

    first: Any
    last: Any
    whole: bool
    """Whether the field can have no others."""


@dataclass(frozen=True)
class Solution(Result):
    """The curve of a figure over a field, and where it has the wanted value."""

    told = (
        "ruleset=variant.battle.ruleset.id shot=variant.declared field=axis.name path=axis.path "
        "measure=grid.measure stands_on=grid.terms "
        "is=goal course monotone tried "
        "exactly crossings nearest points"
    )

    grid: ComparisonGrid
    goal: Fraction
    variant: Variant
    goes_on: bool = False
    """Whether the field can have more values than could be tried."""

    def __repr__(self) -> str:
        said = f"at {', '.join(map(str, self.exactly))}" if self.exactly else f"nearest at {self.nearest[0]}"
        return f"<Solution {self.grid.figure} is {self.goal} {said} of {self.grid.axes[0].name}>"

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

    @property
    def points(self) -> tuple[Point, ...]:
        """Every value in order with its figure."""
        return tuple(Point(cell.at[0], cell.figures[0]) for cell in self.grid.cells)

    @property
    def legal(self) -> tuple[tuple[Any, Fraction], ...]:
        """The values at which the shot is legal, with their figures."""
        return tuple((value, figure) for value, figure in self.points if figure is not None)

    @property
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

    @property
    def nearest(self) -> tuple[Any, ...]:
        """The values whose figures are nearest to the wanted one; () if the shot is legal at none."""
        apart = [abs(figure - self.goal) for _, figure in self.legal]
        return tuple(value for (value, _), far in zip(self.legal, apart, strict=True) if far == min(apart))

    @property
    def course(self) -> str:
        """How the figure goes as the field goes up: "rises", "falls", "stays" or "turns"."""
        steps = {(b > a) - (b < a) for (_, a), (_, b) in pairwise(self.legal)}
        return "turns" if steps >= {1, -1} else "rises" if 1 in steps else "falls" if -1 in steps else "stays"


def solve(variant: Variant, field: str, goal: str | Fraction, *, over: str = "", of: str = "headline") -> Solution:
    """Find the values of a field at which a figure is the wanted one; every value is worked out, none guessed.

    `field` is a path or begins with a role ("shooter.ranged"), `goal` is a fraction, a decimal or a percentage; `over`
    are the values as for an axis of a grid ("2..20", "0.5..4 step 0.5"); by default, every whole number that the field
    can have, up to 1,000 of them (`Solution.goes_on`). `of` is the figure, as in `grid`. Raises `BattleFileError`.

    >>> from fireline.analysis.vary import vary
    >>> from fireline.formats.parsing import parse
    >>> from fireline.game.registry import starter
    >>> from fireline.game.shot import Shot
    >>> shot = vary(parse(starter("endless-horizons")), shot=Shot("jack", "drone"))
    >>> found = solve(shot, "shooter.check.skill", "1/2", over="0..12")
    >>> found.exactly, found.course
    ((4,), 'rises')
    """
    values, goes_on = (read_values(over, f"--over: {field}"), False) if over else around(variant, field)
    asked = goal if isinstance(goal, Fraction) else read_goal(goal)
    return Solution(grid(variant, axes={field: values}, of=of), asked, variant, goes_on)


def read_goal(text: str) -> Fraction:
    """Read the wanted figure as typed: `1/2`, `0.5`, `50%`; raises `BattleFileError`.

    >>> read_goal("1/2") == read_goal("50%") == read_goal("0.5")
    True
    """
    number, percent = text.strip().removesuffix("%").strip(), text.strip().endswith("%")
    try:
        return Fraction(number) / (100 if percent else 1)
    except (ValueError, ZeroDivisionError):
        raise BattleFileError(Code.WRONG_TYPE, f"{shown(text)} is no number; write 1/2, 0.5 or 50%", "--is") from None


def around(variant: Variant, field: str, number: int = MOST_VALUES) -> tuple[Sequence[int], bool]:
    """The whole numbers that a field can have, both ways from its value, or from 0 or 1, and whether there are more.

    There are more where they reach farther than so many. A single word is the field of the role that has it:
    shooter, target or shot. Raises `BattleFileError` for a field that takes no numbers.
    """
    wrong: BattleFileError | None = None
    for name in (field,) if "." in field or "[" in field else (f"{role}.{field}" for role in WORD_ROLES):
        path = path_of(name, variant)
        now = _now(variant, path)
        for start in (int(now) if isinstance(now, int | float) else 0, 0, 1):
            try:
                _check(variant, path, start)
            except BattleFileError as refused:
                wrong = wrong or refused
            else:
                least, fewer = _reach(variant, path, start, -1, number // 2)
                most, more = _reach(variant, path, start, 1, number - 1 - (start - least))
                return range(least, most + 1), fewer or more
    assert wrong is not None, "some start was tried"  # noqa: S101
    if wrong.code is Code.WRONG_TYPE:
        problem = "is a field that holds no number; say which values to try: --over 'A|B', or name a number inside it"
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


def _reach(variant: Variant, path: FieldPath, start: int, step: int, most: int) -> tuple[int, bool]:
    """The last number one way up to which the field can have every value; whether it may go on after so many."""
    with suppress(BattleFileError):
        for value in range(start + step, start + step * (most + 1), step):
            _check(variant, path, value)
            start = value
        return start, True
    return start, False


def _check(variant: Variant, path: FieldPath, value: int) -> None:
    """Raise `BattleFileError` where the battle, or the shot, cannot have this value."""
    changed = variant.put(Change(path, value))
    battle = changed.battle
    if path.parts[0] == "shot":
        battle.check(changed.declared)
