"""What both environments of PettingZoo have in common: agents with their spaces, an episode, pictures."""

from __future__ import annotations

from typing import Any

from fireline.env.episode import Episode
from fireline.env.match import Match
from fireline.env.view import RENDER_MODES, Form, View


class ZooEnv:
    """A match with an agent for each side."""

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
