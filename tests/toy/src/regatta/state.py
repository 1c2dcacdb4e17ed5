"""Boats at their berths, and the state of a battle."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated

from fireline.game.entries import Name
from fireline.game.facts import Fact
from regatta.editions import Edition

CLEAR_REACH, FOG_REACH = 5, 3
LONGEST_QUAY = 40


@dataclass(frozen=True, slots=True)
class Boat:
    """A boat at its berth; it sinks when it has as many holes as planks (RGT-3.1)."""

    id: Name
    flag: Name
    berth: Annotated[int, Fact(least=1, most=LONGEST_QUAY)]
    planks: Annotated[int, Fact(least=1, most=9)] = 3
    holes: Annotated[int, Fact(least=0, most=9, mark=True)] = 0
    cannons: Annotated[int, Fact(least=0, most=6, mark=True)] = 2
    fired: Annotated[bool, Fact(mark=True, flag="fired", title="Has fired")] = False

    @property
    def afloat(self) -> bool:
        """Whether it has not sunk."""
        return self.holes < self.planks

    def __str__(self) -> str:
        return f"{self.id} (berth {self.berth})"


@dataclass(frozen=True, kw_only=True)
class State:
    """A battle along the quay; `leaking` is the boat whose captain must say what becomes of a hole (RGT-3.2)."""

    name: str = ""
    watch: Name
    quay: Annotated[int, Fact(least=2, most=LONGEST_QUAY, always=True)] = 12
    fog: bool = False
    boats: Annotated[tuple[Boat, ...], Fact(least=1, most=LONGEST_QUAY)]
    over: bool = False
    leaking: str = ""
    edition: Annotated[Edition, Fact(key="options")] = field(default_factory=Edition)

    @property
    def reach(self) -> int:
        """How many berths a boat fires."""
        return FOG_REACH if self.fog else CLEAR_REACH

    @property
    def flags(self) -> tuple[str, ...]:
        """The flags in the order of their boats."""
        return tuple(dict.fromkeys(boat.flag for boat in self.boats))

    def find(self, id_: str) -> Boat | None:
        """The boat of this id, if there is one."""
        return next((boat for boat in self.boats if boat.id == id_), None)

    def boat(self, id_: str) -> Boat:
        """The boat of this id, which there is."""
        found = self.find(id_)
        assert found is not None, id_
        return found

    def at(self, berth: int) -> Boat | None:
        """The boat at a berth, a wreck too."""
        return next((boat for boat in self.boats if boat.berth == berth), None)

    def with_(self, boat: Boat) -> State:
        """The same with this boat in place of its old self."""
        return replace(self, boats=tuple(boat if one.id == boat.id else one for one in self.boats))


def under(state: State, edition: Edition) -> State:
    """The same state where the table plays by other rules."""
    return replace(state, edition=edition)
