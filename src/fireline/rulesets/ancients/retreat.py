"""Retreats and flights: which flags may be ignored, and which ways lead home (CCA-7, CCA-6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fireline.geometry.hexes import HEXSIDES, EdgeRun, Hex, neighbours, trace
from fireline.rulesets.ancients.board import RetreatDue, State, Unit, hex_name

LONGEST_FLIGHT = 3


class Way(NamedTuple):
    """One way to retreat: the hexes entered, the hexes that could not be made, and whether a leader was reached."""

    path: tuple[Hex, ...]
    lost: int
    joins: bool = False


def ignorable(state: State, due: RetreatDue) -> tuple[str, ...]:
    """The reasons why this unit may ignore a flag, one each."""
    unit = state.unit(due.id)
    reasons: list[str] = []
    if not unit.type.stubborn:
        if leader := state.leader_of(unit):
            reasons.append(f"leader {leader.id}")
        if supported(state, unit):
            reasons.append("support from two hexes")
    if terrain := shelter(state, unit, due.origin):
        reasons.append(terrain)
    if unit.type.holds_at_full_strength and unit.blocks == unit.type.blocks:
        reasons.append(f"{unit.type.name} at full strength")
    return tuple(reasons)


def supported(state: State, unit: Unit) -> bool:
    """Whether friends stand in at least two adjacent hexes; a lone leader counts as one."""
    friends = 0
    for hex_ in neighbours(unit.hex):
        piece = state.unit_at(hex_) or state.leader_at(hex_)
        friends += piece is not None and piece.side is unit.side
    return friends >= 2


def shelter(state: State, unit: Unit, origin: Hex) -> str:
    """The terrain that lets a foot unit ignore one flag of fire from `origin`, "" for none."""
    if not unit.type.foot:
        return ""
    terrain = state.board.terrain_at(unit.hex)
    if terrain and terrain.shelters_foot:
        return terrain.name
    ramparts = state.board.ramparts_at(unit.hex)
    return "rampart" if ramparts and set(sides_crossed(origin, unit.hex)) <= set(ramparts) else ""


def sides_crossed(origin: Hex, hex_: Hex) -> tuple[str, ...]:
    """The sides of a hex by which the line from `origin` enters: one, or the two that meet at a corner."""
    line = trace(origin, hex_)
    before = line.segments[-2]
    from_hexes = {before.left, before.right} if isinstance(before, EdgeRun) else {before.hex}
    from_hexes |= {touch.hex for touch in line.touches if touch.at == line.segments[-1].enter}
    return tuple(name for name, step in HEXSIDES.items() if hex_.plus(step) in from_hexes)


def ways(state: State, unit: Unit, hexes: int) -> tuple[Way, ...]:
    """Every way to retreat that many hexes; only those without loss where there is one."""
    found = tuple(_ways(state, unit, unit.hex, hexes))
    free = tuple(way for way in found if not way.lost)
    return free or found


def best_ways(state: State, unit: Unit, hexes: int) -> tuple[Way, ...]:
    """One way to each hex where a retreat may end: by another path the end would be the same."""
    ends: dict[tuple[Hex, int], Way] = {}
    for way in ways(state, unit, hexes):
        ends.setdefault((way.path[-1] if way.path else unit.hex, way.lost), way)
    return tuple(ends.values())


def _ways(state: State, unit: Unit, here: Hex, left: int, path: tuple[Hex, ...] = ()) -> Iterator[Way]:
    onward = [hex_ for step in unit.side.homeward if enters(state, unit, hex_ := here.plus(step))] if left else []
    if not onward:
        yield Way(path, left)
    for hex_ in onward:
        if state.lone_leader_at(hex_):
            yield Way((*path, hex_), 0, joins=True)
        else:
            yield from _ways(state, unit, hex_, left - 1, (*path, hex_))


def enters(state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether a retreating unit can enter a hex; a lone friendly leader is no obstacle to a unit without one."""
    terrain = state.board.terrain_at(hex_)
    if hex_ not in state.board or state.unit_at(hex_) or (terrain and terrain.stops(unit.type)):
        return False
    leader = state.leader_at(hex_)
    return leader is None or (leader.side is unit.side and state.leader_of(unit) is None)


def refuges(state: State, leader_id: str) -> tuple[Hex, ...]:
    """Where a leader without a unit may flee to: one to three hexes homeward, the furthest first."""
    leader = state.leader(leader_id)
    reached: dict[Hex, None] = {}
    front = {leader.hex: None}
    for _ in range(LONGEST_FLIGHT):
        steps = [here.plus(step) for here in front for step in leader.side.homeward]
        front = dict.fromkeys(hex_ for hex_ in steps if _may_pass(state, leader_id, hex_))
        reached = dict.fromkeys(front) | reached
    return tuple(hex_ for hex_ in reached if state.leader_at(hex_) is None)


def _may_pass(state: State, leader_id: str, hex_: Hex) -> bool:
    side = state.leader(leader_id).side
    terrain = state.board.terrain_at(hex_)
    if hex_ not in state.board or (terrain and terrain.impassable):
        return False
    piece = state.unit_at(hex_) or state.leader_at(hex_)
    return piece is None or piece.side is side


def way_text(unit: Unit, way: Way) -> str:
    """A way as a menu shows it."""
    there = " > ".join(map(hex_name, way.path)) or "stays"
    cost = f", loses {way.lost}" if way.lost else ""
    return there + (", joins the leader" if way.joins else "") + cost
