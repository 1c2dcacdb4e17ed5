"""The agents of a match one after another, as PettingZoo's AEC environment."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from fireline.env.rewards import Number
from fireline.env.zoo import ZooEnv


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
