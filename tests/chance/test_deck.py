from collections.abc import Callable
from enum import Enum, IntEnum
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from every_throw import throws
from fireline.chance import Deck, Dice, EmptyDeck, FixedDice, SeededDice, chance, odds


class Suit(Enum):
    SWORDS = 1
    CUPS = 2


class Rank(IntEnum):
    ACE = 1
    KING = 13


@chance(rule="deal")
def hand(dice: Dice, deck: Deck[Any], n: int) -> tuple[Any, ...]:
    held: list[Any] = []
    for _ in range(n):
        card, deck = deck.draw(dice)
        held.append(card)
    return tuple(sorted(held, key=repr))


@given(st.integers(1, 5), st.integers(0, 5), st.data())
def test_draws_are_hypergeometric(good: int, bad: int, data: st.DataObject) -> None:
    drawn = data.draw(st.integers(0, min(4, good + bad)))
    deck = Deck({"ace": good, "two": bad})
    dist = odds(hand, deck, drawn).map(lambda cards: cards.count("ace"))
    for n in range(drawn + 1):
        assert dist.get(n, 0) == Fraction(comb(good, n) * comb(bad, drawn - n), comb(good + bad, drawn))


def test_hands_merge_whatever_the_order_drawn() -> None:
    hands = odds(hand, Deck(range(52)), 2)
    assert len(hands) == comb(52, 2)
    assert set(hands.values()) == {Fraction(1, comb(52, 2))}


def test_decks_with_the_same_cards_are_one_value() -> None:
    one, two = Deck(["a", "b", "a"]), Deck({"b": 1, "a": 2, "c": 0})
    assert one == two
    assert hash(one) == hash(two)
    assert repr(one) == repr(two) == "Deck({'a': 2, 'b': 1})"
    assert one != Deck(["a", "b"])
    assert one != {"a": 2, "b": 1}


@pytest.mark.parametrize(
    "cards", [[Suit.SWORDS, Suit.CUPS], [3, 1, 2], [Rank.KING, Rank.ACE], [("a", 2), ("a", 10)], ["x", 1]]
)
def test_equal_decks_draw_alike_from_one_seed(cards: list[object]) -> None:
    forth, back = SeededDice(7), SeededDice(7)
    assert hand(forth, Deck(cards), 2) == hand(back, Deck(reversed(cards)), 2)
    assert forth.transcript == back.transcript


def test_a_drawn_card_is_gone_from_the_rest_only() -> None:
    deck = Deck(["a", "b", "a"])
    card, rest = deck.draw(FixedDice("a"))
    assert (card, rest.count("a"), deck.count("a"), len(rest)) == ("a", 1, 2, 2)
    assert rest.without("a") == Deck("b")
    assert list(deck) == ["a", "a", "b"]
    assert deck.count("z") == 0


def test_a_draw_is_a_throw_that_can_be_laid_down_and_is_written_down() -> None:
    dice = FixedDice("two", "ace")
    assert hand(dice, Deck({"ace": 2, "two": 1}), 2) == ("ace", "two")
    assert [str(throw) for throw in dice.transcript.throws] == ["card of 3 two", "card of 2 ace"]
    assert next(dice.transcript.lines()) == "hand [card of 3 two, card of 2 ace] -> ('ace', 'two')  (deal)"


@pytest.mark.parametrize(
    ("draw", "kind", "sentence"),
    [
        (lambda: Deck(()).draw(SeededDice(1)), EmptyDeck, "the deck is empty: there is no card to draw"),
        (lambda: Deck("a").without("b"), LookupError, "the deck holds no 'b'"),
        (lambda: Deck({"a": -1}), ValueError, "the deck holds -1 of 'a'; give a whole number from 0"),
    ],
)
def test_what_a_deck_cannot_do(draw: Callable[[], object], kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind, match=sentence):
        draw()


def test_cards_that_are_alike_are_weighed_together_and_drawn_apart() -> None:
    deck = Deck([f"c{n}" for n in range(12)])

    def colour(card: str) -> int:
        return int(card[1:]) % 3

    def is_late(card: str) -> bool:
        return int(card[1:]) > 8

    @chance(rule="cards")
    def second(dice: Dice, deck: Deck[str], merged: bool) -> int:
        return colour(deck.draw(dice, alike=colour if merged else None)[0])

    @chance(rule="cards")
    def pair(dice: Dice, merged: bool) -> tuple[int, int]:
        card, rest = deck.draw(dice, alike=colour if merged else None)
        return colour(card), second(dice, rest, merged)

    @chance(rule="cards")
    def late(dice: Dice) -> bool:
        return int(deck.draw(dice, alike=is_late)[0][1:]) > 8

    assert odds(late) == {True: Fraction(1, 4), False: Fraction(3, 4)}
    exact = odds(pair, False)
    assert odds(pair, True) == exact
    assert exact[0, 0] == Fraction(4, 12) * Fraction(3, 11)
    assert {pair(FixedDice(a, b), True) for a in deck for b in deck.without(a)} == set(exact)
    assert sum(1 for _ in throws(pair, True)) == 9
    assert sum(1 for _ in throws(pair, False)) == 12 * 11
