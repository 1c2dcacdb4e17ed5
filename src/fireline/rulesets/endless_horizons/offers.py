"""What may be said in the round, for everybody at once: who is at fault himself is asked once, then pair by pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from fireline.game.command import Command
from fireline.game.kept import Kept
from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons import acting, handling, legality, posture, suppression
from fireline.rulesets.endless_horizons.acting import Acting
from fireline.rulesets.endless_horizons.board import Distance
from fireline.rulesets.endless_horizons.commands import (
    Aim,
    ChangeMovement,
    ChangeStance,
    Clear,
    Cycle,
    Doing,
    Draw,
    GiveUp,
    HandlingCommand,
    Hide,
    Reload,
    Search,
    StopSuppressing,
    Suppress,
    SuppressionCommand,
    TakeCover,
    Uncover,
)
from fireline.rulesets.endless_horizons.modifiers import difficulty, thresholds
from fireline.rulesets.endless_horizons.pieces import MATERIALS, Movement, Stance
from fireline.rulesets.endless_horizons.resolution import faces_needed
from fireline.rulesets.endless_horizons.shot import Shooting
from fireline.rulesets.endless_horizons.state import State, Unit, Weapon
from fireline.ruling import Asks, Checks, all_stand

BULLETS_OFFERED = (1, 3, 5)
"""Of suppressing fire, for each action: one holds a lane, three to five a group in the open (EHZ-6.1)."""


class Offer(NamedTuple):
    """What one may do to another; `known` is whether anybody knows how far off he is."""

    known: bool
    shots: tuple[Shot, ...]
    aims: tuple[Command, ...]
    suppressions: tuple[Command, ...]


NO_OFFER = Offer(known=False, shots=(), aims=(), suppressions=())
NOWHERE = Distance(Fraction(0))
"""Stands for any distance where only the shooter is asked about."""

_offers = Kept[Offer]()
_own = Kept[tuple[tuple[Command, ...], tuple[Command, ...]]]()


def legal_shots(state: State, firing: tuple[str, ...], at: frozenset[str] | None = None) -> Iterator[Shot]:
    """The legal shots of some units, at some targets or at any, in their order and in the lengths worth choosing."""
    offers = _Offers(state)
    for shooter in firing:
        unit = state.unit(shooter)
        if not offers.is_barred(unit):
            for enemy in state.enemies(unit):
                if at is None or enemy.id in at:
                    yield from offers.between(unit, enemy).shots


def doings(state: State, unit: Unit) -> Iterator[Command]:
    """What a unit may do beside shooting."""
    enemies, offers = tuple(state.enemies(unit)), _Offers(state)
    every = [offers.between(unit, enemy) for enemy in enemies]
    before, after = offers.alone(unit)
    yield from before
    for offer in every:
        yield from offer.aims
    for offer in every:
        yield from offer.suppressions
    group = tuple(enemy.id for enemy, offer in zip(enemies, every, strict=True) if offer.known)
    if len(group) > 1:
        yield from _suppressions(state, unit, group)
    yield from after
    for enemy in enemies:
        if any(one.hidden is not None for one in enemy.carried):
            yield from _allowed(state, Search(unit.id, enemy.id), Search(unit.id, enemy.id, touching=False))


def checks_of(command: Doing) -> Checks[Acting]:
    """What is asked of such a command beside what all of them are asked."""
    if isinstance(command, HandlingCommand):
        return handling.refusals
    return suppression.refusals if isinstance(command, SuppressionCommand) else posture.refusals


def lengths(shooting: Shooting, weapon: Weapon) -> Iterator[Shooting]:
    """The shot with one bullet, the weapon's burst, and as much automatic fire as can still hit."""
    yield shooting
    modes, sizes = weapon.model.modes, set[int]()
    if modes.burst:
        sizes.add(min(modes.burst, weapon.loaded))
    if modes.automatic:
        longest = replace(shooting, bullets=max(weapon.loaded, 1))
        sizes.add(len(faces_needed(thresholds(longest, difficulty(longest)), longest.bonus)))
    yield from (replace(shooting, bullets=size) for size in sorted(sizes) if size > 1)


