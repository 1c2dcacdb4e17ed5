"""What can happen in a game of ranged phases, in the past tense.  Hexes by name, faces by their symbols."""

from __future__ import annotations

from dataclasses import dataclass

from fireline.game.event import Event


@dataclass(frozen=True, slots=True)
class UnitFired(Event):
    """A volley: the faces thrown and what they came to."""

    shooter: str
    target: str
    faces: tuple[str, ...]
    hits: int
    flags: int


@dataclass(frozen=True, slots=True)
class BlocksLost(Event):
    """A unit lost blocks, to hits, in a retreat or to a rampage."""

    unit: str
    blocks: int
    rule: str


@dataclass(frozen=True, slots=True)
class UnitEliminated(Event):
    """A unit lost its last block: a banner for the enemy."""

    unit: str


@dataclass(frozen=True, slots=True)
class LeaderChecked(Event):
    """A casualty check and its faces."""

    leader: str
    faces: tuple[str, ...]
    killed: bool


@dataclass(frozen=True, slots=True)
class LeaderKilled(Event):
    """A leader died or was taken: a banner for the enemy."""

    leader: str
    taken: bool = False


@dataclass(frozen=True, slots=True)
class FlightForced(Event):
    """A leader without a unit must flee."""

    leader: str


@dataclass(frozen=True, slots=True)
class LeaderFled(Event):
    """A leader fled to a hex, and joined the unit there if one stands there."""

    leader: str
    hex: str


@dataclass(frozen=True, slots=True)
class RetreatForced(Event):
    """Flags were rolled against a unit that still stands."""

    unit: str
    flags: int
    origin: str
    checked: bool


@dataclass(frozen=True, slots=True)
class UnitRampaged(Event):
    """A unit that must retreat ran wild first, having ignored so many flags."""

    unit: str
    ignored: int


@dataclass(frozen=True, slots=True)
class UnitTrampled(Event):
    """A rampage met a unit: the faces thrown and the hits."""

    elephant: str
    unit: str
    faces: tuple[str, ...]
    hits: int


@dataclass(frozen=True, slots=True)
class UnitRetreated(Event):
    """A unit answered its flags: so many ignored, these hexes entered, so many not made."""

    unit: str
    ignored: int
    path: tuple[str, ...]
    short: int


@dataclass(frozen=True, slots=True)
class RampageEnded(Event):
    """Whoever was around has been met, these leaders were checked, and the unit must now retreat for so many flags."""

    unit: str
    flags: int
    origin: str
    checked: bool
    leaders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """The turn of a side began."""

    side: str


EVENTS = (
    UnitFired,
    BlocksLost,
    UnitEliminated,
    LeaderChecked,
    LeaderKilled,
    FlightForced,
    LeaderFled,
    RetreatForced,
    UnitRampaged,
    UnitTrampled,
    RampageEnded,
    UnitRetreated,
    TurnBegan,
)
