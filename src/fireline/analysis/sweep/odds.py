"""The figures of exact odds that a sweep keeps: every probability a fraction, as text."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from fireline.analysis.sweep.spec import AskEntry
from fireline.chance import CappedCount, Dist
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.odds import Odds, key_of


def figures(odds: Odds[Any], ask: AskEntry) -> dict[str, Any]:
    """The figures asked for; raises `BattleFileError` if the game has none of that name."""
    told: dict[str, Any] = {}
    if ask.headline:
        told["headline"] = [odds.headline.name, str(odds.headline.chance)]
    if ask.marginals:
        dists = {name: marginal(odds, name, f"ask.marginals[{n}]") for n, name in enumerate(ask.marginals)}
        told["marginals"] = {name: {key_of(value): str(p) for value, p in dist.items()} for name, dist in dists.items()}
    if ask.means:
        told["means"] = {name: str(mean(odds, name, f"ask.means[{n}]")) for n, name in enumerate(ask.means)}
    return told


def marginal(odds: Odds[Any], name: str, place: str) -> Dist[Any]:
    """One marginal of the odds; raises `BattleFileError` for a name that the game's outcomes do not have."""
    return odds.marginal(one_of(name, tuple(odds.marginals), "marginal of this game", place))


def mean(odds: Odds[Any], name: str, place: str) -> Fraction:
    """The exact mean of a marginal; raises `BattleFileError` if its values are not numbers or are open-ended."""
    dist = marginal(odds, name, place)
    for value in dist:
        if isinstance(value, CappedCount):
            raise BattleFileError(
                Code.UNSUPPORTED, f"{name} has no exact mean, for {value} stands for all from there on", place
            )
        if not isinstance(value, int):
            raise BattleFileError(Code.UNSUPPORTED, f"{name} has no mean, for {shown(str(value))} is no number", place)
    return dist.mean(int)
