"""`fireline solve`: find the value of a field at which a shot has the wanted chance."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import Field
from rich.text import Text

from fireline.cli import show
from fireline.cli.arguments import file_option
from fireline.cli.asking import Asked, asks
from fireline.cli.balance import balanced, for_shots
from fireline.cli.outputs import Writes
from fireline.formats.kinds import PICTURE
from fireline.game.entries import Name
from fireline.game.errors import BattleFileError, Code
from fireline.game.odds import key_of
from fireline.questions import balance as balancing
from fireline.questions import columns
from fireline.questions.balance import GamesAsked
from fireline.questions.columns import Solving
from fireline.questions.forms.requests import ShotData
from fireline.ruling.prose import listing, percent

if TYPE_CHECKING:
    from fireline.analysis.solve import Point, Solution

COURSES = {
    "rises": "It never falls.",
    "falls": "It never rises.",
    "stays": "It is the same at every value.",
    "turns": "It both rises and falls.",
}


class SolvingEither(GamesAsked, Solving):
    """A shot, or with a side whole games."""

    shot: ShotData = None
    side: Annotated[Name | None, Field(description="Ask instead how often this side wins whole games.")] = None


@asks(columns.solve, named={"goal": "--is", "policies": "--policy"}, request=SolvingEither)
def solve(
    asked: Asked[SolvingEither],
    *,
    out: Annotated[
        Path | None, file_option("--out", "-o", what="Draw the curve, .svg or .png."), Writes(PICTURE)
    ] = None,
) -> None:
    """Print the curve, and where it is as asked.

    With --side it is the chance of that side to win, found by games on the same dice, with intervals; the options of
    games go with it.
    """
    if asked.typed["side"] is not None:
        for name, option in (("shot", "--shooter"), ("of", "--of")):
            if asked.typed[name] is not None:
                raise BattleFileError(Code.CONFLICT, "is for one shot; --side asks who wins whole games", option)
        return balanced(asked.instead(balancing.balance), out)
    if asked.typed["shot"] is None:
        problem = "name --shooter and --target for the chance of a shot, or --side for that to win games"
        raise BattleFileError(Code.MISSING, problem, "solve")
    for_shots(asked, "side", "--side")
    found: Solution = asked.answer()
    title = asked.battle.check(asked.shot).title
    asked.draw(out, lambda: _drawn(found, title))
    return asked.tell(found.data, lambda: _tell(found, title, asked.battle.assumptions), out)


def _tell(found: Solution, title: str, assumptions: str) -> None:
    """Print the curve, with neighbouring values of the same figure on one line, and where it has the wanted figure."""
    out, name, goal = show.console(), found.grid.axes[0].name, _short(found, found.goal)
    out.print(Text(title, show.STRONG))
    marked, said = (found.exactly, "exactly") if found.exactly else (found.nearest, "the nearest")
    table = show.new_table(name, found.grid.figure, "")
    for _, run in groupby(found.points, key=lambda point: point.figure):
        points = list(run)
        here = points[0].value in marked
        values = Text(_from_to(points), show.STRONG if here else "")
        table.add_row(values, _figure(found, points[0]), said if here else "")
    out.print(table)
    if not found.legal:
        out.print(Text("The shot is legal at none of these values.", show.BAD))
        return
    if found.exactly:
        out.print(Text(f"{goal} at {name} {_values(found, found.exactly)}.", show.STRONG))
    for a, b in found.crossings:
        between = f"{name} {key_of(a.value)} and {key_of(b.value)}"
        out.print(Text(f"{goal} is crossed between {between}.", show.STRONG))
    if not found.exactly:
        missed = "is not hit exactly" if found.crossings else "is not reached"
        out.print(Text(f"{goal} {missed}; nearest at {_values(found, found.nearest)}."))
    tried = f"Tried {name} {key_of(found.points[0].value)} to {key_of(found.points[-1].value)}"
    more = "; it goes on, see --over" if found.goes_on else ""
    show.note(f"{COURSES[found.course]} {tried}{more}. Every value is exact.")
    if assumptions:
        show.note(assumptions)


def _values(found: Solution, values: Sequence[object]) -> str:
    """Some of the values, neighbouring ones together."""
    runs = groupby(found.points, key=lambda point: point.value in values)
    return listing(_from_to(list(run)) for chosen, run in runs if chosen)


def _from_to(points: Sequence[Point]) -> str:
    first, last = key_of(points[0].value), key_of(points[-1].value)
    return first if len(points) == 1 else f"{first} to {last}"


def _figure(found: Solution, point: Point) -> str:
    return "not legal" if point.figure is None else show.chance(point.figure, lambda one: _short(found, one))


def _short(found: Solution, figure: Fraction) -> str:
    from fireline.ruling.prose import average

    return average(figure) if found.grid.is_mean else percent(figure)


def _drawn(found: Solution, title: str) -> str:
    """The curve as SVG; chances go from 0 to 100%, averages up to the greatest."""
    from fireline.draw.bars import Dot, draw_curve

    most = max([found.goal, *(figure for _, figure in found.legal)]) if found.grid.is_mean else Fraction(1)
    most = most if most > 0 else Fraction(1)
    name, marked = found.grid.axes[0].name, found.exactly or found.nearest
    dots = [
        Dot(
            key_of(point.value),
            None if point.figure is None else float(point.figure / most),
            point.value in marked,
            f"{name} {key_of(point.value)}: {_figure(found, point)}",
        )
        for point in found.points
    ]
    marks = [(n / 4, _short(found, most * n / 4)) for n in range(5)]
    heading = f"{title}: {found.grid.figure} by {name}"
    return draw_curve(heading, name, dots, marks, float(found.goal / most))
