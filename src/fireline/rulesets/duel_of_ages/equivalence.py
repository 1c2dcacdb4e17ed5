"""Cards that no shot left in this phase can tell apart, so that plans need not follow each of them for itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any

from fireline.game.planning import Equivalence
from fireline.rulesets.duel_of_ages.board import Team
from fireline.rulesets.duel_of_ages.deck import Pile
from fireline.rulesets.duel_of_ages.resolution import differences
from fireline.rulesets.duel_of_ages.shot import declare
from fireline.rulesets.duel_of_ages.state import State
from fireline.rulesets.duel_of_ages.turn import shooters, shots, targets

Kinds = Mapping[str, Hashable]
"""The kind of each card by its name."""


def equivalence(state: State) -> Equivalence[State]:
    """Two cards are of a kind if they read the same at every pair of differences that a shot of this step can have.

    Shots move nobody, and what is drawn or wounded changes no difference, so later shots have no other pairs. How
    many cards of a kind are drawn is all that counts of the cards drawn.
    """
    kinds = {team: _kinds(state, team) for team in Team}

    def face(card: Any) -> Hashable:
        return tuple(known.get(card) for known in kinds.values())

    def canonical(after: State) -> State:
        white, black = (_canonical(after.pile(team), kinds[team]) for team in Team)
        return replace(after, decks=(white, black))

    return Equivalence(face, canonical)


def _kinds(state: State, team: Team) -> Kinds:
    pairs = sorted(_pairs(state, team))
    readings = [state.pile(team).list.readings(*pair) for pair in pairs]
    return {name: tuple(one[name] for one in readings) for name in state.pile(team).list.names}


def _pairs(state: State, team: Team) -> set[tuple[int, int]]:
    """The differences of the Hit and the Damage Challenge of every shot that a team might take."""
    pairs: set[tuple[int, int]] = set()
    for shooter in shooters(state):
        if state.hero(shooter).team is not team:
            continue
        for target in targets(state, shooter):
            for shot in shots(state, shooter, target):
                pairs |= set(map(differences, declare(state, shot)))
    return pairs


def _canonical(pile: Pile, kinds: Kinds) -> Pile:
    """The same deck with the first cards of each kind drawn, in the order of the list."""
    left = Counter(kinds[card] for card in pile.drawn)
    drawn: list[str] = []
    for card in pile.list.names:
        if left[kinds[card]]:
            left[kinds[card]] -= 1
            drawn.append(card)
    return Pile(pile.list, tuple(drawn))
