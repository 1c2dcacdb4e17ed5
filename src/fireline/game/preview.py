"""What a shooter sees of its targets before it shoots."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from fireline.game.odds import Odds, Outcome
from fireline.ruling import Ruling
from fireline.ruling.prose import percent


class Prospect(NamedTuple):
    """One target as a shooter sees it: the ruling, and the odds where the shot is legal."""

    target: str
    ruling: Ruling
    odds: Odds[Outcome] | None

    def __repr__(self) -> str:
        if self.odds is None:
            return f"<ShotPreview {self.target}: not legal>"
        return f"<ShotPreview {self.target}: {self.odds.headline.name} {self.odds.headline.chance}>"


class Targets(tuple[Prospect, ...]):
    """Every enemy of one shooter, legal target or not, in the order of the battle."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Targets {', '.join(one.target for one in self if one.odds) or 'none'}: {self._legal}>"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{escape(one.target)}</td><td>{escape(_in_short(one))}</td></tr>" for one in self)
        return f"<table>{rows}</table>"

    @property
    def _legal(self) -> str:
        return f"{sum(one.ruling.legal for one in self)} of {len(self)} legal"


def _in_short(seen: Prospect) -> str:
    """A target in a few words: the headline, or every reason against it."""
    if seen.odds is None:
        return " ".join(map(str, seen.ruling.refusals))
    return f"{seen.odds.headline.name}: {percent(seen.odds.headline.chance)} ({seen.odds.headline.chance})"
