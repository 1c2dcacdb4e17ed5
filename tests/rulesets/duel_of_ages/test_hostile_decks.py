"""What a spoilt deck file comes to: a deck, or one line that says what is wrong and where."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fireline.formats.parsing import read_data
from fireline.game.errors import BattleFileError
from fireline.rulesets.duel_of_ages.deck import OWN, deck_data, read_deck
from fireline.testing.battery.hostile import fuzz, spoiled, spoiled_text, told

WHOLE: dict[str, Any] = deck_data(OWN) | {"cards": deck_data(OWN)["cards"][:3]}


def take(data: object) -> int:
    """Read a deck and write it down, and it comes back as it is; how many cards it has."""
    deck = read_deck(data)
    assert read_deck(deck_data(deck)) == deck
    return len(deck.cards)


@fuzz("decks", 120)
@given(data=spoiled(st.just(WHOLE)))
def test_no_tree_of_data_breaks_a_deck(data: Any) -> None:
    told(lambda: take(data))


@fuzz("decks", 80)
@given(text=spoiled_text(st.just(json.dumps(WHOLE).encode())))
def test_no_text_breaks_a_deck(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "deck.json"
    file.write_bytes(text)

    def ask() -> None:
        try:
            take(read_data(file))
        except BattleFileError as wrong:
            raise wrong.at(wrong.place, file=file.name) from None

    told(ask)


def test_the_deck_that_is_spoilt_is_good() -> None:
    assert take(WHOLE) == 3
