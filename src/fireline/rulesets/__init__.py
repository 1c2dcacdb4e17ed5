"""The games, one package each, with the same file names in every one; listed here, imported when they are asked for."""

RULESETS = {
    "ancients": "fireline.rulesets.ancients:RULESET",
    "blightmeer@2025-11": "fireline.rulesets.blightmeer:V2025_11",
    "blightmeer@2026-01": "fireline.rulesets.blightmeer:V2026_01",
    "blightmeer@2026-07": "fireline.rulesets.blightmeer:V2026_07",
    "duel-of-ages": "fireline.rulesets.duel_of_ages:RULESET",
    "endless-horizons": "fireline.rulesets.endless_horizons:RULESET",
}
"""Where each ruleset is found, by id; of a game with several versions the newest stands last."""
