"""Answers as data: what `check`, `odds`, `shoot` and `targets` say in JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fireline.game.battle import Battle
from fireline.game.preview import Prospect
from fireline.game.shot import Shot
from fireline.ruling import Ruling

if TYPE_CHECKING:
    from fireline.game.log import GameLog

ASKS = ("check", "odds", "shoot")


def check(battle: Battle, shot: Shot) -> dict[str, Any]:
    """The ruling on a shot."""
    return _ruled(battle, shot, battle.check(shot))


def odds(battle: Battle, shot: Shot) -> dict[str, Any]:
    """The ruling and the exact odds, which are null for a shot that may not be made."""
    return prospect(battle, shot, battle.prospect(shot))


def shoot(
    battle: Battle,
    shot: Shot,
    seed: int | None = None,
    team: str | None = None,
    *,
    dice: Sequence[object] | None = None,
) -> dict[str, Any]:
    """The ruling, the odds, what was rolled, its story and the battle after it; all as the team may know it."""
    seen = battle.seen_by_shooter(team, shot.shooter) if team else battle
    answer = odds(seen, shot)
    if not answer["legal"]:
        return answer | {"events": [], "story": [], "seed": seed, "battle": seen.data()}
    return answer | battle.shoot(shot, seed=seed, dice=dice).told(seen).data()


def prospect(battle: Battle, shot: Shot, seen: Prospect) -> dict[str, Any]:
    """What is known of a shot before it is taken: the ruling and the odds."""
    return _ruled(battle, shot, seen.ruling) | {"odds": seen.odds.data() if seen.odds else None}


def played(game: GameLog) -> dict[str, Any]:
    """A game so far: how many steps, their story, and the battle as it stands."""
    return {
        "entries": len(game.entries),
        "story": [str(step) for step in game.story()],
        "battle": game.battle.data(),
    }


def _ruled(battle: Battle, shot: Shot, ruling: Ruling) -> dict[str, Any]:
    return {"ruleset": battle.ruleset.id, "shot": shot.data(), **ruling.data()}
