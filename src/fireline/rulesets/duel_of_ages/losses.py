"""What an event takes from whom: wounds and heroes."""

from __future__ import annotations

from fireline.game.event import Event
from fireline.game.losses import Damage, Kind, Loss, Losses
from fireline.rulesets.duel_of_ages.events import HeroDefeated, WoundsPlaced

WOUNDS = Damage("wounds", Kind.HARM, one="wound")
DEFEATED = Damage("defeated", Kind.OUT)


def _losses(event: Event) -> tuple[Loss, ...]:
    """Wounds placed and heroes defeated."""
    match event:
        case WoundsPlaced(hero, wounds):
            return (Loss(hero, WOUNDS, wounds),)
        case HeroDefeated(hero):
            return (Loss(hero, DEFEATED),)
        case _:
            return ()


LOSSES = Losses(of=_losses)
