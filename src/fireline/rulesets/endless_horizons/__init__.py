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
    shot_questions=(
        ("bullets", "How many bullets?"),
        ("aim_actions", "How many actions to aim?"),
        ("effort", "Effort bonus?"),
        ("modifiers", "Other modifiers?"),
        ("out_of_turn", "Out of turn, where an opening allows it?"),
    ),
)
