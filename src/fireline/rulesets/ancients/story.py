"""What happened, and what may be said, in words."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.game.command import Command, EndPhase, NextTurn, PhaseEnded, Shoot
from fireline.game.event import Event
from fireline.rulesets.ancients.answers import Flee, Rampage, Retreat, retreat_due
from fireline.rulesets.ancients.board import Side
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
from fireline.rulesets.ancients.pieces import SYMBOL_NAMES, Symbol
from fireline.rulesets.ancients.prose import title
from fireline.rulesets.ancients.rampage import RAMPAGES, price, trampled
from fireline.rulesets.ancients.retreat import distance_due, ignorable, lost_on
from fireline.rulesets.ancients.state import Leader, State
from fireline.ruling import Explained
from fireline.ruling.prose import listing, plural

IN_TURN, SYMBOLS = RULES.cite("CCA-1.6"), RULES.cite("CCA-5.2")
BANNER, ORDER = RULES.cite("CCA-5.3"), RULES.cite("CCA-5.4")
LEADERS, RETREATS, TURNS = RULES.cite("CCA-6"), RULES.cite("CCA-7"), RULES.cite("CCA-9")


def narrate(state: State, event: Event) -> tuple[Explained, ...]:
    """The story of an event that happens to this state."""
    return tuple(_tell(state, event))


def _tell(state: State, event: Event) -> Iterator[Explained]:
    match event:
        case UnitFired(shooter, target, faces, hits, flags):
            thrown = listing(SYMBOL_NAMES[Symbol(face)] for face in faces)
            flags_text = f", {plural(flags, 'flag')}" if flags else ""
            what = "" if isinstance(state.find(target), Leader) else f": {plural(hits, 'hit')}{flags_text}"
            yield Explained(
                SYMBOLS, f"{title(state, shooter)} fires at {title(state, target)} and rolls {thrown}{what}."
            )
        case BlocksLost(unit, blocks, rule_):
            left = state.unit(unit).blocks - blocks
            yield Explained(rule_, f"{title(state, unit)} loses {plural(blocks, 'block')}, {left} left.")
        case UnitEliminated(unit):
            winner = state.army(state.unit(unit).side.enemy)
            yield Explained(BANNER, f"{title(state, unit)} is eliminated: a Victory Banner for {winner}.")
        case LeaderChecked(leader, faces, killed):
            thrown = listing(SYMBOL_NAMES[Symbol(face)] for face in faces)
            fate = "he falls" if killed else "he lives"
            yield Explained(LEADERS, f"{title(state, leader)} is checked with {thrown}: {fate}.")
        case LeaderKilled(leader, taken):
            fate = "has nowhere to flee and is taken" if taken else "is killed"
            winner = state.army(state.leader(leader).side.enemy)
            yield Explained(LEADERS, f"{title(state, leader)} {fate}: a Victory Banner for {winner}.")
        case FlightForced(leader):
            yield Explained(LEADERS, f"{title(state, leader)} must flee.")
        case LeaderFled(leader, hex_):
            joined = state.unit_at(state.board.hexes[hex_])
            yield Explained(
                LEADERS, f"{title(state, leader)} flees to {hex_}{f' and joins {joined}' if joined else ''}."
            )
        case RetreatForced(unit, flags):
            yield Explained(ORDER, f"{title(state, unit)} must answer {plural(flags, 'flag')}.")
        case UnitRetreated():
            yield Explained(RETREATS, _retreated(state, event))
        case UnitRampaged() | UnitTrampled() | RampageEnded():
            yield Explained(RAMPAGES, _rampaged(state, event))
        case PhaseEnded():
            yield Explained(IN_TURN, "The ranged phase ends.")
        case TurnBegan(side):
            yield Explained(TURNS, f"The turn of {state.army(Side(side))} begins.")


def _rampaged(state: State, event: UnitRampaged | UnitTrampled | RampageEnded) -> str:
    if isinstance(event, UnitRampaged):
        first = f" ignores {plural(event.ignored, 'flag')} and" if event.ignored else ""
        return f"{title(state, event.unit)}{first} rampages before it retreats."
    if isinstance(event, RampageEnded):
        return f"{title(state, event.unit)} now retreats for {plural(event.flags, 'flag')}."
    thrown = listing(SYMBOL_NAMES[Symbol(face)] for face in event.faces)
    meets = f"{title(state, event.elephant)} tramples on {title(state, event.unit)}"
    return f"{meets} and rolls {thrown}: {plural(event.hits, 'hit')}."


def _retreated(state: State, event: UnitRetreated) -> str:
    done: list[str] = []
    if event.ignored:
        due = retreat_due(state)
        reasons = ignorable(state, due)[: event.ignored] if due else ()
        done.append(f"ignores {plural(event.ignored, 'flag')} ({listing(reasons)})")
    if event.path:
        leader = state.lone_leader_at(state.board.hexes[event.path[-1]])
        joining = f" and joins {leader}" if leader else ""
        done.append(f"retreats to {' > '.join(event.path)}{joining}")
    elif event.short:
        done.append("cannot retreat")
    else:
        done.append("stays")
    if event.short:
        done.append(f"is {plural(event.short, 'hex', 'hexes')} short")
    return f"{title(state, event.unit)} {listing(done)}."


def label(state: State, command: Command) -> str:
    """A command as a menu shows it."""
    match command:
        case Shoot(shot):
            return f"{title(state, shot.shooter)} fires at {title(state, shot.target)}"
        case Retreat(unit):
            return f"{title(state, unit)}: {listing(_answer(state, command))}"
        case Flee(leader, hex_):
            return f"{title(state, leader)}: flee to {hex_}" if hex_ else f"{title(state, leader)} has nowhere to flee"
        case Rampage(unit, ignored):
            first = f"ignore {plural(ignored, 'flag')} and " if ignored else ""
            around = listing(map(str, trampled(state, state.unit(unit))))
            return f"{title(state, unit)}: {first}rampage against {around}"
        case EndPhase():
            return "End the phase"
        case NextTurn():
            return f"Begin the turn of {state.army(state.turn.enemy)}"
        case _:
            return str(command)


def _answer(state: State, command: Retreat) -> Iterator[str]:
    due = retreat_due(state)
    path = [state.board.hexes[name] for name in command.path]
    lost = lost_on(state, path, distance_due(state, due, command.ignored)) if due else 0
    unit = state.unit(command.unit)
    if command.ignored:
        yield f"ignore {plural(command.ignored, 'flag')}"
    if path:
        leader = state.lone_leader_at(path[-1])
        yield f"retreat {' > '.join(command.path)}{f' to join {leader}' if leader else ''}"
    elif not command.ignored or lost:
        yield "stand"
    for payer, blocks in price(state, unit, path[-1] if path else unit.hex, lost):
        loses = "lose" if payer is unit else f"{payer} loses"
        yield f"{loses} {plural(blocks, 'block')}"
