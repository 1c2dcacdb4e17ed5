"""Where heroes stand on the map, and the battle with one of them elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from fireline.game.entries import one_of
from fireline.game.places import Mark, check_marks, put_first, refused, whole
from fireline.rulesets.duel_of_ages.board import space_name
from fireline.rulesets.duel_of_ages.editions import RULES
from fireline.rulesets.duel_of_ages.roster import space_named
from fireline.rulesets.duel_of_ages.state import Hero, State


class Spaces:
    """Places are the spaces of the map; what a hero did last stays as it was, with the path it took."""

    measure = "spaces"
    rule = RULES.cite("DOA-1.5")

    def everybody(self, state: State) -> tuple[str, ...]:
        """Every hero."""
        return tuple(hero.id for hero in state.heroes)

    def at(self, state: State, unit: str) -> str:
        """The space it stands on."""
        return space_name(_hero(state, unit).space)

    def all(self, state: State, unit: str, step: Fraction | None = None) -> tuple[str, ...]:
        """Every space of the map."""
        _hero(state, unit)
        return tuple(state.board.by_name)

    def steps(self, state: State, unit: str) -> tuple[str, ...]:
        """The spaces next to it, but for those behind a wall."""
        return tuple(map(space_name, state.board.steps(_hero(state, unit).space)))

    def put(self, state: State, unit: str, place: str) -> State:
        """The battle with it on another space: one hero a space, and none torn out of the middle of its move."""
        hero, space = _hero(state, unit), space_named(state.board, place, "place")
        if space == hero.space:
            return state
        if state.moving is not None and state.moving.hero == hero.id:
            raise refused(unit, place, "it is in the middle of its move")
        if there := state.hero_at(space):
            raise refused(unit, place, f"{place} already holds {there.id!r}; one hero a space")
        return state.with_hero(replace(hero, space=space))

    def marks(self, state: State, unit: str) -> tuple[Mark, ...]:
        """A hero has none: what it did is told by its actions."""
        _hero(state, unit)
        return ()

    def mark(self, state: State, unit: str, marks: Mapping[str, Any]) -> State:
        """The battle as it is."""
        check_marks(self.marks(state, unit), marks)
        return state


PLACES = Spaces()


def apart(state: State, one: str, other: str, far: Fraction) -> State:
    """The battle with a second hero so many spaces from a first: on the free space nearest to where it stands."""
    middle, here, spaces = _hero(state, one).space, _hero(state, other).space, whole(far, PLACES.measure)
    known = state.board.by_name
    ring = (name for name, space in known.items() if state.board.distance(middle, space) == spaces)
    nearest = sorted(ring, key=lambda name: state.board.distance(here, known[name]) or 0)
    return put_first(PLACES, state, other, nearest, f"{spaces} spaces from {one}")


def _hero(state: State, id_: str) -> Hero:
    return state.hero(one_of(id_, [hero.id for hero in state.heroes], "hero of this battle", "unit"))
