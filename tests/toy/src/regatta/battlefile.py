"""What a battle file may say, checked, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fireline.game.entries import FileEntry, one_of, read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import data_of, piece_of, says
from fireline.game.ruleset import Files
from regatta.state import Boat, State


@says(State)
class BattleEntry(FileEntry):
    """A battle along the quay."""


def read(data: Mapping[str, Any], files: Files) -> State:
    """A state from the data of a battle file; raises `BattleFileError`."""
    state = piece_of(State, read_entry(BattleEntry, data), "")
    for n, boat in enumerate(state.boats):
        place, before = f"boats[{n}]", state.boats[:n]
        if boat.id in [one.id for one in before]:
            raise BattleFileError(Code.DUPLICATE, f"{shown(boat.id)} is the id of two boats", f"{place}.id")
        check_berth(boat.berth, state.quay, before, f"{place}.berth")
        if boat.holes > boat.planks:
            problem = f"{boat.holes} is too large; at most {boat.planks}, its planks"
            raise BattleFileError(Code.OUT_OF_RANGE, problem, f"{place}.holes")
    one_of(state.watch, state.flags, "flag of these boats", "watch")
    if state.leaking:
        one_of(state.leaking, [boat.id for boat in state.boats if leaks(boat)], "boat that leaks", "leaking")
    return state


def leaks(boat: Boat) -> bool:
    """Whether its captain has a hole to plug and a cannon to throw overboard (RGT-3.2)."""
    return boat.afloat and boat.holes > 0 and boat.cannons > 0


def check_berth(berth: int, quay: int, boats: Any, place: str) -> None:
    """Raise `BattleFileError` for a berth that there is not, or that is taken."""
    if not 1 <= berth <= quay:
        raise BattleFileError(Code.NO_PLACE, f"there is no berth {berth}; berths run from 1 to {quay}", place)
    if taken := next((boat for boat in boats if boat.berth == berth), None):
        raise BattleFileError(Code.NO_PLACE, f"berth {berth} already holds {shown(taken.id)}; one boat a berth", place)


def write(state: State) -> dict[str, Any]:
    """The data of a battle file; what is usual is left out."""
    return data_of(state)
