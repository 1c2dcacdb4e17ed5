"""Who lies along the quay, and whose watch it is, for those who know no game."""

from __future__ import annotations

from fireline.game.facts import view_of
from fireline.game.ruleset import Turn, UnitView
from regatta.state import Boat, State


def units(state: State) -> tuple[UnitView, ...]:
    """Every boat, wrecks too."""
    return tuple(_view(boat) for boat in state.boats)


def _view(boat: Boat) -> UnitView:
    return view_of(boat, boat.flag, str(boat.berth), boat.planks - boat.holes, out=not boat.afloat)


def turn(state: State) -> Turn:
    """The flag that has the watch."""
    return Turn(state.watch, f"{state.watch} has the watch", over=state.over, data={"watch": state.watch})
