"""What plans and threat maps must know: the most that a shot comes to, which cards are alike, and who misses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from math import perm, prod
from typing import Any, NamedTuple, TypeVar

from fireline.game.command import Shot
from fireline.game.planning import ALL_DIFFERENT, Equivalence
from fireline.game.reads import Log, watched
from fireline.geometry.hexes import distance
from fireline.rulesets.duel_of_ages.board import Team
from fireline.rulesets.duel_of_ages.deck import Pile
from fireline.rulesets.duel_of_ages.resolution import LEAST, differences
from fireline.rulesets.duel_of_ages.shot import Shooting, meanings
from fireline.rulesets.duel_of_ages.state import Hero, State
from fireline.rulesets.duel_of_ages.turn import shots

CHANGED = frozenset({"wounds", "done", "last_action", "cards", "decks", "moving"})
"""The fields of heroes and of the battle that shots change."""


class Aimed(NamedTuple):
    """What the cards are read for in one shot: its differences, the weapon's wounds, and how many defeat the target."""

    differences: tuple[int, int]
    wounds: int
    lethal: int | None


def upper_bound(state: State, shooter: str) -> Mapping[str, Fraction]:
    """Bounds on the expected fields of an outcome, losses and kills, whichever cards have been drawn before.

    Others draw at most two cards each. Whichever those are, of the cards left now no more can hit than do, and no pair
    of them wounds more than it does: so the chances are at most those of all these cards, in a deck that much smaller.
    """
    hero = state.find(shooter)
    if hero is None or not hero.weapons or state.team not in {None, hero.team}:
        return dict.fromkeys(("wounds", "hit", "defeated", "losses", "kills"), Fraction(0))
    others = sum(one.team is hero.team and not one.done for one in state.units if one is not hero)
    pile, least, aimed = state.pile(hero.team), state.edition.house[LEAST], _aimed(state, hero)
    cards = len(pile.left) - 2 * others
    if aimed is None or cards < 2:
        best_card = max(max(card.damage) for card in pile.list.cards)
        wounds = Fraction(max(least, max(weapon.wounds for weapon in hero.weapons) + best_card))
        return {"wounds": wounds, "hit": Fraction(1), "defeated": Fraction(1), "losses": wounds, "kills": Fraction(1)}
    bounds = [_bounds(shot, pile, cards, least) for shot in aimed] or [(Fraction(0),) * 3]
    hit, wounds, losses = map(max, zip(*bounds, strict=True))
    return {"wounds": wounds, "hit": hit, "defeated": hit, "losses": losses, "kills": hit}


def _bounds(shot: Aimed, pile: Pile, cards: int, least: int) -> tuple[Fraction, Fraction, Fraction]:
    """At most how likely a shot hits, how much it wounds, and how much of that the target has left to lose."""
    readings = pile.list.readings(*shot.differences)
    read = [readings[card] for card in pile.left]
    wounds = [max(least, shot.wounds + card.damage) for card in read]
    taken = wounds if shot.lethal is None else [min(one, shot.lethal) for one in wounds]
    hit = min(Fraction(1), Fraction(sum(card.hit for card in read), cards))

    def mean(numbers: Sequence[int]) -> Fraction:
        pairs = sum(sum(numbers) - number for card, number in zip(read, numbers, strict=True) if card.hit)
        return min(hit * max(numbers), Fraction(pairs, cards * (cards - 1)))

    return hit, mean(wounds), mean(taken)


def settled(state: State, team: Team) -> Mapping[str, Sequence[Aimed]] | None:
    """Every shot that each hero of a team might take; None where later shots of the step may have other differences."""
    found = dict[str, Sequence[Aimed]]()
    for hero in state.units:
        if hero.team is team and state.team in {None, team}:
            aimed = _aimed(state, hero)
            if aimed is None:
                return None
            found[hero.id] = aimed
    return found


def _aimed(state: State, hero: Hero) -> list[Aimed] | None:
    """Every shot that a hero might take; None where shots before it in the step may give it other differences.

    Shots move nobody. They may change a difference only where a rule reads what they change: wounds, cards, decks, who
    has acted, or who is there.
    """
    enemies = {one.id: one.health_left for one in state.units if one.team is not hero.team}
    meant = _meant(state, (shot for target in enemies for shot in shots(state, hero.id, target)))
    if meant is None:
        return None
    return [Aimed(at, one.weapon.wounds, enemies[one.target.id]) for one, at in meant if one.weapon]


