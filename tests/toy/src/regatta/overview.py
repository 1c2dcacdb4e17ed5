"""Who lies along the quay, and whose watch it is, for those who know no game."""

from __future__ import annotations

from fireline.game.facts import flags
from fireline.game.roster import Turn, UnitView
from regatta.state import State


def units(state: State) -> tuple[UnitView, ...]:
    """Every boat, wrecks too."""
    return tuple(
        UnitView(
            boat.id,
            str(boat),
            boat.flag,
            str(boat.berth),
            out=not boat.afloat,
            left=boat.planks - boat.holes,
            flags=flags(boat),
        )
        for boat in state.boats
    )


def turn(state: State) -> Turn:
    """The flag that has the watch."""
    return Turn(state.watch, f"{state.watch} has the watch", over=state.over, data={"watch": state.watch})
