"""The ranged phase and the turns: who may say what, and what it makes happen."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from fireline.chance import Dice, with_faces
from fireline.game.command import Command, EndPhase, NextTurn, PhaseEnded, Shoot
from fireline.game.event import Event
from fireline.game.shot import Shot
from fireline.geometry.hexes import distance
from fireline.rulesets.ancients import answers, legality
from fireline.rulesets.ancients.answers import Flee, Rampage, Retreat, owner, retreat_due
from fireline.rulesets.ancients.board import hex_name
from fireline.rulesets.ancients.editions import RULES
from fireline.rulesets.ancients.events import (
    BlocksLost,
    FlightForced,
    LeaderChecked,
    LeaderFled,
    LeaderKilled,
    RampageEnded,
    RetreatForced,
    TurnBegan,
    UnitEliminated,
    UnitFired,
    UnitRampaged,
    UnitRetreated,
    UnitTrampled,
)
from fireline.rulesets.ancients.evolution import evolve
from fireline.rulesets.ancients.rampage import RAMPAGES, price, trampled, tramples
from fireline.rulesets.ancients.resolution import checks_for, falls, fire, volley
from fireline.rulesets.ancients.retreat import RETREATS, distance_due, lost_on
from fireline.rulesets.ancients.shot import Shooting
from fireline.rulesets.ancients.state import Leader, State, Unit
from fireline.ruling import Refusal, all_stand

IN_TURN, TURNS = RULES.cite("CCA-1.6"), RULES.cite("CCA-9")
HITS = RULES.cite("CCA-5.3")
ENDING = EndPhase()
FEW = 8
"""Up to so many targets are quicker gone through than the hexes in reach."""


def decision_owner(state: State) -> str | None:
    """The side that owes a retreat or a flight."""
    side = owner(state)
    return str(side) if side else None


def commands(state: State) -> tuple[Command, ...]:
    """Answers owed first, ignoring flags before retreating; else every legal shot and the end of the phase.

    A phase that is over is followed by the turn of the other side.
    """
    if state.over:
        return (NextTurn(),)
    if state.due:
        return answers.answers(state)
    if not all_stand():
        return (*map(Shoot, legal_shots(state, shooters(state))), ENDING)
    found: list[Command] = []
    for unit in state.units:
        if unit.side is state.turn:
            found += _shots_of(state, unit)
    return (*found, ENDING)


def legal_shots(state: State, firing: Iterable[str], at: frozenset[str] | None = None) -> Iterator[Shot]:
    """The legal shots of some units, at some targets or at any, in their order; only what is in reach is looked at."""
    if at is None and all_stand() and not state.over and not state.due:
        for shooter in firing:
            yield from (command.shot for command in _shots_of(state, state.unit(shooter)))
        return
    yield from _sifted(state, firing, at)


def _shots_of(state: State, unit: Unit) -> tuple[Shoot, ...]:
    """The legal shots of a unit, kept for as long as everybody stands where they do; blocks do not matter."""
    key = unit.id, unit.moved, unit.ordered, unit.battled, unit.battles
    shots = state.standing.shots
    found = shots.get(key)
    if found is None:
        found = shots[key] = tuple(map(Shoot, _sifted(state, (unit.id,), None)))
    return found


def _sifted(state: State, firing: Iterable[str], at: frozenset[str] | None) -> Iterator[Shot]:
    """The legal shots of some units, each looked at."""
    named = state.targets_named(at) if not all_stand() or (at is not None and len(at) <= FEW) else None
    for unit in _reaching(map(state.unit, firing), named):
        near = _within_reach(state, unit, named)
        if not near:
            continue
        scenes = (Shooting(state, unit, enemy) for enemy in near if at is None or enemy.id in at)
        for shooting in legality.refusals.unbarred(scenes):
            yield Shot(unit.id, shooting.target.id)


def _reaching(firing: Iterable[Unit], named: list[Unit | Leader] | None) -> Iterable[Unit]:
    """Those who fire; where one is aimed at and all rules stand, those who may reach it: on a large board few do."""
    if named is None or len(named) != 1 or not all_stand():
        return firing
    q, r = named[0].hex
    return [
        unit
        for unit in firing
        if -(far := unit.type.range) <= unit.hex[0] - q <= far and -far <= unit.hex[1] - r <= far
    ]


def _within_reach(state: State, unit: Unit, named: list[Unit | Leader] | None) -> list[Unit | Leader]:
    """The enemies that a unit reaches, of those named or of all; where rules are set aside, those beyond it too."""
    far = unit.type.range
    if named is None:
        near = state.pieces_within(unit.hex, far)
    elif all_stand():
        near = [one for one in named if distance(unit.hex, one.hex) <= far]
    else:
        near = named
    return [piece for piece in near if piece.side is not unit.side]


def shooters(state: State) -> tuple[str, ...]:
    """Every unit of the side that fires, able to or not."""
    return tuple(unit.id for unit in state.units if unit.side is state.turn)


def targets(state: State, shooter: str) -> tuple[str, ...]:
    """Every enemy unit, and every enemy leader who stands alone."""
    side = found.side if (found := state.find(shooter)) else state.turn
    units = (unit.id for unit in state.units if unit.side is not side)
    alone = (leader.id for leader in state.leaders if leader.side is not side and not state.unit_at(leader.hex))
    return (*units, *alone)


def with_turn_of(state: State, shooter: str) -> State:
    """The turn of a unit's side as it begins, every unit ordered."""
    found = state.find(shooter)
    if found is None or (found.side is state.turn and not state.over and not state.due):
        return state
    begun = evolve(replace(state, due=(), starts_ordered=True), TurnBegan(str(found.side)))
    return replace(begun, starts_ordered=state.starts_ordered)


