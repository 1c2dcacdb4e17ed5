"""The games, one package each, with the same file names in every one; listed here, imported when they are asked for."""

from fireline.game.tools import ToolListing

RULESETS = {
    "ancients": "fireline.rulesets.ancients:RULESET",
    "blightmeer@2025-11": "fireline.rulesets.blightmeer:V2025_11",
    "blightmeer@2026-01": "fireline.rulesets.blightmeer:V2026_01",
    "blightmeer@2026-07": "fireline.rulesets.blightmeer:V2026_07",
    "duel-of-ages": "fireline.rulesets.duel_of_ages:RULESET",
    "endless-horizons": "fireline.rulesets.endless_horizons:RULESET",
}
"""Where each ruleset is found, by id; of a game with several versions the newest stands last."""

TOOLS = {
    "deck": ToolListing(
        place="fireline.rulesets.duel_of_ages.tools:TOOL",
        help="Check a challenge deck of Duel of Ages, and show what its cards do at each difference of ratings.",
    ),
    "figure": ToolListing(
        place="fireline.rulesets.blightmeer.tools:TOOL",
        help="Show how Fireline reads a mesh file: its size, its parts and what they count as, and where its eyes are.",
    ),
}
"""The commands that one game alone has, by name."""
