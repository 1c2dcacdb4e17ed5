"""The ranged phase: who may say what, and what it makes happen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fireline.chance import Dice, with_faces
from fireline.game.command import Command, EndPhase, PhaseEnded, Shoot
from fireline.game.event import Event
from fireline.game.shot import Shot
from fireline.rulesets.ancients import answers, legality
from fireline.rulesets.ancients.answers import Flee, Retreat, owner, retreat_due
from fireline.rulesets.ancients.board import hex_name
from fireline.rulesets.ancients.editions import RULES
from fireline.rulesets.ancients.events import (
    BlocksLost,
    FlightForced,
    LeaderChecked,
    LeaderFled,
    LeaderKilled,
    RetreatForced,
    UnitEliminated,
    UnitFired,
    UnitRetreated,
)
from fireline.rulesets.ancients.resolution import checks_for, falls, fire, volley
from fireline.rulesets.ancients.retreat import RETREATS, distance_due, lost_on
from fireline.rulesets.ancients.shot import Shooting, declare
from fireline.rulesets.ancients.state import Leader, State
from fireline.ruling import Refusal

IN_TURN = RULES.cite("CCA-1.6")
HITS = RULES.cite("CCA-5.3")


def to_decide(state: State) -> str | None:
    """The side that owes a retreat or a flight."""
    side = owner(state)
    return str(side) if side else None


def commands(state: State) -> tuple[Command, ...]:
    """Answers owed first, ignoring flags before retreating; else every legal shot, and the end of the phase."""
    if state.over:
        return ()
    if state.due:
        return tuple(answers.answers(state))
    shots = (Shoot(Shot(s, t)) for s in shooters(state) for t in targets(state, s))
    return (*(shot for shot in shots if not refusals(state, shot)), EndPhase())


def shooters(state: State) -> tuple[str, ...]:
    """Every unit of the side that fires, able to or not."""
    return tuple(unit.id for unit in state.units if unit.side is state.turn)


def targets(state: State, shooter: str) -> tuple[str, ...]:
    """Every enemy unit, and every enemy leader who stands alone."""
    side = found.side if (found := state.find(shooter)) else state.turn
    units = (unit.id for unit in state.units if unit.side is not side)
    alone = (leader.id for leader in state.leaders if leader.side is not side and not state.unit_at(leader.hex))
    return (*units, *alone)


def to_fire(state: State, shooter: str) -> State:
    """The fire of a unit's side: all its units ordered, and none has moved or battled."""
    found = state.find(shooter)
    if found is None or (found.side is state.turn and not state.over and not state.due):
        return state
    units = tuple(
        replace(unit, ordered=True, moved=0, battled=False) if unit.side is found.side else unit for unit in state.units
    )
    return replace(state, turn=found.side, units=units, due=(), over=False)


def refusals(state: State, command: Command) -> tuple[Refusal, ...]:
    """Every reason against a command."""
    match command:
        case Shoot(shot):
            return legality.refusals(declare(state, shot))
        case _ if state.over:
            return (Refusal(IN_TURN, "The ranged phase is over."),)
        case Retreat() | Flee():
            return answers.refusals(state, command)
        case EndPhase() if state.due:
            return (Refusal(IN_TURN, "An attack is not resolved yet."),)
        case EndPhase():
            return ()
        case _:
            return (Refusal(IN_TURN, "That is no command of this game."),)


def decide(state: State, command: Command, dice: Dice) -> tuple[Event, ...]:
    """What a legal command makes happen."""
    match command:
        case Shoot(shot):
            return tuple(_attack(declare(state, shot), dice))
        case Retreat():
            return tuple(_retreat(state, command, dice))
        case Flee(leader, hex_):
            return (LeaderFled(leader, hex_),) if hex_ else (LeaderKilled(leader, taken=True),)
        case _:
            return (PhaseEnded(),)


def _attack(shooting: Shooting, dice: Dice) -> Iterator[Event]:
    """Hits, then the leader's check, then what is left for the owner to answer (CCA-5.4)."""
    state, target = shooting.state, shooting.target
    shot = volley(shooting)
    outcome, thrown = with_faces(dice, fire, shot)
    faces = tuple(map(str, thrown))
    yield UnitFired(shooting.shooter.id, target.id, faces[: shot.dice], outcome.hits, outcome.flags)
    if isinstance(target, Leader):
        yield LeaderKilled(target.id) if outcome.leader_killed else FlightForced(target.id)
        return
    lost = min(outcome.hits, target.blocks)
    if lost:
        yield BlocksLost(target.id, lost, HITS)
    if outcome.eliminated:
        yield UnitEliminated(target.id)
    leader = state.leader_of(target)
    if leader and lost:
        yield LeaderChecked(leader.id, faces[shot.dice :], outcome.leader_killed)
        yield from _after_check(leader, killed=outcome.leader_killed, alone=outcome.eliminated)
    if outcome.flags and not outcome.eliminated:
        yield RetreatForced(target.id, outcome.flags, hex_name(shooting.shooter.hex), checked=bool(leader and lost))


def _retreat(state: State, command: Retreat, dice: Dice) -> Iterator[Event]:
    """The retreat, then what it costs (CCA-7); a leader whose unit it destroys has his check (CCA-6)."""
    due = retreat_due(state)
    assert due is not None, "a retreat answers flags"  # noqa: S101
    unit, leader = state.unit(command.unit), state.leader_of(state.unit(command.unit))
    path = [state.board.hexes[name] for name in command.path]
    short = lost_on(state, path, distance_due(state, due, command.ignored))
    yield UnitRetreated(unit.id, command.ignored, command.path, short)
    if not short:
        return
    yield BlocksLost(unit.id, min(short, unit.blocks), RETREATS)
    if short < unit.blocks:
        return
    yield UnitEliminated(unit.id)
    if leader and due.checked:
        yield FlightForced(leader.id)
    elif leader:
        killed, thrown = with_faces(dice, falls, checks_for(eliminated=True))
        yield LeaderChecked(leader.id, tuple(map(str, thrown)), killed)
        yield from _after_check(leader, killed=killed, alone=True)


def _after_check(leader: Leader, *, killed: bool, alone: bool) -> Iterator[Event]:
    if killed:
        yield LeaderKilled(leader.id)
    elif alone:
        yield FlightForced(leader.id)
