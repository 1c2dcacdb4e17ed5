"""Hidden information: what a game keeps from whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

S = TypeVar("S")


@dataclass(frozen=True, kw_only=True, slots=True)
class Hidden(Generic[S]):
    """What a game hides from whom: its teams, and the state as one of them may know it.

    A team is a side of the game, so `UnitView.side` says whose a unit is.
    """

    teams: tuple[str, ...]
    """Every team that has something to hide."""
    view_for: Callable[[S, str], S]
    """The state with everything blanked out that this team may not see."""
