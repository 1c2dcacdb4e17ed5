"""The roster of a battle: who is in it and whose turn it is, as the game says, never read from the battle file."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple


class UnitView(NamedTuple):
    """One unit (a leader, a hero, a vehicle) in terms that every game shares."""

    id: str
    title: str
    """What people call it."""
    side: str = ""
    """Its side, "" if it has none: then it is a side of its own."""
    place: str = ""
    """Where it stands, in the notation of `Places`; "" if nobody knows."""
    out: bool = False
    """Whether it is out of play, though still in the battle."""
    left: int | None = None
    """How much it has left to lose (blocks, Wounds); None if the game does not count it."""
    flags: tuple[str, ...] = ()
    """What to know about it at a glance, in the game's own words: "moved", "staggered"."""
    points: int | None = None
    """What it costs whoever draws up an army; None where the battle file does not say."""


class Turn(NamedTuple):
    """Whose turn it is."""

    side: str
    """The side that may act, "" if everybody may or the game has no turns of sides."""
    words: str
    """The same for people: "bottom fires", "the Reaction step of white"."""
    over: bool = False
    """Whether the phase (or round, or step) is over, so that only the next one can begin."""
    data: Mapping[str, Any] = MappingProxyType({})
    """The same in the words of the game's battle file, for JSON answers."""
