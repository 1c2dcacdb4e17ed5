"""Features: what an agent observes, as numbers with names and bounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fireline.env.match import Match
from fireline.env.position import Position
from fireline.env.situation import Situation
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.game.errors import BattleFileError
from fireline.game.places import Mark
from fireline.game.preview import ShotPreview
from fireline.game.roster import UnitView

FAR = 1e9
"""The bound of numbers for which a game names none."""
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

    An agent's own units come first, each in its slot; slots that stay empty hold zeros. Distances follow, in the
    game's measure, then, if asked for, the exact chance of the best shot at each unit as its headline tells it.
    """

    def __init__(self, match: Match, *, chances: bool = False) -> None:
        """Lay out the observations of a match."""
        self.match, self.chances = match, chances
        rules, battle = match.battle.ruleset, match.battle
        self.flags = rules.unit_flags
        marks = [mark for unit in battle.units for mark in _marks(battle, unit)]
        self.marks = {mark.name: _of_mark(mark.name, [one for one in marks if one.name == mark.name]) for mark in marks}
        self.places = _places(battle)
        self._apart = rules.editing.apart if rules.editing and rules.places else None
        self.all = tuple(self._named())
        """Every number of an observation, in order."""
        self.low = np.array([one.low for one in self.all], np.float32)
        self.high = np.array([one.high for one in self.all], np.float32)

    def of(self, position: Position, agent: int) -> Vector:
        """What an agent observes; a new array every time."""
        situation, limits = position.situation, self.match.limits
        kept = situation.kept.get((self, agent))
        if kept is None:
            kept = situation.kept[self, agent] = np.fromiter(self._values(situation, agent), np.float32, len(self.all))
        seen: Vector = kept.copy()
        seen[0] = max(1 - position.turns / limits.turns, 0.0)
        seen[1] = max(1 - position.commands / limits.commands, 0.0)
        return seen

    def _named(self) -> Iterator[Feature]:
        slots = self.match.slots
        yield from CLOCK + NOW
        for row in [f"own[{n}]" for n in range(slots.own)] + [f"others[{n}]" for n in range(slots.others)]:
            yield from (Feature(f"{row}.{name}", low, high) for name, low, high in self._columns())
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
        yield from self.marks.values()

    def _values(self, situation: Situation, agent: int) -> Iterator[float]:
        slots = self.match.slots
        battle = self.match.seen(situation.battle, agent)
        units = {unit.id: unit for unit in battle.units}
        own, others = slots.units(agent)
        turn = battle.turn.side
        yield from (0.0, 0.0)
        yield from (situation.agent == agent, battle.owing is not None, turn == self.match.sides[agent])
        for ids, rows in ((own, slots.own), (others, slots.others)):
            for id_ in _filled(ids, rows):
                unit = units.get(id_)
                yield from self._row(battle, unit, agent) if unit else (0.0 for _ in self._columns())
        pairs = [(one, other) for one in _filled(own, slots.own) for other in _filled(others, slots.others)]
        if self._apart:
            yield from (self._distance(battle, units.get(one), units.get(other)) for one, other in pairs)
        if self.chances:
            best = _chances(battle, situation) if situation.agent == agent else {}
            yield from (float(best.get(pair, 0)) for pair in pairs)

    def _row(self, battle: Battle, unit: UnitView, agent: int) -> Iterator[float]:
        yield from (1.0, not unit.out, (self.match.agent_of[unit.id] - agent) % len(self.match.sides))
        yield -1.0 if unit.left is None else unit.left
        if self.places:
            yield self.places.get(unit.place, -1)
        yield from (flag in unit.flags for flag in self.flags)
        marks = {mark.name: _number(mark) for mark in _marks(battle, unit)} if self.marks else {}
        yield from (marks.get(name, 0.0) for name in self.marks)

    def _distance(self, battle: Battle, one: UnitView | None, other: UnitView | None) -> float:
        if self._apart is None or not one or not other or not one.place or not other.place:
            return -1.0
        return self._apart(battle.state, one.place, other.place)


def _filled(ids: Sequence[str], slots: int) -> list[str]:
    return [*ids, *[""] * (slots - len(ids))]


def _marks(battle: Battle, unit: UnitView) -> Iterable[Mark]:
    places = battle.ruleset.places
    try:
        return places.marks(battle.state, unit.id) if places else ()
    except BattleFileError:  # a unit that cannot be moved has none
        return ()


def _number(mark: Mark) -> float:
    """A mark as a number; a word by its place among those allowed."""
    return float(mark.allowed.index(mark.value) if isinstance(mark.value, str) else mark.value)


def _of_mark(name: str, marks: Sequence[Mark]) -> Feature:
    if all(isinstance(mark.value, bool) for mark in marks):
        return Feature(name)
    if all(isinstance(mark.value, str) for mark in marks):
        return Feature(name, 0, max(1, *(len(mark.allowed) - 1 for mark in marks)))
    return Feature(name, -FAR, FAR)


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
