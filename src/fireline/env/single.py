"""One agent of a match against a policy, as a Gymnasium environment."""

from __future__ import annotations

from typing import Any

import gymnasium

from fireline.analysis.policy import Policy
from fireline.env.episode import SoloEpisode
from fireline.env.match import Match
from fireline.env.view import RENDER_MODES, Form, View


class SoloEnv(gymnasium.Env[Any, Any]):
    """A match in which one agent decides, and all others play by a policy within its steps."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - Gymnasium's own

    def __init__(
        self, match: Match, agent: int, policy: Policy, form: Form, render_mode: str | None, *, chances: bool
    ) -> None:
        """Open the environment of an agent."""
        self.match, self.agent, self.render_mode = match, agent, render_mode
        self.view = View(match, form, render_mode, chances=chances)
        self.episode = SoloEpisode(match, agent, policy, tells=self.view.tells)
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
