"""Endless Horizons: firearms by one ten-sided die against a difficulty.

Read in this order: `rulebook.toml`, `editions`, `pieces`, `board`, `state`, `armoury`, `battlefile`, `shot`,
`modifiers`, `legality`, `resolution`, `prose`, `events`, `commands`, `handling`, `suppression`, `posture`, `places`,
`turn`, `editing`.
"""

from fireline.game.assembly import assembled

RULESET = assembled(
    __name__,
    {"handling": "", "suppression": "", "posture": "still"},
    id="endless-horizons",
    name="Endless Horizons",
    successes={"hits": "hits"},
    weapon="shooter.weapon",
    arms=("weapon", "carried"),
    quick=True,
    losses="hits",
)
