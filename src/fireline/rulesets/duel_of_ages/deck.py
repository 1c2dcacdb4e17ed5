"""Challenge decks: cards with their entries at each difference, from a deck file or the project's own (DOA-4.5)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from importlib.resources import files
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from fireline.chance import Deck, Dist
from fireline.game.entries import FileEntry, Name, nothing, one_of, read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import Fact
from fireline.game.ruleset import Files
from fireline.rulesets.duel_of_ages.editions import RULES

MOST = 6
"""Cards have entries for differences up to this, either way (DOA-4.2)."""
ENTRIES = 2 * MOST + 1
BUILTIN = "builtin"
OWN_DECK = "Fireline's own deck"
DECKS = RULES.cite("DOA-4.5")
_LIMIT = RULES.cite("DOA-4.2")


def limited(difference: int, most: int = MOST) -> int:
    """A difference as the cards know it.

    >>> limited(9), limited(-3)
    (6, -3)
    """
    return max(-most, min(most, difference))


class ChallengeCard(NamedTuple):
    """One card: hit or miss, and a change of wounds, at each difference from -6 to +6."""

    name: str
    hit: tuple[bool, ...]
    damage: tuple[int, ...]


class Reading(NamedTuple):
    """What one card shows to a shot: its hit entry and its damage entry at the shot's two differences."""

    hit: bool
    damage: int


@dataclass(frozen=True)
class DeckList:
    """All cards of a deck, by its id."""

    id: str
    name: str
    cards: tuple[ChallengeCard, ...] = field(hash=False)  # a hash of some hundred entries is slow, and tells no more

    @cached_property
    def by_name(self) -> dict[str, ChallengeCard]:
        """Every card by its name, in order."""
        return {card.name: card for card in self.cards}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every card's name."""
        return tuple(self.by_name)

    @cached_property
    def whole(self) -> Deck[str]:
        """Every card, none of them drawn."""
        return Deck(self.names)

    def readings(self, hit_at: int, damage_at: int) -> Readings:
        """What each card shows at two differences."""
        return Readings(self, limited(hit_at), limited(damage_at))

    def hits_at(self, difference: int) -> Fraction:
        """The chance that the top card of the whole deck hits."""
        return Fraction(sum(card.hit[limited(difference) + MOST] for card in self.cards), len(self.cards))

    def damage_at(self, difference: int) -> Dist[int]:
        """What the top card of the whole deck may change the wounds by."""
        entries = Counter(card.damage[limited(difference) + MOST] for card in self.cards)
        return Dist.from_weights(dict(sorted(entries.items())), len(self.cards))

    def card(self, name: str) -> ChallengeCard:
        """The card of this name; raises `BattleFileError`."""
        one_of(name, self.names, f"card of {self.id}", "--replace")
        return self.by_name[name]

    def with_for(self, old: str, new: ChallengeCard) -> DeckList:
        """The deck with a card in the place of another; raises `BattleFileError` for one that it does not have."""
        gone = self.card(old)
        name = new.name if new.name not in self.names else f"{new.name} for {old}"
        cards = tuple(new._replace(name=name) if card is gone else card for card in self.cards)
        return DeckList(self.id, self.name, cards)

    def weaker(self) -> tuple[str, ...]:
        """The cards on which a greater difference does worse somewhere; a sensible deck has none."""
        return tuple(card.name for card in self.cards if any(sorted(one) != [*one] for one in (card.hit, card.damage)))


@dataclass(frozen=True)
class Readings:
    """What the cards of a deck show to one shot, at the difference of each challenge."""

    list: DeckList
    hit_at: int
    damage_at: int

    def __getitem__(self, card: str) -> Reading:
        return self._of(self.list.by_name[card])

    def __iter__(self) -> Iterator[Reading]:
        """What each card shows, in their order."""
        return map(self._of, self.list.cards)

    def _of(self, card: ChallengeCard) -> Reading:
        return Reading(card.hit[self.hit_at + MOST], card.damage[self.damage_at + MOST])


@dataclass(frozen=True)
class Pile:
    """A team's deck as it stands: the whole list, and the cards drawn since it was shuffled, in order."""

    list: DeckList
    drawn: tuple[str, ...] = ()

    @cached_property
    def left(self) -> Deck[str]:
        """The cards not yet drawn."""
        drawn = set(self.drawn)
        return Deck([name for name in self.list.names if name not in drawn]) if drawn else self.list.whole

    def after(self, card: str) -> Pile:
        """The deck when this card has been drawn."""
        return Pile(self.list, (*self.drawn, card))

    @property
    def reshuffled(self) -> Pile:
        """The deck with all its cards in it."""
        return Pile(self.list)


