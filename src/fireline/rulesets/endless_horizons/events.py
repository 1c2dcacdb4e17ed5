"""What can happen in a round, in the past tense, with the faces thrown as numbers."""

from __future__ import annotations

from dataclasses import dataclass

from fireline.game.event import Event


@dataclass(frozen=True, slots=True)
class ShotFired(Event):
    """A shot or burst: the faces thrown, the roll with everything added, and what it came to."""

    shooter: str
    target: str
    faces: tuple[int, ...]
    result: int | None
    """None where nothing was rolled: the weapon had a squib in the barrel."""
    fired: int
    hits: int
    effect: int
    aimed: int
    actions: int
    out_of_turn: bool = False


@dataclass(frozen=True, slots=True)
class WeaponJammed(Event):
    """The weapon failed to feed or eject, or a bullet stuck in the barrel."""

    unit: str
    jam: str


@dataclass(frozen=True, slots=True)
class WeaponWrecked(Event):
    """A bullet was fired into one that was stuck: the firearm was damaged and the shooter injured."""

    unit: str


@dataclass(frozen=True, slots=True)
class UnitStopped(Event):
    """Somebody was hit as often as it takes to put him out of the fight."""

    unit: str


@dataclass(frozen=True, slots=True)
class Aimed(Event):
    """Actions were spent on careful aim, at somebody or at nobody named."""

    unit: str
    actions: int
    target: str = ""


@dataclass(frozen=True, slots=True)
class WeaponReloaded(Event):
    """The magazine was swapped."""

    unit: str
    loaded: int
    actions: int


@dataclass(frozen=True, slots=True)
class WeaponDrawn(Event):
    """A carried weapon was taken in hand."""

    unit: str
    weapon: str
    actions: int


@dataclass(frozen=True, slots=True)
class WeaponCleared(Event):
    """A malfunction was cleared."""

    unit: str
    jam: str
    actions: int


@dataclass(frozen=True, slots=True)
class WeaponCycled(Event):
    """A repeating weapon was worked by hand."""

    unit: str
    actions: int


@dataclass(frozen=True, slots=True)
class WeaponHidden(Event):
    """A small weapon was hidden on the body; the result is the difficulty of noticing it."""

    unit: str
    weapon: str
    faces: tuple[int, ...]
    result: int


@dataclass(frozen=True, slots=True)
class UnitSearched(Event):
    """Somebody was searched, by touch or by eye, and these weapons came to light."""

    searcher: str
    wearer: str
    touching: bool
    faces: tuple[int, ...]
    result: int
    found: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SuppressionBegan(Event):
    """Somebody began to suppress these, with so many bullets for every action from then on."""

    unit: str
    targets: tuple[str, ...]
    bullets_per_action: int
    actions: int


@dataclass(frozen=True, slots=True)
class SuppressionFired(Event):
    """Suppressing fire covered so many actions of somebody."""

    unit: str
    actor: str
    bullets_per_action: int
    covered: int


@dataclass(frozen=True, slots=True)
class SuppressionEnded(Event):
    """Suppressing fire stopped."""

    unit: str
    because: str


@dataclass(frozen=True, slots=True)
class CoverLeft(Event):
    """Somebody left cover."""

    unit: str
    actions: int = 0


@dataclass(frozen=True, slots=True)
class CoverTaken(Event):
    """Somebody took cover."""

    unit: str
    material: str
    penetrated_by: int
    full: bool
    towards: tuple[str, ...]
    exposed: str
    actions: int


@dataclass(frozen=True, slots=True)
class StanceChanged(Event):
    """Somebody stood up, knelt or lay down."""

    unit: str
    stance: str
    actions: int


@dataclass(frozen=True, slots=True)
class MovementChanged(Event):
    """Somebody started to move, or stopped."""

    unit: str
    movement: str
    actions: int


@dataclass(frozen=True, slots=True)
class GaveUp(Event):
    """Somebody gave up and is out of the fight."""

    unit: str
    actions: int


@dataclass(frozen=True, slots=True)
class OpeningGiven(Event):
    """Whoever suppresses may shoot out of turn at somebody who left cover."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """Somebody's turn ended and the next one's began; "" for nobody's: the round is over."""

    unit: str
    following: str


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """The next round began, with the turn of the first, or with nobody's where there are none: ""."""

    number: int
    following: str


EVENTS = (
    ShotFired,
    WeaponJammed,
    WeaponWrecked,
    UnitStopped,
    Aimed,
    WeaponReloaded,
    WeaponDrawn,
    WeaponCleared,
    WeaponCycled,
    WeaponHidden,
    UnitSearched,
    SuppressionBegan,
    SuppressionFired,
    SuppressionEnded,
    CoverLeft,
    CoverTaken,
    StanceChanged,
    MovementChanged,
    GaveUp,
    OpeningGiven,
    TurnEnded,
    RoundBegan,
)
