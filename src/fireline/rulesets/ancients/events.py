"""What can happen in a game of ranged phases, in the past tense: what it does, tells and costs.

Hexes by name, faces by their symbols.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fireline.game import command
from fireline.game.event import Damage, Event, Kind, Loss
from fireline.rulesets.ancients.board import Side
from fireline.rulesets.ancients.editions import NUMBERS, RULES
from fireline.rulesets.ancients.pieces import SYMBOL_NAMES, Symbol
from fireline.rulesets.ancients.retreat import RAMPAGES, ignorable, retreat_due
from fireline.rulesets.ancients.state import Banners, FlightDue, Leader, RetreatDue, State, Unit
from fireline.ruling import Explained
from fireline.ruling.prose import listing, plural

IN_TURN, SYMBOLS = RULES.cite("CCA-1.6"), RULES.cite("CCA-5.2")
BANNER, ORDER = RULES.cite("CCA-5.3"), RULES.cite("CCA-5.4")
LEADERS, RETREATS, TURNS = RULES.cite("CCA-6"), RULES.cite("CCA-7"), RULES.cite("CCA-9")
BATTLES = NUMBERS.cite("CCA-1.4.battles")
FOR_UNIT, FOR_LEADER = NUMBERS.cite("CCA-5.3.banners"), NUMBERS.cite("CCA-6.banners")
BLOCKS = Damage("blocks", Kind.HARM, one="block")
ELIMINATED = Damage("eliminated", Kind.OUT)
KILLED = Damage("killed", Kind.HARM | Kind.OUT, of="leader")
"""Of a leader, who counts as a block."""


class UnitFired(Event):
    """A volley: the faces thrown and what they came to."""

    shooter: str
    target: str
    faces: tuple[str, ...]
    hits: int
    flags: int

    def after(self, state: State) -> State:
        unit = state.unit(self.shooter)
        return state.put(replace(unit, battled=unit.battled + 1))

    def story(self, state: State) -> tuple[Explained, ...]:
        """Hits and flags are told of a unit only; of a leader alone the check tells what came of it."""
        flags = f", {plural(self.flags, 'flag')}" if self.flags else ""
        what = "" if isinstance(state.find(self.target), Leader) else f": {plural(self.hits, 'hit')}{flags}"
        fires = f"{state.title(self.shooter)} fires at {state.title(self.target)} and rolls {_named(self.faces)}"
        return (Explained(SYMBOLS, f"{fires}{what}."),)


class BlocksLost(Event):
    """A unit lost blocks, to hits, in a retreat or to a rampage."""

    unit: str
    blocks: int
    rule: str

    def after(self, state: State) -> State:
        unit = state.unit(self.unit)
        return state.put(replace(unit, blocks=unit.blocks - self.blocks))

    def story(self, state: State) -> tuple[Explained, ...]:
        left = state.unit(self.unit).blocks - self.blocks
        return (Explained(self.rule, f"{state.title(self.unit)} loses {plural(self.blocks, 'block')}, {left} left."),)

    def losses(self) -> tuple[Loss, ...]:
        return (Loss(self.unit, BLOCKS, self.blocks),)


class UnitEliminated(Event):
    """A unit lost its last block: a banner for the enemy."""

    takes = ELIMINATED

    unit: str

    def after(self, state: State) -> State:
        banners = _banner(state, state.unit(self.unit).side.enemy, state.edition.house[FOR_UNIT])
        return state.but(pieces=state.pieces.without(self.unit), banners=banners)

    def story(self, state: State) -> tuple[Explained, ...]:
        winner = state.army(state.unit(self.unit).side.enemy)
        return (Explained(BANNER, f"{state.title(self.unit)} is eliminated: a Victory Banner for {winner}."),)


class LeaderChecked(Event):
    """A casualty check and its faces."""

    leader: str
    faces: tuple[str, ...]
    killed: bool

    def story(self, state: State) -> tuple[Explained, ...]:
        fate = "he falls" if self.killed else "he lives"
        return (Explained(LEADERS, f"{state.title(self.leader)} is checked with {_named(self.faces)}: {fate}."),)


class LeaderKilled(Event):
    """A leader died or was taken: a banner for the enemy."""

    takes = KILLED

    leader: str
    taken: bool = False

    def after(self, state: State) -> State:
        banners = _banner(state, state.leader(self.leader).side.enemy, state.edition.house[FOR_LEADER])
        return _answered(state, self.leader).but(pieces=state.pieces.without(self.leader), banners=banners)

    def story(self, state: State) -> tuple[Explained, ...]:
        fate = "has nowhere to flee and is taken" if self.taken else "is killed"
        winner = state.army(state.leader(self.leader).side.enemy)
        return (Explained(LEADERS, f"{state.title(self.leader)} {fate}: a Victory Banner for {winner}."),)


class FlightForced(Event):
    """A leader without a unit must flee."""

    leader: str

    def after(self, state: State) -> State:
        return _owing(state, FlightDue(self.leader))

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(LEADERS, f"{state.title(self.leader)} must flee."),)


class LeaderFled(Event):
    """A leader fled to a hex, and joined the unit there if one stands there."""

    leader: str
    hex: str

    def after(self, state: State) -> State:
        there = replace(state.leader(self.leader), hex=state.board.hexes[self.hex])
        return _answered(state.put(there), self.leader)

    def story(self, state: State) -> tuple[Explained, ...]:
        joined = state.unit_at(state.board.hexes[self.hex])
        joins = f" and joins {joined}" if joined else ""
        return (Explained(LEADERS, f"{state.title(self.leader)} flees to {self.hex}{joins}."),)


class RetreatForced(Event):
    """Flags were rolled against a unit that still stands."""

    unit: str
    flags: int
    origin: str
    checked: bool

    def after(self, state: State) -> State:
        return _owing(state, RetreatDue(self.unit, self.flags, state.board.hexes[self.origin], self.checked))

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(ORDER, f"{state.title(self.unit)} must answer {plural(self.flags, 'flag')}."),)


class UnitRampaged(Event):
    """A unit that must retreat ran wild first, having ignored so many flags."""

    unit: str
    ignored: int

    def after(self, state: State) -> State:
        return _answered(state, self.unit)

    def story(self, state: State) -> tuple[Explained, ...]:
        first = f" ignores {plural(self.ignored, 'flag')} and" if self.ignored else ""
        return (Explained(RAMPAGES, f"{state.title(self.unit)}{first} rampages before it retreats."),)


class UnitTrampled(Event):
    """A rampage met a unit: the faces thrown and the hits."""

    elephant: str
    unit: str
    faces: tuple[str, ...]
    hits: int

    def story(self, state: State) -> tuple[Explained, ...]:
        meets = f"{state.title(self.elephant)} tramples on {state.title(self.unit)}"
        return (Explained(RAMPAGES, f"{meets} and rolls {_named(self.faces)}: {plural(self.hits, 'hit')}."),)


class RampageEnded(Event):
    """A rampage has met everybody around and these leaders were checked; the unit now retreats for so many flags."""

    unit: str
    flags: int
    origin: str
    checked: bool
    leaders: tuple[str, ...]

    def after(self, state: State) -> State:
        hex_ = state.board.hexes[self.origin]
        return _owing(state, RetreatDue(self.unit, self.flags, hex_, self.checked, self.leaders))

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(RAMPAGES, f"{state.title(self.unit)} now retreats for {plural(self.flags, 'flag')}."),)


class UnitRetreated(Event):
    """A unit answered its flags: so many ignored, these hexes entered, so many not made."""

    unit: str
    ignored: int
    path: tuple[str, ...]
    short: int

    def after(self, state: State) -> State:
        state = _answered(state, self.unit)
        if not self.path:
            return state
        unit, hex_ = state.unit(self.unit), state.board.hexes[self.path[-1]]
        if leader := state.leader_at(unit.hex):
            state = state.put(replace(leader, hex=hex_))
        return state.put(replace(unit, hex=hex_))

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(RETREATS, f"{state.title(self.unit)} {listing(self._done(state))}."),)

    def _done(self, state: State) -> Iterator[str]:
        if self.ignored:
            due = retreat_due(state)
            reasons = ignorable(state, due)[: self.ignored] if due else ()
            yield f"ignores {plural(self.ignored, 'flag')} ({listing(reasons)})"
        if self.path:
            leader = state.lone_leader_at(state.board.hexes[self.path[-1]])
            yield f"retreats to {' > '.join(self.path)}{f' and joins {leader}' if leader else ''}"
        else:
            yield "cannot retreat" if self.short else "stays"
        if self.short:
            yield f"is {plural(self.short, 'hex', 'hexes')} short"


class PhaseEnded(command.PhaseEnded):
    """The ranged phase ended."""

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(IN_TURN, "The ranged phase ends."),)


class TurnBegan(Event):
    """The turn of a side began."""

    side: str

    def after(self, state: State) -> State:
        afresh = (_afresh(state, unit) for unit in state.units)
        return state.but(pieces=state.pieces.put(*afresh), turn=replace(state.turn, side=Side(self.side)), over=False)

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(TURNS, f"The turn of {state.army(Side(self.side))} begins."),)


def _named(faces: tuple[str, ...]) -> str:
    return listing(SYMBOL_NAMES[Symbol(face)] for face in faces)


def _owing(state: State, due: RetreatDue | FlightDue) -> State:
    return state.but(due=(*state.due, due))


def _answered(state: State, id_: str) -> State:
    return state.but(due=tuple(owed for owed in state.due if owed.id != id_))


def _afresh(state: State, unit: Unit) -> Unit:
    """The unit as it begins a turn (CCA-9)."""
    battles = state.edition.house[BATTLES]
    if (unit.ordered, unit.moved, unit.battled, unit.battles) == (state.turn.starts_ordered, 0, 0, battles):
        return unit
    return replace(unit, ordered=state.turn.starts_ordered, moved=0, battled=0, battles=battles)


def _banner(state: State, winner: Side, more: int) -> Banners:
    return replace(state.banners, **{winner: getattr(state.banners, winner) + more})
