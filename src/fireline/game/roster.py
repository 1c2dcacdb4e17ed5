"""The roster of a battle: who is in it, and whose turn it is, as the game says; nobody reads it off a battle file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class UnitView:
    """One unit (a leader, a hero, a vehicle) as anybody may know it who knows no game."""

    id: str
    title: str
    """What people call it."""
    side: str = ""
    """Whose it is, "" for nobody's: then it is a side of its own."""
    place: str = ""
    """Where it stands, as `Places` names places; "" where nobody knows."""
    out: bool = False
    """Whether it is out of play and still in the battle."""
    left: int | None = None
    """How much of what it may lose is left of it (blocks, Wounds); None where nobody counts it."""
    flags: tuple[str, ...] = ()
    """What is to be known of it at a glance, in the game's own words: "moved", "staggered"."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is."""

    side: str
    """The side that may act, "" where everybody may or the game has no turns of sides."""
    words: str
    """The same for people: "bottom fires", "the Reaction step of white"."""
    over: bool = False
    """Whether the phase (or round, or step) is over, so that only the next one may begin."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """The same in the words of the game's battle file, for JSON answers."""
