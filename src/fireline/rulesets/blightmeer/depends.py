"""What answers about a battle depend on, so that an event makes anew only those that it can change."""

from __future__ import annotations

from fireline.game.kept import Kept
from fireline.game.shot import Shot
from fireline.rulesets.blightmeer.scene import placed
from fireline.rulesets.blightmeer.state import State

SAME: Kept[object] = Kept()
"""One object for all tables on which the same models stand, one for all sides of equal units, one for equal units."""


def depends(state: State, shot: Shot) -> tuple[object, ...]:
    """All that a shot looks at: shooter, target and, where they may Protect, its allies; of everybody else the model.

    What its dice take from the Improvement Deck is no part of an outcome.
    """
    shooter, target = state.unit(shot.shooter), state.unit(shot.target)
    struck = units_of(state, target.side) if state.edition.protect else target
    return shot, shooter, target.id, struck, table(state)


def table(state: State) -> object:
    """The same object for every state in which the same models stand in the same terrain, by the same rules."""
    found = state.put_together.get("table")
    if found is None:
        models = tuple((unit.id, unit.side, placed(unit).solid) for unit in state.standing)
        things = (SAME.same(models), SAME.same(state.terrain), SAME.same(state.edition))
        found = state.put_together["table"] = SAME.of(things, object)
    return found


def units_of(state: State, side: str) -> object:
    """The same object for every state in which a side has equal units on the table."""
    key = f"units of {side}"
    found = state.put_together.get(key)
    if found is None:
        units = SAME.same(tuple(unit for unit in state.standing if unit.side == side))
        found = state.put_together[key] = SAME.of((units,), object)
    return found