def _meant(state: State, ways: Iterable[Shot]) -> list[tuple[Shooting, tuple[int, int]]] | None:
    """Every shot that is meant with its differences; None where a rule reads for them what shots change."""
    found = list[tuple[Shooting, tuple[int, int]]]()
    for one in (meant for shot in ways for meant in meanings(state, shot)):
        log = Log()  # of its own: what is read twice of a piece is noted once
        seen: Any = watched(state, log)
        watched_one = replace(one, state=seen, shooter=seen.unit(one.shooter.id), target=seen.unit(one.target.id))
        log.reads.clear()
        found.append((one, differences(watched_one)))
        if any(read[0] not in {"piece", "state"} or read[-1] in CHANGED for read in log.reads):
            return None
    return found


def contact(state: State, unit: str) -> Iterator[str]:
    """The enemies next to a hero and behind no wall, who may fight him or change places with him (DOA-1.5)."""
    hero = state.unit(unit)
    for enemy in state.units:
        near = enemy.team is not hero.team and distance(enemy.space, hero.space) == 1
        if near and not state.board.walled_off(enemy.space, hero.space):
            yield enemy.id


Kinds = Mapping[str, Hashable]
"""The kind of each card by its name."""


def equivalence(state: State) -> Equivalence[State]:
    """Two cards are of a kind if they read the same at every pair of differences that a shot of this step can have.

    What later shots cannot tell apart is how many cards of a kind are drawn, and which; nothing is alike where a rule
    may give them other differences.
    """
    aimed = {team: settled(state, team) for team in Team}
    if None in aimed.values():
        return ALL_DIFFERENT
    shots = {team: chain.from_iterable(found.values()) for team, found in aimed.items() if found is not None}
    return _alike(state, {team: {one.differences for one in every} for team, every in shots.items()})


def alike_for(state: State, shots: Sequence[Shot]) -> Equivalence[State]:
    """The same of these shots by one team alone: only its cards, and only their own differences."""
    meant = _meant(state, shots)
    return _alike(state, {meant[0][0].shooter.team: {at for _, at in meant}}) if meant else ALL_DIFFERENT


def _alike(state: State, pairs: Mapping[Team, Collection[tuple[int, int]]]) -> Equivalence[State]:
    """What the decks of some teams show alike at these pairs of differences."""
    kinds = {team: _card_kinds(state.pile(team), pairs[team]) for team in pairs}

    def canonical(after: State) -> State:
        for team, known in kinds.items():
            after = after.with_pile(team, _canonical(after.pile(team), known))
        return after

    return Equivalence(lambda card: tuple(known.get(card) for known in kinds.values()), canonical)


def _card_kinds(pile: Pile, pairs: Collection[tuple[int, int]]) -> Kinds:
    readings = [pile.list.readings(*pair) for pair in sorted(pairs)]
    return {name: tuple(one[name] for one in readings) for name in pile.list.names}


def _canonical(pile: Pile, kinds: Kinds) -> Pile:
    """The same deck with the first cards of each kind drawn, in the order of the list."""
    left = Counter(kinds[card] for card in pile.drawn)
    drawn: list[str] = []
    for card in pile.list.names:
        if left[kinds[card]]:
            left[kinds[card]] -= 1
            drawn.append(card)
    return Pile(pile.list, tuple(drawn))


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


def missing(state: State, ways: Sequence[tuple[Shot, ...]]) -> Fraction | None:
    """The chance that nobody's shot wounds; None where the best of a hero's weapons depends on the cards drawn.

    Nothing but the deck goes from one such shot to the next, unless a rule reads for them what shots change. Where the
    deck cannot run out, their order does not matter.
    """
    chosen = [_best(state, shots) for shots in ways]
    pile = state.pile(state.unit(ways[0][0].shooter).team)
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
    meant = _meant(state, shots)
    (hits, wounds), *others = [_wounds(state, *one) for one in meant or ()] or [((), ())]
    more = (theirs > mine for other in others for mine, theirs in zip((*hits, *wounds), chain(*other), strict=True))
    if meant is None or any(more):
        return None
    return Harmless(_cards(not hit for hit in hits), _cards(not wound for wound in wounds))


