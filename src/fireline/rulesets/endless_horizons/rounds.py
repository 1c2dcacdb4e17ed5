"""Rounds and turns: who acts now, who acts next, and how a round begins and ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fireline.game.command import PhaseEnded
from fireline.game.event import Event
from fireline.rulesets.endless_horizons.events import RoundBegan, TurnEnded
from fireline.rulesets.endless_horizons.state import State


def begun(state: State) -> State:
    """The round at its beginning: the turn of the first in the order who is in the fight."""
    return with_turn(state, _next(state, state.round.order))


def with_turn(state: State, turn: str | None) -> State:
    """The state in which it is somebody's turn; who showed himself over cover until then is hidden again (EHZ-9.1)."""
    if turn is not None:
        state = state.with_unit(replace(state.unit(turn), showing=False))
    return replace(state, round=replace(state.round, turn=turn))


def ending(state: State) -> Iterator[Event]:
    """What the end of a turn makes happen, or of the round where nobody has turns (EHZ-6.3)."""
    now = state.round
    following = None
    if now.turn is not None:
        following = _next(state, now.order[now.order.index(now.turn) + 1 :])
        yield TurnEnded(now.turn, following or "")
    if following is None:
        yield PhaseEnded()


def next_round(state: State) -> RoundBegan:
    """The beginning of the round after this one."""
    return RoundBegan(state.round.number + 1, _next(state, state.round.order) or "")


def after_turn(state: State, event: TurnEnded | RoundBegan) -> State:
    """The state in which the next one's turn has begun."""
    if isinstance(event, RoundBegan):
        state = replace(state, over=False, round=replace(state.round, number=event.number))
    return with_turn(state, event.following or None)


def after_round(state: State) -> State:
    """The state when the round is over: aim and openings are lost, actions are there again, suppression goes on.

    Where nobody has turns, those who showed themselves over cover are hidden again (EHZ-9.1).
    """
    turns = bool(state.round.order)
    units = tuple(
        replace(
            unit,
            aimed=0,
            aimed_at=None,
            fired=0,
            actions=unit.actions_per_round,
            suppressing=replace(unit.suppressing, openings=()) if unit.suppressing else None,
            showing=unit.showing and turns,
        )
        for unit in state.units
    )
    return replace(state, over=True, units=units, round=replace(state.round, turn=None))


def to_act(state: State) -> tuple[str, ...]:
    """Whose turn it is and who in the fight has one still to come in this round; () where nobody has turns."""
    now = state.round
    if now.turn is None:
        return ()
    later = now.order[now.order.index(now.turn) + 1 :]
    return (now.turn, *(id_ for id_ in later if not state.unit(id_).out))


def _next(state: State, ids: tuple[str, ...]) -> str | None:
    """The first of these who is in the fight."""
    return next((id_ for id_ in ids if not state.unit(id_).out), None)
