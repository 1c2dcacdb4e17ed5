"""The agents of a match side by side, as PettingZoo's parallel environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from fireline.env.episode import Episode
from fireline.env.match import Match
from fireline.env.rewards import Number, added
from fireline.env.view import RENDER_MODES, Form, View


class SideBySideEnv(ParallelEnv):  # type: ignore[misc,unused-ignore]
    """A match in which every agent acts in every step: one decides, and all others wait with action 0.

    What the others answer is not looked at.
    """

    metadata = {"name": "fireline_v0", "render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - PettingZoo's own

    def __init__(self, match: Match, form: Form, render_mode: str | None, *, chances: bool) -> None:
        """Open the environment of a match."""
        self.match, self.render_mode = match, render_mode
        self.view = View(match, form, render_mode, chances=chances)
        self.episode = Episode(match, tells=self.view.tells)
        self.possible_agents = list(match.agents)
        self.agents: list[str] = []
        self._before: tuple[Number, ...] = ()
        self.observation_spaces = {agent: self.view.observation_space() for agent in match.agents}
        self.action_spaces = {agent: self.view.action_space() for agent in match.agents}

    def observation_space(self, agent: str) -> Any:
        """What an agent observes; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may do; the same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], ...]:
        """Begin the first game of a seed or, without a seed, the next game. There are no options."""
        self._before = self.episode.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observed()

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
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

    def _observed(self) -> tuple[dict[str, Any], dict[str, Any]]:
        view, episode, agents = self.view, self.episode, self.possible_agents
        seen = {agent: view.observation(episode, n) for n, agent in enumerate(agents)}
        return seen, {agent: view.info(episode, n) for n, agent in enumerate(agents)}

    def render(self) -> Any:
        """The game as people watch it; see `View.rendered`."""
        return self.view.rendered(self.episode)

    def close(self) -> None:
        """Nothing is left open."""
