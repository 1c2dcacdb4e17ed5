"""The agents of a match side by side, as PettingZoo's parallel environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from fireline.env.rewards import Number, added
from fireline.env.zoo import ZooEnv

Observed = tuple[dict[str, Any], dict[str, dict[str, Any]]]
Stepped = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


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
