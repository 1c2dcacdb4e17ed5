"""The answers that players owe in mid-attack: how each reads, what is against it, and what comes of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated

from fireline.chance import Dice, with_faces
from fireline.game.command import Command, Parameter
from fireline.game.event import Event
from fireline.rulesets.ancients import events, retreat
from fireline.rulesets.ancients.board import hex_name
from fireline.rulesets.ancients.editions import RULES
from fireline.rulesets.ancients.resolution import BLOCKS, checks_for, falls
from fireline.rulesets.ancients.retreat import LEADERS, RAMPAGES, RETREATS
from fireline.rulesets.ancients.state import FlightDue, Leader, RetreatDue, State, Unit
from fireline.ruling import Refusal
from fireline.ruling.prose import listing, plural

IN_TURN = RULES.cite("CCA-1.6")


class Retreat(Command):
    """A unit's owner answers its flags: how many he ignores, and the hexes the unit enters."""

    unit: str
    ignored: Annotated[int, Parameter(least=0)]
    path: Annotated[tuple[str, ...], Parameter(kind="place", none="nowhere")]

    def label(self, state: State) -> str:
        return f"{state.title(self.unit)}: {listing(self._done(state))}"

    def _done(self, state: State) -> Iterator[str]:
        due, unit = retreat.retreat_due(state), state.unit(self.unit)
        path = [state.board.hexes[name] for name in self.path]
        lost = retreat.lost_on(state, path, retreat.distance_due(state, due, self.ignored)) if due else 0
        if self.ignored:
            yield f"ignore {plural(self.ignored, 'flag')}"
        if path:
            leader = state.lone_leader_at(path[-1])
            yield f"retreat {' > '.join(self.path)}{f' to join {leader}' if leader else ''}"
        elif not self.ignored or lost:
            yield "stand"
        for payer, blocks in retreat.price(state, unit, path[-1] if path else unit.hex, lost):
            loses = "lose" if payer is unit else f"{payer} loses"
            yield f"{loses} {plural(blocks, 'block')}"

    def refusals(self, state: State) -> tuple[Refusal, ...]:
        if not _owes(state, self):
            return _refused(state, RETREATS, f"No retreat of {self.unit} is owed now.")
        if why := _against_ignoring(state, self):
            return _refused(state, RETREATS, why)
        due, unit = _flags_due(state), state.unit(self.unit)
        if _rampages_first(state, self):
            return _refused(state, RAMPAGES, f"{unit} rampages before it retreats.")
        hexes = retreat.distance_due(state, due, self.ignored)
        return _refused(state, RETREATS, retreat.objection(state, unit, hexes, self.path))

    def happens(self, state: State, dice: Dice) -> Iterator[Event]:
        """The retreat, then what it costs and whom (CCA-7, CCA-7.1)."""
        due, unit = _flags_due(state), state.unit(self.unit)
        leader = state.leader_at(unit.hex)
        path = [state.board.hexes[name] for name in self.path]
        short = retreat.lost_on(state, path, retreat.distance_due(state, due, self.ignored))
        yield events.UnitRetreated(unit.id, self.ignored, self.path, short)
        checked = {*(due.rampaged or ()), *([leader.id] if leader and due.checked else ())}
        for payer, blocks in retreat.price(state, unit, path[-1] if path else unit.hex, short):
            if payer is not unit or not blocks:
                yield from _suffers(state, payer, blocks, dice, checked)
            elif blocks < unit.blocks:
                yield events.BlocksLost(unit.id, blocks, RETREATS)
            else:
                yield from _suffers(state, unit, blocks, dice, checked, RETREATS)


class Rampage(Command):
    """An elephant that must retreat runs wild first; its owner says how many flags it ignores."""

    unit: str
    ignored: Annotated[int, Parameter(least=0)] = 0

    def label(self, state: State) -> str:
        first = f"ignore {plural(self.ignored, 'flag')} and " if self.ignored else ""
        around = listing(map(str, retreat.trampled(state, state.unit(self.unit))))
        return f"{state.title(self.unit)}: {first}rampage against {around}"

    def refusals(self, state: State) -> tuple[Refusal, ...]:
        owes = _owes(state, self)
        if owes and (why := _against_ignoring(state, self)):
            return _refused(state, RETREATS, why)
        wild = owes and _rampages_first(state, self)
        return _refused(state, RAMPAGES, "" if wild else f"There is no rampage of {state.title(self.unit)} now.")

    def happens(self, state: State, dice: Dice) -> Iterator[Event]:
        """The rampage against everybody around, and then the retreat is owed (CCA-7.1)."""
        due, house = _flags_due(state), state.edition.house
        yield events.UnitRampaged(due.id, self.ignored)
        checked: list[str] = []
        for unit in retreat.trampled(state, state.unit(due.id)):
            hits, thrown = with_faces(dice, retreat.tramples, unit.type.symbol, house[retreat.DICE])
            yield events.UnitTrampled(due.id, unit.id, tuple(map(str, thrown)), hits)
            for event in _suffers(state, unit, min(hits * house[BLOCKS], unit.blocks), dice):
                checked += [event.leader] if isinstance(event, events.LeaderChecked) else []
                yield event
        flags = due.flags - self.ignored
        yield events.RampageEnded(due.id, flags, hex_name(due.origin), due.checked, tuple(checked))


