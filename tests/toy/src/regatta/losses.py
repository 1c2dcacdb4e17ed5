"""What an event takes from whom: holes, boats, cannons."""

from __future__ import annotations

from fireline.game.event import Event
from fireline.game.losses import Damage, Kind, Loss, Losses
from regatta.events import BoatHoled, BoatSank, HolePlugged

HOLES = Damage("holes", Kind.HARM, one="hole")
SUNK = Damage("sunk", Kind.OUT)
OVERBOARD = Damage("cannons", Kind.OTHER, one="cannon")


def _losses(event: Event) -> tuple[Loss, ...]:
    match event:
        case BoatHoled(boat, holes):
            return (Loss(boat, HOLES, holes),)
        case BoatSank(boat):
            return (Loss(boat, SUNK),)
        case HolePlugged(boat, True):
            return (Loss(boat, OVERBOARD),)
        case _:
            return ()


LOSSES = Losses(of=_losses)
