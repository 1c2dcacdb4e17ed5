"""`fireline solve`: the value of a field at which a shot has the wanted chance, or with --side a side wins as often."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from math import ceil
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field
from rich.text import Text

from fireline.analysis.balance import Balance, Level
from fireline.analysis.contest import Contest
from fireline.analysis.intervals import Interval
from fireline.analysis.paired import FEWEST
from fireline.analysis.solve import Point, Solution
from fireline.analysis.unitworth import UnitsWorth
from fireline.cli import show
from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Out
from fireline.formats.kinds import PICTURE
from fireline.game.entries import Name
from fireline.game.errors import BattleFileError, Code
from fireline.questions import balance as games
from fireline.questions import columns
from fireline.questions.balance import GamesAsked
from fireline.questions.columns import Solving
from fireline.questions.forms.requests import ShotData
from fireline.ruling.prose import average, listing, percent, plural
from fireline.ruling.told import key_of

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
    out: Annotated[Path | None, Out("Draw the curve, .svg or .png.", PICTURE)] = None,
) -> None:
    """Print the curve, and where it is as asked.

    With --side, find instead the value at which that side wins as often as asked, by games on the same dice, with
    intervals. --games, --turns, --begins, --policy, --seed and --seconds say how the games are played.
    """
    if asked.typed["side"] is not None:
        for name, option in (("shot", "--shooter"), ("of", "--of")):
            if asked.typed[name] is not None:
                raise BattleFileError(Code.CONFLICT, "is for one shot; --side asks who wins whole games", option)
        return balanced(asked.instead(games.balance), out)
    if asked.typed["shot"] is None:
        problem = "name --shooter and --target for the chance of a shot, or --side for that to win games"
        raise BattleFileError(Code.MISSING, problem, "solve")
    for_shots(asked, "side", "--side")
    found, battle = asked.answer(), asked.battle
    title = battle.check(asked.shot).title
    return asked.give(found, lambda one: _tell(one, title, battle.assumptions), lambda one: _drawn(one, title), out)


def balanced(asked: Asked[Any], out: Path | None) -> None:
    """Answer in a sentence and a table, or as JSON, and draw the win rates."""
    found, assumptions = asked.heard(_balance), asked.battle.assumptions
    asked.give(found, lambda one: _tell_balance(one, assumptions), _drawn_balance, out)


def for_shots(asked: Asked[Any], name: str, option: str) -> None:
    """Raise `BattleFileError` where a question about a shot comes with what belongs to games."""
    options = {name: option, **{one: f"--{one}" for one in GamesAsked.model_fields}, "policies": "--policy"}
    for field, typed in options.items():
        if asked.typed[field] is not None:
            raise BattleFileError(Code.CONFLICT, "is for games; leave out --shooter and --target", typed)


# --- the chance of a shot ------------------------------------------------------------


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


# --- how often a side wins -----------------------------------------------------------


def rate(share: float | None, between: Interval | None) -> str:
    """A win rate with its interval, in percent."""
    if share is None or between is None:
        return "no game"
    return f"{100 * share:.1f}% [{100 * between.low:.1f}, {100 * between.high:.1f}]"


def gained(between: Interval | None) -> str:
    """The interval of a difference, in points."""
    return "" if between is None else f"{signed_points(between.low)} to {signed_points(between.high)}"


def signed_points(share: float) -> str:
    """A difference of win rates in points, with its sign."""
    return f"{100 * share:+.1f}".replace("-", "−")


def few(played: Contest) -> str:
    """That there are too few games to conclude anything."""
    games, after = plural(played.games, "game"), played.enough_after
    more = "--seconds gives more time" if after is None else f"--seconds {ceil(1.2 * after)} is about enough"
    return f"Too few games for a verdict: {games} of each, and it takes {FEWEST}. {more}; fewer --turns take less."


def stand_on(found: Balance | UnitsWorth, more: str = "") -> str:
    """Which games the win rates come from, and what the brackets hold."""
    how, method = found.how, found.intervals
    games = f"{plural(found.games, 'game')} of each on the same dice, seed {how.seed}, policy {how.policies}"
    return f"{games}; in brackets {method.method}, together {method.confidence * 100:.0f}%{more}."


def unfinished(found: Balance | UnitsWorth, games: int, nobody: str) -> str:
    """How many of so many games had no end, "" where each had one."""
    won = f"{nobody} won {percent(Fraction(found.unfinished, games))} of the games"
    return f"{won} in {plural(found.how.turns, 'turn')}; they count as not won." if found.unfinished else ""


def _balance(found: Balance) -> str:
    """What to change, with its interval, and what the games do not tell apart."""
    if found.verdict == "few":
        return few(found.played)
    name, near, asked = found.axis.name, found.nearest, f"{found.side} wins {percent(found.goal)} of the games"
    wins = f"{name} {key_of(near.value)} {found.side} wins {rate(near.share, near.interval)} of the games"
    if found.verdict == "none":
        between = [f"{key_of(a)} and {key_of(b)}" for a, b in found.crossings]
        crossed = f" It is crossed between {listing(between)}." if between else ""
        return f"With none of these values {asked}; the nearest: with {wins}.{crossed}"
    others = [key_of(value) for value in found.possible if value != near.value]
    open_ = f" The games do not rule out {listing(others)}." if others else ""
    return f"With {wins}; {percent(found.goal)} is asked for.{open_}"


def _tell_balance(found: Balance, assumptions: str) -> None:
    out = show.console()
    out.print(Text(_balance(found), show.STRONG))
    table = show.new_table(found.axis.name, "wins", "gained on the battle as it is", "")
    table.add_row("as it is", rate(found.now.share, found.now.interval), "", "")
    for one in found.levels:
        fits = "may be it" if one.value in found.possible else ""
        style = show.STRONG if one is found.nearest else ""
        table.add_row(Text(key_of(one.value), style), rate(one.share, one.interval), gained(one.gain), fits)
    out.print(table)
    more = " The field goes on, see --over." if found.goes_on else ""
    show.note(stand_on(found, "; differences by Newcombe") + more)
    show.note(unfinished(found, found.games * len(found.levels), "Nobody"))
    for value, problem in found.problems.items():
        show.note(f"Left out: {value}: {problem}")
    show.note(assumptions)


def _drawn_balance(found: Balance) -> str:
    """The win rates with their intervals, as SVG."""
    from fireline.draw.bars import Dot, draw_curve

    def dot(one: Level) -> Dot:
        note = f"{found.axis.name} {key_of(one.value)}: {rate(one.share, one.interval)}"
        return Dot(key_of(one.value), one.share, one is found.nearest, note, one.interval)

    marks = [(n / 4, f"{25 * n}%") for n in range(5)]
    title = f"How often {found.side} wins by {found.axis.name}"
    return draw_curve(title, found.axis.name, [dot(one) for one in found.levels], marks, float(found.goal))
