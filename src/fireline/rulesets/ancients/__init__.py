"""Commands & Colors: Ancients: fire on a hex board with symbol dice.

Read in this order: `rulebook.toml`, `editions`, `pieces`, `board`, `state`, `battlefile`, `shot`, `modifiers`,
`legality`, `resolution`, `prose`, `retreat`, `events`, `commands`, `turn`, `places`, `editing`, `maps`.
"""

from fireline.game.assembly import assembled

RULESET = assembled(
    __name__,
    id="ancients",
    name="Commands & Colors: Ancients",
    successes={"hits": "hits", "flags": "flags", "falls": "own leaders killed"},
    quick=True,
    customary="as many flags as possible are ignored, and the retreat loses the fewest blocks",
    losses="blocks",
)
