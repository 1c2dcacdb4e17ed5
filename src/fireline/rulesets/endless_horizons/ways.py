"""What may be said in the round: every shot, and whatever else the rules allow somebody to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from fireline.game.command import Command
from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons import commands, handling, legality, suppression
from fireline.rulesets.endless_horizons.board import Distance
from fireline.rulesets.endless_horizons.modifiers import common_difficulty
from fireline.rulesets.endless_horizons.pieces import MATERIALS, Movement, Stance
from fireline.rulesets.endless_horizons.resolution import burst
from fireline.rulesets.endless_horizons.shot import Shooting
from fireline.rulesets.endless_horizons.state import State, Unit, Weapon
from fireline.ruling import Asks, Checks

BULLETS_OFFERED = (1, 3, 5)
"""Of suppressing fire, for each action: one holds a lane, three to five a group in the open (EHZ-6.1)."""


def shots(state: State, unit: Unit, enemy: Unit) -> Iterator[Shot]:
    """Every legal shot of one at the other, whose own fault is none: see `lengths`."""
    distance = state.distance(unit, enemy)
    if distance is None:
        return
    shooting, checks, weapon = Shooting(state, unit, enemy, distance), legality.refusals, unit.gun
    if checks.bar(shooting, Asks.TARGET):
        return
    for one in lengths(shooting, weapon) if weapon else (shooting,):
        if not checks.bar(one, Asks.WAY):
            yield shot_of(unit.id, enemy.id, one.bullets)


def lengths(shooting: Shooting, weapon: Weapon) -> Iterator[Shooting]:
    """The shot with every number of bullets that mode and magazine allow, less those that can only waste bullets.

    Two numbers that hit alike with every face differ in what is loaded afterwards and in nothing else, and whatever may
    be done with fewer bullets loaded may be done with more: so the larger is no better by any goal. That holds only if
    nothing can fail, neither by a face that escalates nor by a bullet stuck in the barrel: where a burst fails sooner
    or later by its length, all are ways. Nor does it hold out of turn for who suppresses over his own cover: that fire
    goes on, and shows him as long as there are bullets for it.
    """
    fails = shooting.squib or shooting.state.edition.escalation
    shows = shooting.out_of_turn and shooting.shooter.suppresses_over_cover
    every, seen = fails or shows or weapon.most <= 1, set[tuple[int, ...]]()
    first = None if every else common_difficulty(shooting)
    wasted: int | None = None  # the recoil with which one more bullet hits with no face
    for bullets in range(1, max(weapon.most, 1) + 1):
        recoil = weapon.model.recoil_of(bullets)
        if recoil == wasted:
            continue
        one = replace(shooting, bullets=bullets)
        needed = () if every else burst(one, first).needed
        if every or needed not in seen:
            seen.add(needed)
            yield one
        if first is not None and len(needed) < bullets:
            wasted = recoil


def shot_of(shooter: str, target: str, bullets: int) -> Shot:
    """Such a shot as it is declared."""
    return Shot(shooter, target, bullets=bullets) if bullets > 1 else Shot(shooter, target)


def suppressions(state: State, unit: Unit, targets: tuple[str, ...]) -> Iterator[commands.Suppress]:
    """Suppressing fire at these with few bullets or many, where it is allowed at all."""
    reach = commands.Acting(state, commands.Suppress(unit.id, targets))
    if any(checks.bar(reach, Asks.TARGET) for checks in (commands.refusals, suppression.refusals)):
        return
    for bullets in BULLETS_OFFERED:
        command = commands.Suppress(unit.id, targets, bullets)
        if not suppression.refusals.bar(commands.Acting(state, command), Asks.WAY):
            yield command


def is_allowed(state: State, command: commands.Doing) -> bool:
    """Whether a command has no reason against it."""
    asked = commands.Acting(state, command)
    return not any(checks.bar(asked, *Asks) for checks in (commands.refusals, checks_of(command)))


def checks_of(command: commands.Doing) -> Checks[commands.Acting]:
    """What is asked of such a command beside what all of them are asked."""
    return suppression.refusals if isinstance(command, commands.SuppressionCommand) else handling.refusals


NOWHERE = Distance(Fraction(0))
"""Stands for any distance where only the shooter is asked about."""


def legal_shots(state: State, firing: tuple[str, ...], at: frozenset[str] | None = None) -> Iterator[Shot]:
    """The legal shots of some units, at some targets or at any, in their order: see `lengths`."""
    for unit in map(state.unit, firing):
        if not legality.refusals.bar(Shooting(state, unit, unit, NOWHERE), Asks.SHOOTER):
            for enemy in state.enemies(unit) if at is None else state.in_order(at):
                yield from shots(state, unit, enemy)


def doings(state: State, id_: str) -> Iterator[Command]:
    """What a unit may do beside shooting: in its own turn where there are turns, and while it suppresses."""
    unit = state.unit(id_)
    if state.over or unit.out or not (unit.suppressing or not state.round.order or unit.id == state.round.turn):
        return
    yield from _with_weapons(state, unit)
    yield from _at_enemies(state, unit)
    yield from _otherwise(state, unit)
    for enemy in state.enemies(unit):
        if any(one.hidden is not None for one in enemy.carried):
            yield from _allowed(
                state, commands.Search(unit.id, enemy.id), commands.Search(unit.id, enemy.id, touching=False)
            )


def _at_enemies(state: State, unit: Unit) -> Iterator[Command]:
    """Aim at one of them, suppressing fire at one, or at all whose distance is known."""
    known = [enemy.id for enemy in state.enemies(unit) if state.distance(unit, enemy) is not None]
    yield from _allowed(state, *(commands.Aim(unit.id, 1, enemy) for enemy in known))
    for enemy in known:
        yield from suppressions(state, unit, (enemy,))
    if len(known) > 1:
        yield from suppressions(state, unit, tuple(known))


def _with_weapons(state: State, unit: Unit) -> Iterator[Command]:
    names = dict.fromkeys(str(one.weapon) for one in unit.carried)
    draws = (commands.Draw(unit.id, name) for name in names)
    return _allowed(state, commands.Clear(unit.id), commands.Cycle(unit.id), commands.Reload(unit.id), *draws)


def _otherwise(state: State, unit: Unit) -> Iterator[Command]:
    small = dict.fromkeys(str(one.weapon) for one in unit.carried if one.hidden is None and one.weapon.model.small)
    return _allowed(
        state, commands.StopSuppressing(unit.id), *_postures(unit), *(commands.Hide(unit.id, name) for name in small)
    )


def _allowed(state: State, *said: commands.Doing) -> Iterator[Command]:
    return (command for command in said if is_allowed(state, command))


def _postures(unit: Unit) -> Iterator[commands.Doing]:
    """Another stance, another movement, into cover or out of it, or no more of it all."""
    yield commands.Uncover(unit.id)
    yield from (commands.TakeCover(unit.id, material) for material in MATERIALS)
    yield from (commands.ChangeStance(unit.id, str(stance)) for stance in Stance)
    yield from (commands.ChangeMovement(unit.id, str(movement)) for movement in Movement)
    yield commands.GiveUp(unit.id)
