"""Random programs: odds, thrown paths and thrown dice agree with a count of their own."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from every_throw import throws
from fireline.chance import Deck, Dice, Die, FixedDice, SeededDice, chance, odds


@dataclass(frozen=True)
class Leaf:
    """The end, with an outcome."""

    outcome: int


@dataclass(frozen=True)
class Throw:
    """A throw of a die; each face leads on."""

    die: Die[int]
    branches: tuple[Tree, ...]


@dataclass(frozen=True)
class Called:
    """A program of its own; its outcome says how to go on."""

    inner: Tree
    branches: tuple[Tree, ...]


@dataclass(frozen=True)
class Dealt:
    """A hand from a deck; what it adds up to says how to go on."""

    deck: Deck[int]
    size: int
    branches: tuple[Tree, ...]


Tree: TypeAlias = Leaf | Throw | Called | Dealt


def walk(dice: Dice, tree: Tree) -> int:
    match tree:
        case Leaf(outcome):
            return outcome
        case Throw(die, branches):
            face = dice.roll(die)
        case Called(inner, branches):
            face = play(dice, inner)
        case Dealt(deck, size, branches):
            face = 0
            for _ in range(size):
                card, deck = deck.draw(dice)
                face += card
    return walk(dice, branches[face % len(branches)])


@chance(rule="tree")
def play(dice: Dice, tree: Tree) -> int:
    return walk(dice, tree)


def weigh(tree: Tree) -> dict[int, Fraction]:
    """The odds by plain recursion, without the explorer."""
    match tree:
        case Leaf(outcome):
            return {outcome: Fraction(1)}
        case Throw(die, branches):
            faces = {face: Fraction(share, die.sides) for face, share in zip(die.faces, die.shares, strict=True)}
        case Called(inner, branches):
            faces = weigh(inner)
        case Dealt(deck, size, branches):
            faces = weigh_hands(tuple(deck), size)
    total: dict[int, Fraction] = {}
    for face, p in faces.items():
        for outcome, q in weigh(branches[face % len(branches)]).items():
            total[outcome] = total.get(outcome, Fraction()) + p * q
    return total


def weigh_hands(cards: tuple[int, ...], size: int) -> dict[int, Fraction]:
    if not size:
        return {0: Fraction(1)}
    total: dict[int, Fraction] = {}
    for place, card in enumerate(cards):
        for rest, p in weigh_hands(cards[:place] + cards[place + 1 :], size - 1).items():
            total[card + rest] = total.get(card + rest, Fraction()) + p / len(cards)
    return total


@st.composite
def dies(draw: st.DrawFn) -> Die[int]:
    sides = draw(st.integers(1, 4))
    weights = draw(st.just(()) | st.tuples(*[st.integers(1, 3)] * sides))
    return Die("die", tuple(range(sides)), weights)


@st.composite
def deals(draw: st.DrawFn, branches: st.SearchStrategy[tuple[Tree, ...]]) -> Dealt:
    cards = draw(st.lists(st.integers(1, 3), min_size=1, max_size=4))
    return Dealt(Deck(cards), draw(st.integers(0, min(len(cards), 3))), draw(branches))


def _grow(trees: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    branches = st.lists(trees, min_size=1, max_size=3).map(tuple)
    return st.builds(Throw, dies(), branches) | st.builds(Called, trees, branches) | deals(branches)


trees: st.SearchStrategy[Tree] = st.recursive(st.builds(Leaf, st.integers(0, 4)), _grow, max_leaves=8)


@given(trees)
@settings(deadline=None, max_examples=200)
@pytest.mark.whole("long")
def test_odds_are_whole_and_agree_with_plain_recursion(tree: Tree) -> None:
    dist = odds(play, tree)
    assert sum(dist.values()) == 1
    assert dist == weigh(tree)


@pytest.mark.whole("long")
@given(trees)
@settings(deadline=None, max_examples=100)
def test_the_paths_thrown_add_up_to_the_odds(tree: Tree) -> None:
    total: Counter[int] = Counter()
    seen: set[tuple[Any, ...]] = set()
    paths = list(throws(play, tree))
    for number, path in enumerate(paths):
        seen.add(path.faces)
        total[path.outcome] += path.probability  # type: ignore[assignment]  # pyright: ignore[reportArgumentType]
        if number < 20:
            dice = FixedDice(*path.faces)
            assert play(dice, tree) == path.outcome
            dice.assert_used_up()
    assert len(seen) == len(paths)
    assert odds(play, tree) == total


@pytest.mark.whole("long")
@given(trees, st.integers(0, 2**32))
@settings(deadline=None, max_examples=100)
def test_thrown_outcomes_are_possible(tree: Tree, seed: int) -> None:
    dist = odds(play, tree)
    dice = SeededDice(seed)
    assert play(dice, tree) in dist
