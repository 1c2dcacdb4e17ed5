"""The round: who may say what, what then happens, and the state after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fireline.chance import Dice, with_faces
from fireline.game.command import Command, EndPhase, PhaseEnded, Shoot
from fireline.game.event import Event
from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons import handling, legality, suppression
from fireline.rulesets.endless_horizons.commands import (
    Aim,
    Clear,
    Cycle,
    Draw,
    HandlingCommand,
    Hide,
    Reload,
    Search,
    StopSuppressing,
    Suppress,
    SuppressionCommand,
    Uncover,
)
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.events import (
    ShotFired,
    SuppressionEnded,
    WeaponJammed,
    WeaponWrecked,
)
from fireline.rulesets.endless_horizons.handling import Handling
from fireline.rulesets.endless_horizons.modifiers import difficulty, thresholds
from fireline.rulesets.endless_horizons.resolution import CATASTROPHE, NONE, burst, faces_needed, fire
from fireline.rulesets.endless_horizons.shot import Shooting, declare
from fireline.rulesets.endless_horizons.state import Firearm, State, Unit
from fireline.rulesets.endless_horizons.suppression import Suppressing
from fireline.ruling import Refusal

ROUND = RULES.cite("EHZ-4.3")


def to_decide(state: State) -> str | None:
    """Nobody ever owes an answer in this game."""
    return None


def commands(state: State) -> tuple[Command, ...]:
    """Every legal shot in the lengths worth choosing, then what else units may do, then the end of the round."""
    if state.over:
        return ()
    said = (*_shots(state), *(command for unit in state.units for command in _doings(state, unit)))
    return (*(command for command in said if not refusals(state, command)), EndPhase())


def shooters(state: State) -> tuple[str, ...]:
    """Everybody, armed or not: there are no turns of sides in this game."""
    return tuple(unit.id for unit in state.units)


def targets(state: State, shooter: str) -> tuple[str, ...]:
    """Every enemy whose distance is known.

    An armed shooter who is at no known distance from anybody gets all of them, so that a shot says what is missing.
    """
    unit = state.find(shooter)
    if unit is None:
        return shooters(state)
    enemies = tuple(state.enemies(unit))
    known = tuple(enemy for enemy in enemies if state.distance(unit, enemy) is not None)
    return tuple(enemy.id for enemy in (known or enemies if unit.weapon else known))


def refusals(state: State, command: Command) -> tuple[Refusal, ...]:
    """Every reason against a command."""
    if isinstance(command, Shoot):
        return legality.refusals(declare(state, command.shot))
    if isinstance(command, HandlingCommand):
        return handling.refusals(Handling(state, command))
    if isinstance(command, SuppressionCommand):
        return suppression.refusals(Suppressing(state, command))
    if not isinstance(command, EndPhase):
        return (Refusal(ROUND, "That is no command of this game."),)
    return (Refusal(ROUND, "The round is over."),) if state.over else ()


def decide(state: State, command: Command, dice: Dice) -> tuple[Event, ...]:
    """What a legal command makes happen."""
    if isinstance(command, Shoot):
        return tuple(_fire(declare(state, command.shot), dice))
    if isinstance(command, HandlingCommand):
        return tuple(handling.decide(Handling(state, command), dice))
    if isinstance(command, SuppressionCommand):
        return tuple(suppression.decide(Suppressing(state, command)))
    return (PhaseEnded(),)


def _fire(shooting: Shooting, dice: Dice) -> Iterator[Event]:
    shooter = shooting.shooter
    outcome, thrown = with_faces(dice, fire, burst(shooting))
    yield ShotFired(
        shooter=shooter.id,
        target=shooting.target.id,
        faces=thrown,
        result=thrown[0] + shooting.bonus if thrown else None,
        fired=outcome.fired,
        hits=outcome.hits,
        effect=outcome.effect,
        aimed=shooting.aimed,
        actions=shooting.actions,
        out_of_turn=shooting.out_of_turn,
    )
    if outcome.malfunction == CATASTROPHE:
        yield WeaponWrecked(shooter.id)
    elif outcome.malfunction != NONE:
        yield WeaponJammed(shooter.id, outcome.malfunction)
    left = (shooter.weapon.loaded if shooter.weapon else 0) - outcome.fired
    if shooter.suppressing and (outcome.malfunction != NONE or left < shooter.suppressing.bullets):
        why = "the weapon fails" if outcome.malfunction != NONE else "the bullets have run out"
        yield SuppressionEnded(shooter.id, why)


def _shots(state: State) -> Iterator[Command]:
    for unit in state.units:
        if unit.weapon is None:
            continue
        for enemy in state.enemies(unit):
            if state.distance(unit, enemy) is not None:
                yield from map(Shoot, _lengths(state, unit, unit.weapon, enemy))


def shots(state: State, shooter: str, target: str) -> Iterator[Shot]:
    """In the lengths worth choosing; of somebody with empty hands one, which says so."""
    unit = state.unit(shooter)
    yield from _lengths(state, unit, unit.weapon, state.unit(target)) if unit.weapon else (Shot(shooter, target),)


def to_fire(state: State, shooter: str) -> State:
    """There are no turns of sides: the round as it stands, or the next one."""
    return replace(state, over=False)


def _lengths(state: State, unit: Unit, weapon: Firearm, enemy: Unit) -> Iterator[Shot]:
    """One bullet, the weapon's burst, and as much automatic fire as can still hit."""
    yield (single := Shot(unit.id, enemy.id))
    modes, sizes = weapon.model.modes, set[int]()
    if modes.burst:
        sizes.add(min(modes.burst, weapon.loaded))
    if modes.automatic:
        shooting = replace(declare(state, single), bullets=max(weapon.loaded, 1))
        sizes.add(len(faces_needed(thresholds(shooting, difficulty(shooting)), shooting.bonus)))
    yield from (Shot(unit.id, enemy.id, bullets=size) for size in sorted(sizes) if size > 1)


def _doings(state: State, unit: Unit) -> Iterator[Command]:
    """What a unit might do beside shooting; what it may not is sorted out afterwards."""
    yield from (Clear(unit.id), Cycle(unit.id), Reload(unit.id))
    yield from (Draw(unit.id, name) for name in dict.fromkeys(str(one.firearm) for one in unit.carried))
    yield Aim(unit.id)
    enemies = tuple(enemy.id for enemy in state.enemies(unit) if state.distance(unit, enemy) is not None)
    if unit.suppressing:
        yield Suppress(unit.id, unit.suppressing.targets, unit.suppressing.bullets)
        yield StopSuppressing(unit.id)
    elif enemies:
        yield Suppress(unit.id, enemies)
    yield Uncover(unit.id)
    small = [one for one in unit.carried if one.hidden is None and one.firearm.model.small]
    yield from (Hide(unit.id, name) for name in dict.fromkeys(str(one.firearm) for one in small))
    for enemy in state.enemies(unit):
        if any(one.hidden is not None for one in enemy.carried):
            yield Search(unit.id, enemy.id)
