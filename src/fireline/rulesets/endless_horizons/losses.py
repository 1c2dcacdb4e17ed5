"""What an event takes from whom: bullets that hit, who is out of the fight, and weapons that fail."""

from __future__ import annotations

from fireline.game.event import Event
from fireline.game.losses import Loss
from fireline.rulesets.endless_horizons.events import ShotFired, UnitStopped, WeaponJammed, WeaponWrecked
from fireline.rulesets.endless_horizons.state import State


def losses(event: Event) -> tuple[Loss, ...]:
    """Hits on a target, who may be out of the fight by them; a shooter's weapon that jams, or is wrecked."""
    match event:
        case ShotFired(target=target, hits=hits) if hits:
            return (Loss(target, "hits", hits),)
        case WeaponJammed(unit):
            return (Loss(unit, "jams"),)
        case WeaponWrecked(unit):
            return (Loss(unit, "weapons wrecked"),)
        case UnitStopped(unit):
            return (Loss(unit, "incapacitated"),)
        case _:
            return ()


def side(state: State, id_: str) -> str:
    """The side of a unit, "" where it has none."""
    found = state.find(id_)
    return (found.side if found else None) or ""
