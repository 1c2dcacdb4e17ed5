"""A challenge deck of Duel of Ages: is it sound, and what does it do at each difference."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.table import Table

from fireline.cli import show
from fireline.formats.parsing import read_data
from fireline.game.errors import BattleFileError
from fireline.rulesets.duel_of_ages.deck import BUILTIN, MOST, DeckList, builtin, read_deck
from fireline.rulesets.duel_of_ages.prose import better_by
from fireline.ruling.prose import listing, percent, signed


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
    weaker = deck.weaker()
    verdict = f"does worse on {listing(weaker)}" if weaker else "never does worse"
    show.note(f"A stronger rating {verdict}.")
