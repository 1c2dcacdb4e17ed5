"""Answers as data: what `check`, `odds`, `shoot` and `targets` say in JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fireline.game.battle import Battle
from fireline.game.preview import ShotPreview
from fireline.game.shot import Shot

if TYPE_CHECKING:
    from fireline.game.log import GameLog

ASKS = ("check", "odds", "shoot")


def check(battle: Battle, shot: Shot) -> dict[str, Any]:
    """The ruling on a shot."""
    return ruled(ShotPreview(battle, shot))


def odds(battle: Battle, shot: Shot) -> dict[str, Any]:
    """The ruling and the exact odds, null for an illegal shot."""
    return preview(ShotPreview(battle, shot))


def shoot(
    battle: Battle,
    shot: Shot,
    seed: int | None = None,
    team: str | None = None,
    *,
    dice: Sequence[object] | None = None,
) -> dict[str, Any]:
    """The ruling, the odds, the roll, its story and the battle after it, all as the team may know them."""
    seen = battle.view_for_shooter(team, shot.shooter) if team else battle
    asked = seen.preview(shot)
    answer = preview(asked)
    if not answer["legal"]:
        return answer | {"events": [], "story": [], "seed": seed, "battle": seen.data()}
    if seen is battle:
        return answer | battle.shoot(asked, seed=seed, dice=dice).data()
    return answer | battle.shoot(shot, seed=seed, dice=dice).redacted(seen).data()


def ruled(seen: ShotPreview) -> dict[str, Any]:
    """The ruling on a shot that has been asked about."""
    return {"ruleset": seen.battle.ruleset.id, "shot": seen.shot.data(), **seen.ruling.data()}


def preview(seen: ShotPreview) -> dict[str, Any]:
    """The ruling and the odds of such a shot."""
    return ruled(seen) | {"odds": seen.odds.data() if seen.odds else None}


def played(game: GameLog) -> dict[str, Any]:
    """A game so far: how many steps, their story, and the battle as it stands."""
    return {
        "entries": len(game.entries),
        "story": [str(step) for step in game.story()],
        "battle": game.battle.data(),
    }
