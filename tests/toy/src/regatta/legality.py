"""May this shot be made?  Every reason against it, each under its rule."""

from __future__ import annotations

from fireline.ruling import Checks, total
from fireline.ruling.prose import plural
from regatta.editions import RULES
from regatta.modifiers import modifiers
from regatta.shot import LINE, Shooting

refusals = Checks[Shooting](RULES)


@refusals.rule("RGT-1.1")
def watch_goes_on(shooting: Shooting) -> str | None:
    """Nobody fires when the watch is over, or a captain must speak first."""
    state = shooting.state
    if state.over:
        return "The watch is over."
    return f"{state.boat(state.leaking)} is leaking; its captain speaks first." if state.leaking else None


@refusals.rule("RGT-1.1")
def shooter_is_afloat(shooting: Shooting) -> str | None:
    """A wreck does not fire."""
    return None if shooting.shooter.afloat else "The boat has sunk."


@refusals.rule("RGT-1.1")
def has_not_fired(shooting: Shooting) -> str | None:
    """Once a watch."""
    return "The boat has already fired in this watch." if shooting.shooter.fired else None


@refusals.rule("RGT-1.1")
def target_is_an_enemy(shooting: Shooting) -> str | None:
    """Another flag."""
    friend = shooting.target.flag == shooting.shooter.flag
    return f"{shooting.target} sails under the same flag." if friend else None


@refusals.rule("RGT-1.1")
def target_is_afloat(shooting: Shooting) -> str | None:
    """Nobody fires at a wreck."""
    return None if shooting.target.afloat else f"{shooting.target} has sunk."


@refusals.rule("RGT-1.2")
def is_in_reach(shooting: Shooting) -> str | None:
    """Five berths, three in fog."""
    reach = shooting.state.reach
    if shooting.distance <= reach:
        return None
    return f"The target is {plural(shooting.distance, 'berth')} away; cannons reach {reach}."


@refusals.rule(LINE)
def line_is_clear(shooting: Shooting) -> str | None:
    """No boat between the two."""
    return " ".join(reason for _, reason in shooting.sight.reasons) or None


@refusals.rule("RGT-2.1")
def has_a_die(shooting: Shooting) -> str | None:
    """Without a die there is no broadside."""
    return None if total(modifiers(shooting)) else "There is no die to throw."
