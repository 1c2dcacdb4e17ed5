"""Features: what an agent observes, as numbers with names and bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.env.match import Match, Situation
from fireline.env.position import Position
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.game.errors import BattleFileError
from fireline.game.preview import ShotPreview
from fireline.game.roster import UnitView

FAR = 1e9
"""The bound of numbers for which a game names none."""
MOST_ROWS = 1 << 16
"""How many rows and distances are kept."""
MOST_NUMBERS = 1 << 20
"""How many numbers are kept of distances between all units."""
Vector = NDArray[np.float32]


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
        self._apart = rules.editing.apart if rules.editing and rules.places else None
        self.columns = tuple(self._columns())
        """What stands in the row of each unit."""
        self.all = tuple(self._named())
        """Every number of an observation, in order."""
        self.low = np.array([one.low for one in self.all], np.float32)
        self.high = np.array([one.high for one in self.all], np.float32)
        self._keys = [f"seen by {agent}{', with chances' * chances}" for agent in match.agents]
        """Under what a situation keeps what each agent observes of it, the same for all environments of a match."""
        self._rows: dict[tuple[UnitView, int], Vector] = {}
        self._empty = np.zeros(len(self.columns), np.float32)
        """The row of an empty slot."""
        self._measures: dict[tuple[tuple[str, ...], tuple[str, ...]], Vector] = {}
        """All distances between own units and others that stand at these places."""
        self._distances: dict[tuple[str, str], float] = {}

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
        if self._apart:
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
        slots, battle = self.match.slots, self.match.seen(situation.fresh, agent)
        units = {unit.id: unit for unit in battle.units}
        own, others = slots.units(agent)
        whose = battle.turn.side == self.match.sides[agent]
        now = np.array((0, 0, situation.agent == agent, battle.owing is not None, whose), np.float32)
        parts = [now]
        for ids, places in ((own, slots.own), (others, slots.others)):
            parts += [self._row(units[id_], agent) if id_ in units else self._empty for id_ in ids]
            parts += [self._empty] * (places - len(ids))
        if self._apart:
            parts.append(self._measured(units, agent))
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
        """The row of a unit; kept, since most units stay as they are from one situation to the next."""
        row = self._rows.get((unit, agent))
        if row is None:
            if len(self._rows) >= MOST_ROWS:
                self._rows.clear()
            row = self._rows[unit, agent] = np.array([*self._values(unit, agent)], np.float32)
        return row

    def _values(self, unit: UnitView, agent: int) -> Iterator[float]:
        yield from (1.0, not unit.out, (self.match.agent_of[unit.id] - agent) % len(self.match.sides))
        yield -1.0 if unit.left is None else unit.left
        if self.places:
            yield self.places.get(unit.place, -1)
        yield from (flag in unit.flags for flag in self.flags)

    def _measured(self, units: Mapping[str, UnitView], agent: int) -> Vector:
        """The distances between own units and the others; boards stay as they are in a match."""
        ids = self.match.slots.units(agent)
        own, others = (tuple([unit.place if (unit := units.get(id_)) else "" for id_ in row]) for row in ids)
        distances = self._measures.get((own, others))
        if distances is None:
            slots = self.match.slots
            distances = np.full((slots.own, slots.others), -1, np.float32)
            for row, one in enumerate(own):
                distances[row, : len(others)] = [self._distance(one, other) for other in others]
            distances = distances.ravel()
            if (len(self._measures) + 1) * distances.size > MOST_NUMBERS:
                self._measures.clear()
            self._measures[own, others] = distances
        return distances

    def _distance(self, one: str, other: str) -> float:
        distance = self._distances.get((one, other))
        if distance is None:
            if len(self._distances) >= MOST_ROWS:
                self._distances.clear()
            distance = self._distances[one, other] = self._far(one, other)
        return distance

    def _far(self, one: str, other: str) -> float:
        if self._apart is None or not one or not other:
            return -1.0
        try:
            return self._apart(self.match.battle.state, one, other)
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
