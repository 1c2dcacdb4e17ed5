"""What can happen in the steps, in the past tense.  Spaces and cards by name."""

from __future__ import annotations

from dataclasses import dataclass

from fireline.game.event import Event


@dataclass(frozen=True, slots=True)
class WeaponTurnedUp(Event):
    """A card was turned face up: its place among the hero's cards, and all that everybody now reads on it."""

    hero: str
    card: int
    name: str
    rating: str
    min_range: int
    max_range: int
    power: int
    wounds: int
    symbol: str
    grenade: bool


@dataclass(frozen=True, slots=True)
class ShotTaken(Event):
    """A hero shot at a target in a space; that was its action or its reaction."""

    shooter: str
    target: str
    weapon: str
    space: str


@dataclass(frozen=True, slots=True)
class DeckReshuffled(Event):
    """A team's empty deck was shuffled again."""

    team: str


@dataclass(frozen=True, slots=True)
class HitChallenged(Event):
    """A Hit Challenge: the difference, the card drawn, and what it showed."""

    shooter: str
    difference: int
    card: str
    hit: bool


@dataclass(frozen=True, slots=True)
class DamageChallenged(Event):
    """A Damage Challenge: the difference, the card drawn, what it changed, and the wounds that came of it."""

    shooter: str
    difference: int
    card: str
    change: int
    wounds: int


@dataclass(frozen=True, slots=True)
class WoundsPlaced(Event):
    """Wound markers went on a hero."""

    hero: str
    wounds: int


@dataclass(frozen=True, slots=True)
class HeroDefeated(Event):
    """A hero's wounds reached its Health, and it left the map."""

    hero: str


@dataclass(frozen=True, slots=True)
class HeroMoved(Event):
    """A hero moved into a space, and may still enter so many."""

    hero: str
    space: str
    left: int


@dataclass(frozen=True, slots=True)
class HeroesSwitched(Event):
    """A hero slipped away: it and an enemy changed places; it may still enter so many spaces."""

    hero: str
    enemy: str
    left: int


@dataclass(frozen=True, slots=True)
class ActionTaken(Event):
    """A hero took an action that is none of ranged combat's."""

    hero: str
    action: str


@dataclass(frozen=True, slots=True)
class StepEnded(Event):
    """A step was over, and the next one began."""

    next_step: str
    next_team: str


@dataclass(frozen=True, slots=True)
class TeamDefeated(Event):
    """The last hero of a team was defeated."""

    team: str


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """The next round began with this step; of no team ("") where nobody has said whose step it is."""

    step: str
    team: str


EVENTS = (
    WeaponTurnedUp,
    ShotTaken,
    DeckReshuffled,
    HitChallenged,
    DamageChallenged,
    WoundsPlaced,
    HeroDefeated,
    HeroMoved,
    HeroesSwitched,
    ActionTaken,
    StepEnded,
    TeamDefeated,
    RoundBegan,
)
