"""`fireline deck`: whether a challenge deck is sound, and what its cards do at each difference of ratings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code, inside
from fireline.game.ruleset import Files
from fireline.game.tools import Quiet, Strong, Table, Tool, ToolAnswer
from fireline.rulesets.duel_of_ages.deck import BUILTIN, MOST, OWN, DeckList, read_card, read_deck
from fireline.rulesets.duel_of_ages.prose import better_by
from fireline.ruling.prose import average, decimals, listing, minus, percent, points, signed

R = TypeVar("R")
DIFFERENCES = range(-MOST, MOST + 1)
_Means = tuple[Fraction, Fraction]
"""The chance to hit, and the mean change of wounds."""


def deck(
    files: Files,
    named: Annotated[
        str, typer.Argument(metavar="DECK", help="A deck file, or builtin for Fireline's own.", show_default=False)
    ],
    replace: Annotated[
        list[str] | None,
        typer.Option(
            "--replace",
            metavar="CARD=CARD",
            help="Show what changes if the second card takes the place of the first.",
            show_default=False,
        ),
    ] = None,
) -> ToolAnswer:
    """Check a challenge deck of Duel of Ages, and show what its cards do at each difference of ratings."""
    loaded = OWN if named == BUILTIN else _in_file(files, named, read_deck)
    if not replace:
        return ToolAnswer(data=_data(loaded), lines=tuple(_lines(loaded)))
    other = _changed(loaded, replace, files)
    return ToolAnswer(data=_change_data(loaded, other), lines=tuple(_change_lines(loaded, other)))


TOOL = Tool(run=deck)


def _in_file(files: Files, named: str, read: Callable[[object], R]) -> R:
    with inside(file=named):
        return read(files.data(named, ""))


def _data(deck: DeckList) -> dict[str, Any]:
    rows = [
        {
            "difference": difference,
            "hit": str(deck.hits_at(difference)),
            "damage": {str(change): str(p) for change, p in deck.damage_at(difference).items()},
        }
        for difference in DIFFERENCES
    ]
    return {"id": deck.id, "name": deck.name, "cards": len(deck.cards), "at": rows, "weaker": list(deck.weaker())}


def _lines(deck: DeckList) -> Iterator[str | Table]:
    yield Strong(f"{deck.id}: {len(deck.cards)} cards. {deck.name}".rstrip())
    rows = []
    for difference in DIFFERENCES:
        chance, damage = deck.hits_at(difference), deck.damage_at(difference)
        reach = f"{signed(min(damage))} to {signed(max(damage))}"
        rows.append((better_by(difference), percent(chance), str(chance), reach, decimals(damage.mean())))
    yield Table(columns=("difference", "hit", "", "change of wounds", "average"), rows=rows, ruled=False)
    yield _verdict(deck)


def _changed(deck: DeckList, replacements: Sequence[str], files: Files) -> DeckList:
    """The deck with cards in the place of others, each OLD=NEW: a card of the deck, of the project's own, or a file.

    Raises `BattleFileError`.
    """
    for given in replacements:
        old, equals, new = (part.strip() for part in given.partition("="))
        if not equals or not old or not new:
            raise BattleFileError(Code.MALFORMED, f"{shown(given)} is not CARD=CARD, e.g. A1=D9", "--replace")
        if new in deck.names:
            card = deck.card(new)
        elif Path(new).is_file():
            card = _in_file(files, new, read_card)
        else:
            card = OWN.card(new)
        deck = deck.with_for(old, card)
    return deck


def _change_data(before: DeckList, after: DeckList) -> dict[str, Any]:
    """At each difference the chance to hit and the mean change of wounds."""
    rows = [
        {
            "difference": difference,
            "hit": {"before": str(old[0]), "after": str(new[0]), "gain": str(new[0] - old[0])},
            "damage_mean": {"before": str(old[1]), "after": str(new[1]), "gain": str(new[1] - old[1])},
        }
        for difference, old, new in _both(before, after)
    ]
    return {"id": before.id, "name": before.name, "cards": len(after.cards), "at": rows, "weaker": list(after.weaker())}


def _change_lines(before: DeckList, after: DeckList) -> Iterator[str | Table]:
    gone = [card.name for card in before.cards if card not in after.cards]
    come = [card.name for card in after.cards if card not in before.cards]
    named = f"{listing(gone)} out, {listing(come)} in" if gone or come else "no card is another"
    yield Strong(f"{before.id}: {len(before.cards)} cards; {named}.")
    rows = []
    for difference, old, new in _both(before, after):
        hits = percent(old[0]), percent(new[0]), points(new[0] - old[0])
        wounds = minus(average(old[1])), minus(average(new[1])), decimals(new[1] - old[1])
        rows.append((better_by(difference), *hits, *wounds))
    yield Table(columns=("difference", "hit", "then", "", "mean change of wounds", "then", ""), rows=rows)
    yield _verdict(after)


def _both(before: DeckList, after: DeckList) -> Iterator[tuple[int, _Means, _Means]]:
    """At each difference the chance to hit and the mean change of wounds, before and after."""
    for difference in DIFFERENCES:
        old, new = ((deck.hits_at(difference), deck.damage_at(difference).mean()) for deck in (before, after))
        yield difference, old, new


def _verdict(deck: DeckList) -> Quiet:
    weaker = deck.weaker()
    return Quiet(f"A stronger rating {f'does worse on {listing(weaker)}' if weaker else 'never does worse'}.")
