"""Chains without a limit, solved exactly: in which states they end, how likely each is, and after how many steps.

The chain is a graph of states with whole numbers on its arrows.  States that are not done are struck out one after
another: arrows into such a state go where it leads instead, without its arrow to itself.  In the end the start
leads only to states that are done.  Every number stays whole.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import gcd
from typing import TypeVar

from fireline.chance.dist import Dist
from fireline.chance.errors import NeverEnds, TooManyStates, limits

T = TypeVar("T")
Row = dict[int, int]
START, STEPS = -1, -2
"""Columns of a row that are no states: the row of the start, and the steps taken so far."""


def solve(
    start: Dist[T], step: Callable[[T], Iterable[tuple[T, int]]], done: Callable[[T], object], *, name: str
) -> Dist[T]:
    """The distribution over the states that are done.

    *step* gives the states after one, each with its ways, the same one perhaps several times; *name* is its name, for
    errors.
    """
    states, row = _last_row(start, step, done, name)
    del row[STEPS]
    last = {states[place]: weight for place, weight in sorted(row.items())}
    return Dist.from_weights(last, sum(last.values()))


def mean_steps(
    start: Dist[T], step: Callable[[T], Iterable[tuple[T, int]]], done: Callable[[T], object], *, name: str
) -> Fraction:
    """The exact average number of steps until a state is done; the arguments are those of `solve`."""
    _, row = _last_row(start, step, done, name)
    steps = row.pop(STEPS)
    return Fraction(steps, sum(row.values()))


def _last_row(
    start: Dist[T], step: Callable[[T], Iterable[tuple[T, int]]], done: Callable[[T], object], name: str
) -> tuple[list[T], Row]:
    """Every state, and the arrows from the start when all states that are not done have been struck out."""
    states, rows = _reach(start, step, done, name)
    sources: dict[int, set[int]] = {place: set() for place in range(len(states))}
    for source, row in rows.items():
        for target in row.keys() - {STEPS}:
            sources[target].add(source)
    _check_end(states, rows, sources, name)
    for place in _fewest_arrows_first(rows, sources):
        _strike_out(place, rows, sources)
    return states, rows[START]


def _reach(
    start: Dist[T], step: Callable[[T], Iterable[tuple[T, int]]], done: Callable[[T], object], name: str
) -> tuple[list[T], dict[int, Row]]:
    """Every state in the order first met, and the arrows out of the start and of each that is not done."""
    budget = limits().states
    place = {state: number for number, state in enumerate(start)}
    rows = {START: {**dict(enumerate(weight for _, weight in start.ways())), STEPS: 0}}
    waiting, met = deque(place), len(place)
    while waiting:
        state = waiting.popleft()
        if done(state):
            continue
        row: Row = {}
        for target, weight in step(state):
            number = place.setdefault(target, len(place))
            if number == met:
                met += 1
                waiting.append(target)
            row[number] = row.get(number, 0) + weight
        rows[place[state]] = {**row, STEPS: sum(row.values())}
        if len(place) > budget:
            raise TooManyStates(name, budget)
    return list(place), rows


def _check_end(states: list[T], rows: dict[int, Row], sources: dict[int, set[int]], name: str) -> None:
    """Raise `NeverEnds` if some state never leads to one that is done."""
    ending = {place for place in sources if place not in rows}
    waiting = list(ending)
    while waiting:
        found = sources[waiting.pop()] - ending
        ending |= found
        waiting += [place for place in found if place != START]
    if stuck := [state for place, state in enumerate(states) if place not in ending]:
        raise NeverEnds(name, tuple(stuck))


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
