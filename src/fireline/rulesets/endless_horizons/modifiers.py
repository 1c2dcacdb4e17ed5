"""The difficulty: 5, and everything that makes the shot harder or easier."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.pieces import MOVEMENTS, PENALTIES, STANCES, Band
from fireline.rulesets.endless_horizons.shot import Shooting
from fireline.ruling import Change, Modifiers, stands, total
from fireline.ruling.prose import plural

modifiers = Modifiers[Shooting](RULES)

RECOIL = RULES.cite("EHZ-5.1")
BASE = 5
AIM = -2


@modifiers.rule("EHZ-1.1")
def base(shooting: Shooting, so_far: int) -> Change:
    """Every shot begins at 5."""
    return Change("base difficulty", BASE)


@modifiers.rule("EHZ-3.2")
def size_and_range(shooting: Shooting, so_far: int) -> Change:
    """One number for the target's size and the range together."""
    size, band = shooting.size, shooting.band
    if shooting.shooter.gun is None:
        return Change(f"{size} target", 0, unless="without a weapon there is no range")
    if band is not None:
        return Change(f"{size} target, {band} range", PENALTIES[size, band])
    allowed = shooting.state.edition.beyond_range_penalty is not None
    why = "" if allowed else "the table ends at the effective range"
    return Change(f"{size} target, beyond range counts as maximum", PENALTIES[size, Band.MAXIMUM], unless=why)


@modifiers.rule("EHZ-2.1")
def beyond_range(shooting: Shooting, so_far: int) -> Change | None:
    """What the game master asks for a shot beyond the effective range."""
    penalty = shooting.state.edition.beyond_range_penalty
    if penalty is None:
        return None
    near = "" if shooting.beyond else "the target is in range"
    return Change("beyond the effective range", penalty, unless=near)


@modifiers.rule("EHZ-4.1")
def movement(shooting: Shooting, so_far: int) -> Iterator[Change]:
    """Both movements count, each by itself."""
    yield Change(f"target's movement: {shooting.target.movement}", MOVEMENTS[shooting.target.movement])
    yield Change(f"shooter's movement: {shooting.shooter.movement}", MOVEMENTS[shooting.shooter.movement])


@modifiers.rule("EHZ-4.2")
def stance(shooting: Shooting, so_far: int) -> Change:
    """How the shooter stands."""
    taken = shooting.shooter.firing_stance
    if taken is None:
        return Change("stance", 0, unless="the shooter has a size but no stance")
    return Change(f"shooter's stance: {taken.replace('_', ' ')}", STANCES[taken].penalty)


@modifiers.rule("EHZ-1.1")
def environment(shooting: Shooting, so_far: int) -> Iterator[Change]:
    """Whatever the place adds for everybody."""
    for one in shooting.state.environment:
        if one.everywhere:
            yield Change(one.name, one.penalty, because="environment")


@modifiers.rule("EHZ-1.5")
def environment_here(shooting: Shooting, so_far: int) -> Iterator[Change]:
    """Whatever it adds around one of the two, or from one to the other."""
    for one in shooting.state.environment:
        if not one.everywhere and one.counts(shooting.shooter.id, shooting.target.id):
            where = f"around {one.unit}" if one.unit else f"from {shooting.shooter} to {shooting.target}"
            yield Change(one.name, one.penalty, because=f"environment {where}")


@modifiers.rule("EHZ-1.1")
def others(shooting: Shooting, so_far: int) -> Iterator[Change]:
    """Whatever the game master adds to this shot."""
    for name, value in shooting.extras:
        yield Change(name, value)


@modifiers.rule("EHZ-4.3")
def careful_aim(shooting: Shooting, so_far: int) -> Change:
    """Two less for each action, whether spent before the shot or with it."""
    if not shooting.aimed:
        elsewhere = shooting.shooter.aimed_at if shooting.shooter.aimed else None
        why = f"it was taken at {elsewhere}" if elsewhere else "no action is spent on it"
        return Change("careful aim", AIM, unless=why)
    return Change("careful aim", AIM * shooting.aimed, because=plural(shooting.aimed, "action"))


@modifiers.rule("EHZ-9.1")
def cover_in_part(shooting: Shooting, so_far: int) -> Change | None:
    """Cover that leaves a part open is listed to show that it changes nothing of itself."""
    cover = shooting.cover
    if cover is None or cover.full or cover.exposed:
        return None
    return Change(f"behind {cover} in part", 0, unless="only cover that hides the whole target counts")


def difficulty(shooting: Shooting) -> int:
    """What the roll must reach."""
    return total(modifiers(shooting))


def thresholds(shooting: Shooting, first: int) -> tuple[int, ...]:
    """What the roll must reach for each bullet: the recoil on top for every bullet after the first (EHZ-5.1).

    *first* is the difficulty of the shot.
    """
    weapon = shooting.shooter.gun
    recoil = weapon.model.recoil_of(shooting.bullets) if weapon else 0
    if recoil and shooting.bullets > 1 and not stands(RECOIL, "recoil"):
        recoil = 0
    return tuple(first + number * recoil for number in range(shooting.bullets))
