"""Fireline: the ranged-combat engine for tabletop games.

Load a battle and ask about a shot: may it be made and why, what are its exact odds, what does a roll come to.

    import fireline

    battle = fireline.load("battle.yaml")
    ruling = battle.check(fireline.Shot("bow", "hi"))       # .legal .refusals .modifiers .summary .lines()
    odds = battle.odds(fireline.Shot("bow", "hi"))          # .outcomes .marginal("hits"): exact Fractions
    after = battle.shoot(fireline.Shot("bow", "hi"), seed=7)  # .events .story .battle
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fireline.formats.battlefile import load, save
    from fireline.game.battle import Battle, IllegalShot
    from fireline.game.errors import BattleFileError
    from fireline.game.registry import register, ruleset, ruleset_ids
    from fireline.game.shot import Shot

__version__ = "0.1.0"

__all__ = ["Battle", "BattleFileError", "IllegalShot", "Shot", "load", "register", "ruleset", "ruleset_ids", "save"]

_HOMES = {
    "Battle": "fireline.game.battle",
    "BattleFileError": "fireline.game.errors",
    "IllegalShot": "fireline.game.battle",
    "Shot": "fireline.game.shot",
    "load": "fireline.formats.battlefile",
    "register": "fireline.game.registry",
    "ruleset": "fireline.game.registry",
    "ruleset_ids": "fireline.game.registry",
    "save": "fireline.formats.battlefile",
}


def __getattr__(name: str) -> Any:
    # Names are imported when they are first used, so that `import fireline` costs next to nothing.
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
