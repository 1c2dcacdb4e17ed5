"""Both environments of PettingZoo: the agents of a match one after another, or side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import AECEnv, ParallelEnv

from fireline.env.episode import Episode
from fireline.env.match import Match
from fireline.env.rewards import Number, added
from fireline.env.view import RENDER_MODES, Form, View

Observed = tuple[dict[str, Any], dict[str, dict[str, Any]]]
Stepped = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class ZooEnv:
    """What both have in common: a match with an agent for each side, their spaces, an episode, pictures."""

    metadata = {"name": "fireline_v0", "render_modes": RENDER_MODES, "render_fps": 1, "is_parallelizable": False}  # noqa: RUF012 - PettingZoo's own

    def __init__(self, match: Match, form: Form, render_mode: str | None, *, chances: bool) -> None:
        """Open the environment of a match."""
        self.match, self.render_mode = match, render_mode
        self.view = View(match, form, render_mode, chances=chances)
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
