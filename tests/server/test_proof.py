"""Verifiable dice: the same as their description says, fair, and like any other dice for the rules."""

import itertools
import json
from collections import Counter

import pytest

from fireline.chance import Deck, Die, FixedDice, d6
from fireline.server.dice.book import DiceBook, Mixing
from fireline.server.dice.hashes import SPAN, StreamDice, commitment, face, message, side, words
from server import dice_witness

VECTORS = json.loads(dice_witness.VECTORS.read_text(encoding="utf-8"))
LOADED = Die("loaded", ("a", "b", "c"), weights=(1, 2, 5))


def proven(table: str, roll: int = 1, **seeds: str) -> StreamDice:
    """The dice of one roll under the secret of zeros."""
    return DiceBook(commitment(bytes(32)), seeds, roll - 1, mixing=Mixing(table)).dice(bytes(32))


def test_the_vectors_are_those_of_the_witness_and_hold_what_a_verifier_may_get_wrong() -> None:
    assert dice_witness.vectors() == VECTORS
    seats = [set(roll["seeds"]) for roll in VECTORS["rolls"]]
    assert any({"\uffff", "\U0001f3b2"} <= one for one in seats), "seats whose order by UTF-16 is another"
    assert any(not one for one in seats)
    throws = [one for roll in VECTORS["rolls"] for one in roll["throws"]]
    assert {1, 6, 20, 99_991, SPAN // 2 + 1} <= {one["sides"] for one in throws}
    assert len({one["face"] for one in throws if one["sides"] == 60}) == 6
    assert any(len(roll["throws"]) > 8 for roll in VECTORS["rolls"]), "more than one block"


@pytest.mark.parametrize("number", range(len(VECTORS["rolls"])))
def test_every_vector_is_made_again(number: int) -> None:
    roll = VECTORS["rolls"][number]
    seed = bytes.fromhex(roll["server_seed"])
    stream = words(seed, message(roll["table"], roll["roll"], roll["seeds"]))
    assert commitment(seed) == roll["commit"]
    assert [face(stream, one["sides"], one.get("weights", ())) for one in roll["throws"]] == [
        one["face"] for one in roll["throws"]
    ]


def test_each_side_gets_equally_many_words() -> None:
    span = 1 << 32
    for sides in (3, 6, 7, 1000, SPAN - 1, SPAN):
        fair = span - span % sides
        assert fair % sides == 0
        assert side(iter([fair - 1]), sides) == sides - 1
        if fair < span:
            assert side(iter([fair, span - 1, 0]), sides) == 0
            assert side(iter([fair, 5]), sides) == 5 % sides


@pytest.mark.parametrize("sides", [0, -1, SPAN + 1])
def test_a_die_with_more_sides_than_a_word_has_values_is_refused(sides: int) -> None:
    with pytest.raises(ValueError, match="cannot be thrown from words of 32 bits"):
        side(itertools.repeat(0), sides)


def test_a_deck_is_drawn_to_its_end_and_written_down() -> None:
    deck = Deck({"ace": 2, "king": 1, "queen": 3})
    dice, drawn = proven("deck"), []
    rest = deck
    while len(rest):
        card, rest = rest.draw(dice)
        drawn.append(card)
    assert Counter(drawn) == Counter(deck)
    throws = dice.record()["throws"]
    first = {"die": "card of 6", "sides": 6, "weights": [2, 1, 3], "face": throws[0]["face"], "shows": drawn[0]}
    assert throws[0] == first
    assert [one["sides"] for one in throws] == [6, 5, 4, 3, 2, 1]
    stream = words(bytes(32), message("deck", 1, {}))
    assert [face(stream, one["sides"], one["weights"]) for one in throws] == [one["face"] for one in throws]


def test_real_dice_are_written_down_alike_and_of_no_throw_there_is_no_record() -> None:
    assert proven("t").record() == {}
    dice = proven("t", 4, top="a")
    dice.roll(LOADED)
    assert dice.record()["proof"] == {"commit": commitment(bytes(32)), "roll": 4, "seeds": {"top": "a"}}
    real = FixedDice("b", 6)
    real.roll(LOADED)
    real.roll(d6)
    assert real.transcript.data() == [
        {"die": "loaded", "sides": 8, "weights": [1, 2, 5], "face": 1, "shows": "b"},
        {"die": "d6", "sides": 6, "face": 5, "shows": 6},
    ]
