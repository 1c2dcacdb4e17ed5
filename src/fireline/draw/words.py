"""What a picture of a shot says to those who do not see it: the ruling and the odds in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fireline.game.odds import Odds
from fireline.ruling import Ruling
from fireline.ruling.prose import percent


def title_of_shot(ruling: Ruling, odds: Odds[Any] | None) -> str:
    """Shooter, target and verdict, and the headline of the odds."""
    verdict = "LEGAL" if ruling.legal else "NOT LEGAL"
    chance = f", {odds.headline.name} {percent(odds.headline.chance)}" if odds else ""
    return f"{ruling.title}: {verdict}{chance}"


def describe_shot(ruling: Ruling, odds: Odds[Any] | None) -> str:
    """The whole ruling line by line, then the odds."""
    return "\n".join([*ruling.lines(), *(describe_odds(odds) if odds else ())])


def describe_odds(odds: Odds[Any]) -> Iterator[str]:
    """The headline and every marginal, percent and exact fraction."""
    yield f"{odds.headline.name}: {percent(odds.headline.chance)} ({odds.headline.chance})"
    for name, dist in odds.marginals.items():
        chances = ", ".join(f"{_value(value)} {percent(p)} ({p})" for value, p in sorted(dist.items()))
        yield f"{name.replace('_', ' ')}: {chances}"


def _value(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
