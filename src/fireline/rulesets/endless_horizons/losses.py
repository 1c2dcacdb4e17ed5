"""What an event takes from whom: bullets that hit, who is out of the fight, and weapons that fail."""

from __future__ import annotations

from fireline.game.event import Event
from fireline.game.losses import Damage, Kind, Loss, Losses
from fireline.rulesets.endless_horizons.events import ShotFired, UnitStopped, WeaponJammed, WeaponWrecked

HITS = Damage("hits", Kind.HARM, one="hit")
INCAPACITATED = Damage("incapacitated", Kind.OUT)
JAMS = Damage("jams", Kind.OTHER)
WRECKED = Damage("weapons wrecked", Kind.OTHER)


def _losses(event: Event) -> tuple[Loss, ...]:
    """Hits on a target, who may be out of the fight by them; a shooter's weapon that jams, or is wrecked."""
    match event:
        case ShotFired(target=target, hits=hits) if hits:
            return (Loss(target, HITS, hits),)
        case WeaponJammed(unit):
            return (Loss(unit, JAMS),)
        case WeaponWrecked(unit):
            return (Loss(unit, WRECKED),)
        case UnitStopped(unit):
            return (Loss(unit, INCAPACITATED),)
        case _:
            return ()


LOSSES = Losses(of=_losses)
