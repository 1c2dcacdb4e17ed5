"""What an event takes from whom: Wounds, and what injuries it brings."""

from __future__ import annotations

from fireline.game.event import Event
from fireline.game.losses import Damage, Kind, Loss, Losses
from fireline.rulesets.blightmeer.events import ShotFired
from fireline.rulesets.blightmeer.pieces import Injury

WOUNDS = Damage("wounds", Kind.HARM, one="wound")
INJURIES = {str(one): Damage(str(one), Kind.OTHER) for one in Injury} | {
    str(Injury.INCAPACITATED): Damage(str(Injury.INCAPACITATED), Kind.OUT)
}


def _losses(event: Event) -> tuple[Loss, ...]:
    """Wounds lost, and each injury that leaves the one hit worse off, by its name."""
    if not isinstance(event, ShotFired):
        return ()
    wounds = (Loss(event.hit, WOUNDS, event.wounds_lost),) if event.wounds_lost else ()
    return wounds if event.injury == str(Injury.NONE) else (*wounds, Loss(event.hit, INJURIES[event.injury]))


LOSSES = Losses(of=_losses)
