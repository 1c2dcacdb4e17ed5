"""The difficulty: 5, and everything that makes the shot harder or easier."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.rulesets.endless_horizons.editions import NUMBERS, RULES
from fireline.rulesets.endless_horizons.pieces import Band, pieces
from fireline.rulesets.endless_horizons.shot import LengthAsked, OfAnyLength, Shooting
from fireline.ruling import ModifierChange, Modifiers, is_active
from fireline.ruling.prose import plural

modifiers = Modifiers[Shooting](RULES)

RECOIL = RULES.cite("EHZ-5.1")
BASE, AIM = NUMBERS.cite("EHZ-1.1.base"), NUMBERS.cite("EHZ-4.3.aim")


@modifiers.rule("EHZ-1.1")
def base(shooting: Shooting, so_far: int) -> ModifierChange:
    """Every shot begins at 5."""
    return ModifierChange("base difficulty", shooting.state.edition.house[BASE])


@modifiers.rule("EHZ-3.2")
def size_and_range(shooting: Shooting, so_far: int) -> ModifierChange:
    """One number for the target's size and the range together."""
    size, band, penalties = shooting.size, shooting.band, pieces(shooting.state.edition.house).penalties
    if shooting.shooter.gun is None:
        return ModifierChange(f"{size} target", 0, unless="without a weapon there is no range")
    if band is not None:
        return ModifierChange(f"{size} target, {band} range", penalties[size, band])
    allowed = shooting.state.edition.beyond_range_penalty is not None
    why = "" if allowed else "the table ends at the effective range"
    return ModifierChange(f"{size} target, beyond range counts as maximum", penalties[size, Band.MAXIMUM], unless=why)


@modifiers.rule("EHZ-2.1")
def beyond_range(shooting: Shooting, so_far: int) -> ModifierChange | None:
    """What the game master asks for a shot beyond the effective range."""
    penalty = shooting.state.edition.beyond_range_penalty
    if penalty is None:
        return None
    near = "" if shooting.beyond else "the target is in range"
    return ModifierChange("beyond the effective range", penalty, unless=near)


@modifiers.rule("EHZ-4.1")
def movement(shooting: Shooting, so_far: int) -> Iterator[ModifierChange]:
    """Both movements count, each by itself."""
    movements = pieces(shooting.state.edition.house).movements
    yield ModifierChange(f"target's movement: {shooting.target.movement}", movements[shooting.target.movement])
    yield ModifierChange(f"shooter's movement: {shooting.shooter.movement}", movements[shooting.shooter.movement])


@modifiers.rule("EHZ-4.2")
def stance(shooting: Shooting, so_far: int) -> ModifierChange:
    """How the shooter stands."""
    taken = shooting.shooter.firing_stance
    if taken is None:
        return ModifierChange("stance", 0, unless="the shooter has a size but no stance")
    penalty = pieces(shooting.state.edition.house).stances[taken].penalty
    return ModifierChange(f"shooter's stance: {taken.replace('_', ' ')}", penalty)


@modifiers.rule("EHZ-1.1")
def environment(shooting: Shooting, so_far: int) -> Iterator[ModifierChange]:
    """Whatever the place adds for everybody."""
    for one in shooting.state.environment:
        if one.everywhere:
            yield ModifierChange(one.name, one.penalty, because="environment")


@modifiers.rule("EHZ-1.5")
def environment_here(shooting: Shooting, so_far: int) -> Iterator[ModifierChange]:
    """Whatever it adds around one of the two, or from one to the other."""
    for one in shooting.state.environment:
        if not one.everywhere and one.counts(shooting.shooter.id, shooting.target.id):
            where = f"around {one.unit}" if one.unit else f"from {shooting.shooter} to {shooting.target}"
            yield ModifierChange(one.name, one.penalty, because=f"environment {where}")


@modifiers.rule("EHZ-1.1")
def others(shooting: Shooting, so_far: int) -> Iterator[ModifierChange]:
    """Whatever the game master adds to this shot."""
    for name, value in shooting.extras:
        yield ModifierChange(name, value)


@modifiers.rule("EHZ-4.3")
def careful_aim(shooting: Shooting, so_far: int) -> ModifierChange:
    """Two less for each action, whether spent before the shot or with it."""
    each = shooting.state.edition.house[AIM]
    if not shooting.aimed:
        elsewhere = shooting.shooter.aimed_at if shooting.shooter.aimed else None
        why = f"it was taken at {elsewhere}" if elsewhere else "no action is spent on it"
        return ModifierChange("careful aim", each, unless=why)
    return ModifierChange("careful aim", each * shooting.aimed, because=plural(shooting.aimed, "action"))


@modifiers.rule("EHZ-9.1")
def cover_in_part(shooting: Shooting, so_far: int) -> ModifierChange | None:
    """Cover that leaves a part open is listed to show that it changes nothing of itself."""
    cover = shooting.cover
    if cover is None or cover.full or cover.exposed:
        return None
    return ModifierChange(f"behind {cover} in part", 0, unless="only cover that hides the whole target counts")


def common_difficulty(shooting: Shooting) -> int | None:
    """What the roll must reach with any number of bullets, None where a rule asks how many there are."""
    try:
        return modifiers.sum(OfAnyLength.of(shooting))
    except LengthAsked:
        return None


def thresholds(shooting: Shooting, first: int) -> tuple[int, ...]:
    """What the roll must reach for each bullet: the recoil on top for every bullet after the first (EHZ-5.1).

    *first* is the difficulty of the shot.
    """
    weapon = shooting.shooter.gun
    recoil = weapon.model.recoil_of(shooting.bullets) if weapon else 0
    if recoil and shooting.bullets > 1 and not is_active(RECOIL, "recoil"):
        recoil = 0
    return tuple(first + number * recoil for number in range(shooting.bullets))
