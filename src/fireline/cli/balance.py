"""`fireline solve --side`: the value of a field with which a side wins as often as asked."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rich.text import Text

from fireline.cli import show
from fireline.cli.arguments import file_option
from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Writes
from fireline.cli.progress import listening
from fireline.formats.kinds import PICTURE
from fireline.game.errors import BattleFileError, Code
from fireline.game.odds import key_of
from fireline.questions import balance as asking
from fireline.questions.balance import Balancing, GamesAsked
from fireline.ruling.prose import listing, percent, plural

if TYPE_CHECKING:
    from fireline.analysis.balance import Balance, Level
    from fireline.analysis.contest import Contest
    from fireline.analysis.intervals import Interval


@asks(asking.balance, named={"goal": "--is", "policies": "--policy"})
def balance(
    asked: Asked[Balancing],
    *,
    out: Annotated[
        Path | None, file_option("--out", "-o", what="Draw the win rates, .svg or .png."), Writes(PICTURE)
    ] = None,
) -> None:
    """Print what to change, with its interval, and the win rate of every value.

    A chance of one shot needs no games: `fireline solve` with a shot finds it exactly.
    """
    balanced(asked, out)


def balanced(asked: Asked[Any], out: Path | None) -> None:
    """Answer in a sentence and a table, or as JSON, and draw the win rates."""
    from fireline.analysis.balance import balance as find
    from fireline.analysis.vary import Variant
    from fireline.questions.answering.files import files

    request: Balancing = asked.request
    with listening() as heard:
        found = find(
            Variant.of(asked.battle, files=files()),
            request.field,
            request.side,
            request.goal,
            over=request.over,
            how=request.how,
            heard=lambda share, so_far: heard(share, _sentence(so_far)),
        )
    asked.draw(out, lambda: _drawn(found))
    asked.tell(found.data, lambda: _tell(found, asked.battle.assumptions), out)


def for_shots(asked: Asked[Any], name: str, option: str) -> None:
    """Raise `BattleFileError` where a question about a shot comes with what belongs to games."""
    options = {name: option, **{one: f"--{one}" for one in GamesAsked.model_fields}, "policies": "--policy"}
    for field, typed in options.items():
        if asked.typed[field] is not None:
            raise BattleFileError(Code.CONFLICT, "is for games; leave out --shooter and --target", typed)


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
    from fireline.analysis.paired import FEWEST

    games = plural(played.games, "game")
    return f"Too few games for a verdict: {games} of each, and it takes {FEWEST}. --seconds gives more time."


def _sentence(found: Balance) -> str:
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


def _tell(found: Balance, assumptions: str) -> None:
    out = show.console()
    out.print(Text(_sentence(found), show.STRONG))
    table = show.new_table(found.axis.name, "wins", "gained on the battle as it is", "")
    table.add_row("as it is", rate(found.now.share, found.now.interval), "", "")
    for one in found.levels:
        fits = "may be it" if one.value in found.possible else ""
        style = show.STRONG if one is found.nearest else ""
        table.add_row(Text(key_of(one.value), style), rate(one.share, one.interval), gained(one.gain), fits)
    out.print(table)
    for note in _notes(found):
        show.note(note)
    if assumptions:
        show.note(assumptions)


def _notes(found: Balance) -> list[str]:
    """What the numbers stand on."""
    how, method = found.how, found.intervals
    more = " The field goes on, see --over." if found.goes_on else ""
    together = f"{method.method}, together {method.confidence * 100:.0f}%; differences by Newcombe"
    games = f"{plural(found.games, 'game')} of each on the same dice, seed {how.seed}, policy {how.policies}"
    told = [f"{games}; in brackets {together}.{more}"]
    if found.unfinished:
        share = percent(Fraction(found.unfinished, found.games * len(found.levels)))
        told.append(f"Nobody won {share} of the games in {plural(how.turns, 'turn')}; they count as not won.")
    return told + [f"Left out: {value}: {problem}" for value, problem in found.problems.items()]


def _drawn(found: Balance) -> str:
    """The win rates with their intervals, as SVG."""
    from fireline.draw.bars import Dot, draw_curve

    def dot(one: Level) -> Dot:
        note = f"{found.axis.name} {key_of(one.value)}: {rate(one.share, one.interval)}"
        return Dot(key_of(one.value), one.share, one is found.nearest, note, one.interval)

    marks = [(n / 4, f"{25 * n}%") for n in range(5)]
    title = f"How often {found.side} wins by {found.axis.name}"
    return draw_curve(title, found.axis.name, [dot(one) for one in found.levels], marks, float(found.goal))
