"""The ranged phase and the turns: who may say what, what it makes happen, and what a plan of it must know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from fireline.chance import Dice, with_faces
from fireline.game.command import Shot
from fireline.game.event import Event
from fireline.game.facts import data_of, view_of
from fireline.game.ruleset import Phases, Turn, UnitView
from fireline.geometry.hexes import distance, neighbours
from fireline.rulesets.ancients import events, legality, retreat
from fireline.rulesets.ancients.board import Side, hex_name
from fireline.rulesets.ancients.commands import IN_TURN, after_check
from fireline.rulesets.ancients.editions import RULES
from fireline.rulesets.ancients.modifiers import dice_number
from fireline.rulesets.ancients.pieces import Symbol
from fireline.rulesets.ancients.resolution import BLOCKS, fire, volley
from fireline.rulesets.ancients.shot import Shooting
from fireline.rulesets.ancients.state import Leader, State, Unit
from fireline.ruling import Refusal, nothing_set_aside

HITS = RULES.cite("CCA-5.3")
FLAGS = ("ordered", "moved", "battled", "attached", "alone")


def view(state: State, piece: Unit | Leader) -> UnitView:
    """A unit, or a leader with whether he is with one."""
    side, place = str(piece.side), hex_name(piece.hex)
    if isinstance(piece, Unit):
        return view_of(piece, side, place, piece.blocks)
    return view_of(piece, side, place, 1, flags=("attached" if state.unit_at(piece.hex) else "alone",))


def turn(state: State) -> Turn:
    """The side that fires."""
    side = state.turn.side
    return Turn(str(side), f"{side} fires", over=state.over, data=data_of(state.turn))


PHASES = Phases[State](
    name="ranged phase",
    rule=IN_TURN,
    end=lambda _: "End the phase",
    ended=lambda _: (events.PhaseEnded(),),
    unfinished=lambda state: (Refusal(IN_TURN, "An attack is not resolved yet."),) if state.due else (),
    next_rule=RULES.cite("CCA-9"),
    next=lambda state: f"Begin the turn of {state.army(state.turn.side.enemy)}",
    begun=lambda state: (events.TurnBegan(str(state.turn.side.enemy)),),
)


def shot_label(state: State, shot: Shot) -> str:
    """A shot as a menu shows it."""
    return f"{state.title(shot.shooter)} fires at {state.title(shot.target)}"


def decision_owner(state: State) -> str | None:
    """The side that owes a retreat or a flight."""
    owing = state.find(state.due[0].id) if state.due else None
    return str(owing.side) if owing else None


def legal_shots(state: State, firing: Iterable[str], at: frozenset[str] | None = None) -> Iterator[Shot]:
    """The legal shots of some units, at some targets or at any, in their order; only what is in reach is looked at."""
    bound = nothing_set_aside()
    named = None if at is None and bound else state.exposed(state.pieces if at is None else state.in_order(at))
    for unit in map(state.unit, firing):
        far, here, side = unit.type.range, unit.hex, unit.side
        if named is None:
            enemies = state.pieces_within(here, far, but=side)
        else:  # where rules are set aside, those beyond its reach too
            enemies = [one for one in named if one.side is not side and not (bound and distance(here, one.hex) > far)]
        if not enemies:
            continue
        scenes = (Shooting(state, unit, enemy) for enemy in enemies)
        for shooting in legality.refusals.unbarred(scenes, Shooting(state, unit, unit)):
            yield Shot(unit.id, shooting.target.id)


def shooters(state: State) -> tuple[str, ...]:
    """Every unit of the side that fires, able to or not."""
    side = state.turn.side
    return tuple([one.id for one in state.pieces if one.side is side and isinstance(one, Unit)])


def victor(state: State) -> str:
    """The side that has the banners that win the game, and more than the other; "" while none has."""
    top, bottom, wins = state.banners.top, state.banners.bottom, state.victory.banners
    if wins is None or top == bottom or max(top, bottom) < wins:
        return ""
    return "top" if top > bottom else "bottom"


def targets(state: State, shooter: str) -> tuple[str, ...]:
    """Every enemy unit, and every enemy leader who stands alone."""
    side = found.side if (found := state.find(shooter)) else state.turn.side
    units = (unit.id for unit in state.units if unit.side is not side)
    alone = (leader.id for leader in state.leaders if leader.side is not side and not state.unit_at(leader.hex))
    return (*units, *alone)


def with_turn_of(state: State, shooter: str) -> State:
    """The turn of a unit's side as it begins, every unit ordered."""
    found = state.find(shooter)
    if found is None or (found.side is state.turn.side and not state.over and not state.due):
        return state
    ordered = state.but(due=(), turn=replace(state.turn, starts_ordered=True))
    begun = events.TurnBegan(str(found.side)).after(ordered)
    return begun.but(turn=replace(begun.turn, starts_ordered=state.turn.starts_ordered))


