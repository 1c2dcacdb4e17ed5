"""Where heroes stand on the map, and the battle with one of them elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from operator import attrgetter

from fireline.game.command import Move
from fireline.game.pieces import Pieces
from fireline.game.places import CellPlaces, Moving, no_numbers, refused, whole
from fireline.game.planning import OpenField
from fireline.geometry.hexes import Hex, distance
from fireline.rulesets.duel_of_ages import commands
from fireline.rulesets.duel_of_ages.board import Board, space_name
from fireline.rulesets.duel_of_ages.editions import RULES
from fireline.rulesets.duel_of_ages.state import State, StepKind


class Spaces(CellPlaces[State, Hex]):
    """Places are the spaces of the map; what a hero did last stays as it was, with the path it took."""

    def steps(self, state: State, unit: str) -> tuple[str, ...]:
        """The spaces next to it, but for those behind a wall."""
        return tuple(map(space_name, state.board.steps(state.named(unit).space)))

    def put(self, state: State, unit: str, place: str) -> State:
        """The battle with it on another space: one hero a space, and none torn out of the middle of its move."""
        hero, space = state.named(unit), state.board.named(place, "place")
        if space == hero.space:
            return state
        if state.moving is not None and state.moving.hero == hero.id:
            raise refused(unit, place, "it is in the middle of its move")
        if there := state.hero_at(space):
            raise refused(unit, place, f"{place} already holds {there.id!r}; one hero a space")
        return state.put(replace(hero, space=space))

    def move(self, state: State, move: Move) -> Moving:
        """The Action of a hero, space by space on the shortest way: its path is what others react to."""
        no_numbers(move)
        step = commands.Move(move.unit, move.to)
        against = step.refusals(state)
        return Moving(against, () if against else step.entered(state))


PLACES = Spaces("spaces", RULES.cite("DOA-1.5"), attrgetter("board.by_name"), space_name, distance)


def in_the_open(state: State, one: str, other: str, far: Fraction) -> State:
    """Two heroes so many clear spaces apart in an Action step, and nothing else on the map; neither has moved."""
    spaces = [Hex(q, 0) for q in range(whole(far, PLACES.measure) + 1)]
    stand = zip((one, other), (spaces[0], spaces[-1]), strict=True)
    heroes = (replace(state.named(id_), space=space, last_action=None) for id_, space in stand)
    board = Board(tuple((space, "clear") for space in spaces), house=state.board.house)
    return state.but(pieces=Pieces(heroes), board=board, step=StepKind.ACTION, moving=None)


def reach(state: State, unit: str) -> Fraction:
    """The farthest range of a hero's weapons as they are printed."""
    return Fraction(max((weapon.max_range for weapon in state.named(unit).weapons), default=0))


def armed(state: State, unit: str) -> Mapping[str, State]:
    """The hero with each of its ranged cards alone."""
    hero = state.named(unit)
    return {one.name: state.put(replace(hero, cards=(one,))) for one in hero.weapons}


OPEN_FIELD = OpenField(in_the_open, reach, "other heroes, walls and terrain", armed, names=("space",))
