"""Terrain, ratings, actions and ranged weapons: the facts of `pieces.toml` as a table plays them, typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from fireline.game.entries import Name, one_of
from fireline.game.facts import Fact
from fireline.rulesets.duel_of_ages.editions import NUMBERS


@dataclass(frozen=True, slots=True)
class Terrain:
    """One kind of terrain; `stealth`, `hides` and `lobbed` are what it adds to the target's Stealth."""

    id: str
    name: str
    letter: str
    stealth: int = 0
    hides: int = 0
    blocks: str = ""
    lobbed: int = 0


@dataclass(frozen=True, slots=True)
class ActionKind:
    """What a hero may do in its Action; `shift` in spaces."""

    id: str
    name: str
    moves: bool = False
    shift: int | None = None


def _rating(said: str, place: str, _: object) -> str:
    return one_of(said, RATINGS, "rating", place)


Rating: TypeAlias = Annotated[int, Fact(least=0, most=99)]
Spaces: TypeAlias = Annotated[int, Fact(least=0, most=99)]


@dataclass(frozen=True, slots=True)
class Weapon:
    """A Ranged card, or a ranged attack by nature; ranges in spaces, `wounds` before the damage card."""

    name: Name
    rating: Annotated[str, Fact(read=_rating)]
    """The rating that it is aimed with."""
    min_range: Spaces
    """The least distance, in spaces."""
    max_range: Spaces
    """The greatest distance, in spaces."""
    power: Rating
    """What is set against Armor."""
    wounds: Rating
    """Wounds before the damage card."""
    symbol: str = ""
    """The symbol that gives a hero with it a bonus."""
    grenade: bool = False
    """Whether it is lobbed over domes and buildings."""
    natural: bool = False
    """Whether it is an attack by nature, which hides nothing."""
    revealed: bool = False
    """Whether it lies face up."""

    def __str__(self) -> str:
        return self.name

    @property
    def face_up(self) -> bool:
        """Whether everybody sees what it is (DOA-1.3)."""
        return self.revealed or self.natural


@dataclass(frozen=True, slots=True)
class FaceDown:
    """A card of which nothing is known but that it is there."""


Card = Weapon | FaceDown


RATINGS: tuple[str, ...] = tuple(NUMBERS.tables["ratings"])
TERRAIN, ACTIONS = NUMBERS.printed.kinds("terrain", Terrain), NUMBERS.printed.kinds("actions", ActionKind)
