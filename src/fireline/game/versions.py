"""Versions: the rules as one table plays them, and the editions of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from fireline.ruling import Difference

S = TypeVar("S")


@dataclass(frozen=True, kw_only=True, slots=True)
class Versions(Generic[S]):
    """What may be played otherwise: the options of a table and, for a game with several editions, the edition.

    The rules in force are one frozen dataclass with a field for everything that may differ, so that each can be put
    into a state, or taken out of it, alone.
    """

    played: Callable[[S], Any]
    """The rules in force in a state."""
    under: Callable[[S, Any], S]
    """The same state under other rules of the same kind."""
    edition: Any = None
    """The rules of this version, every option at its usual value; None for a game with one version."""
    differences: Callable[[Any, Any], Iterable[Difference]] | None = None
    """What differs between two versions in words; None where the options of the rulebook say all that may differ."""
    ids: tuple[str, ...] = ()
    """The ids of all versions of the game, this one too, the newest last; () for a game with one version."""
