"""The environments: of Gymnasium one agent against a policy, alone or in many games; of PettingZoo all agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from fireline.analysis.policy import Policy
from fireline.env.match import Match
from fireline.env.position import Episode, SoloEpisode, policy_named
from fireline.env.rewards import Number, added
from fireline.env.view import RENDER_MODES, Form, View
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code

Autoreset = Literal["next_step", "same_step", "disabled"]
Batch = tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]
Observed = tuple[dict[str, Any], dict[str, dict[str, Any]]]
Stepped = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


def agent_of(match: Match, side: str | None) -> int:
    """The number of the agent of a side, the first if nothing is said; raises `BattleFileError`."""
    return 0 if side is None else match.sides.index(one_of(side, match.sides, "side of this match", "side"))


# --- Gymnasium ----------------------------------------------------------------------


class SoloEnv(gymnasium.Env[Any, Any]):
    """Gymnasium's environment of one side of a match: one agent decides, all others play by a policy in its steps."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - Gymnasium's own

    def __init__(
        self,
        match: Match,
        side: str | None = None,
        *,
        policy: str | Policy = "simple",
        observations: Form = "vector",
        chances: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Open the environment of an agent.

        Args:
            match: The battle with its limits and rewards.
            side: Whose part the agent takes; the first of `Match.sides` if nothing is said.
            policy: How everybody else plays: a name as in `simulate` ("simple", "cover"), or a policy of your own.
            observations: "vector" for the mask in `info`, "dict" for observation and mask side by side.
            chances: Whether the agent also sees the exact chance of every shot that it may take.
            render_mode: "svg", "ansi", "human", or None.

        Raises:
            BattleFileError: There is no such side, policy, form or mode.
        """
        self.match, self.agent, self.render_mode = match, agent_of(match, side), render_mode
        self.view = View(match, observations, render_mode, chances=chances)
        self.episode = SoloEpisode(match, self.agent, policy_named(policy), tells=self.view.tells)
        self.observation_space = self.view.observation_space()
        self.action_space = self.view.action_space()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin the first game of a seed or, without a seed, the next game. There are no options."""
        super().reset(seed=seed)
        self.episode.reset(seed)
        return self._observed()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take an action and all that the others do after it; an illegal one forfeits the game."""
        won = float(self.episode.act(int(action)))
        seen, info = self._observed()
        return seen, won, self.episode.over, self.episode.truncated, info

    def _observed(self) -> tuple[Any, dict[str, Any]]:
        return self.view.observation(self.episode, self.agent), self.view.info(self.episode, self.agent)

    def render(self) -> Any:
        """The game as people watch it; see `View.rendered`."""
        return self.view.rendered(self.episode)


class ManyGamesEnv(VectorEnv[Any, Any, Any]):
    """Gymnasium's vector environment: many games of `SoloEnv` stepped together on one core.

    They share what the match remembers.
    """

    def __init__(
        self,
        match: Match,
        games: int,
        side: str | None = None,
        *,
        policy: str | Policy = "simple",
        observations: Form = "vector",
        autoreset: Autoreset = "next_step",
        chances: bool = False,
    ) -> None:
        """Open the environment; what is not told here is as in `SoloEnv`.

        Args:
            match: The battle with its limits and rewards.
            games: How many games.
            side: Whose part the agent takes.
            policy: How everybody else plays.
            observations: "vector" for the masks in `info`, "dict" for observations and masks side by side.
            autoreset: What follows the end of a game: "next_step" begins another in the next step, whose action does
                not count; "same_step" at once, with `final_obs` and `final_info`; "disabled" waits for `reset`.
            chances: Whether the agent also sees the exact chance of every shot that it may take.

        Raises:
            BattleFileError: There is no such side, policy, form or way to begin anew, or no game.
        """
        if games < 1:
            raise BattleFileError(Code.OUT_OF_RANGE, f"{shown(games)} is too few; at least 1", "games")
        modes = {mode.name.lower(): mode for mode in AutoresetMode}
        self.mode = modes[one_of(autoreset, modes, "way to begin anew", "autoreset")]
        self.metadata = {"autoreset_mode": self.mode, "render_modes": []}
        self.match, self.num_envs, self.agent = match, games, agent_of(match, side)
        self.view = View(match, observations, None, chances=chances)
        self.episodes = [SoloEpisode(match, self.agent, policy_named(policy)) for _ in range(games)]
        self._done = np.zeros(games, np.bool_)
        self.single_observation_space = self.view.observation_space()
        self.single_action_space = self.view.action_space()
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = batch_space(self.single_action_space, games)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game in every place: the first of a seed, counted on from place to place, or the next.

        `options["reset_mask"]` names the places that begin anew; the others go on.
        """
        if isinstance(seed, int):
            super().reset(seed=seed)
            seeds: Sequence[int | None] = [seed + n for n in range(self.num_envs)]
        else:
            seeds = seed or [None] * self.num_envs
        chosen = (options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_))
        for n in np.flatnonzero(chosen).tolist():
            self.episodes[n].reset(seeds[n])
            self._done[n] = False
        return self._seen(), self._infos()

    def step(self, actions: Any) -> Batch:
        """Take an action in every place."""
        rewards = np.zeros(self.num_envs)
        ended, cut = np.zeros(self.num_envs, np.bool_), np.zeros(self.num_envs, np.bool_)
        anew = self._done.copy()
        for n, (episode, action) in enumerate(zip(self.episodes, actions.tolist(), strict=True)):
            if anew[n]:
                if self.mode is AutoresetMode.NEXT_STEP:
                    episode.reset()
                else:
                    ended[n], cut[n] = episode.over, episode.truncated
                continue
            rewards[n] = episode.act(action)
            ended[n], cut[n] = episode.over, episode.truncated
        done = ended | cut
        infos: dict[str, Any] = {}
        if self.mode is AutoresetMode.SAME_STEP:
            infos = self._begin_again(done)
            done = np.zeros_like(done)
        self._done = done
        return self._seen(), rewards, ended, cut, infos | self._infos()

    def _begin_again(self, done: NDArray[np.bool_]) -> dict[str, Any]:
        """Reset the games that are done; what was last seen of them."""
        if not done.any():
            return {}
        last: Any = np.full(self.num_envs, None, object)
        infos: dict[str, Any] = {}
        for n in np.flatnonzero(done):
            last[n] = self.view.observation(self.episodes[n], self.agent)
            infos = self._add_info(infos, self.view.info(self.episodes[n], self.agent), int(n))
            self.episodes[n].reset()
        return {"final_obs": last, "_final_obs": done, "final_info": infos, "_final_info": done}

    def _seen(self) -> Any:
        seen = self.view.features.of_all([one.position for one in self.episodes], self.agent)
        return seen if self.view.form == "vector" else {"observation": seen, "action_mask": self._masks()}

    def _masks(self) -> NDArray[np.int8]:
        return self.view.masks(self.episodes, self.agent)

    def _infos(self) -> dict[str, Any]:
        """The legal actions of every place as tuples and, where observations have none, the masks."""
        everywhere = np.ones(self.num_envs, np.bool_)
        legal = np.empty(self.num_envs, object)
        legal[:] = [self.view.legal(one, self.agent) for one in self.episodes]
        infos: dict[str, Any] = {"legal": legal, "_legal": everywhere}
        if self.view.form == "vector":
            infos |= {"action_mask": self._masks(), "_action_mask": everywhere.copy()}
        return infos


