"""Regatta: boats at berths along a quay, a game from outside with words of its own.

Read in this order: `rulebook.toml`, `editions`, `state`, `battlefile`, `shot`, `modifiers`, `legality`, `resolution`,
`prose`, `events`, `places`, `turn`, `planning`, `editing`, `drawing`.
"""

from fireline.game.assembly import assembled

RULESET = assembled(
    __name__,
    id="regatta",
    name="Regatta",
    unit_flags=("fired",),
    successes={"holes": "holes"},
    customary="every captain keeps his cannons",
    losses="holes",
)
