"""What is owed in mid-attack, and how its owner may answer: retreats, rampages and flights (CCA-7, CCA-6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fireline.game.command import Command
from fireline.rulesets.ancients.board import Side, hex_name
from fireline.rulesets.ancients.rampage import RAMPAGES, must_rampage
from fireline.rulesets.ancients.retreat import LEADERS, RETREATS, distance_due, ignorable, objection, refuges, ways
from fireline.rulesets.ancients.state import FlightDue, RetreatDue, State, Unit
from fireline.ruling import Refusal
from fireline.ruling.prose import listing, plural


@dataclass(frozen=True, slots=True)
class Retreat(Command):
    """A unit's owner answers its flags: how many he ignores, and the hexes the unit enters."""

    unit: str
    ignored: int
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rampage(Command):
    """An elephant that must retreat runs wild first; its owner says how many flags it ignores."""

    unit: str
    ignored: int = 0


@dataclass(frozen=True, slots=True)
class Flee(Command):
    """A leader's owner names the hex he flees to, "" where there is none."""

    leader: str
    hex: str


def owner(state: State) -> Side | None:
    """The side that owes an answer."""
    owing = state.find(state.due[0].id) if state.due else None
    return owing.side if owing else None


def retreat_due(state: State) -> RetreatDue | None:
    """The retreat that is owed now."""
    due = state.due[0] if state.due else None
    return due if isinstance(due, RetreatDue) else None


def answers(state: State) -> tuple[Command, ...]:
    """One answer to each end that what is owed may come to; ignoring flags first, the longest flight first.

    Kept for as long as everybody stands where they do; of blocks, only those of the unit that owes it matter.
    """
    due, standing = state.due[0], state.stood
    if standing is None:
        return _every(state, due)
    owing, known = state.find(due.id), standing.answers
    key = due, owing.blocks if isinstance(owing, Unit) else None
    found = known.get(key)
    if found is None:
        found = known[key] = _every(state, due)
    return found


def _every(state: State, due: RetreatDue | FlightDue) -> tuple[Command, ...]:
    return tuple(_flights(state, due) if isinstance(due, FlightDue) else _retreats(state, due))


def _flights(state: State, due: FlightDue) -> Iterator[Command]:
    yield from (Flee(due.id, hex_name(hex_)) for hex_ in refuges(state, due.id))
    if not refuges(state, due.id):
        yield Flee(due.id, "")


def _retreats(state: State, due: RetreatDue) -> Iterator[Command]:
    for ignored in reversed(range(min(due.flags, len(ignorable(state, due))) + 1)):
        if ignored < due.flags and must_rampage(state, due):
            yield Rampage(due.id, ignored)
            continue
        for way in ways(state, state.unit(due.id), distance_due(state, due, ignored)):
            yield Retreat(due.id, ignored, tuple(map(hex_name, way.path)))


def refusals(state: State, command: Retreat | Rampage | Flee) -> tuple[Refusal, ...]:
    """Why this is no answer to what is owed."""
    if isinstance(command, Flee):
        reason = _against_flight(state, command)
        return (Refusal(LEADERS, reason),) if reason else ()
    due = retreat_due(state)
    if due is None or due.id != command.unit:
        return (Refusal(RETREATS, f"No retreat of {command.unit} is owed now."),)
    reasons = ignorable(state, due)
    if not 0 <= command.ignored <= min(due.flags, len(reasons)):
        why = f" ({listing(reasons)})" if reasons else ""
        most = min(due.flags, len(reasons))
        return (Refusal(RETREATS, f"Of {plural(due.flags, 'flag')} the unit may ignore {most}{why}."),)
    rampages = command.ignored < due.flags and must_rampage(state, due)
    if isinstance(command, Rampage):
        return () if rampages else (Refusal(RAMPAGES, f"There is no rampage of {state.unit(due.id)} now."),)
    if rampages:
        return (Refusal(RAMPAGES, f"{state.unit(due.id)} rampages before it retreats."),)
    reason = objection(state, state.unit(due.id), distance_due(state, due, command.ignored), command.path)
    return (Refusal(RETREATS, reason),) if reason else ()


def _against_flight(state: State, command: Flee) -> str:
    if not state.due or state.due[0] != FlightDue(command.leader):
        return f"No flight of {command.leader} is owed now."
    names = [hex_name(hex_) for hex_ in refuges(state, command.leader)]
    if command.hex in (names or [""]):
        return ""
    return f"The leader flees to {listing(names, last='or')}." if names else "The leader has nowhere to flee."