# --- PettingZoo: the agents one after another, or side by side ----------------------


class ZooEnv:
    """What PettingZoo's have in common: a match with an agent for each side, their spaces, an episode, pictures."""

    metadata = {"name": "fireline_v0", "render_modes": RENDER_MODES, "render_fps": 1, "is_parallelizable": False}  # noqa: RUF012 - PettingZoo's own

    def __init__(
        self, match: Match, *, observations: Form = "dict", chances: bool = False, render_mode: str | None = None
    ) -> None:
        """Open the environment of a match.

        Args:
            match: The battle with its limits and rewards.
            observations: "dict" for observation and action mask side by side, "vector" for the mask in `info`.
            chances: Whether agents also see the exact chance of every shot that they may take.
            render_mode: "svg", "ansi", "human", or None.

        Raises:
            BattleFileError: There is no such form or mode.
        """
        self.match, self.render_mode = match, render_mode
        self.view = View(match, observations, render_mode, chances=chances)
        self.episode = Episode(match, tells=self.view.tells)
        self.possible_agents = list(match.agents)
        self.agents: list[str] = []
        self.observation_spaces = {agent: self.view.observation_space() for agent in match.agents}
        self.action_spaces = {agent: self.view.action_space() for agent in match.agents}

    def observation_space(self, agent: str) -> Any:
        """What an agent observes; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may do; the same object every time."""
        return self.action_spaces[agent]

    def render(self) -> Any:
        """The game as people watch it; see `View.rendered`."""
        return self.view.rendered(self.episode)

    def close(self) -> None:
        """Nothing is left open."""


