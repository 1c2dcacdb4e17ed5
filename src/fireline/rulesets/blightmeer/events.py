"""What can happen in a ranged phase, in the past tense, with the faces thrown."""

from __future__ import annotations

from dataclasses import dataclass

from fireline.game.event import Event

Faces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShotDeclared(Event):
    """A shot was declared, and waits for the opponent's word on Protect."""

    shooter: str
    target: str
    peer: str | None = None


@dataclass(frozen=True, slots=True)
class ShotFired(Event):
    """A ranged attack from first to last.

    `target` is the one declared, `hit` who was shot at in the end. `protecting` holds the faces of the protector's
    Morale Check; `attacks` for each attack those of its Ranged Check, and of each of its Defence Checks (none where
    there is no check). `removed` says which attacks of the pool were removed at random, each counted from 1 among
    those left then, in the order rolled. `injury` is "none" where the one hit is no worse off.
    """

    shooter: str
    target: str
    hit: str
    wounds_lost: int
    injury: str
    attacks: tuple[tuple[Faces, tuple[Faces, ...]], ...] = ()
    removed: Faces = ()
    protector: str | None = None
    protecting: Faces = ()
    peer: str | None = None

    @property
    def thrower(self) -> str:
        """The shooter, also where it is the opponent's word on Protect that lets the dice fall."""
        return self.shooter


@dataclass(frozen=True, slots=True)
class ImprovementDrawn(Event):
    """A side drew a card from the Improvement Deck."""

    side: str
    card: str


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A side's turn began, with its upkeep: injuries grew less, weapons were loaded."""

    side: str
    number: int


EVENTS = (ShotDeclared, ShotFired, ImprovementDrawn, TurnBegan)
