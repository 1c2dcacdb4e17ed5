"""What may be said in the round: every shot, and whatever else the rules allow somebody to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from fireline.game.command import Command
from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons import legality
from fireline.rulesets.endless_horizons.armoury import Weapon
from fireline.rulesets.endless_horizons.board import Distance
from fireline.rulesets.endless_horizons.commands import Doing, allowed
from fireline.rulesets.endless_horizons.handling import Aim, Clear, Cycle, Draw, Hide, Reload, Search
from fireline.rulesets.endless_horizons.modifiers import common_difficulty
from fireline.rulesets.endless_horizons.posture import ChangeMovement, ChangeStance, GiveUp, TakeCover, Uncover
from fireline.rulesets.endless_horizons.resolution import burst
from fireline.rulesets.endless_horizons.shot import Shooting
from fireline.rulesets.endless_horizons.state import State, Unit
from fireline.rulesets.endless_horizons.suppression import StopSuppressing, Suppress
from fireline.ruling import Asks

COMMANDS: tuple[type[Doing], ...] = (
    Aim, Reload, Draw, Clear, Cycle, Hide, Search, Suppress, StopSuppressing,
    Uncover, TakeCover, ChangeStance, ChangeMovement, GiveUp,
)  # fmt: skip
OFFERED: tuple[type[Doing], ...] = (
    Clear, Cycle, Reload, Draw, Aim, Suppress, StopSuppressing,
    Uncover, TakeCover, ChangeStance, ChangeMovement, GiveUp, Hide, Search,
)  # fmt: skip
"""The same in the order of a menu."""


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
    if not state.round.order or unit.id == state.round.turn or unit.suppressing:
        yield from allowed(state, unit, (one for kind in OFFERED for one in kind.offers(state, unit)))
