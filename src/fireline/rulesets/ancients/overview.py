"""Who is in a battle, whose fire it is, and what may be said, for those who know no game."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.game.command import Command, EndPhase, NextTurn, Shoot
from fireline.game.facts import flags
from fireline.game.roster import Turn, UnitView
from fireline.rulesets.ancients import retreat
from fireline.rulesets.ancients.battlefile import turn_data
from fireline.rulesets.ancients.board import hex_name
from fireline.rulesets.ancients.prose import title
from fireline.rulesets.ancients.state import Leader, State, Unit
from fireline.ruling.prose import listing, plural

FLAGS = ("ordered", "moved", "battled", "attached", "alone")


def units(state: State) -> tuple[UnitView, ...]:
    """Every unit and every leader."""
    return tuple([_view(state, piece) for piece in state.pieces])


def _view(state: State, piece: Unit | Leader) -> UnitView:
    return UnitView(
        piece.id,
        str(piece),
        str(piece.side),
        hex_name(piece.hex),
        left=piece.blocks if isinstance(piece, Unit) else 1,
        flags=flags(piece) if isinstance(piece, Unit) else ("attached" if state.unit_at(piece.hex) else "alone",),
    )


def turn(state: State) -> Turn:
    """The side that fires."""
    return Turn(str(state.turn), f"{state.turn} fires", over=state.over, data=turn_data(state))


def label(state: State, command: Command) -> str:
    """A command as a menu shows it."""
    match command:
        case Shoot(shot):
            return f"{title(state, shot.shooter)} fires at {title(state, shot.target)}"
        case retreat.Retreat(unit):
            return f"{title(state, unit)}: {listing(_answer(state, command))}"
        case retreat.Flee(leader, hex_):
            return f"{title(state, leader)}: flee to {hex_}" if hex_ else f"{title(state, leader)} has nowhere to flee"
        case retreat.Rampage(unit, ignored):
            first = f"ignore {plural(ignored, 'flag')} and " if ignored else ""
            around = listing(map(str, retreat.trampled(state, state.unit(unit))))
            return f"{title(state, unit)}: {first}rampage against {around}"
        case EndPhase():
            return "End the phase"
        case NextTurn():
            return f"Begin the turn of {state.army(state.turn.enemy)}"
        case _:
            return str(command)


def _answer(state: State, command: retreat.Retreat) -> Iterator[str]:
    due = retreat.retreat_due(state)
    path = [state.board.hexes[name] for name in command.path]
    lost = retreat.lost_on(state, path, retreat.distance_due(state, due, command.ignored)) if due else 0
    unit = state.unit(command.unit)
    if command.ignored:
        yield f"ignore {plural(command.ignored, 'flag')}"
    if path:
        leader = state.lone_leader_at(path[-1])
        yield f"retreat {' > '.join(command.path)}{f' to join {leader}' if leader else ''}"
    elif not command.ignored or lost:
        yield "stand"
    for payer, blocks in retreat.price(state, unit, path[-1] if path else unit.hex, lost):
        loses = "lose" if payer is unit else f"{payer} loses"
        yield f"{loses} {plural(blocks, 'block')}"
