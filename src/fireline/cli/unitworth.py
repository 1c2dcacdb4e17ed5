"""`fireline worth` without a shot: the win rate that each unit adds to its side."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from fireline.cli import show
from fireline.cli.asking import Asked
from fireline.cli.balance import few, gained, signed_points
from fireline.cli.progress import listening
from fireline.ruling.prose import percent, plural

if TYPE_CHECKING:
    from fireline.analysis.unitworth import UnitsWorth, UnitWorth


def weighed(asked: Asked[Any], out: Path | None) -> None:
    """Answer in a sentence and a table, or as JSON, and draw it if asked."""
    from fireline.analysis.unitworth import units_worth
    from fireline.analysis.vary import Variant
    from fireline.questions.answering.files import files

    request = asked.request
    with listening() as heard:
        found = units_worth(
            Variant.of(asked.battle, files=files()),
            request.units or (),
            how=request.how,
            heard=lambda share, so_far: heard(share, _sentence(so_far)),
        )
    asked.draw(out, lambda: _drawn(found))
    asked.tell(found.data, lambda: _tell(found), out)


def _drawn(found: UnitsWorth) -> str:
    """What each unit adds to the win rate of its side as bars with their intervals, SVG."""
    from fireline.draw.gains import Gain, draw_gains

    gains = [
        Gain(found.battle.title(one.view.id), one.adds, (one.interval.low, one.interval.high), _adds(found, one))
        for one in found.units
        if one.adds is not None and one.interval is not None
    ]
    key = f"points that each unit adds to the win rate of its side; {plural(found.games, 'game')} of each"
    return draw_gains("What units are worth", key, gains)


def _adds(found: UnitsWorth, one: UnitWorth) -> str:
    """What a unit adds, in words."""
    if one.adds is None or one.interval is None:
        return "unknown"
    return f"{signed_points(one.adds)} points [{gained(one.interval)}]"


def _sentence(found: UnitsWorth) -> str:
    """Who adds most and least, or is the dearest for what it adds."""
    if not found.enough:
        return few(found.played)
    first, last = found.units[0], found.units[-1]
    told = [f"{found.battle.title(first.view.id)} adds {_adds(found, first)} to the win rate of {first.view.side}"]
    if len(found.units) > 1:
        told.append(f"{found.battle.title(last.view.id)} adds {_adds(found, last)} to that of {last.view.side}")
    if found.dearest is not None:
        told.append(f"for its points {found.battle.title(found.dearest)} adds least")
    return f"{'; '.join(told)}."


def _tell(found: UnitsWorth) -> None:
    out = show.console()
    out.print(Text(_sentence(found), show.STRONG))
    priced = any(one.view.points is not None for one in found.units)
    prices = ["points", "for 100 points"] if priced else []
    table = show.new_table("unit", "side", "wins", "without it", "it adds", *prices, "told from nothing")
    for one in found.units:
        table.add_row(*_row(found, one, priced=priced))
    out.print(table)
    for note in _notes(found):
        show.note(note)


def _row(found: UnitsWorth, one: UnitWorth, *, priced: bool) -> Iterator[str]:
    yield from (found.battle.title(one.view.id), one.view.side)
    yield from ("no game" if share is None else f"{100 * share:.1f}%" for share in (one.share, one.without))
    yield _adds(found, one)
    if priced:
        yield "" if one.view.points is None else f"{one.view.points:,}"
        yield "" if one.per_point is None else signed_points(100 * one.per_point)
    yield "yes" if one.sure else "no"


def _notes(found: UnitsWorth) -> Iterator[str]:
    """What the numbers stand on."""
    how, method = found.how, found.intervals
    games = f"{plural(found.games, 'game')} of each on the same dice, seed {how.seed}, policy {how.policies}"
    yield f"{games}; in brackets {method.method}, together {method.confidence * 100:.0f}%."
    if found.unfinished:
        share = percent(Fraction(found.unfinished, found.games))
        yield f"With everybody nobody won {share} of the games in {plural(how.turns, 'turn')}; they count as not won."
    if found.battle.assumptions:
        yield found.battle.assumptions
