"""`fireline threat`: for every place of the board, the chance of what enemies would do to a unit there."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated

from rich.text import Text

from fireline.analysis.deadline import USUAL, Deadline
from fireline.analysis.threat import ThreatAnswer
from fireline.analysis.workers import using_every_core
from fireline.cli import show
from fireline.cli.arguments import option
from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Out
from fireline.cli.progress import listening
from fireline.formats.kinds import PICTURE, THREAT, THREAT_COLUMNS
from fireline.formats.writing import write_atomically
from fireline.game.drawing import ThreatCell
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.questions import searches
from fireline.questions.answering.seen import far
from fireline.questions.searches import ThreatRequest, threat_of
from fireline.ruling.prose import listing, percent, plural

LISTED, NAMED = 12, 14
"""How many chances are listed, and how many places are named with each."""


@asks(searches.threat, "direction", "unit", named={"shooters": "--order"})
def threat(
    asked: Asked[ThreatRequest],
    *,
    against: Annotated[str | None, option("--against", "ID", "The unit to put on every place as the target.")] = None,
    by: Annotated[str | None, option("--by", "ID", "Only this unit fires; choose its target with --target.")] = None,
    out: Annotated[Path | None, Out("Draw the map, .svg or .png, or list it, .csv.", PICTURE, THREAT)] = None,
) -> None:
    """Print the map in words.

    Several shooters fire one after another; wounds, blocks and retreats carry over.
    """
    if (against is None) == (by is None):
        raise BattleFileError(
            Code.CONFLICT, "give either --against UNIT, whom enemies fire at, or --by UNIT, who fires", "threat"
        )
    if against is not None and asked.typed["target"] is not None:
        raise BattleFileError(Code.CONFLICT, "goes with --by; --against names the target itself", "--target")
    if by is not None and asked.typed["shooters"] is not None:
        raise BattleFileError(Code.CONFLICT, "goes with --against; --by names the only shooter", "--order")
    if out is not None and out.suffix.lower() not in {".svg", ".png", ".csv"}:
        problem = f"{shown(out.suffix)} is no kind of map; name it .svg, .png or .csv"
        raise BattleFileError(Code.UNSUPPORTED, problem, file=str(out))
    asked = asked.instead(searches.threat, unit=against or by, direction="by" if by else "against")
    deadline, found = Deadline.of_answer(asked.request.seconds or USUAL), threat_of(asked.request)
    with listening() as heard, using_every_core():
        told = found.within(deadline.left, far(asked.request.step), lambda share, cell: heard(share, cell.place))
    if out is not None:
        _save(told, out)
    asked.give(told, _tell, None, out)


def _tell(told: ThreatAnswer) -> None:
    """Print the map in words: the title, the unit's own place, and the places of the greatest and the least chances."""
    out, cells = show.console(), told.cells
    out.print(Text(told.asked.title, show.STRONG))
    for line in _lines(told):
        out.print(line)
    for sentence in told.left_out:
        show.note(f"Left out (the time is up, more with --seconds): {sentence}")
    by_chance: dict[Fraction, list[str]] = {}
    for cell in cells:
        if cell.chance:
            by_chance.setdefault(cell.chance, []).append(cell.place)
    standing = sum(cell.stands for cell in cells)
    if standing > 1 and [len(places) for places in by_chance.values()] == [standing]:
        (chance,) = by_chance
        return out.print(f"It is the same on every place where it may stand: {show.chance(chance)}.")
    table = show.new_table("chance", "", "places")
    for chance in sorted(by_chance, reverse=True)[:LISTED]:
        places = by_chance[chance]
        more = f" and {len(places) - NAMED} more" if len(places) > NAMED else ""
        table.add_row(percent(chance), show.exact(chance), "  ".join(places[:NAMED]) + more)
    if by_chance:
        out.print(table)
    if len(by_chance) > LISTED:
        show.note(f"{len(by_chance) - LISTED} smaller chances more; --json or --out has them all.")
    return None


def _lines(told: ThreatAnswer) -> Iterator[str]:
    """Further lines: who fires, where the unit stands now, and how many places are safe from fire and contact."""
    asked, cells = told.asked, told.cells
    stands = [cell for cell in cells if cell.stands]
    safe, near = sum(cell.safe for cell in cells), [cell.place for cell in cells if cell.contact]
    order = ", in this order, one after the other" if len(asked.shooters) > 1 else ""
    yield f"Fire of {listing(asked.shooters) or 'nobody'}{order}, as if it were their turn now."
    if asked.battle.assumptions:
        yield asked.battle.assumptions
    here = next((one for one in cells if one.place == asked.here), None) or asked.cell(asked.here)
    more = f" (and {plural(len(here.why) - 1, 'reason')} more)" if len(here.why) > 1 else ""
    why = f": {here.why[0]}{more}" if here.why and not here.chance else ""
    yield f"Where it stands, {asked.here}: {show.chance(here.chance)}{why or '.'}"
    yield f"It may stand on {len(stands)} of {len(cells)} places ({asked.places.measure}); {safe} of them are safe."
    best, near_by = told.safest, sum(cell.reach and cell.stands for cell in cells)
    if best is not None and len(best.places) < near_by:
        more = f" and {len(best.places) - NAMED} more" if len(best.places) > NAMED else ""
        where = f"{', '.join(best.places[:NAMED])}{more}"
        yield f"Safest of the {near_by} that its own move leads to: {where}, with {show.chance(best.p)}."
    if here.contact:
        yield f"There it is in contact with {listing(here.contact)}."
    if near:
        more = f" and {len(near) - NAMED} more" if len(near) > NAMED else ""
        yield f"In contact with an enemy on {plural(len(near), 'place')}: {', '.join(near[:NAMED])}{more}."


def _save(told: ThreatAnswer, out: Path) -> None:
    """Write the map, whole or not at all: a table or a picture, as the name says; raises `BattleFileError`."""
    if out.suffix.lower() == ".csv":
        return write_atomically(out, _table(told.cells))
    from fireline.formats.writing import save_picture

    return save_picture(told.asked.drawn(told.cells, " ".join((*_lines(told), *told.left_out))), out)


def _table(cells: Sequence[ThreatCell]) -> str:
    """The map as a table of comma-separated values, chances as fractions and as decimals."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(THREAT_COLUMNS)
    for cell in cells:
        stands, reach = (str(one).lower() for one in (cell.stands, cell.reach))
        why, near = " ".join(cell.why), " ".join(cell.contact)
        rows.writerow((cell.place, stands, cell.chance, float(cell.chance), why, near, reach))
    return text.getvalue()
