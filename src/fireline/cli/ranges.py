"""`fireline ranges`: the chance of a shot by distance and by weapon."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Annotated

from rich.text import Text

from fireline.analysis.ranges import RangeCurve, Ranges
from fireline.cli import ANSWERED, BAD_INPUT, show
from fireline.cli.asking import Asked, asks
from fireline.cli.compare import ChangeOption, EditionOption, WeaponOption, tell_left_out, typed_columns
from fireline.cli.outputs import Out
from fireline.formats.kinds import PICTURE
from fireline.questions import columns
from fireline.questions.columns import RangesAsked
from fireline.ruling.prose import listing, percent

NO_SHOT = "no shot"


@asks(columns.ranges, "columns")
def ranges(
    asked: Asked[RangesAsked],
    *,
    change: ChangeOption = None,
    edition: EditionOption = None,
    weapon: WeaponOption = None,
    out: Annotated[Path | None, Out("Draw the curves, .svg or .png.", PICTURE)] = None,
) -> int:
    """Print which is best where, and the chances.

    The two stand alone in the open. A column with a mistake in it is left out and named, and the exit status is 2.
    """
    question = asked.instead(columns.ranges, columns=typed_columns(change, edition, weapon))
    found = question.heard(_sentence)
    asked.give(found, _tell, _drawn, out)
    return BAD_INPUT if found.problems else ANSWERED


def _title(found: Ranges) -> str:
    titles = (found.battle.title(one).partition(" (")[0] for one in (found.shot.shooter, found.shot.target))
    return f"{' at '.join(titles)}, by distance"


def _between(low: int, high: int, measure: str) -> str:
    """Distances in words.

    >>> _between(2, 6, "spaces"), _between(1, 1, "inches")
    ('2 to 6 spaces', '1 inch')
    """
    if low == high == 1:
        return f"1 {measure.removesuffix('es' if measure.endswith(('xes', 'ches')) else 's')}"
    if low == high:
        return f"{low} {measure}"
    return f"{low} to {high} {measure}"


def _sentence(found: Ranges) -> str:
    """Which is best where; of a single curve, where it is highest."""
    measure, of = found.measure, f"{found.of[:1].upper()}{found.of[1:]}"
    if not any(best.curves for best in found.best):
        return f"No shot can succeed at any distance: {found.curves[0].points[0].because or 'the chance is 0'}"
    if len(found.curves) == 1:
        legal = [one for one in found.curves[0].stretches if one.p is not None]
        most = max(one.p for one in legal if one.p is not None)
        high = listing(_between(one.least, one.most, measure) for one in legal if one.p == most)
        return f"{of}: at most {show.chance(most)}, at {high}; no shot beyond {legal[-1].most} {measure}."
    ends = [
        f"{listing(best.curves)} at {_between(best.least, best.most, measure)}" for best in found.best if best.curves
    ]
    return f"{of}: likeliest with {'; with '.join(ends)}."


def _tell(found: Ranges) -> None:
    """The answer in one sentence, then the chances at the distances where any of them changes."""
    out = show.console()
    out.print(Text(_title(found), show.STRONG))
    out.print(Text(_sentence(found), show.STRONG))
    table = show.new_table(found.measure, *(curve.label for curve in found.curves))
    rows = zip(*(curve.points for curve in found.curves), strict=True)
    for _, run in groupby(rows, key=lambda points: [one.p for one in points]):
        first, last = (alike := list(run))[0], alike[-1]
        low, high = first[0].distance, last[0].distance
        table.add_row(
            str(low) if low == high else f"{low} to {high}",
            *(Text(NO_SHOT, show.QUIET) if one.p is None else show.chance(one.p) for one in first),
        )
    out.print(table)
    if not found.complete:
        show.note("The time was up before every distance was asked about; --seconds gives more.")
    show.note(found.stands_on)
    tell_left_out(found.problems)


def _drawn(found: Ranges) -> str:
    """The chances as steps, SVG."""
    from fireline.draw.steps import Flat, Stair, draw_steps

    def flats(curve: RangeCurve) -> list[Flat]:
        return [
            Flat(
                one.least,
                one.most,
                None if one.p is None else float(one.p),
                f"{_between(one.least, one.most, found.measure)}: {one.because if one.p is None else percent(one.p)}",
            )
            for one in curve.stretches
        ]

    stairs = [Stair(curve.label, flats(curve)) for curve in found.curves]
    marks = [(n / 4, f"{25 * n}%") for n in range(5)]
    key = f"{found.of}; no line where no shot is legal. {found.stands_on}"
    return draw_steps(_title(found), found.measure, stairs, marks, key)
