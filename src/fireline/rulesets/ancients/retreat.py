"""What is owed in mid-attack, and how its owner may answer: retreats, rampages and flights (CCA-7, CCA-6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from fireline.chance import Dice, chance
from fireline.geometry.hexes import HEXSIDES, EdgeRun, Hex, neighbours, trace
from fireline.rulesets.ancients.board import hex_name
from fireline.rulesets.ancients.editions import NUMBERS, RULES
from fireline.rulesets.ancients.pieces import Symbol
from fireline.rulesets.ancients.resolution import reads
from fireline.rulesets.ancients.state import RetreatDue, State, Unit
from fireline.ruling.prose import listing, plural

RETREATS = RULES.cite("CCA-7")
LEADERS = RULES.cite("CCA-6")
FLIGHT, SUPPORTERS = NUMBERS.cite("CCA-6.flight"), NUMBERS.cite("CCA-7.supporters")
COUNTED = ("", "one hex", *(f"{count} hexes" for count in ("two", "three", "four", "five", "six")))
BY_LEADER, BY_SUPPORT = NUMBERS.cite("CCA-7.leader"), NUMBERS.cite("CCA-7.support")
BY_TERRAIN, BY_STRENGTH = NUMBERS.cite("CCA-7.terrain"), NUMBERS.cite("CCA-7.full_strength")


class Way(NamedTuple):
    """One way to retreat: the hexes entered, and how many could not be made."""

    path: tuple[Hex, ...]
    lost: int


def ignorable(state: State, due: RetreatDue) -> tuple[str, ...]:
    """The reasons why this unit may ignore a flag, one for each; none once a rampage has begun the retreat."""
    unit, house = state.unit(due.id), state.edition.house
    reasons: list[str] = []
    if due.rampaged is not None:
        return ()
    if not unit.type.stubborn:
        if leader := state.leader_at(unit.hex):
            reasons += [f"leader {leader.id}"] * house[BY_LEADER]
        if supported(state, unit):
            reasons += [f"support from {COUNTED[house[SUPPORTERS]]}"] * house[BY_SUPPORT]
    if terrain := shelter(state, unit, due.origin):
        reasons += [terrain] * house[BY_TERRAIN]
    if unit.type.holds_at_full_strength and unit.blocks == unit.type.blocks:
        reasons += [f"{unit.type.name} at full strength"] * house[BY_STRENGTH]
    return tuple(reasons)


def supported(state: State, unit: Unit) -> bool:
    """Whether two or more of the hexes around hold friends; a leader alone is enough for one of them."""
    friends = 0
    for hex_ in neighbours(unit.hex):
        piece = state.standing_at(hex_)
        friends += piece is not None and piece.side is unit.side
    return friends >= state.edition.house[SUPPORTERS]


def shelter(state: State, unit: Unit, origin: Hex) -> str:
    """The terrain that lets a foot unit ignore one flag of fire from `origin`, "" for none."""
    if not unit.type.foot:
        return ""
    terrain = state.board.terrain_at(unit.hex)
    if terrain and terrain.shelters_foot:
        return terrain.name
    ramparts = dict(state.board.ramparts).get(unit.hex)
    return "rampart" if ramparts and set(sides_crossed(origin, unit.hex)) <= set(ramparts) else ""


def sides_crossed(origin: Hex, hex_: Hex) -> tuple[str, ...]:
    """The sides of a hex by which the line from `origin` enters: one, or the two that meet at a corner.

    A line to the centre that enters at a corner has run along the edge that ends there.
    """
    before = trace(origin, hex_).segments[-2]
    outside = (before.left, before.right) if isinstance(before, EdgeRun) else (before.hex,)
    return tuple(name for name, step in HEXSIDES.items() if hex_.plus(step) in outside)


def distance_due(state: State, due: RetreatDue, ignored: int) -> int:
    """How many hexes are owed: the unit's full distance for each flag not ignored."""
    return (due.flags - ignored) * state.unit(due.id).type.retreat


def ways(state: State, unit: Unit, hexes: int) -> tuple[Way, ...]:
    """One way to each end of a retreat of so many hexes, that which costs its owner least first; whole if that can be.

    By another path to the same hex the end would be the same; `objection` accepts every path.
    """
    ends: dict[tuple[Hex, int], Way] = {}
    front: dict[Hex, tuple[Hex, ...]] = {unit.hex: ()}
    for left in range(hexes, -1, -1):
        onward: dict[Hex, tuple[Hex, ...]] = {}
        for here, path in front.items():
            steps = _steps(state, unit, here) if left else ()
            if not steps:
                ends.setdefault((here, left), Way(path, left))
            for hex_ in steps:
                if state.lone_leader_at(hex_):  # the retreat ends with him
                    ends.setdefault((hex_, 0), Way((*path, hex_), 0))
                else:
                    onward.setdefault(hex_, (*path, hex_))
        front = onward
    free = tuple(way for way in ends.values() if not way.lost)
    return free or tuple(sorted(ends.values(), key=lambda way: (_own_price(state, unit, way), way.lost)))


def _own_price(state: State, unit: Unit, way: Way) -> int:
    """The blocks that the unit's side loses on a way."""
    last = way.path[-1] if way.path else unit.hex
    return sum(blocks for payer, blocks in price(state, unit, last, way.lost) if payer.side is unit.side)


