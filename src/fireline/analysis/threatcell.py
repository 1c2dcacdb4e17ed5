"""What a threat map says of its places: the safest in reach, reasons that are put into words when read, sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from fireline.game.drawing import ThreatCell
from fireline.game.result import Bar
from fireline.game.tools import Table
from fireline.ruling.prose import exactly, listing, percent, plural

if TYPE_CHECKING:
    from fireline.analysis.threat import ThreatAnswer

IN_SENTENCE, NAMED, LISTED = 5, 14, 12
"""How many places are named in a sentence and beside a chance, and how many chances are listed."""


class Safest(NamedTuple):
    """The places in reach of a unit where the chance is least, out of contact if any of them is."""

    places: tuple[str, ...]
    p: Fraction


def safest(cells: Iterable[ThreatCell]) -> Safest | None:
    """The safest places that a unit can reach; None where none of these is in reach."""
    reached = [cell for cell in cells if cell.reach and cell.stands]
    if not reached:
        return None
    least = min((bool(cell.contact), cell.chance) for cell in reached)
    return Safest(tuple(cell.place for cell in reached if (bool(cell.contact), cell.chance) == least), least[1])


class ThreatGlimpse(NamedTuple):
    """A place, the chance there, and whether the unit can stand there."""

    place: str
    p: Fraction
    stands: bool


class Sentences(Sequence[str]):
    """Sentences as a tuple has them, made when they are first read; a copy in another process is that tuple."""

    def __init__(self, make: Callable[[], Iterable[str]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> tuple[str, ...]:
        return tuple(self._make())

    @overload
    def __getitem__(self, number: int) -> str: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[str, ...]: ...
    def __getitem__(self, number: int | slice) -> str | tuple[str, ...]:
        return self._made[number]

    def __len__(self) -> int:
        return len(self._made)

    def __eq__(self, other: object) -> bool:
        return self._made == (other._made if isinstance(other, Sentences) else other)

    def __hash__(self) -> int:
        return hash(self._made)

    def __repr__(self) -> str:
        return repr(self._made)

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self._made,)


def sentence(told: ThreatAnswer) -> str:
    """Where the unit is safest of all that its own move leads to, and how it is where it stands."""
    asked, best = told.asked, told.safest
    unit, near = asked.battle.title(asked.unit), sum(cell.reach and cell.stands for cell in told.cells)
    here = f"where it stands, {asked.here}, it {asked.what} with {percent(_here(told).chance)}"
    if best is None:
        return f"{unit}: {here}."
    if len(best.places) == near:
        return f"{unit} {asked.what} with {percent(best.p)} wherever its own move leads to; {here}."
    where = _places(best.places, IN_SENTENCE, "; ")
    of = f"of the {near} places that its own move leads to"
    so_far = "so far " if told.unasked else ""
    return f"{unit} is {so_far}safest on {where}, {of}: it {asked.what} with {percent(best.p)}; {here}."


def bars(told: ThreatAnswer) -> Iterator[Bar]:
    """The greatest chances, each with its places; the safe places."""
    by_chance = _by_chance(told)
    for chance in sorted((one for one in by_chance if one), reverse=True)[:LISTED]:
        places = by_chance[chance]
        said = f"{plural(len(places), 'place')}: {_places(places, NAMED, '  ')}"
        yield Bar(percent(chance), float(chance), said)


def about(told: ThreatAnswer) -> Iterator[str]:
    """Who fires, where the unit may stand, and what was left out."""
    asked, cells = told.asked, told.cells
    stands, near = [cell for cell in cells if cell.stands], [cell.place for cell in cells if cell.contact]
    order = ", in this order, one after the other" if len(asked.shooters) > 1 else ""
    yield f"Fire of {listing(asked.shooters) or 'nobody'}{order}, as if it were their turn now."
    here = _here(told)
    if here.why and not here.chance:
        more = f" (and {plural(len(here.why) - 1, 'reason')} more)" if len(here.why) > 1 else ""
        yield f"Where it stands: {here.why[0]}{more}"
    safe = sum(cell.safe for cell in cells)
    yield f"It may stand on {len(stands)} of {len(cells)} places ({asked.places.measure}); {safe} of them are safe."
    if here.contact:
        yield f"Where it stands it is in contact with {listing(here.contact)}."
    if near:
        yield f"In contact with an enemy on {plural(len(near), 'place')}: {_places(near, NAMED, '; ')}."


def notes(told: ThreatAnswer) -> Iterator[str]:
    """The same, what the chances assume, and what was left out."""
    yield from about(told)
    yield told.asked.battle.assumptions
    if (more := len([one for one in _by_chance(told) if one]) - LISTED) > 0:
        yield f"{more} smaller chances more; --exact or --out has them all."
    yield from (f"Left out (the time is up, more with --seconds): {sentence}" for sentence in told.left_out)


def tables(told: ThreatAnswer) -> Iterator[Table]:
    """Every place by its chance, the greatest first."""
    rows = [(exactly(p), "  ".join(places)) for p, places in sorted(_by_chance(told).items(), reverse=True)]
    yield Table(("chance", "places"), rows)


def _here(told: ThreatAnswer) -> ThreatCell:
    here = told.asked.here
    return next((one for one in told.cells if one.place == here), None) or told.asked.cell(here)


def _by_chance(told: ThreatAnswer) -> dict[Fraction, list[str]]:
    found: dict[Fraction, list[str]] = {}
    for cell in told.cells:
        if cell.stands:
            found.setdefault(cell.chance, []).append(cell.place)
    return found


def _places(places: Sequence[str], most: int, apart: str) -> str:
    """The first of these places, and how many more there are."""
    more = f" and {len(places) - most} more" if len(places) > most else ""
    return f"{apart.join(places[:most])}{more}"
