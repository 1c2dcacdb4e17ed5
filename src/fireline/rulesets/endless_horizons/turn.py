"""The round: who may say what, what then happens, and the state after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fireline.chance import Dice, with_faces
from fireline.game.command import Command, EndPhase, NextTurn, Shoot
from fireline.game.event import Event
from fireline.game.planning import Equivalence
from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons import acting, handling, posture, rounds, suppression
from fireline.rulesets.endless_horizons.acting import Acting
from fireline.rulesets.endless_horizons.commands import (
    Aim,
    Clear,
    Cycle,
    Doing,
    Draw,
    Reload,
    cost,
)
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.events import (
    ShotFired,
    SuppressionEnded,
    UnitStopped,
    WeaponJammed,
    WeaponWrecked,
)
from fireline.rulesets.endless_horizons.offers import doings, legal_shots
from fireline.rulesets.endless_horizons.resolution import CATASTROPHE, NONE, burst, fire
from fireline.rulesets.endless_horizons.shot import Shooting
from fireline.rulesets.endless_horizons.state import Hit, State, Unit
from fireline.rulesets.endless_horizons.ways import checks_of, lengths, shot_of
from fireline.ruling import Refusal

ROUND = RULES.cite("EHZ-6.3")


def commands(state: State) -> tuple[Command, ...]:
    """Every legal shot in the lengths worth choosing, what else units may do, the end of the turn or the round.

    When the round is over, the next one.
    """
    if state.over:
        return (NextTurn(),)
    return (*map(Shoot, legal_shots(state, shooters(state))), *doings(state, _awake(state)), EndPhase())


def _awake(state: State) -> Iterator[Unit]:
    """Whoever might act now: everybody in the fight, or whose turn it is with all who suppress."""
    for unit in state.units:
        if not unit.out and (unit.suppressing or not state.round.order or unit.id == state.round.turn):
            yield unit


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


def equivalence(state: State) -> Equivalence[State]:
    """No shot asks who made which hits, nor how many they are of those who take any number."""

    def merged(after: State) -> State:
        units = (
            unit
            if not unit.hits_taken
            else replace(unit, hits_taken=(Hit("", "", unit.hits),) if unit.hits_to_stop is not None else ())
            for unit in after.units
        )
        return replace(after, units=tuple(units))

    return Equivalence(lambda face: face, merged)


def refusals(state: State, command: Command) -> tuple[Refusal, ...]:
    """Every reason against a command."""
    if isinstance(command, Doing):
        asked = Acting(state, command)
        return (*acting.refusals(asked), *checks_of(command)(asked))
    if isinstance(command, NextTurn):
        return () if state.over else (Refusal(ROUND, "The round is not over."),)
    if not isinstance(command, EndPhase):
        return (Refusal(ROUND, "That is no command of this game."),)
    return (Refusal(ROUND, "The round is over."),) if state.over else ()


def decide(state: State, command: Command, dice: Dice) -> tuple[Event, ...]:
    """What a legal command makes happen."""
    if isinstance(command, Doing):
        return tuple(suppression.around(asked := Acting(state, command), _done(asked, dice)))
    if isinstance(command, NextTurn):
        return (rounds.next_round(state),)
    return tuple(rounds.ending(state))


def _done(asked: Acting, dice: Dice) -> Iterator[Event]:
    yield from handling.decide(asked, dice)
    yield from suppression.decide(asked)
    yield from posture.decide(asked)


def shoot(shooting: Shooting, dice: Dice) -> tuple[Event, ...]:
    """What a legal shot makes happen."""
    return tuple(_fire(shooting, dice))


def _fire(shooting: Shooting, dice: Dice) -> Iterator[Event]:
    shooter, target = shooting.shooter, shooting.target
    yield from suppression.around_shot(shooting)
    outcome, thrown = with_faces(dice, fire, burst(shooting))
    yield ShotFired(
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
        yield WeaponWrecked(shooter.id)
    elif outcome.malfunction != NONE and not shooting.squib:
        yield WeaponJammed(shooter.id, outcome.malfunction)
    if shooter.suppressing and shooting.out_of_turn and outcome.malfunction != NONE:
        yield SuppressionEnded(shooter.id, suppression.FAILED)
    if target.hits_to_stop is not None and outcome.hits and target.hits + outcome.hits >= target.hits_to_stop:
        yield UnitStopped(target.id)


def shots(state: State, shooter: str, target: str) -> Iterator[Shot]:
    """In the lengths worth choosing; of somebody with no firearm in hand one, which says so."""
    unit, enemy = state.unit(shooter), state.unit(target)
    distance = state.distance(unit, enemy)
    if unit.gun is None or distance is None:
        yield Shot(shooter, target)
    else:
        for one in lengths(Shooting(state, unit, enemy, distance), unit.gun):
            yield shot_of(shooter, target, one.bullets)


def with_turn_of(state: State, shooter: str) -> State:
    """There are no turns of sides: the round as it stands, or the next one; in an order, the shooter's next turn."""
    ready = replace(state, over=False) if state.over else state
    if shooter not in state.round.order or state.round.turn == shooter:
        return ready
    unit = state.unit(shooter)
    return rounds.with_turn(ready.with_unit(replace(unit, actions=unit.actions_per_round)), shooter)


def shots_left(state: State, shooter: str) -> int | None:
    """An action for each shot but those at an opening; None where nobody counts actions (EHZ-6.3).

    In an order whoever has yet to act has the actions of that turn, and whoever has acted has none.
    """
    unit = state.unit(shooter)
    openings = len(unit.suppressing.openings) if unit.suppressing else 0
    if unit.out or (state.round.order and unit.id not in rounds.to_act(state)):
        return openings
    return None if unit.actions is None else unit.actions + openings


def handing_on(state: State) -> Command | None:
    """The end of a turn that another one follows in the order of the round (EHZ-6.3)."""
    return EndPhase() if len(rounds.to_act(state)) > 1 else None


def preparing(state: State, shooter: str) -> Iterator[Command]:
    """Aim, and what makes a weapon ready, where each takes an action that is counted (EHZ-4.3, EHZ-7.1, EHZ-8.1)."""
    unit = state.unit(shooter)
    if unit.actions is not None:
        weapons = dict.fromkeys(str(one.weapon) for one in unit.carried)
        aims = [Aim(unit.id, 1, enemy) for enemy in targets(state, unit.id)]
        draws = [Draw(unit.id, name) for name in weapons]
        every: list[Doing] = [Clear(unit.id), Cycle(unit.id), Reload(unit.id), *draws, *aims]
        yield from (command for command in every if cost(state, command))