def lost_on(state: State, path: Sequence[Hex], hexes: int) -> int:
    """The hexes not made on a path that `objection` accepts; reaching a lone leader ends it without loss."""
    return 0 if path and state.lone_leader_at(path[-1]) else hexes - len(path)


def objection(state: State, unit: Unit, hexes: int, names: Iterable[str]) -> str:
    """Why a unit cannot retreat so many hexes by this path, "" where it can."""
    here, path = unit.hex, list[Hex]()
    for name in names:
        if len(path) == hexes:
            return f"The retreat is {plural(hexes, 'hex', 'hexes')} long."
        if path and state.lone_leader_at(here):
            return f"The retreat ends on {hex_name(here)}, where a leader joins."
        hex_ = state.board.hexes.get(name)
        if hex_ is None or hex_ not in [here.plus(step) for step in unit.side.homeward]:
            return f"{name} is none of the two hexes behind {hex_name(here)}, one row nearer the unit's own edge."
        if what := obstacle(state, unit, hex_):
            return f"{name} cannot be entered: {what}."
        here = hex_
        path.append(hex_)
    lost = lost_on(state, path, hexes)
    if lost and (onward := _steps(state, unit, here)):
        return f"The retreat goes on from {hex_name(here)} to {listing(map(hex_name, onward), last='or')}."
    if lost and not ways(state, unit, hexes)[0].lost:
        return f"This path is {plural(lost, 'hex', 'hexes')} short; there is one that is not."
    return ""


def obstacle(state: State, unit: Unit, hex_: Hex) -> str:
    """What keeps a retreating unit out of a hex, "" for nothing; a lone friendly leader joins one without."""
    if hex_ not in state.board:
        return "edge of the battlefield"
    terrain = state.board.terrain_at(hex_)
    if terrain and terrain.stops(unit.type):
        return terrain.name
    if other := state.unit_at(hex_):
        return str(other)
    leader = state.leader_at(hex_)
    if leader and (leader.side is not unit.side or state.leader_at(unit.hex)):
        return str(leader)
    return ""


def refuges(state: State, leader_id: str) -> tuple[Hex, ...]:
    """Where a leader without a unit may flee to: one to three hexes homeward, the furthest first."""
    leader = state.leader(leader_id)
    reached: dict[Hex, None] = {}
    front = {leader.hex: None}
    for _ in range(state.edition.house[FLIGHT]):
        steps = [here.plus(step) for here in front for step in leader.side.homeward]
        front = dict.fromkeys(hex_ for hex_ in steps if _may_pass(state, leader_id, hex_))
        reached = dict.fromkeys(front) | reached
    return tuple(hex_ for hex_ in reached if state.leader_at(hex_) is None)


def _steps(state: State, unit: Unit, here: Hex) -> tuple[Hex, ...]:
    onward = (here.plus(step) for step in unit.side.homeward)
    return tuple(hex_ for hex_ in onward if not obstacle(state, unit, hex_))


def _may_pass(state: State, leader_id: str, hex_: Hex) -> bool:
    terrain, piece = state.board.terrain_at(hex_), state.standing_at(hex_)
    if hex_ not in state.board or (terrain and terrain.impassable):
        return False
    return piece is None or piece.side is state.leader(leader_id).side


RAMPAGES = RULES.cite("CCA-7.1")
DICE, PAID = NUMBERS.cite("CCA-7.1.dice"), NUMBERS.cite("CCA-7.1.blocks")
SHORT = NUMBERS.cite("CCA-7.blocks")
CLOCKWISE = tuple(HEXSIDES[side] for side in ("NE", "E", "SE", "SW", "W", "NW"))


@chance(rule=RAMPAGES)
def tramples(dice: Dice, hits_on: Symbol, count: int) -> int:
    """The dice of a rampage against one unit: only the symbol of its class hits."""
    return sum(reads(dice, hits_on)[0] for _ in range(count))


def is_wild(state: State, unit: Unit) -> bool:
    """Whether the unit is one that rampages, and the table plays it so."""
    return unit.type.rampages and state.edition.rampage


def must_rampage(state: State, due: RetreatDue) -> bool:
    """Whether the unit rampages before it retreats: once, and only with somebody around."""
    unit = state.unit(due.id)
    return due.rampaged is None and is_wild(state, unit) and any(True for _ in trampled(state, unit))


def trampled(state: State, unit: Unit) -> Iterator[Unit]:
    """The units around, friend or foe, clockwise from the upper right."""
    for step in CLOCKWISE:
        if other := state.unit_at(unit.hex.plus(step)):
            yield other


def price(state: State, unit: Unit, last: Hex, short: int) -> tuple[tuple[Unit, int], ...]:
    """Who loses how many blocks for a retreat that ends so many hexes short (CCA-7).

    The unit itself; but units that block the way of one that rampages lose one block each in its place.
    """
    house = state.edition.house
    if not short:
        return ()
    if is_wild(state, unit):
        ahead = (state.unit_at(last.plus(step)) for step in unit.side.homeward)
        if blocking := tuple((other, min(house[PAID], other.blocks)) for other in ahead if other):
            return blocking
    return ((unit, min(short * house[SHORT], unit.blocks)),)


def retreat_due(state: State) -> RetreatDue | None:
    """The retreat that is owed now."""
    due = state.due[0] if state.due else None
    return due if isinstance(due, RetreatDue) else None
