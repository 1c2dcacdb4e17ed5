"""What an event takes from whom: bullets that hit, and weapons that fail."""

from __future__ import annotations

from fireline.game.event import Event
from fireline.game.losses import Loss
from fireline.rulesets.endless_horizons.events import ShotFired, WeaponJammed, WeaponWrecked
from fireline.rulesets.endless_horizons.state import State


def losses(event: Event) -> tuple[Loss, ...]:
    """Hits on a target; a shooter's weapon that jams, or is wrecked and injures him."""
    match event:
        case ShotFired(target=target, hits=hits) if hits:
            return (Loss(target, "hits", hits),)
        case WeaponJammed(unit):
            return (Loss(unit, "jams"),)
        case WeaponWrecked(unit):
            return (Loss(unit, "weapons wrecked"),)
        case _:
            return ()


def side(state: State, id_: str) -> str:
    """The side of a unit, "" where it has none."""
    found = state.find(id_)
    return (found.side if found else None) or ""