class CardEntry(FileEntry):
    """A card: its name, and 13 hit and 13 damage entries, from Worse By 6 over Even to Better By 6."""

    name: Name
    hit: Annotated[list[Literal["hit", "miss"]], Field(min_length=ENTRIES, max_length=ENTRIES)]
    """From Worse By 6 over Even to Better By 6."""
    damage: Annotated[list[Annotated[int, Field(ge=-99, le=99)]], Field(min_length=ENTRIES, max_length=ENTRIES)]
    """The change of the wounds, in the same order."""
    count: Annotated[int, Field(ge=1, le=99)] = 1
    """How many copies there are."""


class DeckEntry(FileEntry):
    """A deck file."""

    fireline_deck: Literal[1]
    """The format of the file: 1."""
    id: Name
    name: str = ""
    cards: Annotated[list[CardEntry], Field(min_length=1, max_length=500)]


class PileEntry(FileEntry):
    """A team's deck as it stands: the project's own, a deck file or a whole deck, and the cards drawn, in order."""

    deck: str | DeckEntry = BUILTIN
    """`builtin`, the name of a deck file, or a whole deck."""
    drawn: Annotated[list[str], Field(max_length=500)] = Field(default_factory=nothing)
    """The cards drawn, in order."""


def read_deck(data: object, place: str = "") -> DeckList:
    """A deck from the data of a deck file; raises `BattleFileError`."""
    entry = read_entry(DeckEntry, data, place)
    cards = [card for one in entry.cards for card in _copies(one)]
    seen: set[str] = set()
    for card in cards:
        if card.name in seen:
            raise BattleFileError(
                Code.DUPLICATE, f"two cards are called {card.name!r}", f"{place}.cards" if place else "cards"
            )
        seen.add(card.name)
    return DeckList(entry.id, entry.name, tuple(cards))


def read_card(data: object, place: str = "") -> ChallengeCard:
    """One card from data as a deck file has it; raises `BattleFileError`."""
    return next(iter(_copies(read_entry(CardEntry, data, place))))


def deck_data(deck: DeckList) -> dict[str, Any]:
    """A deck as a deck file says it."""
    cards = [
        {"name": card.name, "hit": ["hit" if hit else "miss" for hit in card.hit], "damage": [*card.damage]}
        for card in deck.cards
    ]
    return {"fireline_deck": 1, "id": deck.id} | ({"name": deck.name} if deck.name else {}) | {"cards": cards}


def _copies(entry: CardEntry) -> Iterable[ChallengeCard]:
    hit, damage = tuple(one == "hit" for one in entry.hit), tuple(entry.damage)
    if entry.count == 1:
        return (ChallengeCard(entry.name, hit, damage),)
    return (ChallengeCard(f"{entry.name}.{n}", hit, damage) for n in range(1, entry.count + 1))


def read_pile(said: str | PileEntry, place: str, files: Files) -> Pile:
    """A team's deck as it stands, from the project's own deck or a deck file; raises `BattleFileError`."""
    whole = said if isinstance(said, PileEntry) else PileEntry(deck=said)
    if whole.deck == BUILTIN:
        deck = OWN
    elif isinstance(whole.deck, str):
        deck = _deck_file(files.data(whole.deck, place), whole.deck, place)
    else:
        deck = read_deck(whole.deck.model_dump(), f"{place}.deck")
    if deck.id == BUILTIN and deck != OWN:
        problem = f"{BUILTIN!r} is the id of the project's own deck; give yours another"
        raise BattleFileError(Code.DUPLICATE, problem, place)
    for n, card in enumerate(whole.drawn):
        one_of(card, deck.names, "card of this deck", f"{place}.drawn[{n}]")
        if card in whole.drawn[:n]:
            raise BattleFileError(Code.DUPLICATE, f"{shown(card)} is drawn twice", f"{place}.drawn[{n}]")
    return Pile(deck, tuple(whole.drawn))


def _deck_file(data: Any, name: str, place: str) -> DeckList:
    try:
        return read_deck(data)
    except BattleFileError as wrong:
        where = f"{wrong.place}: " if wrong.place else ""
        raise BattleFileError(wrong.code, f"{shown(name)}: {where}{wrong.problem}", place) from None


def pile_data(pile: Pile, _: object = None) -> Any:
    """A deck from a file is written down whole, so that the battle needs no other file."""
    deck = BUILTIN if pile.list.id == BUILTIN else deck_data(pile.list)
    if deck == BUILTIN and not pile.drawn:
        return BUILTIN
    return {"deck": deck} | ({"drawn": list(pile.drawn)} if pile.drawn else {})


OWN = read_deck(json.loads(files("fireline.rulesets.duel_of_ages").joinpath("deck.json").read_text(encoding="utf-8")))
"""The project's own deck."""
OnTable = Annotated[Pile, Fact(type=str | PileEntry, read=read_pile, write=pile_data)]


@dataclass(frozen=True, slots=True)
class Decks:
    """The decks of the two teams."""

    white: OnTable = field(default_factory=lambda: Pile(OWN))
    black: OnTable = field(default_factory=lambda: Pile(OWN))
