"""Losses: what an event takes from whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Flag, auto
from typing import Any, NamedTuple


class Kind(Flag):
    """What a loss means in any game; goals, threats and plans count by this, never by the game's words.

    One loss may be both: an Ancients leader who is killed counts as a block, and is out of play.
    """

    OTHER = 0
    """Neither: a weapon that jams, an injury that heals."""
    HARM = auto()
    """A step towards being out of play; a unit can take several: a block, a Wound, a hit."""
    OUT = auto()
    """The unit is out of play."""


class Damage(NamedTuple):
    """One kind of loss as a game calls it: `Damage("holes", Kind.HARM, one="hole")`."""

    name: str
    """The plural, or the word for a state: "blocks", "eliminated"."""
    kind: Kind
    one: str = ""
    """The singular; "" for a state, which is not counted."""
    of: str = ""
    """What a ledger calls it where that is another word: "leader" for what is "killed"."""

    def __str__(self) -> str:
        return self.name


class Loss(NamedTuple):
    """A number of blocks, Wounds, hits ... that one unit suffered."""

    unit: str
    what: Damage
    number: int = 1

    def data(self) -> dict[str, Any]:
        """The loss as it stands in a JSON answer."""
        return {"unit": self.unit, "what": self.what.name, "number": self.number}


def number_of(kind: Kind, losses: Iterable[Loss], counts: Callable[[str], bool]) -> int:
    """How many losses of a kind the counted units suffered."""
    return sum(loss.number for loss in losses if kind in loss.what.kind and counts(loss.unit))
