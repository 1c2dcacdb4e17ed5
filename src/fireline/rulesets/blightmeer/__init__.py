"""Blightmeer: miniatures on a table in three dimensions, in three versions of its rules.

Read in this order: `rulebook.toml`, `editions`, `pieces`, `openings`, `terrain`, `walls`, `landscape`, `modelfacts`,
`roster`, `state`, `battlefile`, `scene`, `shot`, `modifiers`, `legality`, `resolution`, `protect`, `events`, `turn`,
`prose`, `editing`, `maps`.
"""

from functools import partial
from typing import Any

from fireline.game.assembly import assembled
from fireline.game.ruleset import Ruleset
from fireline.rulesets.blightmeer.battlefile import ENTRIES, read
from fireline.rulesets.blightmeer.editions import EDITIONS, RULES, Edition


def _ruleset(edition: Edition) -> Ruleset[Any, Any, Any]:
    return assembled(
        __name__,
        {"protect": "odds answers ranking"},
        id=f"blightmeer@{edition.id}",
        name=f"Blightmeer, rules of {edition.id}",
        rulebook=RULES.of(edition.id),
        numbers=edition.house.numbers,
        shot_entry=None,
        read=partial(read, edition=edition),
        entry=ENTRIES[edition.id],
        successes={"wounds_lost": "wounds", "attacks_hit": "attacks that hit"},
        weapon="shooter.weapon",
        arms=("weapon",),
        customary="nobody Protects",
        losses="Wounds",
        edition=edition,
        ids=tuple(f"blightmeer@{id_}" for id_ in EDITIONS),
    )


V2025_11, V2026_01, V2026_07 = map(_ruleset, EDITIONS.values())
