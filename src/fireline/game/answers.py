"""Answers as data: what `check`, `odds`, `shoot` and `targets` say in JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.game.preview import ShotPreview
from fireline.game.shot import Shot

if TYPE_CHECKING:
    from fireline.game.log import GameLog


def check(battle: Battle, shot: Shot) -> dict[str, Any]:
    """The ruling on a shot."""
    return ShotPreview(battle, shot).ruled()


def odds(battle: Battle, shot: Shot) -> dict[str, Any]:
    """The ruling and the exact odds, null for an illegal shot."""
    return ShotPreview(battle, shot).data()


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
    answer = asked.data()
    if not answer["legal"]:
        return answer | {"events": [], "story": [], "seed": seed, "battle": seen.data()}
    if seen is battle:
        return answer | battle.shoot(asked, seed=seed, dice=dice).data()
    return answer | battle.shoot(shot, seed=seed, dice=dice).redacted(seen).data()


def do(
    battle: Battle,
    given: object,
    seed: int | None = None,
    team: str | None = None,
    *,
    dice: Sequence[object] | None = None,
) -> dict[str, Any]:
    """One command of any kind carried out: what happened, its story, and the battle after it, as the team may know."""
    command = battle.command(given)
    seen = battle.view_for(team) if team else battle
    if team and isinstance(command, Shoot):
        seen = battle.view_for_shooter(team, command.shot.shooter)
    answer = {"ruleset": battle.ruleset.id, "command": command.data(), "text": battle.text(command)}
    if refusals := seen.refusals(command):
        against = [one.data() for one in refusals]
        rest: dict[str, Any] = {"events": [], "story": [], "seed": seed, "battle": seen.data()}
        return answer | {"legal": False, "refusals": against} | rest
    turned = battle.do(command, seed=seed, dice=dice)
    told = turned if seen is battle else turned.redacted(seen)
    return answer | {"legal": True, "refusals": []} | told.data()


def target(seen: ShotPreview) -> dict[str, Any]:
    """The ruling on one of the best ways to shoot that `Battle.targets` lists, its odds, and which way it is."""
    odds = None if seen.odds is None else seen.odds.data() | {"with": dict(seen.shot.details)}
    return seen.ruled() | {"odds": odds}


def played(game: GameLog) -> dict[str, Any]:
    """A game so far: how many steps, their story, and the battle as it stands."""
    return {
        "entries": len(game.entries),
        "story": [str(step) for step in game.story()],
        "battle": game.battle.data(),
    }