def shot_of(shooting: Shooting) -> Shot:
    """Such a shot as it is declared."""
    length = {"bullets": shooting.bullets} if shooting.bullets > 1 else {}
    return Shot(shooting.shooter.id, shooting.target.id, **length)


class _Offers:
    """What everybody may do to everybody else in one state, kept by all that it depends on."""

    def __init__(self, state: State) -> None:
        self.state = state
        common = (state.edition, state.environment, state.distances, state.round, state.over)
        self.common = tuple(map(_offers.same, common)) if all_stand() else None

    def between(self, unit: Unit, enemy: Unit) -> Offer:
        """What one may do to the other."""
        if self.common is None:
            return _offer(self.state, unit, enemy)
        things = (*self.common, _offers.same(unit), _offers.same(enemy))
        return _offers.of(things, lambda: _offer(self.state, unit, enemy))

    def alone(self, unit: Unit) -> tuple[tuple[Command, ...], tuple[Command, ...]]:
        """What a unit may do with its weapons, and what else, where nobody else matters."""
        if self.common is None:
            return _alone(self.state, unit)
        return _own.of((*self.common, _offers.same(unit)), lambda: _alone(self.state, unit))

    def is_barred(self, unit: Unit) -> bool:
        """Whether a unit may shoot at nobody, through its own fault."""
        return legality.refusals.bar(Shooting(self.state, unit, unit, NOWHERE), Asks.SHOOTER)


def _offer(state: State, unit: Unit, enemy: Unit) -> Offer:
    distance = state.distance(unit, enemy)
    if distance is None:
        return NO_OFFER
    return Offer(
        known=True,
        shots=tuple(_shots(Shooting(state, unit, enemy, distance))),
        aims=tuple(_allowed(state, Aim(unit.id, 1, enemy.id))),
        suppressions=tuple(_suppressions(state, unit, (enemy.id,))),
    )


def _alone(state: State, unit: Unit) -> tuple[tuple[Command, ...], tuple[Command, ...]]:
    id_, names = unit.id, dict.fromkeys(str(one.weapon) for one in unit.carried)
    small = dict.fromkeys(str(one.weapon) for one in unit.carried if one.hidden is None and one.weapon.model.small)
    weapons: tuple[Doing, ...] = (
        Clear(unit.id),
        Cycle(unit.id),
        Reload(unit.id),
        *(Draw(unit.id, name) for name in names),
    )
    rest: tuple[Doing, ...] = (StopSuppressing(id_), *_postures(unit), *(Hide(id_, name) for name in small))
    return tuple(_allowed(state, *weapons)), tuple(_allowed(state, *rest))


def _shots(shooting: Shooting) -> Iterator[Shot]:
    checks, weapon = legality.refusals, shooting.shooter.gun
    if checks.bar(shooting, Asks.SHOOTER) or checks.bar(shooting, Asks.TARGET):
        return
    for one in lengths(shooting, weapon) if weapon else (shooting,):
        if not checks.bar(one, Asks.WAY):
            yield shot_of(one)


def _suppressions(state: State, unit: Unit, targets: tuple[str, ...]) -> Iterator[Command]:
    """Suppressing fire at these, with few bullets or many."""
    reach = Acting(state, Suppress(unit.id, targets))
    if not any(checks.bar(reach, Asks.TARGET) for checks in (acting.refusals, suppression.refusals)):
        for bullets in BULLETS_OFFERED:
            command = Suppress(unit.id, targets, bullets)
            if not suppression.refusals.bar(Acting(state, command), Asks.WAY):
                yield command


def _allowed(state: State, *said: Doing) -> Iterator[Command]:
    for command in said:
        asked = Acting(state, command)
        if not any(checks.bar(asked, asks) for checks in (acting.refusals, checks_of(command)) for asks in Asks):
            yield command


def _postures(unit: Unit) -> Iterator[Doing]:
    """Another stance, another movement, into cover or out of it, or no more of it all."""
    yield Uncover(unit.id)
    yield from (TakeCover(unit.id, material) for material in MATERIALS)
    yield from (ChangeStance(unit.id, str(stance)) for stance in Stance)
    yield from (ChangeMovement(unit.id, str(movement)) for movement in Movement)
    yield GiveUp(unit.id)