class TurnEnv(ZooEnv, AECEnv):  # type: ignore[misc,unused-ignore]
    """A match with its agents one after another: whoever decides takes a step, and chance is resolved within it."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the first game of a seed or, without a seed, the next game. There are no options."""
        rewards = self.episode.reset(seed)
        self.agents = list(self.possible_agents)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection = None
        self._show(rewards)

    def step(self, action: int | None) -> None:
        """Take an action for `agent_selection`; an illegal one forfeits the game, and `info["refused"]` says why."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is not done takes an action"  # noqa: S101
        self._cumulative_rewards[agent] = 0.0
        self._show(self.episode.play(int(action)))

    def _show(self, rewards: tuple[Number, ...]) -> None:
        episode, agents = self.episode, self.agents
        self.rewards = dict(zip(agents, map(float, rewards), strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(agents, episode.over)
        self.truncations = dict.fromkeys(agents, episode.truncated)
        self.infos = {agent: self.view.info(episode, n) for n, agent in enumerate(agents)}
        self.agent_selection = agents[episode.agent or 0]

    def observe(self, agent: str) -> Any:
        """What an agent sees now."""
        return self.view.observation(self.episode, self.possible_agents.index(agent))


class SideBySideEnv(ZooEnv, ParallelEnv):  # type: ignore[misc,unused-ignore]
    """A match in which every agent acts in every step: one decides, and all others wait with action 0.

    What the others answer is not looked at.
    """

    _before: tuple[Number, ...]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Observed:
        """Begin the first game of a seed or, without a seed, the next game. There are no options."""
        self._before = self.episode.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observed()

    def step(self, actions: Mapping[str, int]) -> Stepped:
        """Take the action of the agent that decides; an illegal one forfeits the game."""
        episode, agents = self.episode, self.possible_agents
        won = self._before
        if episode.agent is not None:
            won = added(won, episode.play(int(actions[agents[episode.agent]])))
        self._before = (0,) * len(agents)
        observations, infos = self._observed()
        rewards = dict(zip(agents, map(float, won), strict=True))
        if episode.over or episode.truncated:
            self.agents = []
        ended, cut = dict.fromkeys(agents, episode.over), dict.fromkeys(agents, episode.truncated)
        return observations, rewards, ended, cut, infos

    def _observed(self) -> Observed:
        view, episode, agents = self.view, self.episode, self.possible_agents
        seen = {agent: view.observation(episode, n) for n, agent in enumerate(agents)}
        return seen, {agent: view.info(episode, n) for n, agent in enumerate(agents)}
