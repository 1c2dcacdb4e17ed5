"""Find the value of a field at which a shot has the wanted chance: the whole curve, exact at every value."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from fireline.analysis.axes import WORD_ROLES, read_values
from fireline.analysis.grid import ComparisonGrid, grid
from fireline.analysis.paths import FieldPath, at
from fireline.analysis.roles import path_of
from fireline.analysis.vary import Change, Variant
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code

REACH = 30
"""How far each way from its value a field is tried if no range is given."""


class Point(NamedTuple):
    """One value of the field and the figure there; None if the shot is illegal."""

    value: Any
    figure: Fraction | None

    def data(self) -> dict[str, Any]:
        """The point as JSON data."""
        return {"value": self.value, "figure": None if self.figure is None else str(self.figure)}


@dataclass(frozen=True)
class Solution:
    """The curve of a figure over a field, and where it has the wanted value."""

    grid: ComparisonGrid
    goal: Fraction

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

    def data(self) -> dict[str, Any]:
        """The curve as it stands in a JSON answer: exact fractions as text, reduced."""
        (axis,) = self.grid.axes
        return {
            "field": axis.name,
            "path": str(axis.path),
            "measure": self.grid.measure,
            "stands_on": self.grid.terms,
            "is": str(self.goal),
            "course": self.course,
            "monotone": self.course != "turns",
            "exactly": list(self.exactly),
            "crossings": [[a.data(), b.data()] for a, b in self.crossings],
            "nearest": list(self.nearest),
            "points": [point.data() for point in self.points],
        }


def solve(variant: Variant, field: str, goal: str | Fraction, *, over: str = "", of: str = "headline") -> Solution:
    """Find the values of a field at which a figure is the wanted one; every value is worked out, none guessed.

    `field` is a path or begins with a role ("shooter.ranged"), `goal` is a fraction, a decimal or a percentage; `over`
    are the values as for an axis of a grid ("2..20", "0.5..4 step 0.5"); by default, as far as the field reaches both
    ways from its value. `of` is the figure, as in `grid`. Raises `BattleFileError`.

    >>> from fireline.analysis.vary import vary
    >>> from fireline.formats.parsing import parse
    >>> from fireline.game.registry import starter
    >>> from fireline.game.shot import Shot
    >>> shot = vary(parse(starter("endless-horizons")), shot=Shot("jack", "drone"))
    >>> found = solve(shot, "shooter.check.skill", "1/2", over="0..12")
    >>> found.exactly, found.course
    ((4,), 'rises')
    """
    values = read_values(over, f"--over: {field}") if over else around(variant, field)
    asked = goal if isinstance(goal, Fraction) else read_goal(goal)
    return Solution(grid(variant, axes={field: values}, of=of), asked)


def read_goal(text: str) -> Fraction:
    """Read the wanted figure as typed: `1/2`, `0.5`, `50%`; raises `BattleFileError`.

    >>> read_goal("1/2") == read_goal("50 %") == read_goal("0.5")
    True
    """
    number, percent = text.strip().removesuffix("%").strip(), text.strip().endswith("%")
    try:
        return Fraction(number) / (100 if percent else 1)
    except (ValueError, ZeroDivisionError):
        raise BattleFileError(Code.WRONG_TYPE, f"{shown(text)} is no number; write 1/2, 0.5 or 50%", "--is") from None


def around(variant: Variant, field: str) -> Sequence[int]:
    """The whole numbers that a field can have, as far as they reach both ways from its value, or from 0 or 1.

    A single word is the field of the role that has it: shooter, target or shot. Raises `BattleFileError` for a field
    that takes no numbers.
    """
    wrong: BattleFileError | None = None
    for name in (field,) if "." in field or "[" in field else (f"{role}.{field}" for role in WORD_ROLES):
        path = path_of(name, variant)
        now = at(
            variant.declared.data() if path.parts[0] == "shot" else variant.battle.data(),
            path.parts[path.parts[0] == "shot" :],
        )
        for start in (int(now) if isinstance(now, int | float) else 0, 0, 1):
            try:
                _check(variant, path, start)
            except BattleFileError as refused:
                wrong = wrong or refused
            else:
                return range(_reach(variant, path, start, -1), _reach(variant, path, start, 1) + 1)
    assert wrong is not None, "some start was tried"  # noqa: S101
    raise wrong


def _reach(variant: Variant, path: FieldPath, start: int, step: int) -> int:
    """The last number in one direction up to which the field can have every value."""
    with suppress(BattleFileError):
        for value in range(start + step, start + step * (REACH + 1), step):
            _check(variant, path, value)
            start = value
    return start


def _check(variant: Variant, path: FieldPath, value: int) -> None:
    """Raise `BattleFileError` where the battle, or the shot, cannot have this value."""
    changed = variant.put(Change(path, value))
    battle = changed.battle
    if path.parts[0] == "shot":
        battle.check(changed.declared)