def _wounds(state: State, shot: Shooting, at: tuple[int, int]) -> tuple[tuple[bool, ...], tuple[int, ...]]:
    """Of each card whether it hits, and which wounds it leaves as the second one."""
    wounds, least = shot.weapon.wounds if shot.weapon else 0, state.edition.house[LEAST]
    read = list(state.pile(shot.shooter.team).list.readings(*at))
    return tuple([one.hit for one in read]), tuple([max(least, wounds + one.damage) for one in read])


def _cards(which: Iterable[bool]) -> Cards:
    return sum(1 << n for n, it_is in enumerate(which) if it_is)


def all_fail(shots: tuple[Harmless, ...], left: Cards) -> Fraction:
    """The chance that all of these shots fail, from so many cards left that the deck cannot run out.

    A shot fails by a miss, or by a soft second card, but not by both: what is left of the first card of those is any
    card at all, and so it may as well not be drawn. With the fewest misses first, a card drawn as one is a miss to all
    that follow, so few kinds are left apart.
    """
    parts = _parts([cards for shot in shots for cards in shot], left)
    ways = {_counted(left, parts): 1}
    for n, shot in enumerate(shots):
        onward = _parts([cards for later in shots[n + 1 :] for cards in later], left)
        now, missed, after = _kinds(parts, onward), dict[tuple[int, ...], int](), dict[tuple[int, ...], int]()
        misses, soft = ([n for n, part in enumerate(parts) if part & cards] for cards in shot)
        for cards, number in ways.items():
            for many, rest in _drawn(cards, misses):
                _add(missed, rest, number * many)
                _add(after, now.merged(rest), number * many)
            for many, rest in _drawn(cards, soft):
                _add(after, now.merged(rest), number * many)
        for cards, number in missed.items():
            for many, rest in _drawn(cards, soft):
                _add(after, now.merged(rest), -number * many)
        ways, parts = after, onward
    whole = left.bit_count()
    return sum((Fraction(number, perm(whole, whole - sum(cards))) for cards, number in ways.items()), Fraction(0))


def all_fail_in_order(shots: tuple[Harmless, ...], left: Cards, whole: Cards) -> Fraction:
    """The same of a deck that may run out and is then reshuffled (DOA-4.5): every draw in its turn."""
    first, again = left.bit_count() or whole.bit_count(), whole.bit_count()
    parts = _parts([cards for shot in shots for cards in shot], whole)
    ways: dict[tuple[tuple[int, ...], int], int] = {(_counted(left, parts), 0): 1}
    for n, shot in enumerate(shots):
        onward = _parts([cards for later in shots[n + 1 :] for cards in later], whole)
        now, full = _kinds(parts, onward), _counted(whole, parts)
        misses, soft = ([n for n, part in enumerate(parts) if part & cards] for cards in shot)
        hits = [n for n, part in enumerate(parts) if not part & shot.misses]
        hit: dict[tuple[tuple[int, ...], int], int] = {}
        after: dict[tuple[tuple[int, ...], int], int] = {}
        for (cards, drawn), number in ways.items():
            deck = cards if any(cards) else full
            for many, rest in _drawn(deck, misses):
                _add(after, (now.merged(rest), drawn + 1), number * many)
            for many, rest in _drawn(deck, hits):
                _add(hit, (rest, drawn + 1), number * many)
        for (cards, drawn), number in hit.items():
            for many, rest in _drawn(cards if any(cards) else full, soft):
                _add(after, (now.merged(rest), drawn + 1), number * many)
        ways, parts = after, onward
    chance = Fraction(0)
    for (_, drawn), number in ways.items():
        chance += Fraction(number, prod(first - n if n < first else again - (n - first) % again for n in range(drawn)))
    return chance


def _drawn(cards: tuple[int, ...], kinds: Iterable[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Of some kinds those of which a card can be drawn: how many cards there are of each, and what is left."""
    return ((many, (*cards[:n], many - 1, *cards[n + 1 :])) for n in kinds if (many := cards[n]))


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


def _add(ways: dict[K, int], key: K, number: int) -> None:
    ways[key] = ways.get(key, 0) + number
