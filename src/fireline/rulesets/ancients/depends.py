"""What a shot depends on, so that an event makes anew only the odds that it can change."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from fireline.game.kept import Kept
from fireline.game.shot import Shot
from fireline.geometry.hexes import Hex, neighbours
from fireline.rulesets.ancients.board import Shape, Side, hexes_on_board
from fireline.rulesets.ancients.rampage import is_wild
from fireline.rulesets.ancients.resolution import volley
from fireline.rulesets.ancients.retreat import LONGEST_FLIGHT, shelter
from fireline.rulesets.ancients.shot import declare
from fireline.rulesets.ancients.state import State, Unit

_SAME: Kept[object] = Kept(most=1 << 14)


def depends(state: State, shot: Shot) -> object:
    """All that a shot and the answers to it look at: what the dice ask, and what stands where the target may be driven.

    Where the target rampages, everybody and their blocks. It is one object for all shots that are alike in that.
    """
    shooter, target, known = state.unit(shot.shooter), state.find(shot.target), state.standing.depends
    blocks: object = target.blocks if isinstance(target, Unit) else None
    if isinstance(target, Unit) and is_wild(state, target):
        blocks = tuple([unit.blocks for unit in state.units])
    key = shot, shooter.moved, blocks
    found = known.get(key)
    if found is None:
        found = known[key] = _SAME.of((_SAME.like(_asked(state, shot, blocks)),), object)
    return found


def _asked(state: State, shot: Shot, blocks: object) -> tuple[object, ...]:
    shooting = declare(state, shot)
    target, asked = shooting.target, volley(shooting)
    if isinstance(blocks, tuple):
        return asked, state.standing, shot, blocks
    led = asked.leader or asked.lone_leader
    driven = asked.dice * target.type.retreat if isinstance(target, Unit) else 0
    kind, sheltered = None, ""
    if isinstance(target, Unit):
        kind, sheltered = _SAME.same(target.type), shelter(state, target, shooting.shooter.hex)
    board = _SAME.of((_SAME.same(state.board), _SAME.same(state.edition), kind), object)
    ground = _homeward(state.board.shape, target.hex, target.side, driven + LONGEST_FLIGHT * led)
    return asked, board, sheltered, target.hex, target.side, tuple(_standing(state, ground))


def _standing(state: State, ground: tuple[Hex, ...]) -> Iterator[tuple[Hex, Side | None, Side | None]]:
    """Whose unit and whose leader stand on each of these hexes that is not empty."""
    for hex_ in ground:
        unit, leader = state.unit_at(hex_), state.leader_at(hex_)
        if unit or leader:
            yield hex_, unit.side if unit else None, leader.side if leader else None


@lru_cache(maxsize=1 << 12)
def _homeward(shape: Shape, start: Hex, side: Side, far: int) -> tuple[Hex, ...]:
    """The hexes that a piece driven so far may come to, and those around it, which support it."""
    reached, front = dict.fromkeys(neighbours(start)), {start: None}
    for _ in range(far):
        front = dict.fromkeys(here.plus(step) for here in front for step in side.homeward)
        reached |= front
    board = hexes_on_board(shape)
    return tuple(hex_ for hex_ in reached if hex_ in board)