def shots_left(state: State, shooter: str) -> int:
    """The battles that a unit has left this turn (CCA-1.4, CCA-4.6)."""
    unit = state.find(shooter)
    return max(unit.battles - unit.battled, 0) if isinstance(unit, Unit) else 0


def shoot(shooting: Shooting, dice: Dice) -> Iterator[Event]:
    """What a legal shot makes happen: hits, the leader's check, then what its owner has to answer (CCA-5.4)."""
    state, target = shooting.state, shooting.target
    shot = volley(shooting)
    outcome, thrown = with_faces(dice, fire, shot)
    faces = tuple(map(str, thrown))
    yield events.UnitFired(shooting.shooter.id, target.id, faces[: shot.dice], outcome.hits, outcome.flags)
    if isinstance(target, Leader):
        yield events.LeaderKilled(target.id) if outcome.leader_killed else events.FlightForced(target.id)
        return
    lost = outcome.blocks_lost
    if lost:
        yield events.BlocksLost(target.id, lost, HITS)
    if outcome.eliminated:
        yield events.UnitEliminated(target.id)
    leader = state.leader_at(target.hex)
    if leader and lost:
        yield events.LeaderChecked(leader.id, faces[shot.dice :], outcome.leader_killed)
        yield from after_check(leader, killed=outcome.leader_killed, alone=outcome.eliminated)
    if outcome.flags and not outcome.eliminated:
        yield events.RetreatForced(
            target.id, outcome.flags, hex_name(shooting.shooter.hex), checked=bool(leader and lost)
        )


def upper_bound(state: State, shooter: str) -> Mapping[str, Fraction]:
    """Bounds on the expected fields of an outcome, losses and kills; on what is lost however many dice there are.

    A die hits by one symbol of six and is a flag by another. A shot costs the unit that it is aimed at no more than its
    blocks and its leader. Where the enemy has elephants that rampage, it costs the units around and the two behind no
    more than they can lose, and their leaders.
    """
    unit, house = state.find(shooter), state.edition.house
    fields = ("hits", "flags", "eliminated", "leader_killed", "blocks_lost", "losses", "kills")
    if not isinstance(unit, Unit) or not unit.type.fires:
        return dict.fromkeys(fields, Fraction(0))
    enemies = [one for one in state.units if one.side is not unit.side]
    dice = max(*unit.type.dice, *(dice_number(Shooting(state, unit, one))[1] for one in enemies))
    blocks = max((one.blocks for one in enemies), default=0)
    wild = any(retreat.is_wild(state, one) for one in enemies)
    around, behind = (len(retreat.CLOCKWISE), len(Side.TOP.homeward)) if wild else (0, 0)
    lost = around * (house[retreat.DICE] * house[BLOCKS] + 1) + behind * (house[retreat.PAID] + 1)
    each, gone = Fraction(dice, len(Symbol)), 2 * (1 + around + behind)
    most: tuple[Fraction | int, ...] = (each, each, 1, 1, blocks, blocks + 1 + lost, gone)
    return {field: Fraction(number) for field, number in zip(fields, most, strict=True)}


def contact(state: State, id_: str) -> Iterator[str]:
    """The enemies next to a unit or leader, who fight it hand to hand (CCA-1.2, CCA-1.3)."""
    if (piece := state.find(id_)) is not None:
        beside = state.pieces.among(neighbours(piece.hex))
        yield from (one.id for one in beside if isinstance(one, Unit) and one.side is not piece.side)
