"""Who is in a battle, and whose turn it is, for those who know no game."""

from __future__ import annotations

from fireline.game.places import point_name
from fireline.game.roster import Turn, UnitView
from fireline.rulesets.blightmeer.battlefile import turn_data
from fireline.rulesets.blightmeer.board import exact
from fireline.rulesets.blightmeer.pieces import Injury
from fireline.rulesets.blightmeer.places import DONE
from fireline.rulesets.blightmeer.prose import title
from fireline.rulesets.blightmeer.state import State, Unit

FLAGS = (*(str(injury) for injury in Injury if injury), *DONE, "shot")


def units(state: State) -> tuple[UnitView, ...]:
    """Every unit, those out of the game too."""
    return tuple(
        UnitView(unit.id, title(state, unit.id), unit.side, _place(unit), unit.out, unit.wounds, tuple(_flags(unit)))
        for unit in state.units
    )


def turn(state: State) -> Turn:
    """The side whose ranged phase it is."""
    return Turn(state.turn, f"turn {state.number} of {state.turn}", over=state.over, data=turn_data(state))


def _place(unit: Unit) -> str:
    x, y, _ = unit.at
    return point_name(exact(x), exact(y))


def _flags(unit: Unit) -> list[str]:
    done = [name for name in (*DONE, "shot") if getattr(unit, name)]
    return [str(unit.injury), *done] if unit.injury else done
