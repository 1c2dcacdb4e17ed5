"""May this shot be made?  Every reason against it, each under its rule."""

from __future__ import annotations

from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.pieces import Jam
from fireline.rulesets.endless_horizons.shot import Shooting
from fireline.ruling import Checks
from fireline.ruling.prose import plural

refusals = Checks[Shooting](RULES)

JAMS = {
    Jam.FAILURE_TO_FEED: "has failed to feed",
    Jam.FAILURE_TO_EJECT: "has failed to eject",
    Jam.SQUIB: "has a bullet stuck in the barrel",
}


@refusals.rule("EHZ-1.1")
def aims_at_somebody_else(shooting: Shooting) -> str | None:
    """Nobody shoots at himself or his own side."""
    if shooting.shooter.id == shooting.target.id:
        return "Nobody shoots at himself."
    friend = not shooting.shooter.is_enemy_of(shooting.target)
    return f"{shooting.target} is on the shooter's own side." if friend else None


@refusals.rule("EHZ-2.1")
def is_in_range(shooting: Shooting) -> str | None:
    """Beyond the effective range only where the game master names a penalty."""
    weapon = shooting.shooter.weapon
    if weapon is None or not shooting.beyond or shooting.state.edition.beyond_range_penalty is not None:
        return None
    far = _metres(float(weapon.model.effective_range))
    return f"The target is {shooting.distance} away, beyond the effective range of the {weapon}, {far} m."


@refusals.rule("EHZ-4.3")
def round_goes_on(shooting: Shooting) -> str | None:
    """Shots are taken in a round."""
    return "The round is over." if shooting.state.over else None


@refusals.rule("EHZ-4.3")
def has_the_actions(shooting: Shooting) -> str | None:
    """The shot and its aim take actions, where they are counted."""
    left, wanted = shooting.shooter.actions, shooting.actions
    if left is None or wanted <= left:
        return None
    shot = "the aim" if shooting.out_of_turn else "shot and aim" if shooting.aim_actions else "the shot"
    return f"It takes {plural(wanted, 'action')} for {shot}; {shooting.shooter} has {left} left."


@refusals.rule("EHZ-5.1")
def burst_is_not_too_long(shooting: Shooting) -> str | None:
    """No more bullets than mode and magazine allow."""
    weapon = shooting.shooter.weapon
    if weapon is None:
        return None
    if not weapon.loaded:
        return f"The {weapon} is empty and must be reloaded."
    longest = weapon.model.modes.longest
    most = weapon.loaded if longest is None else min(longest, weapon.loaded)
    if shooting.bullets <= most:
        return None
    why = f"{weapon.loaded} loaded" if most == weapon.loaded else f"modes {weapon.model.modes.text}"
    return f"{plural(shooting.bullets, 'bullet')} cannot be fired; the most is {most} ({why})."


@refusals.rule("EHZ-5.2")
def mode_allows_it(shooting: Shooting) -> str | None:
    """Single shots, bursts of their length, or automatic fire."""
    weapon = shooting.shooter.weapon
    longest = weapon.model.modes.longest if weapon else None
    if longest is None or shooting.bullets <= longest:
        return None
    what = f"bursts of at most {longest}" if longest > 1 else "single shots only"
    return f"The {weapon} fires {what}, not {shooting.bullets} bullets."


@refusals.rule("EHZ-5.2")
def is_cycled(shooting: Shooting) -> str | None:
    """A repeating weapon is cycled after each shot."""
    weapon = shooting.shooter.weapon
    return None if weapon is None or weapon.ready else f"The {weapon} must be cycled first, which takes 1 action."


@refusals.rule("EHZ-7.2")
def weapon_is_in_hand(shooting: Shooting) -> str | None:
    """A weapon must be drawn."""
    return None if shooting.shooter.weapon else f"{shooting.shooter} has no weapon in hand."


@refusals.rule("EHZ-8.1")
def is_cleared(shooting: Shooting) -> str | None:
    """A weapon that failed to feed or eject must be cleared; a squib does not stop the trigger."""
    weapon = shooting.shooter.weapon
    if weapon is None or weapon.jam is None or shooting.squib:
        return None
    return f"The {weapon} {JAMS[weapon.jam]} and must be cleared, which takes 1 action."


@refusals.rule("EHZ-8.1")
def is_not_damaged(shooting: Shooting) -> str | None:
    """A wrecked firearm fires no more."""
    weapon = shooting.shooter.weapon
    return f"The {weapon} is damaged and does not fire." if weapon and weapon.damaged else None


def _metres(number: float) -> str:
    return f"{number:g}"
