"""Who is on the field, and whose turn it is, for those who know no game."""

from __future__ import annotations

from fireline.game.errors import BattleFileError
from fireline.game.roster import Turn, UnitView
from fireline.rulesets.endless_horizons.pieces import Movement, Stance
from fireline.rulesets.endless_horizons.places import PLACES
from fireline.rulesets.endless_horizons.state import State, Unit

FLAGS = ("given up", "injured", "suppressing", *map(str, Movement), *map(str, Stance))


def units(state: State) -> tuple[UnitView, ...]:
    """Everybody, those out of the fight too."""
    return tuple(
        UnitView(unit.id, unit.id, unit.side or "", _place(state, unit), unit.out, _left(unit), tuple(_flags(unit)))
        for unit in state.units
    )


def turn(state: State) -> Turn:
    """The unit whose turn it is, where the round has an order; there are no turns of sides."""
    now = state.round
    return Turn("", f"turn of {now.turn}" if now.turn else f"round {now.number}", over=state.over)


def _place(state: State, unit: Unit) -> str:
    try:
        return PLACES.at(state, unit.id)
    except BattleFileError:  # nobody has said where it stands
        return ""


def _left(unit: Unit) -> int | None:
    return None if unit.hits_to_stop is None else unit.hits_to_stop - unit.hits


def _flags(unit: Unit) -> list[str]:
    told = {"given up": unit.given_up, "injured": unit.injured, "suppressing": unit.suppressing is not None}
    posture = [str(unit.movement), *([str(unit.stance)] if unit.stance else [])]
    return [*posture, *(word for word, is_so in told.items() if is_so)]