class Flee(Command):
    """A leader's owner names the hex he flees to, "" where there is none."""

    leader: str
    hex: Annotated[str, Parameter(kind="place", none="nowhere")]

    def label(self, state: State) -> str:
        return f"{state.title(self.leader)}{f': flee to {self.hex}' if self.hex else ' has nowhere to flee'}"

    def refusals(self, state: State) -> tuple[Refusal, ...]:
        if not state.due or state.due[0] != FlightDue(self.leader):
            return _refused(state, LEADERS, f"No flight of {self.leader} is owed now.")
        names = [hex_name(hex_) for hex_ in retreat.refuges(state, self.leader)]
        why = f"The leader flees to {listing(names, last='or')}." if names else "The leader has nowhere to flee."
        return _refused(state, LEADERS, "" if self.hex in (names or [""]) else why)

    def happens(self, state: State, dice: Dice) -> tuple[Event, ...]:
        gone = events.LeaderKilled(self.leader, taken=True)
        return (events.LeaderFled(self.leader, self.hex),) if self.hex else (gone,)


def _refused(state: State, rule: str, why: str) -> tuple[Refusal, ...]:
    """The reason against an answer, "" for none; in a phase that is over no other counts."""
    if state.over:
        return (Refusal(IN_TURN, "The ranged phase is over."),)
    return (Refusal(rule, why),) if why else ()


def _flags_due(state: State) -> RetreatDue:
    due = retreat.retreat_due(state)
    assert due is not None, "flags are answered"  # noqa: S101
    return due


def _rampages_first(state: State, answer: Retreat | Rampage) -> bool:
    """Whether the unit runs wild before it retreats from the flags that it does not ignore."""
    due = _flags_due(state)
    return answer.ignored < due.flags and retreat.must_rampage(state, due)


def _owes(state: State, answer: Retreat | Rampage) -> bool:
    """Whether the unit has flags to answer now."""
    due = retreat.retreat_due(state)
    return due is not None and due.id == answer.unit


def _against_ignoring(state: State, answer: Retreat | Rampage) -> str:
    """Why a unit may not ignore so many of its flags; "" where it may."""
    due = _flags_due(state)
    reasons = retreat.ignorable(state, due)
    most = min(due.flags, len(reasons))
    if 0 <= answer.ignored <= most:
        return ""
    why = f" ({listing(dict.fromkeys(reasons))})" if reasons else ""
    return f"Of {plural(due.flags, 'flag')} the unit may ignore {most}{why}."


def answers(state: State) -> tuple[Command, ...]:
    """One answer to each end that what is owed may come to; ignoring flags first, the longest flight first."""
    if not state.due:
        return ()
    due = state.due[0]
    if isinstance(due, FlightDue):
        return tuple(Flee(due.id, hex_name(hex_)) for hex_ in retreat.refuges(state, due.id)) or (Flee(due.id, ""),)
    return tuple(_retreats(state, due))


def _retreats(state: State, due: RetreatDue) -> Iterator[Command]:
    for ignored in reversed(range(min(due.flags, len(retreat.ignorable(state, due))) + 1)):
        if ignored < due.flags and retreat.must_rampage(state, due):
            yield Rampage(due.id, ignored)
            continue
        for way in retreat.ways(state, state.unit(due.id), retreat.distance_due(state, due, ignored)):
            yield Retreat(due.id, ignored, tuple(map(hex_name, way.path)))


def _suffers(
    state: State, unit: Unit, blocks: int, dice: Dice, checked: Collection[str] = (), rule: str = RAMPAGES
) -> Iterator[Event]:
    """The blocks that a unit loses but to fire, and its leader's check unless the attack has checked him (CCA-6)."""
    if not blocks:
        return
    leader, gone = state.leader_at(unit.hex), blocks == unit.blocks
    yield events.BlocksLost(unit.id, blocks, rule)
    if gone:
        yield events.UnitEliminated(unit.id)
    if leader and leader.id not in checked:
        killed, thrown = with_faces(dice, falls, checks_for(state.edition.house, eliminated=gone))
        yield events.LeaderChecked(leader.id, tuple(map(str, thrown)), killed)
        yield from after_check(leader, killed=killed, alone=gone)
    elif leader and gone:
        yield events.FlightForced(leader.id)


def after_check(leader: Leader, *, killed: bool, alone: bool) -> Iterator[Event]:
    """What a casualty check leaves of a leader, whose unit may be gone."""
    if killed:
        yield events.LeaderKilled(leader.id)
    elif alone:
        yield events.FlightForced(leader.id)
