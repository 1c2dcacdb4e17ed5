"""The round: who may say what, what then happens, and the state after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fireline.chance import Dice, with_faces
from fireline.game.command import Command, EndPhase, NextTurn
from fireline.game.event import Event
from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons import commands, events, suppression
from fireline.rulesets.endless_horizons.commands import Acting, Doing
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.resolution import CATASTROPHE, NONE, burst, fire
from fireline.rulesets.endless_horizons.shot import Shooting
from fireline.rulesets.endless_horizons.state import State, first_of, with_turn
from fireline.rulesets.endless_horizons.ways import lengths, shot_of
from fireline.ruling import Refusal

ROUND = RULES.cite("EHZ-6.3")


def orders(state: State) -> tuple[Command, ...]:
    """The end of the turn or the round; when the round is over, the next one."""
    return (NextTurn(),) if state.over else (EndPhase(),)


def shooters(state: State) -> tuple[str, ...]:
    """Everybody in the fight, armed or not: there are no turns of sides in this game."""
    return tuple(unit.id for unit in state.units if not unit.out)


def targets(state: State, shooter: str) -> tuple[str, ...]:
    """Every enemy in the fight whose distance is known.

    An armed shooter who is at no known distance from anybody gets all of them, so that a shot says what is missing.
    """
    unit = state.find(shooter)
    if unit is None:
        return shooters(state)
    enemies = tuple(state.enemies(unit))
    known = tuple(enemy for enemy in enemies if state.distance(unit, enemy) is not None)
    return tuple(enemy.id for enemy in (known or enemies if unit.gun else known))


def refusals(state: State, command: Command) -> tuple[Refusal, ...]:
    """Every reason against a command."""
    if isinstance(command, Doing):
        return commands.against(state, command)
    if isinstance(command, NextTurn):
        return () if state.over else (Refusal(ROUND, "The round is not over."),)
    if not isinstance(command, EndPhase):
        return (Refusal(ROUND, "That is no command of this game."),)
    return (Refusal(ROUND, "The round is over."),) if state.over else ()


def decide(state: State, command: Command, dice: Dice) -> tuple[Event, ...]:
    """What a legal command makes happen."""
    if isinstance(command, Doing):
        acting = Acting.of(state, command)
        return tuple(suppression.around(acting, command.happens(acting, dice)))
    if isinstance(command, NextTurn):
        return (events.RoundBegan(state.round.number + 1, first_of(state, state.round.order) or ""),)
    return tuple(_ending(state))


def _ending(state: State) -> Iterator[Event]:
    """What the end of a turn makes happen, or of the round where nobody has turns (EHZ-6.3)."""
    now = state.round
    following = None
    if now.turn is not None:
        following = first_of(state, now.order[now.order.index(now.turn) + 1 :])
        yield events.TurnEnded(now.turn, following or "")
    if following is None:
        yield events.PhaseEnded()


def shoot(shooting: Shooting, dice: Dice) -> tuple[Event, ...]:
    """What a legal shot makes happen."""
    return tuple(_fire(shooting, dice))


def _fire(shooting: Shooting, dice: Dice) -> Iterator[Event]:
    shooter, target = shooting.shooter, shooting.target
    yield from suppression.around_shot(shooting)
    outcome, thrown = with_faces(dice, fire, burst(shooting))
    yield events.ShotFired(
        shooter=shooter.id,
        target=target.id,
        faces=thrown,
        result=thrown[0] + shooting.bonus if thrown and not shooting.squib else None,
        fired=outcome.fired,
        hits=outcome.hits,
        effect=outcome.effect,
        aimed=shooting.aimed,
        actions=shooting.actions,
        out_of_turn=shooting.out_of_turn,
    )
    if outcome.malfunction == CATASTROPHE:
        yield events.WeaponWrecked(shooter.id)
    elif outcome.malfunction != NONE and not shooting.squib:
        yield events.WeaponJammed(shooter.id, outcome.malfunction)
    if shooter.suppressing and shooting.out_of_turn and outcome.malfunction != NONE:
        yield suppression.SuppressionEnded(shooter.id, suppression.FAILED)
    if target.hits_to_stop is not None and outcome.hits and target.hits + outcome.hits >= target.hits_to_stop:
        yield events.UnitStopped(target.id)


def shots(state: State, shooter: str, target: str) -> Iterator[Shot]:
    """In every length of `lengths`; of somebody with no firearm in hand one, which says so."""
    unit, enemy = state.unit(shooter), state.unit(target)
    distance = state.distance(unit, enemy)
    if unit.gun is None or distance is None:
        yield Shot(shooter, target)
    else:
        for one in lengths(Shooting(state, unit, enemy, distance), unit.gun):
            yield shot_of(shooter, target, one.bullets)


def with_turn_of(state: State, shooter: str) -> State:
    """There are no turns of sides: the round as it stands, or the next one; in an order, the shooter's next turn."""
    ready = state.but(over=False) if state.over else state
    if shooter not in state.round.order or state.round.turn == shooter:
        return ready
    unit = state.unit(shooter)
    return with_turn(ready.with_unit(replace(unit, actions=unit.actions_per_round)), shooter)
