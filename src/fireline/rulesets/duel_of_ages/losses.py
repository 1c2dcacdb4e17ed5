"""What an event takes from whom: wounds and heroes."""

from __future__ import annotations

from fireline.game.event import Event
from fireline.game.losses import Loss
from fireline.rulesets.duel_of_ages.events import HeroDefeated, WoundsPlaced


def losses(event: Event) -> tuple[Loss, ...]:
    """Wounds placed and heroes defeated."""
    match event:
        case WoundsPlaced(hero, wounds):
            return (Loss(hero, "wounds", wounds),)
        case HeroDefeated(hero):
            return (Loss(hero, "defeated"),)
        case _:
            return ()
