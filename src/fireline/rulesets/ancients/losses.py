"""What an event takes from whom: blocks, units, leaders."""

from __future__ import annotations

from fireline.game.event import Event
from fireline.game.losses import Damage, Kind, Loss, Losses
from fireline.rulesets.ancients.events import BlocksLost, LeaderKilled, UnitEliminated

BLOCKS = Damage("blocks", Kind.HARM, one="block")
ELIMINATED = Damage("eliminated", Kind.OUT)
KILLED = Damage("killed", Kind.HARM | Kind.OUT)
"""Of a leader, who counts as a block."""


def _losses(event: Event) -> tuple[Loss, ...]:
    """Blocks lost, to hits or in a retreat; units eliminated and leaders killed."""
    match event:
        case BlocksLost(unit, blocks):
            return (Loss(unit, BLOCKS, blocks),)
        case UnitEliminated(unit):
            return (Loss(unit, ELIMINATED),)
        case LeaderKilled(leader):
            return (Loss(leader, KILLED),)
        case _:
            return ()


LOSSES = Losses(of=_losses)
