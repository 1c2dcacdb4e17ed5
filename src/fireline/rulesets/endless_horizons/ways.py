"""How one unit may treat another: which shots, careful aim, and suppressing fire the rules allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons import acting, handling, legality, posture, suppression
from fireline.rulesets.endless_horizons.acting import Acting
from fireline.rulesets.endless_horizons.commands import Aim, Doing, HandlingCommand, Suppress, SuppressionCommand
from fireline.rulesets.endless_horizons.modifiers import difficulty, thresholds
from fireline.rulesets.endless_horizons.resolution import faces_needed
from fireline.rulesets.endless_horizons.shot import Shooting
from fireline.rulesets.endless_horizons.state import State, Unit, Weapon
from fireline.ruling import Asks, Checks

BULLETS_OFFERED = (1, 3, 5)
"""Of suppressing fire, for each action: one holds a lane, three to five a group in the open (EHZ-6.1)."""


class Ways(NamedTuple):
    """How somebody may be treated: the bullets of each shot, whether to aim, the bullets of suppressing fire."""

    shots: tuple[int, ...] = ()
    aim: bool = False
    suppressions: tuple[int, ...] = ()
    suppressed: bool = False
    """Whether suppressing fire at him is allowed with any number of bullets that the weapon can fire."""


NO_WAYS = Ways()


def ways(state: State, unit: Unit, enemy: Unit) -> Ways:
    """How one may treat the other, at a distance that is known."""
    distance = state.distance(unit, enemy)
    if distance is None:
        return NO_WAYS
    suppressed = may_suppress(state, unit, (enemy.id,))
    fire = suppressions(state, unit, (enemy.id,)) if suppressed else ()
    return Ways(
        tuple(_shots(Shooting(state, unit, enemy, distance))),
        aim=is_allowed(state, Aim(unit.id, 1, enemy.id)),
        suppressions=tuple(one.bullets_per_action for one in fire),
        suppressed=suppressed,
    )


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


def shot_of(shooter: str, target: str, bullets: int) -> Shot:
    """Such a shot as it is declared."""
    return Shot(shooter, target, bullets=bullets) if bullets > 1 else Shot(shooter, target)


def may_suppress(state: State, unit: Unit, targets: tuple[str, ...]) -> bool:
    """Whether suppressing fire at these is allowed, whatever its bullets."""
    reach = Acting(state, Suppress(unit.id, targets))
    return not any(checks.bar(reach, Asks.TARGET) for checks in (acting.refusals, suppression.refusals))


def suppressions(state: State, unit: Unit, targets: tuple[str, ...]) -> Iterator[Suppress]:
    """Suppressing fire at these with few bullets or many, where it is allowed at all."""
    for bullets in BULLETS_OFFERED:
        command = Suppress(unit.id, targets, bullets)
        if not suppression.refusals.bar(Acting(state, command), Asks.WAY):
            yield command


def is_allowed(state: State, command: Doing) -> bool:
    """Whether a command has no reason against it."""
    asked = Acting(state, command)
    return not any(checks.bar(asked, *Asks) for checks in (acting.refusals, checks_of(command)))


def checks_of(command: Doing) -> Checks[Acting]:
    """What is asked of such a command beside what all of them are asked."""
    if isinstance(command, HandlingCommand):
        return handling.refusals
    return suppression.refusals if isinstance(command, SuppressionCommand) else posture.refusals


def _shots(shooting: Shooting) -> Iterator[int]:
    """The bullets of each legal shot in a length worth choosing."""
    checks, weapon = legality.refusals, shooting.shooter.gun
    if checks.bar(shooting, Asks.SHOOTER) or checks.bar(shooting, Asks.TARGET):
        return
    for one in lengths(shooting, weapon) if weapon else (shooting,):
        if not checks.bar(one, Asks.WAY):
            yield one.bullets
