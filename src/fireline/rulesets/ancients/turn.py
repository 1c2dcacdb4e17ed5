"""The ranged phase: who may say what, what then happens, and the state after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from fireline.chance import Dice
from fireline.chance.thrown import Thrown
from fireline.game.command import Command, EndPhase, PhaseEnded, Shoot
from fireline.game.event import Event
from fireline.game.shot import Shot
from fireline.geometry.hexes import Hex
from fireline.rulesets.ancients import legality
from fireline.rulesets.ancients.board import FlightDue, Leader, RetreatDue, Side, State, Unit, hex_name
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
from fireline.rulesets.ancients.modifiers import modifiers
from fireline.rulesets.ancients.pieces import Symbol
from fireline.rulesets.ancients.resolution import Volley, checks_for, falls, fire
from fireline.rulesets.ancients.retreat import Way, best_ways, ignorable, refuges, ways
from fireline.rulesets.ancients.shot import Shooting, declare
from fireline.ruling import Refusal, total

LEADERS = RULES.cite("CCA-6")
RETREATS = RULES.cite("CCA-7")
IN_TURN = RULES.cite("CCA-1.6")
HITS = RULES.cite("CCA-5.3")


@dataclass(frozen=True, slots=True)
class Retreat(Command):
    """A unit's owner answers its flags: how many he ignores, and the hexes the unit enters."""

    unit: str
    ignored: int
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flee(Command):
    """A leader's owner names the hex he flees to."""

    leader: str
    hex: str


def volley(shooting: Shooting) -> Volley:
    """What the dice need to know of a shot."""
    target, dice = shooting.target, total(modifiers(shooting))
    if isinstance(target, Leader):
        return Volley(dice, Symbol.LEADER, blocks=1, lone_leader=True)
    return Volley(dice, target.type.symbol, target.blocks, leader=shooting.state.leader_of(target) is not None)


def to_decide(state: State) -> str | None:
    """The side that owes a retreat or a flight."""
    return str(_owner(state)) if state.due else None


def commands(state: State) -> tuple[Command, ...]:
    """Answers owed first, ignoring flags before retreating; else every legal shot, and the end of the phase."""
    if state.over:
        return ()
    if state.due:
        return tuple(_answers(state, state.due[0]))
    shots = (Shoot(Shot(s, t)) for s in shooters(state) for t in targets(state, s))
    return (*(shot for shot in shots if not refusals(state, shot)), EndPhase())


def shooters(state: State) -> tuple[str, ...]:
    """Units of the side that fires which have missile weapons."""
    return tuple(unit.id for unit in state.units if unit.side is state.turn and unit.type.fires)


def targets(state: State, shooter: str) -> tuple[str, ...]:
    """Every enemy unit, and every enemy leader who stands alone."""
    side = found.side if (found := state.find(shooter)) else state.turn
    units = (unit.id for unit in state.units if unit.side is not side)
    alone = (leader.id for leader in state.leaders if leader.side is not side and not state.unit_at(leader.hex))
    return (*units, *alone)


def refusals(state: State, command: Command) -> tuple[Refusal, ...]:
    """Every reason against a command."""
    if isinstance(command, Shoot):
        return legality.refusals(declare(state, command.shot))
    if state.over:
        return (Refusal(IN_TURN, "The ranged phase is over."),)
    if isinstance(command, EndPhase):
        return (Refusal(IN_TURN, "An attack is not resolved yet."),) if state.due else ()
    if not state.due or command not in _allowed(state, state.due[0], command):
        rule = RETREATS if isinstance(command, Retreat) else LEADERS
        return (Refusal(rule, "That is no answer to what is owed now."),)
    return ()


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


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case UnitFired(shooter):
            return _with_unit(state, replace(state.unit(shooter), battled=True))
        case BlocksLost(unit, blocks):
            return _with_unit(state, replace(state.unit(unit), blocks=state.unit(unit).blocks - blocks))
        case UnitEliminated(id_):
            gone = state.unit(id_)
            left = tuple(unit for unit in state.units if unit.id != id_)
            due = tuple(owed for owed in state.due if owed.id != id_)
            return replace(state, units=left, due=due, banners=_banner(state, gone.side.enemy))
        case LeaderKilled(id_):
            killed = state.leader(id_)
            alive = tuple(leader for leader in state.leaders if leader.id != id_)
            due = tuple(owed for owed in state.due if owed.id != id_)
            return replace(state, leaders=alive, due=due, banners=_banner(state, killed.side.enemy))
        case FlightForced(leader):
            return replace(state, due=(*state.due, FlightDue(leader)))
        case LeaderFled(id_, hex_):
            moved = _with_leader(state, replace(state.leader(id_), hex=state.board.hexes[hex_]))
            return replace(moved, due=tuple(owed for owed in state.due if owed.id != id_))
        case RetreatForced(unit, flags, origin, checked):
            return replace(state, due=(*state.due, RetreatDue(unit, flags, state.board.hexes[origin], checked)))
        case UnitRetreated(id_, _, path):
            state = replace(state, due=tuple(owed for owed in state.due if owed.id != id_))
            return _moved(state, state.unit(id_), state.board.hexes[path[-1]]) if path else state
        case PhaseEnded():
            return replace(state, over=True)
        case _:
            return state


