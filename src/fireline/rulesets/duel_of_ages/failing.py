"""Heroes who shoot one after another with one deck, and all fail: the exact chance, whoever may choose a weapon.

A shot fails by a miss, or by a hit and then a soft second card. What goes from one shot to the next is how many cards
of each kind are left, kinds being what the shots that follow tell apart.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import takewhile
from math import comb, factorial, perm, prod
from operator import mul
from typing import NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)
Cards = int
"""Cards of a deck, a bit for each in the order of its list."""
Counts = tuple[int, ...]
"""How many cards there are of each kind."""
MOST = 20_000
"""So many decks are told apart at the most, which takes seconds; where there are more, shot by shot is followed."""


class Harmless(NamedTuple):
    """How a shot fails: by a card that misses, or by a card that hits and then one that leaves no wound."""

    misses: Cards
    soft: Cards
    taken: tuple[tuple[int, Cards], ...] = ()
    """How many wounds the target takes by which second cards, for a hero who chooses."""

    @property
    def told(self) -> tuple[Cards, Cards]:
        """The cards that say whether it fails."""
        return self.misses, self.soft


class _Kinds(NamedTuple):
    """What each kind of card is to the shots that follow, and how many kinds there are to those."""

    later: tuple[int, ...]
    number: int
    same: bool
    """Whether they are the same kinds in the same order."""

    def merged(self, cards: Counts) -> Counts:
        """How many cards there are of each kind, from then on."""
        if self.same:
            return cards
        merged = [0] * self.number
        for many, later in zip(cards, self.later, strict=True):
            merged[later] += many
        return tuple(merged)


class _Failing(NamedTuple):
    """Of the parts of a deck those of which a card misses, hits, and leaves no wound as the second one."""

    misses: list[int]
    hits: list[int]
    soft: list[int]
    taken: list[int]
    """How many wounds the target takes by a second card of each part; none where nobody asks."""

    @classmethod
    def of(cls, shot: Harmless, parts: Sequence[Cards]) -> _Failing:
        """How a shot fails."""
        misses, hits = ([n for n, part in enumerate(parts) if bool(part & shot.misses) is it] for it in (True, False))
        taken = [next((many for many, cards in shot.taken if not part & ~cards), 0) for part in parts]
        return cls(misses, hits, [n for n, part in enumerate(parts) if part & shot.soft], taken)

    def ways(self, deck: Counts, full: Counts) -> int:
        """In how many ways two cards of a deck let the shot fail."""
        second = sum(deck) - 1 or sum(full)
        soft = (many * sum(deeper for deeper, _ in _second(rest, full, self)) for many, rest in _drawn(deck, self.hits))
        return sum(soft, second * sum(deck[n] for n in self.misses))

    def wounds(self, deck: Counts, full: Counts) -> int:
        """How many wounds the target takes by all pairs of cards together."""
        pairs = ((many, rest if any(rest) else full) for many, rest in _drawn(deck, self.hits))
        return sum(many * sum(map(mul, then, self.taken)) for many, then in pairs)

    def told_apart(self, deck: Counts, full: Counts) -> tuple[list[int], list[int]]:
        """What of it these cards can show."""
        second = deck if sum(deck) > 1 else full
        return [n for n in self.misses if deck[n]], [n for n in self.soft if second[n]]


def _second(rest: Counts, full: Counts, shot: _Failing) -> Iterator[tuple[int, Counts]]:
    """The second cards of what is left of a deck, reshuffled where nothing is, that leave no wound."""
    return _drawn(rest if any(rest) else full, shot.soft)


def all_fail(shots: Sequence[Sequence[Harmless]], left: Cards, cards: int, *, closely: bool = False) -> Fraction | None:
    """The chance that all of these heroes fail, from the cards left of a deck of so many.

    Of several shots a hero takes the one that fails in the fewest ways with the cards left. Of equal ones that these
    cards tell apart it takes the one by which the target takes most wounds, the first of equal ones; that takes longer,
    so None where it matters and nobody asks so `closely`. None also where there are more than `MOST` decks to tell
    apart.
    """
    if 2 * len(shots) <= left.bit_count():
        return in_any_order(shots, left, closely=closely)
    return in_order(shots, left, (1 << cards) - 1, closely=closely)


def in_any_order(shots: Sequence[Sequence[Harmless]], left: Cards, *, closely: bool) -> Fraction | None:
    """The same where the deck cannot run out, so that those who do not choose may shoot in any order between others.

    With the fewest misses first, a card drawn as one is a miss to all that follow, so few kinds are left apart.
    """
    whole, rest = left.bit_count(), list(shots)
    parts = _parts(_told(rest, closely=closely), left)
    decks: dict[Counts, int] = {_counted(left, parts): 1}
    while rest:
        alone = sorted((one for (one,) in takewhile(lambda ways: len(ways) == 1, rest)), key=_by_misses)
        rest = rest[len(alone) :]
        unseen = {(deck, 0): number for deck, number in decks.items()}
        for n, shot in enumerate(alone):
            onward = _parts(_told([*([one] for one in alone[n + 1 :]), *rest], closely=closely), left)
            unseen, parts = _failed(unseen, shot, parts, _kinds(parts, onward), keeps=bool(rest)), onward
            if len(unseen) > MOST:
                return None
        if not rest:
            return sum((Fraction(n, perm(whole, whole - sum(deck))) for (deck, _), n in unseen.items()), Fraction(0))
        decks = _seen(unseen)
        onward = _parts(_told(rest[1:], closely=closely), left)
        fired = _shot({(deck, 0): number for deck, number in decks.items()}, rest.pop(0), parts, onward, left, closely)
        if fired is None:
            return None
        after = dict[Counts, int]()
        for (deck, _), number in fired.items():
            _add(after, deck, number)
        decks, parts = after, onward
    return sum((Fraction(number, perm(whole, whole - sum(deck))) for deck, number in decks.items()), Fraction(0))


def _by_misses(shot: Harmless) -> tuple[int, Harmless]:
    return shot.misses.bit_count(), shot


def _failed(
    unseen: dict[tuple[Counts, int], int], shot: Harmless, parts: Sequence[Cards], now: _Kinds, *, keeps: bool
) -> dict[tuple[Counts, int], int]:
    """A shot fails by a miss, or by a soft second card, but not by both.

    What is left of the first card of those is any card at all: so many were drawn that nobody has looked at, if
    somebody `keeps` count of them.
    """
    missed, failed, after = (dict[tuple[Counts, int], int]() for _ in range(3))
    misses, soft = ([n for n, part in enumerate(parts) if part & cards] for cards in shot.told)
    for (deck, hidden), number in unseen.items():
        for many, rest in _drawn(deck, misses):
            _add(missed, (rest, hidden), number * many)
        for many, rest in _drawn(deck, soft):
            _add(failed, (rest, hidden + keeps), number * many)
    for (deck, hidden), number in missed.items():
        _add(failed, (deck, hidden), number)
        for many, rest in _drawn(deck, soft):
            _add(failed, (rest, hidden), -number * many)
    for (deck, hidden), number in failed.items():
        if number:
            _add(after, (now.merged(deck), hidden), number)
    return after


def _seen(unseen: dict[tuple[Counts, int], int]) -> dict[Counts, int]:
    """The decks once the cards that nobody has looked at are told: any of those left, in any order."""
    found: dict[Counts, int] = {}
    for (deck, hidden), number in unseen.items():
        for ways, rest in _taken(deck, hidden):
            _add(found, rest, number * factorial(hidden) * ways)
    return {deck: number for deck, number in found.items() if number}


def _taken(deck: Counts, many: int) -> Iterator[tuple[int, Counts]]:
    """In how many ways so many cards can be taken from a deck, by what is left of it."""
    if not deck:
        if not many:
            yield 1, ()
        return
    for here in range(min(deck[0], many) + 1):
        for ways, rest in _taken(deck[1:], many - here):
            yield comb(deck[0], here) * ways, (deck[0] - here, *rest)


def in_order(shots: Sequence[Sequence[Harmless]], left: Cards, whole: Cards, *, closely: bool) -> Fraction | None:
    """The same of a deck that may run out and is then reshuffled (DOA-4.5): every draw in its turn."""
    first, again = left.bit_count() or whole.bit_count(), whole.bit_count()
    parts = _parts(_told(shots, closely=closely), whole)
    decks: dict[tuple[Counts, int], int] = {(_counted(left, parts), 0): 1}
    for n, ways in enumerate(shots):
        onward = _parts(_told(shots[n + 1 :], closely=closely), whole)
        after = _shot(decks, ways, parts, onward, whole, closely)
        if after is None:
            return None
        decks, parts = after, onward
    chance = Fraction(0)
    for (_, drawn), number in decks.items():
        chance += Fraction(number, prod(first - n if n < first else again - (n - first) % again for n in range(drawn)))
    return chance


def _shot(
    decks: dict[tuple[Counts, int], int],
    ways: Sequence[Harmless],
    parts: Sequence[Cards],
    onward: Sequence[Cards],
    whole: Cards,
    closely: bool,  # noqa: FBT001
) -> dict[tuple[Counts, int], int] | None:
    """A hero chooses, draws and fails: the decks then, each with how many cards were drawn; None as in `all_fail`."""
    if len(decks) > MOST:
        return None
    now, full, failing = _kinds(parts, onward), _counted(whole, parts), [_Failing.of(one, parts) for one in ways]
    hit, after = dict[tuple[int, Counts, int], int](), dict[tuple[Counts, int], int]()
    for (cards, drawn), number in decks.items():
        deck = cards if any(cards) else full
        chosen = _surest(failing, deck, full, closely=closely)
        if chosen is None:
            return None
        for many, rest in _drawn(deck, failing[chosen].misses):
            _add(after, (now.merged(rest), drawn + 1), number * many)
        for many, rest in _drawn(deck, failing[chosen].hits):
            _add(hit, (chosen, rest, drawn + 1), number * many)
    for (chosen, cards, drawn), number in hit.items():
        for many, rest in _second(cards, full, failing[chosen]):
            _add(after, (now.merged(rest), drawn + 1), number * many)
    return after


def _told(shots: Sequence[Sequence[Harmless]], *, closely: bool) -> list[Cards]:
    """What these shots tell apart, where heroes choose also how many wounds a card brings."""
    every = [(shot, len(ways) > 1) for ways in shots for shot in ways]
    fails = [cards for shot, _ in every for cards in shot.told]
    return fails + [cards for shot, chooses in every if closely and chooses for _, cards in shot.taken]


def _surest(ways: Sequence[_Failing], deck: Counts, full: Counts, *, closely: bool) -> int | None:
    """Which of some shots a hero takes: see `all_fail`."""
    if len(ways) == 1:
        return 0
    fails = [one.ways(deck, full) for one in ways]
    best = [n for n, one in enumerate(fails) if one == min(fails)]
    if closely:
        return max(best, key=lambda n: ways[n].wounds(deck, full))
    apart = [ways[n].told_apart(deck, full) for n in best]
    return best[0] if all(one == apart[0] for one in apart) else None


def _drawn(cards: Counts, kinds: Iterable[int]) -> Iterator[tuple[int, Counts]]:
    """Of some kinds those of which a card can be drawn: how many cards there are of each, and what is left."""
    return ((many, (*cards[:n], many - 1, *cards[n + 1 :])) for n in kinds if (many := cards[n]))


def _counted(cards: Cards, parts: Sequence[Cards]) -> Counts:
    return tuple([(cards & part).bit_count() for part in parts])


def _parts(sets: Sequence[Cards], whole: Cards) -> list[Cards]:
    """All cards in parts that none of these sets divides."""
    parts = [whole]
    for cards in dict.fromkeys(sets):
        parts = [part for one in parts for part in (one & cards, one & ~cards) if part]
    return parts


def _kinds(parts: Sequence[Cards], onward: Sequence[Cards]) -> _Kinds:
    """What each of these parts is among the parts that follow, which are no finer."""
    later = tuple(next(n for n, other in enumerate(onward) if part & other) for part in parts)
    return _Kinds(later, len(onward), same=list(parts) == list(onward))


def _add(ways: dict[K, int], key: K, number: int) -> None:
    ways[key] = ways.get(key, 0) + number
