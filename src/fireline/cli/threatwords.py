"""A threat map in words, as a table and as a picture."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from rich.text import Text

from fireline.analysis.threat import ThreatCell, ThreatMap
from fireline.cli import show
from fireline.formats.writing import write_atomically
from fireline.ruling.prose import listing, percent, plural

LISTED, NAMED = 12, 14
"""How many chances are listed, and how many places are named with each."""


def tell(asked: ThreatMap, cells: list[ThreatCell]) -> None:
    """Print the map in words: the title, the unit's own place, and the places of the greatest and the least chances."""
    out = show.console()
    out.print(Text(title(asked), show.STRONG))
    for line in lines(asked, cells):
        out.print(line)
    by_chance: dict[Fraction, list[str]] = {}
    for cell in cells:
        if cell.chance:
            by_chance.setdefault(cell.chance, []).append(cell.place)
    standing = sum(cell.stands for cell in cells)
    if standing > 1 and [len(places) for places in by_chance.values()] == [standing]:
        (chance,) = by_chance
        out.print(f"It is the same on every place where it may stand: {percent(chance)} ({chance}).")
        return
    table = show.new_table("chance", "", "places")
    for chance in sorted(by_chance, reverse=True)[:LISTED]:
        places = by_chance[chance]
        more = f" and {len(places) - NAMED} more" if len(places) > NAMED else ""
        table.add_row(percent(chance), str(chance), "  ".join(places[:NAMED]) + more)
    if by_chance:
        out.print(table)
    if len(by_chance) > LISTED:
        show.note(f"{len(by_chance) - LISTED} smaller chances more; --json or --out has them all.")


def title(asked: ThreatMap) -> str:
    """What the map is of."""
    return f"Chance that {asked.battle.title(asked.unit)} {asked.what}, by place"


def lines(asked: ThreatMap, cells: list[ThreatCell]) -> Iterator[str]:
    """Further lines: who fires, where the unit stands now, and how many places are safe from fire and contact."""
    stands = [cell for cell in cells if cell.stands]
    safe, near = sum(cell.safe for cell in cells), [cell.place for cell in cells if cell.contact]
    order = ", in this order, one after the other" if len(asked.shooters) > 1 else ""
    yield f"Fire of {listing(asked.shooters) or 'nobody'}{order}, as if it were their turn now."
    if asked.battle.assumptions:
        yield asked.battle.assumptions
    here = asked.cell(asked.here)
    more = f" (and {plural(len(here.why) - 1, 'reason')} more)" if len(here.why) > 1 else ""
    why = f": {here.why[0]}{more}" if here.why and not here.chance else ""
    yield f"Where it stands, {asked.here}: {percent(here.chance)} ({here.chance}){why or '.'}"
    yield f"It may stand on {len(stands)} of {len(cells)} places ({asked.places.measure}); {safe} of them are safe."
    if here.contact:
        yield f"There it is in contact with {listing(here.contact)}."
    if near:
        more = f" and {len(near) - NAMED} more" if len(near) > NAMED else ""
        yield f"In contact with an enemy on {plural(len(near), 'place')}: {', '.join(near[:NAMED])}{more}."


def save(asked: ThreatMap, cells: list[ThreatCell], out: Path) -> None:
    """Write the map, whole or not at all: a table or a picture, as the name says; raises `BattleFileError`."""
    if out.suffix.lower() == ".csv":
        write_atomically(out, _table(cells))
        return
    from fireline.draw import threat_map
    from fireline.formats.picturefile import save_picture
    from fireline.game.drawing import ThreatCell, ThreatMap

    drawn = [ThreatCell(cell.place, cell.chance, cell.stands, _note(cell), bool(cell.contact)) for cell in cells]
    chart = ThreatMap(title(asked), " ".join(lines(asked, cells)), asked.unit, drawn)
    save_picture(threat_map(asked.battle, chart), out)


def _note(cell: ThreatCell) -> str:
    """What the picture shows of a place when you point at it."""
    reasons = " ".join(cell.why)
    told = f"{percent(cell.chance)} ({cell.chance})" if cell.stands and not reasons else reasons
    near = f"; in contact with {listing(cell.contact)}" if cell.contact else ""
    return f"{cell.place}: {told}{near}"


def _table(cells: list[ThreatCell]) -> str:
    """The map as a table of comma-separated values, chances as fractions and as decimals."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("place", "stands", "p", "chance", "why", "contact"))
    for cell in cells:
        stands, why, near = str(cell.stands).lower(), " ".join(cell.why), " ".join(cell.contact)
        rows.writerow((cell.place, stands, cell.chance, float(cell.chance), why, near))
    return text.getvalue()
