"""What environments of every kind show of an episode: spaces, observations, masks, infos, pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray

from fireline.draw import picture
from fireline.env.episode import Episode
from fireline.env.features import Features
from fireline.env.match import Match
from fireline.env.slots import PASS
from fireline.game.entries import one_of

Mask = NDArray[np.int8]
MASK = "mask"
"""Under what a situation keeps the mask of whoever decides."""
Form = Literal["dict", "vector"]
RENDER_MODES = ["svg", "ansi", "human"]


class View:
    """How the episodes of a match look to agents.

    `form` "dict" puts observation and action mask side by side, as most learners expect; "vector" gives the observation
    alone and the mask in `info`.
    """

    def __init__(self, match: Match, form: Form, render_mode: str | None, *, chances: bool) -> None:
        """Lay out what agents see; raises `BattleFileError` for an unknown form or render mode."""
        one_of(form, ["dict", "vector"], "form of observations", "observations")
        if render_mode is not None:
            one_of(render_mode, RENDER_MODES, "render mode", "render_mode")
        self.match, self.form, self.render_mode = match, form, render_mode
        self.features = Features(match, chances=chances)
        self.tells = render_mode in {"ansi", "human"}
        """Whether the story is wanted."""
        self._waiting: Mask = np.zeros(match.slots.size, np.int8)
        self._waiting[PASS] = 1

    def observation_space(self) -> Space[Any]:
        """A new space of observations."""
        vector = Box(self.features.low, self.features.high, dtype=np.float32)
        if self.form == "vector":
            return vector
        return Dict({"observation": vector, "action_mask": Box(0, 1, (self.match.slots.size,), np.int8)})

    def action_space(self) -> Discrete[Any]:
        """A new space of actions."""
        return Discrete(self.match.slots.size)

    def mask(self, episode: Episode, agent: int) -> Mask:
        """1 for every action that an agent may take; one that does not decide may only wait."""
        return self._mask(episode, agent).copy()

    def masks(self, episodes: Sequence[Episode], agent: int) -> Mask:
        """The same for many episodes, a row for each."""
        return np.stack([self._mask(one, agent) for one in episodes])

    def _mask(self, episode: Episode, agent: int) -> Mask:
        if episode.agent != agent:
            return self._waiting
        situation = episode.position.situation
        kept: Mask | None = situation.kept.get(MASK)
        if kept is None:
            kept = situation.kept[MASK] = np.zeros(self.match.slots.size, np.int8)
            kept[[*situation.legal]] = 1
        return kept

    def observation(self, episode: Episode, agent: int) -> Any:
        """What an agent observes."""
        seen = self.features.of(episode.position, agent)
        return seen if self.form == "vector" else {"observation": seen, "action_mask": self.mask(episode, agent)}

    def info(self, episode: Episode, agent: int) -> dict[str, Any]:
        """The legal actions, the mask if it is not in the observation, and why a game was forfeited."""
        info: dict[str, Any] = {"legal": [*episode.position.situation.legal] if episode.agent == agent else [PASS]}
        if self.form == "vector":
            info["action_mask"] = self.mask(episode, agent)
        if episode.refused:
            info["refused"] = " ".join(episode.refused)
        return info

    def legal(self, episode: Episode, agent: int) -> tuple[int, ...]:
        """The actions that an agent may take; one that does not decide may only wait."""
        return tuple(episode.position.situation.legal) if episode.agent == agent else (PASS,)

    def rendered(self, episode: Episode) -> str | None:
        """The game as people watch it, with everything that is hidden from agents, in the environment's render mode.

        "svg" is the text of a picture, "ansi" the story of the last step; "human" prints the story. Raises
        `BattleFileError` for a game without pictures.
        """
        battle = episode.position.battle
        if self.render_mode == "svg":
            return picture(battle)
        forfeited = [f"Forfeited. {reason}" for reason in episode.refused]
        story = "\n".join([*map(str, episode.story or ()), *forfeited, f"{battle.turn.words}."])
        if self.render_mode == "human":
            print(story)
        return story if self.render_mode == "ansi" else None
