"""What plans and threat maps must know: the most that a shot comes to, which cards are alike, and who misses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, compress, count
from operator import ge, not_
from typing import Any, NamedTuple

from fireline.game.command import Shot
from fireline.game.planning import ALL_DIFFERENT, Equivalence
from fireline.game.reads import Log, watched
from fireline.geometry.hexes import distance
from fireline.rulesets.duel_of_ages.board import Team
from fireline.rulesets.duel_of_ages.deck import Pile
from fireline.rulesets.duel_of_ages.failing import Cards, Harmless, all_fail
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
        return min(Fraction(max(numbers)), Fraction(pairs, cards * (cards - 1)))

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


def missing(state: State, ways: Sequence[tuple[Shot, ...]]) -> Fraction | None:
    """The chance that nobody's shot wounds; None where a rule reads for them what shots change, or that takes long.

    Nothing but the deck goes from one such shot to the next.
    """
    chosen = [_worth_choosing(state, shots) for shots in ways]
    if not all(chosen):
        return None
    pile = state.pile(state.unit(ways[0][0].shooter).team)
    drawn = set(pile.drawn)
    left = sum(1 << n for n, name in enumerate(pile.list.names) if name not in drawn)
    found = all_fail(chosen, left, len(pile.list.names))
    return all_fail(chosen, left, len(pile.list.names), closely=True) if found is None else found


def _worth_choosing(state: State, shots: Sequence[Shot]) -> list[Harmless]:
    """How each shot of a hero fails but those of which one before does as much with any cards.

    None at all where a rule reads for them what shots change.
    """
    kept = dict[tuple[int, ...], Harmless]()
    for shot, at in _meant(state, shots) or ():
        hits, wounds = _wounds(state, shot, at)
        does, most = (*map(int, hits), *wounds), shot.target.health_left
        if not any(all(map(ge, before, does)) for before in kept):
            taken = [one if most is None else min(one, most) for one in wounds]
            kept[does] = Harmless(
                _cards(map(not_, hits)),
                _cards(map(not_, wounds)),
                tuple((many, _cards(one == many for one in taken)) for many in dict.fromkeys(taken)),
            )
    return [*kept.values()]


def _wounds(state: State, shot: Shooting, at: tuple[int, int]) -> tuple[tuple[bool, ...], tuple[int, ...]]:
    """Of each card whether it hits, and which wounds it leaves as the second one."""
    wounds, least = shot.weapon.wounds if shot.weapon else 0, state.edition.house[LEAST]
    read = list(state.pile(shot.shooter.team).list.readings(*at))
    return tuple([one.hit for one in read]), tuple([max(least, wounds + one.damage) for one in read])


def _cards(which: Iterable[bool]) -> Cards:
    """The cards of which it is so, in the order of their list."""
    return sum(compress(map((1).__lshift__, count()), which))
