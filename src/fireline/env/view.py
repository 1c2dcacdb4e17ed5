"""What environments of every kind show of an episode: spaces, observations, masks, infos, pictures.

An observation is features: numbers with names and bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, Literal, NamedTuple

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray

from fireline.draw import picture
from fireline.env.match import Match, Situation
from fireline.env.position import Episode, Position
from fireline.env.slots import PASS
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError
from fireline.game.preview import ShotPreview
from fireline.game.ruleset import UnitView

Mask = NDArray[np.int8]
MASK = "mask"
"""Under what a situation keeps the mask of whoever decides."""
Form = Literal["dict", "vector"]
RENDER_MODES = ["svg", "ansi", "human"]
FAR = 1e9
"""The bound of numbers for which a game names none."""
MOST_ROWS = 1 << 16
"""How many rows and distances are kept."""
MOST_NUMBERS = 1 << 20
"""How many numbers are kept of distances between all units."""
Vector = NDArray[np.float32]


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


class Feature(NamedTuple):
    """One number of an observation: its name, and the least and the greatest that it can be."""

    name: str
    low: float = 0.0
    high: float = 1.0


CLOCK = (Feature("turns left"), Feature("commands left"))
NOW = (Feature("decides"), Feature("answer owed"), Feature("own turn"))


class Features:
    """The observation of every agent: the clock, whose turn it is, and what the roster says of every unit.

    An agent's own units come first, each in its slot; slots that stay empty hold zeros. Distances between own units
    and others follow, in the game's measure and -1 where nobody knows; then, if asked for, the exact chance of the
    best shot of each at each, as its headline tells it.
    """

    def __init__(self, match: Match, *, chances: bool = False) -> None:
        """Lay out the observations of a match."""
        self.match, self.chances = match, chances
        rules = match.battle.ruleset
        self.flags = rules.unit_flags
        self.places = _places(match.battle)
        self._between = rules.places.between if rules.places else None
        self.columns = tuple(self._columns())
        """What stands in the row of each unit."""
        self.all = tuple(self._named())
        """Every number of an observation, in order."""
        self.low = np.array([one.low for one in self.all], np.float32)
        self.high = np.array([one.high for one in self.all], np.float32)
        self._keys = [f"seen by {agent}{', with chances' * chances}" for agent in match.agents]
        """Under what a situation keeps what each agent observes of it, the same for all environments of a match."""
        self._rows = lru_cache(MOST_ROWS)(self._row)
        """The row of each unit as an agent has it, since most stay as they are from one situation to the next."""
        self._empty = np.zeros(len(self.columns), np.float32)
        """The row of an empty slot."""
        pairs = match.slots.own * match.slots.others
        self._measures = lru_cache(max(MOST_NUMBERS // pairs, 1))(self._measured)
        """All distances between own units and others that stand at these places; boards stay as they are in a match."""
        self._distances = lru_cache(MOST_ROWS)(self._far)

    def __reduce__(self) -> tuple[Callable[[], Features], tuple[()]]:
        return partial(Features, self.match, chances=self.chances), ()  # another process keeps what it sees itself

    def of(self, position: Position, agent: int) -> Vector:
        """What an agent observes; a new array every time."""
        limits, seen = self.match.limits, self._still(position.situation, agent).copy()
        seen[0] = max(1 - position.turns / limits.turns, 0.0)
        seen[1] = max(1 - position.commands / limits.commands, 0.0)
        return seen

    def of_all(self, positions: Sequence[Position], agent: int) -> Vector:
        """The same for many positions, a row for each."""
        limits = self.match.limits
        seen: Vector = np.stack([self._still(one.situation, agent) for one in positions])
        for column, gone, limit in (
            (0, [one.turns for one in positions], limits.turns),
            (1, [one.commands for one in positions], limits.commands),
        ):
            seen[:, column] = np.maximum(1 - np.array(gone) / limit, 0.0)
        return seen

    def _still(self, situation: Situation, agent: int) -> Vector:
        """What an agent observes but for the clock, kept with the situation."""
        key = self._keys[agent]
        kept: Vector | None = situation.kept.get(key)
        if kept is None:
            kept = situation.kept[key] = self._seen(situation, agent)
        return kept

    def _named(self) -> Iterator[Feature]:
        slots = self.match.slots
        yield from CLOCK + NOW
        for row in [f"own[{n}]" for n in range(slots.own)] + [f"others[{n}]" for n in range(slots.others)]:
            yield from (Feature(f"{row}.{name}", low, high) for name, low, high in self.columns)
        pairs = [f"[{own},{other}]" for own in range(slots.own) for other in range(slots.others)]
        if self._between:
            yield from (Feature(f"distance{pair}", -1.0, FAR) for pair in pairs)
        if self.chances:
            yield from (Feature(f"chance{pair}") for pair in pairs)

    def _columns(self) -> Iterator[Feature]:
        yield from (Feature("present"), Feature("in play"), Feature("side", 0, len(self.match.sides) - 1))
        yield Feature("left", -1.0, FAR)
        if self.places:
            yield Feature("place", -1.0, len(self.places))
        yield from map(Feature, self.flags)

    def _seen(self, situation: Situation, agent: int) -> Vector:
        slots, battle = self.match.slots, self.match.seen(situation.battle, agent)
        units = {unit.id: unit for unit in battle.units}
        own, others = slots.units(agent)
        whose = battle.turn.side == self.match.sides[agent]
        now = np.array((0, 0, situation.agent == agent, battle.owing is not None, whose), np.float32)
        parts = [now]
        for ids, places in ((own, slots.own), (others, slots.others)):
            parts += [self._rows(units[id_], agent) if id_ in units else self._empty for id_ in ids]
            parts += [self._empty] * (places - len(ids))
        if self._between:
            at = ((unit.place if (unit := units.get(id_)) else "" for id_ in ids) for ids in (own, others))
            parts.append(self._measures(*map(tuple, at)))
        if self.chances:
            parts.append(self._weighed(battle, situation, agent))
        return np.concatenate(parts)

    def _weighed(self, battle: Battle, situation: Situation, agent: int) -> Vector:
        """The chance of each pair that may shoot now."""
        slots, (own, others) = self.match.slots, self.match.slots.units(agent)
        chances = np.zeros(slots.own * slots.others, np.float32)
        if situation.agent == agent:
            for (one, other), chance in _chances(battle, situation).items():
                chances[own.index(one) * slots.others + others.index(other)] = chance
        return chances

    def _row(self, unit: UnitView, agent: int) -> Vector:
        return np.array([*self._values(unit, agent)], np.float32)

    def _values(self, unit: UnitView, agent: int) -> Iterator[float]:
        yield from (1.0, not unit.out, (self.match.agent_of[unit.id] - agent) % len(self.match.sides))
        yield -1.0 if unit.left is None else unit.left
        if self.places:
            yield self.places.get(unit.place, -1)
        yield from (flag in unit.flags for flag in self.flags)

    def _measured(self, own: tuple[str, ...], others: tuple[str, ...]) -> Vector:
        distances = np.full((self.match.slots.own, self.match.slots.others), -1, np.float32)
        for row, one in enumerate(own):
            distances[row, : len(others)] = [self._distances(one, other) for other in others]
        return distances.ravel()

    def _far(self, one: str, other: str) -> float:
        if self._between is None or not one or not other:
            return -1.0
        try:
            return self._between(self.match.battle.state, one, other)
        except BattleFileError:  # places of this battle cannot be measured
            return -1.0


def _places(battle: Battle) -> dict[str, int]:
    """The number of every place of a board with places to count, {} where units stand at points."""
    places = battle.ruleset.places
    standing = [unit for unit in battle.units if unit.place]
    if places is None or not standing:
        return {}
    numbers = {place: n for n, place in enumerate(places.all(battle.state, standing[0].id))}
    return numbers if any(unit.place in numbers for unit in standing) else {}


def _chances(battle: Battle, situation: Situation) -> dict[tuple[str, str], Fraction]:
    """The best headline chance of each pair that may shoot now."""
    best: dict[tuple[str, str], Fraction] = {}
    for command in situation.legal.values():
        if isinstance(command, Shoot):
            odds = ShotPreview(battle, command.shot).odds
            pair = command.shot.shooter, command.shot.target
            best[pair] = max(best.get(pair, Fraction(0)), odds.headline.chance if odds else Fraction(0))
    return best
