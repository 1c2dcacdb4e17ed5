"""The chance that heroes who shoot at one target, one after another from one deck, do not wound it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, product, repeat
from math import comb, perm, prod
from operator import add
from typing import NamedTuple, TypeVar

from fireline.game.shot import Shot
from fireline.rulesets.duel_of_ages.deck import DeckList
from fireline.rulesets.duel_of_ages.resolution import differences
from fireline.rulesets.duel_of_ages.shot import declare
from fireline.rulesets.duel_of_ages.state import State

K = TypeVar("K", bound=Hashable)
Cards = int
"""Cards of a deck, a bit for each in the order of its list."""


class Harmless(NamedTuple):
    """How a shot fails: by a card that misses, or by a card that hits and then one that leaves no wound."""

    misses: Cards
    soft: Cards


class _Kinds(NamedTuple):
    """What each kind of card is to the shots that follow, and how many kinds there are to those."""

    later: tuple[int, ...]
    number: int
    same: bool
    """Whether they are the same kinds in the same order."""

    def merged(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """How many cards there are of each kind, from then on."""
        if self.same:
            return cards
        merged = [0] * self.number
        for many, later in zip(cards, self.later, strict=True):
            merged[later] += many
        return tuple(merged)


Ways = dict[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], int]
"""Draws, by the cards left of each kind, the soft cards drawn of each sort, and those owed of each set."""


def missing(state: State, ways: Sequence[tuple[Shot, ...]]) -> Fraction | None:
    """The chance that nobody's shot wounds; None where the best of a hero's weapons depends on the cards drawn.

    Nothing but the deck goes from one such shot to the next. Where it cannot run out, their order does not matter.
    """
    chosen = [_best(state, shots) for shots in ways]
    pile = state.pile(state.hero(ways[0][0].shooter).team)
    drawn = set(pile.drawn)
    left = sum(1 << n for n, name in enumerate(pile.list.names) if name not in drawn)
    shots = [one for one in chosen if one is not None]
    if len(shots) < len(chosen):
        return None
    if 2 * len(shots) <= left.bit_count():
        return all_fail(tuple(sorted(shots, key=lambda one: (one.misses.bit_count(), one))), left)
    return all_fail_in_order(tuple(shots), left, (1 << len(pile.list.names)) - 1)


def _best(state: State, shots: Sequence[Shot]) -> Harmless | None:
    """How the shot that a hero chooses fails: the first, if none of the others does more with any cards."""
    read = [_wounds(state, shot) for shot in shots]
    first, *others = read
    if not all(_at_least(first, other) for other in others):
        return None
    return _harmless(*first)


@lru_cache(maxsize=1 << 10)
def _readings(deck: DeckList, hit_at: int, damage_at: int) -> tuple[tuple[bool, ...], tuple[int, ...]]:
    readings = [reading for _, reading in deck.readings(hit_at, damage_at).cards]
    return tuple(one.hit for one in readings), tuple(one.damage for one in readings)


def _wounds(state: State, shot: Shot) -> tuple[tuple[bool, ...], tuple[int, ...]]:
    """Of each card whether it hits, and which wounds it leaves as the second one."""
    (shooting,) = declare(state, shot)
    wounds = shooting.weapon.wounds if shooting.weapon else 0
    hits, damage = _readings(state.pile(shooting.shooter.team).list, *differences(shooting))
    return hits, tuple([max(0, wounds + change) for change in damage])


def _at_least(one: tuple[tuple[bool, ...], tuple[int, ...]], other: tuple[tuple[bool, ...], tuple[int, ...]]) -> bool:
    """Whether a shot wounds at least as much as another whatever the cards are."""
    return all(a >= b for mine, theirs in zip(one, other, strict=True) for a, b in zip(mine, theirs, strict=True))


@lru_cache(maxsize=1 << 10)
def _harmless(hits: tuple[bool, ...], wounds: tuple[int, ...]) -> Harmless:
    return Harmless(_cards(not hit for hit in hits), _cards(not wound for wound in wounds))


def _cards(which: Iterable[bool]) -> Cards:
    return sum(1 << n for n, it_is in enumerate(which) if it_is)


@lru_cache(maxsize=1 << 12)  # many places are seen alike by those in reach of them
def all_fail(shots: tuple[Harmless, ...], left: Cards) -> Fraction:
    """The chance that all of these shots fail, from so many cards left that the deck cannot run out.

    A shot fails by a miss, or by a soft second card, but not by both: what is left of the first card of those is any
    card at all, and so it may as well not be drawn. The soft cards are drawn first: how many of them come from a part
    of the deck is settled when a miss may be drawn from there, and from then on misses need not be told from soft
    cards. With the fewest misses first, a card drawn as one is a miss to all that follow, so few kinds are left apart.
    """
    softs = Counter(shot.soft for shot in shots)
    sorts = [part for part in _parts([*softs], left) if any(part & soft for soft in softs)]
    most = sum(min(number, soft.bit_count()) for soft, number in softs.items())
    ways: Ways = {((), (0,) * len(sorts), (0,) * len(softs)): 1}
    unread, parts = left, list[Cards]()
    for n, shot in enumerate(shots):
        new, unread = unread & shot.misses, unread & ~shot.misses
        onward = _parts([*_misses(shots[n:])], left & ~unread)
        if new or parts != onward:
            ways, parts = _with_soft(_with_cards(ways, new, parts, onward), new, onward, sorts, most), onward
        misses = [kind for kind, part in enumerate(parts) if part & shot.misses]
        ways = _after(ways, misses, [*softs].index(shot.soft), shot.soft.bit_count())
        # What is drawn and not owed yet must be owed by the shots to come.
        ways = {way: number for way, number in ways.items() if sum(way[1]) - sum(way[2]) < len(shots) - n}
    ways = _with_soft(_with_cards(ways, unread, parts, [left]), unread, [left], sorts, most)
    fits, totals = [[sort & soft != 0 for sort in sorts] for soft in softs], dict[int, int]()
    for ((cards,), taken, owed), number in ways.items():
        if sum(taken) == sum(owed):
            due = tuple(chain.from_iterable(map(repeat, fits, owed)))
            _add(totals, left.bit_count() - cards, number * _draws_of(taken, due))
    return sum((Fraction(number, perm(left.bit_count(), drawn)) for drawn, number in totals.items()), Fraction(0))


def _with_cards(ways: Ways, new: Cards, parts: Sequence[Cards], onward: Sequence[Cards]) -> Ways:
    """The same with new cards, all cards being told apart as these parts do from then on."""
    now, more, after = _kinds(parts, onward), _counted(new, onward), Ways()
    for (cards, taken, owed), number in ways.items():
        _add(after, (tuple(map(add, now.merged(cards), more)), taken, owed), number)
    return after


def _with_soft(ways: Ways, new: Cards, parts: Sequence[Cards], sorts: Sequence[Cards], most: int) -> Ways:
    """The same once it is settled how many of the new cards are soft ones drawn, `most` of all."""
    for (sort, here), (kind, part) in product(enumerate(sorts), enumerate(parts)):
        there = (new & here & part).bit_count()
        if not there:
            continue
        before, ways = ways, {}
        for (cards, taken, owed), number in before.items():
            for drawn in range(min(there, most - sum(taken)) + 1):
                after = _changed(cards, kind, -drawn), _changed(taken, sort, drawn), owed
                _add(ways, after, number * comb(there, drawn))
    return ways


def _after(ways: Ways, misses: Sequence[int], place: int, most: int) -> Ways:
    """The same after a shot that draws a miss of these kinds, or owes a soft card of a set of so many, but not both."""
    after = Ways()
    for (cards, taken, owed), number in ways.items():
        more = _changed(owed, place, 1) if owed[place] < most else None
        if more is not None:
            _add(after, (cards, taken, more), number)
        for kind in misses:
            if many := number * cards[kind]:
                rest = _changed(cards, kind, -1)
                _add(after, (rest, taken, owed), many)
                if more is not None:
                    _add(after, (rest, taken, more), -many)
    return after


def _draws_of(cards: tuple[int, ...], wanted: Sequence[Sequence[bool]]) -> int:
    """In how many ways cards of the wanted kinds are drawn one after another."""
    if not wanted:
        return 1
    kinds = (kind for kind, fits in enumerate(wanted[0]) if fits and cards[kind])
    return sum(cards[kind] * _draws_of(_changed(cards, kind, -1), wanted[1:]) for kind in kinds)


def all_fail_in_order(shots: tuple[Harmless, ...], left: Cards, whole: Cards) -> Fraction:
    """The same of a deck that may run out and is then reshuffled (DOA-4.5): every draw in its turn."""
    first, again = left.bit_count() or whole.bit_count(), whole.bit_count()
    parts = _parts([cards for shot in shots for cards in shot], whole)
    ways: dict[tuple[tuple[int, ...], int], int] = {(_counted(left, parts), 0): 1}
    for n, shot in enumerate(shots):
        onward = _parts([cards for later in shots[n + 1 :] for cards in later], whole)
        now, full = _kinds(parts, onward), _counted(whole, parts)
        misses, soft = ([bool(part & cards) for part in parts] for cards in shot)
        after: dict[tuple[tuple[int, ...], int], int] = {}
        for (cards, drawn), number in ways.items():
            for kind, many, rest in _drawn(cards if any(cards) else full):
                if misses[kind]:
                    _add(after, (now.merged(rest), drawn + 1), number * many)
                    continue
                for second, more, then in _drawn(rest if any(rest) else full):
                    if soft[second]:
                        _add(after, (now.merged(then), drawn + 2), number * many * more)
        ways, parts = after, onward
    chance = Fraction(0)
    for (_, drawn), number in ways.items():
        chance += Fraction(number, prod(first - n if n < first else again - (n - first) % again for n in range(drawn)))
    return chance


def _drawn(cards: tuple[int, ...]) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Each kind that can be drawn, how many there are of it, and what is left."""
    return ((kind, many, _changed(cards, kind, -1)) for kind, many in enumerate(cards) if many)


def _misses(shots: Sequence[Harmless]) -> Iterator[Cards]:
    """The last shot's first, so that the kinds stay in their order from shot to shot."""
    return (shot.misses for shot in reversed(shots))


def _counted(cards: Cards, parts: Sequence[Cards]) -> tuple[int, ...]:
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


def _changed(numbers: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    return (*numbers[:place], numbers[place] + by, *numbers[place + 1 :])


def _add(ways: dict[K, int], key: K, number: int) -> None:
    ways[key] = ways.get(key, 0) + number
