"""What a battle file may say, checked, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from fireline.game.entries import FileEntry, Name, one_of, read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import EntryOf, data_of, entry_of, piece_of
from fireline.game.ruleset import Files
from regatta.editions import Edition
from regatta.state import LONGEST_QUAY, Boat, State


class BattleEntry(FileEntry):
    """A battle along the quay."""

    name: str = ""
    watch: Name
    quay: Annotated[int, Field(ge=2, le=LONGEST_QUAY)] = 12
    fog: bool = False
    boats: Annotated[list[EntryOf[Boat]], Field(min_length=1, max_length=LONGEST_QUAY)]
    over: bool = False
    leaking: str = ""
    options: EntryOf[Edition] = Field(default_factory=entry_of(Edition))


def read(data: Mapping[str, Any], files: Files) -> State:
    """A state from the data of a battle file; raises `BattleFileError`."""
    entry = read_entry(BattleEntry, data)
    boats: dict[str, Boat] = {}
    for n, one in enumerate(entry.boats):
        place, boat = f"boats[{n}]", piece_of(Boat, one, f"boats[{n}]")
        if boat.id in boats:
            raise BattleFileError(Code.DUPLICATE, f"{shown(boat.id)} is the id of two boats", f"{place}.id")
        check_berth(boat.berth, entry.quay, boats.values(), f"{place}.berth")
        if boat.holes > boat.planks:
            problem = f"{boat.holes} is too large; at most {boat.planks}, its planks"
            raise BattleFileError(Code.OUT_OF_RANGE, problem, f"{place}.holes")
        boats[boat.id] = boat
    one_of(entry.watch, {boat.flag for boat in boats.values()}, "flag of these boats", "watch")
    if entry.leaking:
        one_of(entry.leaking, [boat.id for boat in boats.values() if leaks(boat)], "boat that leaks", "leaking")
    edition = piece_of(Edition, entry.options, "options")
    said = {name: getattr(entry, name) for name in ("watch", "quay", "fog", "over", "leaking", "name")}
    return State(tuple(boats.values()), edition=edition, **said)


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
    data: dict[str, Any] = {"watch": state.watch, "quay": state.quay}
    data |= {key: getattr(state, key) for key in ("name", "fog", "over", "leaking") if getattr(state, key)}
    if options := data_of(state.edition):
        data["options"] = options
    return data | {"boats": [data_of(boat) for boat in state.boats]}
