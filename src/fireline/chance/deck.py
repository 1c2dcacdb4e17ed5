"""A deck of cards as a value: drawing a card gives a new deck and leaves this one as it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from fireline.chance.dice import Dice, Die
from fireline.chance.errors import EmptyDeck
from fireline.chance.thrown import RecordingDice

C = TypeVar("C")


class Deck(Generic[C]):
    """The cards that are left, with the number of each; their order is unknown.

    Two decks with the same cards are equal, in whatever order they were given, and draw the same cards from the same
    seed: cards have a fixed order, numbers and texts by value, others by their repr.

    >>> deck = Deck(["ace", "king", "ace"])
    >>> deck.count("ace"), len(deck), deck == Deck({"king": 1, "ace": 2})
    (2, 3, True)
    """

    __slots__ = ("_counts", "_die", "_merged_die")

    def __init__(self, cards: Iterable[C] | Mapping[C, int]) -> None:
        counts: Counter[C] = Counter()
        if isinstance(cards, Mapping):
            for card, count in cards.items():
                if not isinstance(count, int) or isinstance(count, bool) or count < 0:
                    raise ValueError(f"the deck holds {count!r} of {card!r}; give a whole number from 0")
                counts[card] = count
        else:
            counts.update(cards)
        self._counts: dict[C, int] = {card: counts[card] for card in _in_order(counts) if counts[card]}
        self._die: Die[C] | None = None
        self._merged_die: tuple[Callable[[C], Hashable], Die[C]] | None = None

    @classmethod
    def _sorted(cls, counts: dict[C, int]) -> Deck[C]:
        deck: Deck[C] = cls.__new__(cls)
        deck._counts, deck._die, deck._merged_die = counts, None, None
        return deck

    # --- reading ---------------------------------------------------------------------

    def count(self, card: C) -> int:
        """How many of a card are left."""
        return self._counts.get(card, 0)

    def __len__(self) -> int:
        return sum(self._counts.values())

    def __iter__(self) -> Iterator[C]:
        """Every card, as often as it is there."""
        for card, count in self._counts.items():
            yield from (card,) * count

    def __eq__(self, other: object) -> bool:
        return self._counts == other._counts if isinstance(other, Deck) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._counts.items()))

    def __repr__(self) -> str:
        return f"Deck({self._counts!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Deck, (self._counts,)

    # --- other decks -----------------------------------------------------------------

    def without(self, card: C) -> Deck[C]:
        """The deck without one copy of a card; raises `LookupError` if there is none."""
        if card not in self._counts:
            raise LookupError(f"the deck holds no {card!r}")
        counts = self._counts.copy()
        counts[card] -= 1
        if not counts[card]:
            del counts[card]
        return self._sorted(counts)

    # --- drawing ---------------------------------------------------------------------

    def draw(self, dice: Dice, *, alike: Callable[[C], Hashable] | None = None) -> tuple[C, Deck[C]]:
        """The top card and the deck without it; raises `EmptyDeck`.

        A draw is a throw of a die whose faces are the cards, so it is recorded, laid down and weighed like any other
        throw. If nothing that follows depends on more of a card than `alike` says, odds use one card for all that
        are alike, which gives the same odds sooner.
        """
        if not self._counts:
            raise EmptyDeck
        for_odds = None if isinstance(dice, RecordingDice) else alike  # a throw that lands has every card as a face
        card = dice.roll(self._top() if for_odds is None else self._top_merged(for_odds))
        return card, self.without(card)

    def _top(self) -> Die[C]:
        """The die whose faces are the cards."""
        if self._die is None:
            self._die = Die(f"card of {len(self)}", tuple(self._counts), tuple(self._counts.values()))
        return self._die

    def _top_merged(self, alike: Callable[[C], Hashable]) -> Die[C]:
        """The same die, with one that has one face for all cards alike."""
        if self._merged_die is None or self._merged_die[0] != alike:
            top, merged = self._top(), _merged(self._counts, alike)
            stands = Die(top.name, tuple(merged), tuple(merged.values()))
            self._merged_die = alike, Die(top.name, top.faces, top.weights, stands)
        return self._merged_die[1]


def _merged(counts: Mapping[C, int], alike: Callable[[C], Hashable]) -> dict[C, int]:
    """The first card of each kind, with how many there are of the kind."""
    first: dict[Hashable, C] = {}
    merged: dict[C, int] = {}
    for card, count in counts.items():
        card_for_all = first.setdefault(alike(card), card)
        merged[card_for_all] = merged.get(card_for_all, 0) + count
    return merged


def _in_order(cards: Iterable[C]) -> list[C]:
    """Cards in an order that does not depend on how they were given."""
    listed: list[Any] = list(cards)
    if all(isinstance(card, int) for card in listed) or all(isinstance(card, str) for card in listed):
        return sorted(listed)
    return sorted(listed, key=repr)
