"""Terrain, ratings, actions and ranged weapons: the facts of `pieces.toml`, typed."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any


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
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Weapon:
    """A Ranged card, or a ranged attack by nature; ranges in spaces, `wounds` before the damage card."""

    name: str
    rating: str
    min_range: int
    max_range: int
    power: int
    wounds: int
    symbol: str = ""
    grenade: bool = False
    natural: bool = False
    revealed: bool = False

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

_PACKAGE = files("fireline.rulesets.duel_of_ages")
_TABLES: dict[str, Any] = tomllib.loads(_PACKAGE.joinpath("pieces.toml").read_text(encoding="utf-8"))

RATINGS: tuple[str, ...] = tuple(_TABLES["ratings"])
TERRAIN = {id_: Terrain(id=id_, **entry) for id_, entry in _TABLES["terrain"].items()}
ACTIONS = {id_: ActionKind(id=id_, **entry) for id_, entry in _TABLES["actions"].items()}
