"""What an event takes from whom: Wounds, and what injuries it brings."""

from __future__ import annotations

from fireline.game.event import Event
from fireline.game.losses import Loss
from fireline.rulesets.blightmeer.events import ShotFired
from fireline.rulesets.blightmeer.pieces import Injury
from fireline.rulesets.blightmeer.state import State


def losses(event: Event) -> tuple[Loss, ...]:
    """Wounds lost, and each injury that leaves the one hit worse off, by its name."""
    if not isinstance(event, ShotFired):
        return ()
    wounds = (Loss(event.hit, "wounds", event.wounds_lost),) if event.wounds_lost else ()
    return wounds if event.injury == str(Injury.NONE) else (*wounds, Loss(event.hit, event.injury))


def side(state: State, id_: str) -> str:
    """The side of a unit."""
    found = state.find(id_)
    return found.side if found else ""
