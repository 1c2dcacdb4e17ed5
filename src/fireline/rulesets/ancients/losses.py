"""What an event takes from whom: blocks, units, leaders."""

from __future__ import annotations

from fireline.game.event import Event
from fireline.game.losses import Loss
from fireline.rulesets.ancients.events import BlocksLost, LeaderKilled, UnitEliminated
from fireline.rulesets.ancients.state import State


def losses(event: Event) -> tuple[Loss, ...]:
    """Blocks lost, to hits or in a retreat; units eliminated and leaders killed."""
    match event:
        case BlocksLost(unit, blocks):
            return (Loss(unit, "blocks", blocks),)
        case UnitEliminated(unit):
            return (Loss(unit, "eliminated"),)
        case LeaderKilled(leader):
            return (Loss(leader, "killed"),)
        case _:
            return ()


def side(state: State, id_: str) -> str:
    """The side of a unit or leader."""
    found = state.find(id_)
    return str(found.side) if found else ""
