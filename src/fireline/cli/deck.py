"""A challenge deck of Duel of Ages: is it sound, and what does it do at each difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.table import Table

from fireline.cli import show
from fireline.formats.parsing import read_data
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.rulesets.duel_of_ages.deck import BUILTIN, MOST, DeckList, builtin, read_card, read_deck
from fireline.rulesets.duel_of_ages.prose import better_by
from fireline.ruling.prose import listing, minus, percent, signed

_Means = tuple[Fraction, Fraction]
"""The chance to hit, and the mean change of wounds."""


def load_deck(named: str) -> DeckList:
    """The project's own deck by its id, or the one in a file; raises `BattleFileError` naming file and place."""
    if named == BUILTIN:
        return builtin()
    try:
        return read_deck(read_data(Path(named)))
    except BattleFileError as wrong:
        raise wrong.inside(file=named) from None


def data(deck: DeckList) -> dict[str, Any]:
    """What a deck does, as JSON."""
    rows = [
        {
            "difference": difference,
            "hit": str(deck.hits_at(difference)),
            "damage": {str(change): str(p) for change, p in deck.damage_at(difference).items()},
        }
        for difference in range(-MOST, MOST + 1)
    ]
    return {"id": deck.id, "name": deck.name, "cards": len(deck.cards), "at": rows, "weaker": list(deck.weaker())}


def tell(deck: DeckList) -> None:
    """What a deck does, in a table."""
    out = show.console()
    out.print(f"{deck.id}: {len(deck.cards)} cards. {deck.name}".rstrip(), style=show.STRONG)
    table = Table(
        "difference", "hit", "", "change of wounds", "average", box=None, pad_edge=False, padding=(0, 2, 0, 0)
    )
    for difference in range(-MOST, MOST + 1):
        chance, damage = deck.hits_at(difference), deck.damage_at(difference)
        reach = f"{signed(min(damage))} to {signed(max(damage))}"
        table.add_row(better_by(difference), percent(chance), str(chance), reach, f"{float(damage.mean()):+.2f}")
    out.print(table)
    _verdict(deck)


def changed(deck: DeckList, replacements: Sequence[str]) -> DeckList:
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
            try:
                card = read_card(read_data(Path(new)))
            except BattleFileError as wrong:
                raise wrong.inside(file=new) from None
        else:
            card = builtin().card(new)
        deck = deck.with_for(old, card)
    return deck


def change_data(before: DeckList, after: DeckList) -> dict[str, Any]:
    """What replacing cards does, as JSON: at each difference the chance to hit and the mean change of wounds."""
    rows = [
        {
            "difference": difference,
            "hit": {"before": str(old[0]), "after": str(new[0]), "gain": str(new[0] - old[0])},
            "damage_mean": {"before": str(old[1]), "after": str(new[1]), "gain": str(new[1] - old[1])},
        }
        for difference, old, new in _both(before, after)
    ]
    return {"id": before.id, "name": before.name, "cards": len(after.cards), "at": rows, "weaker": list(after.weaker())}


def tell_change(before: DeckList, after: DeckList) -> None:
    """What replacing cards does, in a table."""
    from fireline.analysis.words import average, decimals, points

    out = show.console()
    gone = [card.name for card in before.cards if card not in after.cards]
    come = [card.name for card in after.cards if card not in before.cards]
    named = f"{listing(gone)} out, {listing(come)} in" if gone or come else "no card is another"
    out.print(f"{before.id}: {len(before.cards)} cards; {named}.", style=show.STRONG)
    table = show.new_table("difference", "hit", "then", "", "mean change of wounds", "then", "")
    for difference, old, new in _both(before, after):
        hits = percent(old[0]), percent(new[0]), points(new[0] - old[0])
        wounds = minus(average(old[1])), minus(average(new[1])), decimals(new[1] - old[1])
        table.add_row(better_by(difference), *hits, *wounds)
    out.print(table)
    _verdict(after)


def _both(before: DeckList, after: DeckList) -> Iterator[tuple[int, _Means, _Means]]:
    """At each difference the chance to hit and the mean change of wounds, before and after."""
    for difference in range(-MOST, MOST + 1):
        old, new = ((deck.hits_at(difference), deck.damage_at(difference).mean()) for deck in (before, after))
        yield difference, old, new


def _verdict(deck: DeckList) -> None:
    weaker = deck.weaker()
    verdict = f"does worse on {listing(weaker)}" if weaker else "never does worse"
    show.note(f"A stronger rating {verdict}.")
