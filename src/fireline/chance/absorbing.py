"""Chains without a limit, solved exactly: in which states they end, how likely each is, and after how many steps.

The chain is a graph of states with whole numbers on its arrows.  States that are not done are struck out one after
another: arrows into such a state go where it leads instead, without its arrow to itself.  In the end the start
leads only to states that are done.  Every number stays whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from heapq import heapify, heappop, heappush
from math import gcd
from typing import Generic, TypeVar

from fireline.chance.dist import Dist
from fireline.chance.errors import NeverEnds, TooManyStates, limits

T = TypeVar("T")
Row = dict[int, int]
START, STEPS = -1, -2
"""Columns of a row that are no states: the row of the start, and the steps taken so far."""


@dataclass
class Graph(Generic[T]):
    """A chain from its start on: its states in the order first met, and the arrows out of each that is not done."""

    name: str
    """What it is called, for errors."""
    states: list[T]
    rows: dict[int, Row]
    followed: int | None = None
    """After so many steps every state is known; None where all are, after any number."""
    why: str = ""
    """Why it was followed no farther."""

    @cached_property
    def _after(self) -> list[dict[int, Fraction]]:
        """How likely each state is, after each number of steps that was asked about."""
        row = self.rows[START]
        whole = sum(row.values())
        return [{place: Fraction(weight, whole) for place, weight in row.items() if place != STEPS}]

    def after(self, steps: int) -> dict[T, Fraction]:
        """How likely each state is after so many steps; where the chain is done, it stays."""
        while len(self._after) <= steps:
            onward: dict[int, Fraction] = {}
            for place, p in self._after[-1].items():
                row = self.rows.get(place) or {place: 1, STEPS: 1}
                for target, weight in row.items():
                    if target != STEPS:
                        onward[target] = onward.get(target, Fraction(0)) + p * Fraction(weight, row[STEPS])
            self._after.append(onward)
        return {self.states[place]: p for place, p in self._after[steps].items()}

    def ends(self, *, stuck: bool = False) -> Dist[T]:
        """The distribution over the states that are done; with `stuck`, also over those that never lead to one.

        Raises `NeverEnds` if there are any of these otherwise.
        """
        row = self._last_row(stuck=stuck)
        del row[STEPS]
        last = {self.states[place]: weight for place, weight in sorted(row.items())}
        return Dist.from_weights(last, sum(last.values()))

    @property
    def mean_steps(self) -> Fraction:
        """The exact average number of steps until a state is done; raises `NeverEnds`."""
        row = self._last_row()
        steps = row.pop(STEPS)
        return Fraction(steps, sum(row.values()))

    def _last_row(self, *, stuck: bool = False) -> Row:
        """The arrows from the start when all states that are not done have been struck out."""
        rows = {place: dict(row) for place, row in self.rows.items()}
        sources: dict[int, set[int]] = {place: set() for place in range(len(self.states))}
        for source, row in rows.items():
            for target in row.keys() - {STEPS}:
                sources[target].add(source)
        for place in self._stuck(sources):
            if not stuck:
                raise NeverEnds(self.name, tuple(self.states[one] for one in self._stuck(sources)))
            for target in rows.pop(place).keys() - {STEPS}:
                sources[target].discard(place)
        for place in _fewest_arrows_first(rows, sources):
            _strike_out(place, rows, sources)
        return rows[START]

    def _stuck(self, sources: Mapping[int, set[int]]) -> list[int]:
        """The states that never lead to one that is done."""
        ending = {place for place in sources if place not in self.rows}
        waiting = list(ending)
        while waiting:
            found = sources[waiting.pop()] - ending
            ending |= found
            waiting += [place for place in found if place != START]
        return [place for place in sources if place not in ending]


def reach(
    start: Dist[T],
    step: Callable[[T], Iterable[tuple[T, int]]],
    done: Callable[[T], object],
    *,
    name: str,
    stop: Callable[[int], str] | None = None,
) -> Graph[T]:
    """Every state that a chain leads to.

    Args:
        start: Where it begins.
        step: Gives the states after one, each with its ways, the same one perhaps several times.
        done: Says of a state whether it is an end.
        name: What the chain is called, for errors.
        stop: Says of a number of states why none beyond them is looked for, "" where they are; raises `TooManyStates`
            beyond the budget if nothing is said.
    """
    budget, place = limits().states, {state: number for number, state in enumerate(start)}
    graph = Graph(name, list(start), {START: {**dict(enumerate(weight for _, weight in start.ways())), STEPS: 0}})
    steps = [0] * len(place)
    for number, state in enumerate(graph.states):  # which the states after them are added to
        if done(state):
            continue
        if stop is not None and (why := stop(len(place))):
            graph.followed, graph.why = steps[number], why
            break
        row: Row = {}
        for target, weight in step(state):
            found = place.setdefault(target, len(place))
            if found == len(graph.states):
                graph.states.append(target)
                steps.append(steps[number] + 1)
            row[found] = row.get(found, 0) + weight
        graph.rows[number] = {**row, STEPS: sum(row.values())}
        if stop is None and len(place) > budget:
            raise TooManyStates(name, budget)
    return graph


def _fewest_arrows_first(rows: dict[int, Row], sources: dict[int, set[int]]) -> Iterator[int]:
    """The states to strike out, always one that makes few new arrows; any order gives the same answer."""

    def cost(place: int) -> int:
        return len(sources[place]) * len(rows[place])

    queue = [(cost(place), place) for place in sorted(rows) if place != START]
    heapify(queue)
    while queue:
        guessed, place = heappop(queue)
        if (now := cost(place)) > guessed:
            heappush(queue, (now, place))
        else:
            yield place


def _strike_out(place: int, rows: dict[int, Row], sources: dict[int, set[int]]) -> None:
    """Redirect every arrow into a state to where that state goes when it leaves itself."""
    row = rows.pop(place)
    row.pop(place, None)
    onto = row.keys() - {STEPS}
    leaving = sum(row[target] for target in onto)
    for target in onto:
        sources[target].discard(place)
    for source in sources.pop(place) - {place}:
        entering = rows[source].pop(place)
        onward = {target: weight * leaving for target, weight in rows[source].items()}
        for target, weight in row.items():
            onward[target] = onward.get(target, 0) + entering * weight
        for target in onto:
            sources[target].add(source)
        shared = gcd(*onward.values())
        rows[source] = {target: weight // shared for target, weight in onward.items()}
