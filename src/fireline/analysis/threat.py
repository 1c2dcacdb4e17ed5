"""Threat maps, and what they say: where a unit is safest, by chance and in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import takewhile
from typing import NamedTuple

from fireline.analysis.deadline import GRACE, Deadline, Listener, OutOfTime, given_up_after
from fireline.analysis.shared import share_out
from fireline.analysis.threatmap import Sentences, ThreatMap, enemies
from fireline.game.battle import Battle
from fireline.game.drawing import ThreatCell
from fireline.game.result import Bar, Result
from fireline.game.tools import Table
from fireline.ruling.prose import exactly, listing, percent, plural

IN_SENTENCE, NAMED, LISTED = 5, 14, 12
"""How many places are named in a sentence and beside a chance, and how many chances are listed."""
UNTOLD = ("Why nobody may shoot there was not put into words; more seconds do it.",)


class Safest(NamedTuple):
    """The places in reach of a unit where the chance is least, out of contact if any of them is."""

    places: tuple[str, ...]
    p: Fraction


def _danger(cell: ThreatCell) -> tuple[bool, Fraction]:
    """Contact is a greater danger than any fire."""
    return bool(cell.contact), cell.chance


class ThreatGlimpse(NamedTuple):
    """A place, the chance there, and whether the unit can stand there."""

    place: str
    p: Fraction
    stands: bool


class ThreatAnswer(Result):
    """For every place where a unit might stand, what its enemies would do to it there; nearest places come first."""

    told = (
        "sentence ruleset=asked.battle.ruleset.id unit=asked.unit at=asked.here here=asked.here "
        "shooters=asked.shooters chance=asked.what what=asked.what measure=asked.places.measure "
        "stands_on=asked.battle.assumptions exact left_out safest cells svg?"
    )

    asked: ThreatMap
    cells: tuple[ThreatCell, ...]
    svg: str | None = None
    unasked: int = 0
    """How many places there was no time for."""

    @classmethod
    def within(
        cls,
        asked: ThreatMap,
        seconds: float | None,
        step: Fraction | None = None,
        heard: Listener[ThreatCell] = lambda _share, _cell: None,
        *,
        words: bool = True,
    ) -> ThreatAnswer:
        """As many places as there is time for, the nearest first, and at least where the unit stands.

        Args:
            asked: The map.
            seconds: How long it may take; as long as it needs if nothing is said.
            step: As in `ThreatMap.everywhere`.
            heard: Told after each place which part of all is done, from 0 to 1, and what is known of that place.
            words: Whether all reasons are going to be told: what is left of the time, and a second more, then puts them
                into words, the nearest first.

        Returns:
            The places that are known, where it is safest, and whether that is all.
        """
        deadline, places, found = Deadline(seconds), asked.everywhere(step), dict[str, ThreatCell]()
        nearest = asked.nearest_first(places)

        def keep(_: tuple[str, ...], cells: Iterable[tuple[ThreatCell, bool]]) -> None:
            for cell, later in cells:
                found[cell.place] = replace(cell, why=asked.why(cell.place)) if later else cell
                heard(len(found) / len(places), found[cell.place])

        work = partial(partial, _worked_out, asked, deadline)
        share_out(work, iter(nearest), keep, left=len(places), deadline=deadline)
        if words:
            known = (found[place] for place in nearest if place in found)
            later = [one for one in known if isinstance(one.why, Sentences)]
            found |= _in_words(asked, later, Deadline(max(deadline.left, 0.0) + GRACE))
        cells = tuple(found[place] for place in places if place in found)
        return cls(asked, cells, unasked=len(places) - len(cells))

    @property
    def exact(self) -> bool:
        """Whether every place was asked about."""
        return not self.unasked

    @property
    def left_out(self) -> tuple[str, ...]:
        """What was not asked about, as sentences."""
        if not self.unasked:
            return ()
        places = plural(self.unasked + len(self.cells), "place")
        return (f"{self.unasked} of {places} were not asked about, the farthest from {self.asked.here}.",)

    @property
    def safest(self) -> Safest:
        """The safest places that the unit can reach by its own move, of those asked about; it may stay where it is."""
        least = min(map(_danger, self._reached))
        return Safest(tuple(cell.place for cell in self._reached if _danger(cell) == least), least[1])

    @cached_property
    def _reached(self) -> list[ThreatCell]:
        """The places that its own move leads to; where it stands is one of them, also where it is on no grid."""
        known = {cell.place: cell for cell in (*self.cells, self._here)}
        return [cell for cell in known.values() if cell.reach and cell.stands]

    @property
    def sentence(self) -> str:
        """Where the unit is safest of all that its own move leads to, and how it is where it stands."""
        asked, best = self.asked, self.safest
        unit, near = asked.battle.title(asked.unit), len(self._reached)
        here = f"where it stands, {asked.here}, it {asked.what} with {percent(self._here.chance)}"
        if len(best.places) == near:
            so_far = " (so far as it was asked)" if self.unasked else ""
            return f"{unit} {asked.what} with {percent(best.p)} wherever its own move leads to{so_far}; {here}."
        where = _places(best.places, IN_SENTENCE, "; ")
        of = f"of the {near} places that its own move leads to"
        so_far = "so far " if self.unasked else ""
        return f"{unit} is {so_far}safest on {where}, {of}: it {asked.what} with {percent(best.p)}; {here}."

    def bars(self) -> Iterator[Bar]:
        """The greatest chances, each with its places; the safe places."""
        for chance in sorted((one for one in self._by_chance if one), reverse=True)[:LISTED]:
            places = self._by_chance[chance]
            said = f"{plural(len(places), 'place')}: {_places(places, NAMED, '  ')}"
            yield Bar(percent(chance), float(chance), said)

    @property
    def _about(self) -> Iterator[str]:
        """Who fires, and where the unit may stand."""
        asked, cells, here = self.asked, self.cells, self._here
        stands, near = [cell for cell in cells if cell.stands], [cell.place for cell in cells if cell.contact]
        order = ", in this order, one after the other" if len(asked.shooters) > 1 else ""
        yield f"Fire of {listing(asked.shooters) or 'nobody'}{order}, as if it were their turn now."
        if here.why and not here.chance:
            more = f" (and {plural(len(here.why) - 1, 'reason')} more)" if len(here.why) > 1 else ""
            yield f"Where it stands: {here.why[0]}{more}"
        safe = sum(cell.safe for cell in cells)
        yield f"It may stand on {len(stands)} of {len(cells)} places ({asked.places.measure}); {safe} of them are safe."
        if here.contact:
            yield f"Where it stands it is in contact with {listing(here.contact)}."
        if near:
            yield f"In contact with an enemy on {plural(len(near), 'place')}: {_places(near, NAMED, '; ')}."

    def notes(self) -> Iterator[str]:
        """Who fires, where the unit may stand, what the chances assume, and what was left out."""
        yield from self._about
        yield self.asked.battle.assumptions
        if (more := len([one for one in self._by_chance if one]) - LISTED) > 0:
            yield f"{more} smaller chances more; the exact answer and the picture have them all."
        yield from (f"Left out (the time is up; more seconds give more): {sentence}" for sentence in self.left_out)

    def in_full(self) -> Iterator[Table]:
        """Every place by its chance, the greatest first."""
        rows = [(exactly(p), "  ".join(places)) for p, places in sorted(self._by_chance.items(), reverse=True)]
        yield Table(("chance", "places"), rows)

    def picture(self) -> str:
        """The map."""
        return self.asked.drawn(self.cells, " ".join((self.sentence, *self._about)))

    @property
    def drawn(self) -> ThreatAnswer:
        """The same with its picture."""
        return replace(self, svg=self.asked.drawn(self.cells, " ".join((self.asked.about, *self.left_out))))

    @cached_property
    def _here(self) -> ThreatCell:
        here = self.asked.here
        return next((one for one in self.cells if one.place == here), None) or self.asked.cell(here)

    @cached_property
    def _by_chance(self) -> dict[Fraction, list[str]]:
        found: dict[Fraction, list[str]] = {}
        for cell in self.cells:
            if cell.stands:
                found.setdefault(cell.chance, []).append(cell.place)
        return found


def _worked_out(asked: ThreatMap, deadline: Deadline, places: Sequence[str]) -> list[tuple[ThreatCell, bool]]:
    """Those places for which there is time, and of each whether its reasons are still to be put into words.

    Where the unit stands is never given up.
    """
    cells = list[ThreatCell]()
    with suppress(OutOfTime):
        for place in places:
            if place != asked.here and deadline.over:
                break
            with given_up_after(None if place == asked.here else deadline):
                cells.append(asked.cell(place))
    return [(replace(one, why=()), True) if isinstance(one.why, Sentences) else (one, False) for one in cells]


def _in_words(asked: ThreatMap, cells: Iterable[ThreatCell], deadline: Deadline) -> dict[str, ThreatCell]:
    """Places with their reasons in words, as far as there is time; where the unit stands they wait to be read."""
    left = {one.place: one for one in cells}
    found = {place: one if place == asked.here else replace(one, why=UNTOLD) for place, one in left.items()}

    def tell(places: tuple[str, ...], told: Iterable[tuple[str, ...]]) -> None:
        found.update((place, replace(left[place], why=why)) for place, why in zip(places, told, strict=False))

    share_out(partial(partial, _told, asked, deadline), iter(left), tell, left=len(left), deadline=deadline)
    return found


def _told(asked: ThreatMap, deadline: Deadline, places: Sequence[str]) -> list[tuple[str, ...]]:
    """The reasons of those first places for which there is time."""
    return [tuple(asked.why(place)) for place in takewhile(lambda _: not deadline.over, places)]


def _places(places: Sequence[str], most: int, apart: str) -> str:
    """The first of these places, and how many more there are."""
    more = f" and {len(places) - most} more" if len(places) > most else ""
    return f"{apart.join(places[:most])}{more}"


def threat(battle: Battle, unit: str, shooters: Sequence[str] = (), *, at_least: int | None = None) -> ThreatMap:
    """The exact chance, for every place where a unit might stand, of what enemies would do to it there.

    Places are worked out when you ask for them: `cells` returns all of them, `cell` one.

    Args:
        battle: The battle as it stands.
        unit: The unit to put on every place as the target.
        shooters: Who fires, in this order; by default, every enemy in the order of the battle.
        at_least: Ask for the chance to lose this many blocks, Wounds or hits, instead of the chance to be hit.

    Returns:
        The map, whose places nobody has asked about yet.

    Raises:
        BattleFileError: The battle has no such unit, or its game names no places.

    >>> from fireline.formats.battlefile import load
    >>> threat(load("ancients-ranged-combat"), "warriors").cell("G7").chance
    Fraction(209, 324)
    """
    return ThreatMap(battle, unit, tuple(dict.fromkeys(shooters)) or enemies(battle, unit), at_least)
