"""Duel of Ages: ranged attacks on a map of dots, drawn walls and edges, decided by challenge cards.

Read in this order: `rulebook.toml`, `editions`, `pieces`, `board`, `deck`, `state`, `battlefile`,
`sight`, `shot`, `modifiers`, `legality`, `resolution`, `prose`, `events`, `commands`, `turn`, `planning`, `attrition`,
`places`, `editing`, `maps`.
"""

from fireline.game.assembly import assembled
from fireline.rulesets.duel_of_ages.board import Team

RULESET = assembled(
    __name__,
    {"attrition": "attrition"},
    id="duel-of-ages",
    name="Duel of Ages II",
    successes={"wounds": "wounds", "hit": "hits", "defeated": "heroes defeated"},
    weapon="shot.weapon",
    arms=("cards",),
    quick=True,
    losses="wounds",
    teams=tuple(map(str, Team)),
)
