"""Who is in a battle, and whose fire it is, for those who know no game."""

from __future__ import annotations

from functools import partial

from fireline.game.kept import Kept
from fireline.game.roster import Turn, UnitView
from fireline.rulesets.ancients.battlefile import turn_data
from fireline.rulesets.ancients.board import hex_name
from fireline.rulesets.ancients.state import Leader, State, Unit

_VIEWS: Kept[UnitView] = Kept(1 << 12)
"""What is said of units; it depends on nothing else, and most stay as they are from one state to the next."""
FLAGS = ("ordered", "moved", "battled", "attached", "alone")


def units(state: State) -> tuple[UnitView, ...]:
    """Every unit and every leader."""
    views = [
        _view(state, unit) if state.stood is None else _VIEWS.of((unit,), partial(_view, state, unit))
        for unit in state.units
    ]
    return (*views, *(_view(state, leader) for leader in state.leaders))


def _view(state: State, piece: Unit | Leader) -> UnitView:
    return UnitView(
        piece.id,
        str(piece),
        str(piece.side),
        hex_name(piece.hex),
        left=piece.blocks if isinstance(piece, Unit) else 1,
        flags=tuple(_flags(state, piece)),
    )


def turn(state: State) -> Turn:
    """The side that fires."""
    return Turn(str(state.turn), f"{state.turn} fires", over=state.over, data=turn_data(state))


def _flags(state: State, piece: Unit | Leader) -> list[str]:
    if isinstance(piece, Leader):
        return ["attached"] if state.unit_at(piece.hex) else ["alone"]
    told = {"ordered": piece.ordered, "moved": piece.moved > 0, "battled": piece.battled > 0}
    return [word for word, is_so in told.items() if is_so]
