"""Versions: the rules as one table plays them, and the editions of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

from fireline.ruling import Difference

S = TypeVar("S")


class Versions(NamedTuple, Generic[S]):
    """What a table may play differently: its options and, for a game with several editions, the edition.

    The rules in force are one frozen dataclass with a field for everything that can differ, so that each difference can
    be put into a state, or taken out of it, by itself.
    """

    played: Callable[[S], Any]
    """The rules in force in a state."""
    under: Callable[[S, Any], S]
    """The same state under other rules of the same kind."""
    edition: Any = None
    """The rules of this version, with every option at its default; None for a game with one version."""
    differences: Callable[[Any, Any], Iterable[Difference]] | None = None
    """The differences between two versions in words; None if the options of the rulebook cover them all."""
    ids: tuple[str, ...] = ()
    """The ids of all versions of the game, including this one, the newest last; () for a game with one version."""
