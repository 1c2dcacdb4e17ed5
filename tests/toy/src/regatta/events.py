"""What can happen, in the past tense."""

from __future__ import annotations

from dataclasses import dataclass

from fireline.game.event import Event


@dataclass(frozen=True, slots=True)
class BoatFired(Event):
    """A boat has fired and thrown these faces."""

    boat: str
    at: str
    faces: tuple[int, ...]
    holes: int


@dataclass(frozen=True, slots=True)
class BoatHoled(Event):
    """A boat has so many holes more; afloat, its captain may plug one."""

    boat: str
    holes: int


@dataclass(frozen=True, slots=True)
class BoatSank(Event):
    """A boat is gone."""

    boat: str


@dataclass(frozen=True, slots=True)
class HolePlugged(Event):
    """A captain has spoken: a cannon went overboard, or not."""

    boat: str
    overboard: bool


@dataclass(frozen=True, slots=True)
class WatchBegan(Event):
    """The watch of a flag begins."""

    flag: str


EVENTS = (BoatFired, BoatHoled, BoatSank, HolePlugged, WatchBegan)