def shots_left(state: State, shooter: str) -> int:
    """The battles that a unit has left this turn (CCA-1.4, CCA-4.6)."""
    unit = state.find(shooter)
    return max(unit.battles - unit.battled, 0) if isinstance(unit, Unit) else 0


def refusals(state: State, command: Command) -> tuple[Refusal, ...]:
    """Every reason against a command."""
    match command:
        case NextTurn():
            return () if state.over else (Refusal(TURNS, "The ranged phase is not over."),)
        case _ if state.over:
            return (Refusal(IN_TURN, "The ranged phase is over."),)
        case Retreat() | Rampage() | Flee():
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
        case Retreat():
            return tuple(_retreat(state, command, dice))
        case Rampage():
            return tuple(_rampage(state, command, dice))
        case Flee(leader, hex_):
            return (LeaderFled(leader, hex_),) if hex_ else (LeaderKilled(leader, taken=True),)
        case NextTurn():
            return (TurnBegan(str(state.turn.enemy)),)
        case _:
            return (PhaseEnded(),)


def shoot(shooting: Shooting, dice: Dice) -> tuple[Event, ...]:
    """What a legal shot makes happen."""
    return tuple(_attack(shooting, dice))


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


def _rampage(state: State, command: Rampage, dice: Dice) -> Iterator[Event]:
    """The rampage against everybody around, and then the retreat is owed (CCA-7.1)."""
    due = retreat_due(state)
    assert due is not None, "a rampage answers flags"  # noqa: S101
    yield UnitRampaged(due.id, command.ignored)
    checked: list[str] = []
    for unit in trampled(state, state.unit(due.id)):
        hits, thrown = with_faces(dice, tramples, unit.type.symbol)
        yield UnitTrampled(due.id, unit.id, tuple(map(str, thrown)), hits)
        for event in _suffers(state, unit, min(hits, unit.blocks), dice):
            checked += [event.leader] if isinstance(event, LeaderChecked) else []
            yield event
    flags = due.flags - command.ignored
    yield RampageEnded(due.id, flags, hex_name(due.origin), due.checked, tuple(checked))


def _retreat(state: State, command: Retreat, dice: Dice) -> Iterator[Event]:
    """The retreat, then what it costs and whom (CCA-7, CCA-7.1)."""
    due = retreat_due(state)
    assert due is not None, "a retreat answers flags"  # noqa: S101
    unit, leader = state.unit(command.unit), state.leader_of(state.unit(command.unit))
    path = [state.board.hexes[name] for name in command.path]
    short = lost_on(state, path, distance_due(state, due, command.ignored))
    yield UnitRetreated(unit.id, command.ignored, command.path, short)
    checked = {*(due.rampaged or ()), *([leader.id] if leader and due.checked else ())}
    for payer, blocks in price(state, unit, path[-1] if path else unit.hex, short):
        if payer is not unit:
            yield from _suffers(state, payer, blocks, dice, checked)
        elif blocks < unit.blocks:
            yield BlocksLost(unit.id, blocks, RETREATS)
        else:
            yield from _suffers(state, unit, blocks, dice, checked, RETREATS)


def _suffers(
    state: State, unit: Unit, blocks: int, dice: Dice, checked: Collection[str] = (), rule: str = RAMPAGES
) -> Iterator[Event]:
    """The blocks that a unit loses but to fire, and its leader's check unless the attack has checked him (CCA-6)."""
    if not blocks:
        return
    leader, gone = state.leader_of(unit), blocks == unit.blocks
    yield BlocksLost(unit.id, blocks, rule)
    if gone:
        yield UnitEliminated(unit.id)
    if leader and leader.id not in checked:
        killed, thrown = with_faces(dice, falls, checks_for(eliminated=gone))
        yield LeaderChecked(leader.id, tuple(map(str, thrown)), killed)
        yield from _after_check(leader, killed=killed, alone=gone)
    elif leader and gone:
        yield FlightForced(leader.id)


def _after_check(leader: Leader, *, killed: bool, alone: bool) -> Iterator[Event]:
    if killed:
        yield LeaderKilled(leader.id)
    elif alone:
        yield FlightForced(leader.id)
