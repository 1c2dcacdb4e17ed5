"""What a picture of a Duel of Ages map says to those who do not see it."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.rulesets.duel_of_ages.board import space_name
from fireline.rulesets.duel_of_ages.drawing.heroes import describe_hero
from fireline.rulesets.duel_of_ages.state import State


def facts(state: State) -> str:
    """Whose step it is, and the decks."""
    whose = f" of {state.team}" if state.team else ""
    piles = [(pile.list, pile) for pile in state.decks]
    decks = " and ".join(f"{deck.id} ({len(pile.left)} of {len(deck.cards)} left)" for deck, pile in piles)
    return f"{state.step.capitalize()} step{whose}. Decks of white and black: {decks}."


def describe_map(state: State) -> str:
    """Who stands where on which ground, and what is drawn."""
    return "\n".join(_lines(state))


def _lines(state: State) -> Iterator[str]:
    yield facts(state)
    yield from map(describe_hero, state.heroes)
    for space, kind in state.board.spaces:
        if kind != "clear":
            yield f"{space_name(space)}: {kind.replace('_', ' ')}"
    yield f"{len(state.board.spaces)} spaces, {len(state.board.walls)} walls, {len(state.board.archways)} archways."