def _attack(shooting: Shooting, dice: Dice) -> Iterator[Event]:
    state, target = shooting.state, shooting.target
    shot = volley(shooting)
    before = len(_faces(dice))
    outcome = fire(dice, shot)
    faces = _faces(dice)[before:]
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
    due = _retreat_due(state)
    unit, leader = state.unit(command.unit), state.leader_of(state.unit(command.unit))
    way = _way(state, due, command)
    yield UnitRetreated(unit.id, command.ignored, command.path, way.lost)
    if not way.lost:
        return
    yield BlocksLost(unit.id, min(way.lost, unit.blocks), RETREATS)
    if way.lost < unit.blocks:
        return
    yield UnitEliminated(unit.id)
    if leader and due.checked:
        yield FlightForced(leader.id)
    elif leader:
        before = len(_faces(dice))
        killed = falls(dice, checks_for(eliminated=True))
        yield LeaderChecked(leader.id, _faces(dice)[before:], killed)
        yield from _after_check(leader, killed=killed, alone=True)


def _after_check(leader: Leader, *, killed: bool, alone: bool) -> Iterator[Event]:
    if killed:
        yield LeaderKilled(leader.id)
    elif alone:
        yield FlightForced(leader.id)


def _faces(dice: Dice) -> tuple[str, ...]:
    """What thrown dice have shown so far."""
    assert isinstance(dice, Thrown), "events are decided by dice that land"  # noqa: S101
    return tuple(str(face) for face in dice.transcript.faces)


def _owner(state: State) -> Side:
    owing = state.find(state.due[0].id)
    assert owing is not None, "what owes an answer is on the board"  # noqa: S101
    return owing.side


def _retreat_due(state: State) -> RetreatDue:
    due = state.due[0]
    assert isinstance(due, RetreatDue), "a retreat answers flags"  # noqa: S101
    return due


def _answers(state: State, due: RetreatDue | FlightDue) -> Iterator[Command]:
    """One answer to each end it may come to."""
    if isinstance(due, FlightDue):
        yield from _flights(state, due)
        return
    unit = state.unit(due.id)
    for ignored in reversed(range(min(due.flags, len(ignorable(state, due))) + 1)):
        for way in best_ways(state, unit, (due.flags - ignored) * unit.type.retreat):
            yield Retreat(unit.id, ignored, tuple(map(hex_name, way.path)))


def _allowed(state: State, due: RetreatDue | FlightDue, command: Command) -> Iterator[Command]:
    """Every answer, all paths included, of the kind of this command."""
    if isinstance(due, FlightDue):
        yield from _flights(state, due)
    elif isinstance(command, Retreat) and 0 <= command.ignored <= min(due.flags, len(ignorable(state, due))):
        unit = state.unit(due.id)
        for way in ways(state, unit, (due.flags - command.ignored) * unit.type.retreat):
            yield Retreat(unit.id, command.ignored, tuple(map(hex_name, way.path)))


def _flights(state: State, due: FlightDue) -> Iterator[Command]:
    for hex_ in refuges(state, due.id):
        yield Flee(due.id, hex_name(hex_))
    if not refuges(state, due.id):
        yield Flee(due.id, "")


def _way(state: State, due: RetreatDue, command: Retreat) -> Way:
    unit = state.unit(due.id)
    hexes = (due.flags - command.ignored) * unit.type.retreat
    return next(w for w in ways(state, unit, hexes) if tuple(map(hex_name, w.path)) == command.path)


def _with_unit(state: State, changed: Unit) -> State:
    return replace(state, units=tuple(changed if unit.id == changed.id else unit for unit in state.units))


def _with_leader(state: State, changed: Leader) -> State:
    return replace(state, leaders=tuple(changed if one.id == changed.id else one for one in state.leaders))


def _moved(state: State, unit: Unit, hex_: Hex) -> State:
    """The unit and its leader on another hex."""
    if leader := state.leader_of(unit):
        state = _with_leader(state, replace(leader, hex=hex_))
    return _with_unit(state, replace(unit, hex=hex_))


def _banner(state: State, winner: Side) -> tuple[int, int]:
    top, bottom = state.banners
    return (top + 1, bottom) if winner is Side.TOP else (top, bottom + 1)
