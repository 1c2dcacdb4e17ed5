"""Answers as data: what `check`, `odds`, `shoot` and `targets` say in JSON."""

from __future__ import annotations

from typing import Any

from fireline.game.battle import Battle, IllegalShot, Prospect
from fireline.game.shot import Shot

ASKS = ("check", "odds", "shoot")


def check(battle: Battle, shot: Shot) -> dict[str, Any]:
    """The ruling on a shot."""
    return {"ruleset": battle.ruleset.id, "shot": shot.data(), **battle.check(shot).data()}


def odds(battle: Battle, shot: Shot) -> dict[str, Any]:
    """The ruling and the exact odds, which are null for a shot that may not be made."""
    try:
        exact = battle.odds(shot)
    except IllegalShot as illegal:
        return {"ruleset": battle.ruleset.id, "shot": shot.data(), **illegal.ruling.data(), "odds": None}
    return {"ruleset": battle.ruleset.id, "shot": shot.data(), **exact.ruling.data(), "odds": exact.data()}


def shoot(battle: Battle, shot: Shot, seed: int | None = None) -> dict[str, Any]:
    """The ruling, the odds, what was rolled, its story and the battle after it."""
    answer = odds(battle, shot)
    if not answer["legal"]:
        return answer | {"events": [], "story": [], "seed": seed, "battle": battle.data()}
    return answer | battle.shoot(shot, seed=seed).data()


def prospect(battle: Battle, shooter: str, seen: Prospect) -> dict[str, Any]:
    """One target as a shooter sees it."""
    shot = Shot(shooter, seen.target)
    return {
        "ruleset": battle.ruleset.id,
        "shot": shot.data(),
        **seen.ruling.data(),
        "odds": seen.odds.data() if seen.odds else None,
    }
