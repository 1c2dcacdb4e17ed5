"""Where models stand on the table, and the battle with one of them elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

from fireline.chance import Dice
from fireline.game.command import Command, Move, Parameter
from fireline.game.errors import BattleFileError
from fireline.game.event import Event
from fireline.game.pieces import Pieces
from fireline.game.places import (
    AROUND,
    Mark,
    Moving,
    PiecePlaces,
    checked_step,
    marked,
    marks,
    middles,
    moving,
    no_numbers,
    point_name,
    point_named,
    refused,
)
from fireline.game.planning import OpenField, still_by
from fireline.geometry.bases import exact
from fireline.rulesets.blightmeer.battlefile import check_places, far_apart
from fireline.rulesets.blightmeer.editions import RULES
from fireline.rulesets.blightmeer.landscape import Landscape
from fireline.rulesets.blightmeer.legality import why_not_now
from fireline.rulesets.blightmeer.state import State, Unit
from fireline.ruling import Refusal

PHASE, UNRESOLVED = RULES.cite("BLM-1.2"), "An attack is not resolved yet."
USUAL_STEP = Fraction(1)
MOST_CELLS = 500
"""Cells along a side of the table."""


class Run(Command):
    """Move a unit at a run, after which it may not shoot this turn (BLM-1.1)."""

    unit: str
    to: Annotated[str, Parameter(kind="place")]

    def refusals(self, state: State) -> tuple[Refusal, ...]:
        return (Refusal(PHASE, UNRESOLVED),) if state.due else PLACES.run(state, self).refusals

    def happens(self, state: State, dice: Dice) -> tuple[Event, ...]:
        return PLACES.run(state, self).events


class Points(PiecePlaces[State]):
    """Places are points of the table in inches, seen from above; a model stands on the highest surface there.

    So it does in a battle file that gives no z. Where it already stands it stays, on a floor under a roof too.
    """

    measure = "inches"
    rule = PHASE

    def at(self, state: State, unit: str) -> str:
        """The middle of its base."""
        x, y, _ = state.named(unit).at
        return point_name(exact(x), exact(y))

    def all(self, state: State, unit: str, step: Fraction | None = None) -> tuple[str, ...]:
        """The middles of the cells of a grid on the table, by the inch if nothing else is said, row by row."""
        state.named(unit)
        width, depth = exact(state.table.width), exact(state.table.depth)
        apart = checked_step(step, USUAL_STEP, MOST_CELLS, max(width, depth))
        return tuple(point_name(x, y) for y in middles(depth, apart) for x in middles(width, apart))

    def steps(self, state: State, unit: str) -> tuple[str, ...]:
        """An inch along either side of the table, or along both."""
        (x, y, _), table = state.named(unit).at, state.table
        around = ((exact(x) + dx, exact(y) + dy) for dx, dy in AROUND)
        return tuple(
            point_name(x, y) for x, y in around if 0 <= x <= exact(table.width) and 0 <= y <= exact(table.depth)
        )

    def put(self, state: State, unit: str, place: str) -> State:
        """The battle with it on another point: on the table, not in terrain, not in another model.

        A shot that waits for Protect hangs on who stands where, so nobody is put anywhere until it is answered.
        """
        model, (x, y) = state.named(unit), map(float, point_named(place, ("x", "y"), self.measure))
        if (x, y) == model.at[:2]:
            return state
        if state.due is not None:
            raise refused(unit, place, f"the attack on {state.due.target} is not resolved yet")
        return _put(state, replace(model, at=(x, y, state.terrain.ground((x, y)))), place)

    def move(self, state: State, move: Move) -> Moving:
        """A unit of the side whose turn it is has moved after it."""
        return self._counted(state, move, "moved")

    def run(self, state: State, run: Run) -> Moving:
        """The same at a run."""
        return self._counted(state, Move(run.unit, run.to), "ran")

    def _counted(self, state: State, move: Move, mark: str) -> Moving:
        no_numbers(move)
        unit = state.named(move.unit)
        lies = f"{unit} is {unit.injury.capitalize()} and cannot act." if unit.injury.lies else ""
        return moving(self, state, move, why_not_now(state, unit) or lies, **{mark: True})

    def marks(self, state: State, unit: str) -> tuple[Mark, ...]:
        """Where it faces, in degrees, and what it has done this turn that stops or hinders fire (BLM-1.1)."""
        return marks(state.named(unit), facing=(-360, 360))

    def mark(self, state: State, unit: str, marks: Mapping[str, Any]) -> State:
        """The battle with these marks on a model."""
        model = state.named(unit)
        turned = marked(model, self.marks(state, unit), marks)
        return state.put(turned) if turned.base == model.base else _put(state, turned, self.at(state, unit))


PLACES = Points()


def in_the_open(state: State, one: str, other: str, far: Fraction) -> State:
    """Two models face to face on a bare table, their bases so many inches apart."""
    first, second = (
        replace(state.named(id_), facing=facing, peering=None) for id_, facing in ((one, 0.0), (other, 180.0))
    )
    across = far + first.base.long + second.base.long  # no float says it, and a range is kept or missed by it
    there: Any = (across, 0.0, 0.0)
    pair = Pieces((replace(first, at=(0.0, 0.0, 0.0)), replace(second, at=there)))
    return state.but(pieces=pair, terrain=Landscape(), due=None)


def reach(state: State, unit: str) -> Fraction:
    """The range of a model's weapon."""
    weapon = state.named(unit).weapon
    return Fraction(weapon.range) if weapon else Fraction(0)


def armed(state: State, unit: str) -> Mapping[str, State]:
    """The model as it is, by the name of its weapon."""
    weapon = state.named(unit).weapon
    return {str(weapon) if weapon else "": state}


OPEN_FIELD = OpenField(
    in_the_open, reach, "other models and terrain, and on level ground", armed, names=("peer", "protector")
)
STILL = still_by(PLACES, moved=False, ran=False)


def _put(state: State, moved: Unit, place: str) -> State:
    """The battle with a model as it now stands, where it stands in nothing; raises `BattleFileError`."""
    try:
        check_places((moved,), state.terrain, state.table)
        for other in () if moved.out else state.standing:
            if other.id != moved.id and not far_apart(other, moved):
                check_places((other, moved), Landscape(), state.table)
    except BattleFileError as wrong:
        raise refused(moved.id, place, wrong.problem) from None
    return state.put(moved)
