"""Environments for agents: a battle of any game as PettingZoo and Gymnasium know it (extra `fireline[agents]`).

A `Match` is a battle with limits and rewards. `turn_env` and `side_by_side_env` play it with an agent for each side,
`solo_env` with one agent against a policy, `many_games_env` with many such games at once. A `Position` of a match is
what programs search from: its actions, and exactly where they lead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireline.analysis.policy import Policy
from fireline.env.episode import Episode, SoloEpisode, policy_named
from fireline.env.match import Match
from fireline.env.position import Advance, Position
from fireline.env.rewards import Limits, Rewards
from fireline.env.slots import PASS, Slots
from fireline.extras import need
from fireline.game.entries import one_of

if TYPE_CHECKING:
    from fireline.env.libraries import Autoreset, ManyGamesEnv, SideBySideEnv, SoloEnv, TurnEnv
    from fireline.env.view import Form

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


def turn_env(
    match: Match, *, observations: Form = "dict", chances: bool = False, render_mode: str | None = None
) -> TurnEnv:
    """PettingZoo's AEC environment of a match: whoever decides takes a step.

    Args:
        match: The battle with its limits and rewards.
        observations: "dict" for observation and action mask side by side, "vector" for the mask in `info`.
        chances: Whether agents also see the exact chance of every shot that they may take.
        render_mode: "svg", "ansi", "human", or None.

    Returns:
        The environment, with PettingZoo's interface.

    Raises:
        BattleFileError: The extra is not installed, or there is no such form or mode.
    """
    _need()
    from fireline.env.libraries import TurnEnv

    return TurnEnv(match, observations, render_mode, chances=chances)


def side_by_side_env(
    match: Match, *, observations: Form = "dict", chances: bool = False, render_mode: str | None = None
) -> SideBySideEnv:
    """PettingZoo's parallel environment of a match: one agent decides in each step, and the others wait.

    Args:
        match: The battle with its limits and rewards.
        observations: "dict" for observation and action mask side by side, "vector" for the mask in `info`.
        chances: Whether agents also see the exact chance of every shot that they may take.
        render_mode: "svg", "ansi", "human", or None.

    Returns:
        The environment, with PettingZoo's interface.

    Raises:
        BattleFileError: The extra is not installed, or there is no such form or mode.
    """
    _need()
    from fireline.env.libraries import SideBySideEnv

    return SideBySideEnv(match, observations, render_mode, chances=chances)


def solo_env(
    match: Match,
    side: str | None = None,
    *,
    policy: str | Policy = "simple",
    observations: Form = "vector",
    chances: bool = False,
    render_mode: str | None = None,
) -> SoloEnv:
    """Gymnasium's environment of one side of a match against a policy.

    Args:
        match: The battle with its limits and rewards.
        side: Whose part the agent takes; the first of `Match.sides` if nothing is said.
        policy: How everybody else plays: a name as in `simulate` ("simple", "cover"), or a policy of your own.
        observations: "vector" for the mask in `info`, "dict" for observation and mask side by side.
        chances: Whether the agent also sees the exact chance of every shot that it may take.
        render_mode: "svg", "ansi", "human", or None.

    Returns:
        The environment, with Gymnasium's interface.

    Raises:
        BattleFileError: The extra is not installed, or there is no such side, policy, form or mode.
    """
    _need()
    from fireline.env.libraries import SoloEnv

    return SoloEnv(match, _agent(match, side), policy_named(policy), observations, render_mode, chances=chances)


def many_games_env(
    match: Match,
    games: int,
    side: str | None = None,
    *,
    policy: str | Policy = "simple",
    observations: Form = "vector",
    autoreset: Autoreset = "next_step",
    chances: bool = False,
) -> ManyGamesEnv:
    """Gymnasium's vector environment: many games of `solo_env` stepped together on one core.

    Args:
        match: The battle with its limits and rewards.
        games: How many games.
        side: Whose part the agent takes; the first of `Match.sides` if nothing is said.
        policy: How everybody else plays.
        observations: "vector" for the masks in `info`, "dict" for observations and masks side by side.
        autoreset: What follows the end of a game: "next_step" begins another in the next step, whose action does not
            count; "same_step" at once, with `final_obs` and `final_info`; "disabled" waits for `reset`.
        chances: Whether the agent also sees the exact chance of every shot that it may take.

    Returns:
        The environment, with Gymnasium's interface.

    Raises:
        BattleFileError: The extra is not installed, or there is no such side, policy, form or mode, or no game.
    """
    _need()
    from fireline.env.libraries import ManyGamesEnv

    agent, opponents = _agent(match, side), policy_named(policy)
    return ManyGamesEnv(match, games, agent, opponents, form=observations, autoreset=autoreset, chances=chances)


def _need() -> None:
    for module in ("gymnasium", "pettingzoo"):
        need(module, "agents", WHY)


def _agent(match: Match, side: str | None) -> int:
    return 0 if side is None else match.sides.index(one_of(side, match.sides, "side of this match", "side"))
