"""Whom the rules let a unit target: candidates, and in the first edition the closest of them, with four exceptions."""

from __future__ import annotations

from fireline.rulesets.blightmeer.editions import NUMBERS, RULES
from fireline.rulesets.blightmeer.pieces import Size
from fireline.rulesets.blightmeer.shot import Shooting
from fireline.ruling.prose import listing

CLOSEST, OPEN, IGNORED = RULES.cite("BLM-3.1"), RULES.cite("BLM-3.2"), RULES.cite("BLM-3.3")
LARGE, BELOW, ANY = RULES.cite("BLM-3.4"), RULES.cite("BLM-3.5"), RULES.cite("BLM-4.1")
FAR_BELOW = NUMBERS.cite("BLM-3.5.below")


def why_no_candidate(shooting: Shooting) -> str | None:
    """Why the target is none that could be chosen: no enemy, engaged, or out of sight."""
    shooter, target = shooting.shooter, shooting.target
    if target.id == shooter.id:
        return "Nobody shoots at himself."
    if target.side == shooter.side:
        return f"{target} is on the shooter's own side."
    if target.out:
        return f"{target} is Incapacitated and out of the game."
    if target.engaged:
        return f"{target} is engaged in melee."
    return None if shooting.clear else f"{target} is not in line of sight."


def reached_by(shooting: Shooting) -> str | None:
    """The rule that lets a candidate be targeted in the first edition; None where none does."""
    if shooting.target.size is Size.LARGE:
        return LARGE
    if shooting.shooter.above(shooting.target) >= shooting.state.edition.house.value(FAR_BELOW):
        return BELOW
    closer = _closer(shooting)
    if not closer:
        return CLOSEST
    # Whoever is not ignored stands in the way: of the closest anybody, of the closest in the open those in the open.
    firm = [one for one in closer if not one.target.injury.lies]
    if not firm:
        return IGNORED
    if not shooting.covered and all(one.covered for one in firm):
        return OPEN
    return None


def why_not_closest(shooting: Shooting) -> str:
    """Why a candidate that no rule reaches may not be targeted: who is closer, and why no exception helps."""
    firm = [one for one in _closer(shooting) if not one.target.injury.lies]
    closer = [str(one.target) for one in firm if shooting.covered or not one.covered]
    why = ", which is in Cover itself" if shooting.covered else " and not in Cover"
    return f"{listing(closer)} {'is' if len(closer) == 1 else 'are'} closer than {shooting.target}{why}."


def _closer(shooting: Shooting) -> list[Shooting]:
    """The candidates closer than the target, nearest first."""
    others = (
        Shooting(shooting.state, shooting.shooter, enemy, peer=shooting.peer)
        for enemy in shooting.state.enemies(shooting.shooter)
        if enemy.id != shooting.target.id
    )
    closer = [one for one in others if one.gap < shooting.gap and why_no_candidate(one) is None]
    return sorted(closer, key=lambda one: one.gap)
