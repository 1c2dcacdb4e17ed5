"""Environments for agents: a battle of any game as PettingZoo and Gymnasium know it (extra `fireline[agents]`).

A `Match` is a battle with limits and rewards. `turn_env` and `side_by_side_env` play it with an agent for each side,
`solo_env` with one agent against a policy, `many_games_env` with many such games at once. A `Position` of a match is
what programs search from: its actions, and exactly where they lead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fireline.env.match import Match
from fireline.env.position import Advance, Episode, Position, SoloEpisode
from fireline.env.rewards import Limits, Rewards
from fireline.env.slots import PASS, Slots
from fireline.extras import need

if TYPE_CHECKING:
    from fireline.env import libraries

    turn_env, side_by_side_env = libraries.TurnEnv, libraries.SideBySideEnv
    solo_env, many_games_env = libraries.SoloEnv, libraries.ManyGamesEnv

__all__ = [
    "PASS",
    "Advance",
    "Episode",
    "Limits",
    "Match",
    "Position",
    "Rewards",
    "Slots",
    "SoloEpisode",
    "many_games_env",
    "side_by_side_env",
    "solo_env",
    "turn_env",
]

WHY = "Environments for agents need PettingZoo and Gymnasium"
_ENVIRONMENTS = {
    "turn_env": "TurnEnv",
    "side_by_side_env": "SideBySideEnv",
    "solo_env": "SoloEnv",
    "many_games_env": "ManyGamesEnv",
}
"""The environments, and their classes, which need libraries of their own."""


def __getattr__(name: str) -> Any:
    """An environment, loaded when it is first asked for; raises `BattleFileError` where the extra is not installed."""
    if name not in _ENVIRONMENTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    for module in ("gymnasium", "pettingzoo"):
        need(module, "agents", WHY)
    from fireline.env import libraries

    return getattr(libraries, _ENVIRONMENTS[name])
