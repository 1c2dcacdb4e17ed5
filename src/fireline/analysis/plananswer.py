"""A plan as it is told: its value, the situations that it may come to, and the same in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from fireline.analysis.goal import Goal
from fireline.analysis.plantree import Happened, Order, PlanNode, counts_in, order_of, tell_apart, together
from fireline.game.battle import Battle
from fireline.game.command import Command, Shot
from fireline.game.result import Bar, Result
from fireline.game.tools import Table
from fireline.ruling.prose import listing, percent, plural

NAMED = 2
"""The decision with the most outcomes is that of "anything else" if it has more."""
TOLD = 4
"""Of those of all others so many are told, the most likely first, and how many more there are."""
NOT_SEARCHED: Order = (None, False)
Way = tuple[Fraction, PlanNode]
"""A situation in the plan, and how likely it is."""
Told = tuple[Fraction, tuple[Happened, ...], PlanNode]
"""The same with everything that leads to it."""


class Ended(StrEnum):
    """Why a search ended before everything was known."""

    TIME = "the time is up"
    BUDGET = "the budget is used up"
    STOPPED = "stopped"


class PlanStep(NamedTuple):
    """A way on from a command: its chance, what happened, and the number of the situation after it."""

    p: Fraction
    what: str
    to: int


class PlanSituation(NamedTuple):
    """A situation that the plan may come to: who is still to fire, its value, and the command to give then.

    `then` may be empty where nothing more is to fire after that command.
    """

    to_fire: tuple[str, ...]
    least: Fraction
    most: Fraction
    shot: Shot | None
    command: Command | None
    then: tuple[PlanStep, ...]


class SimpleGain(NamedTuple):
    """What always taking the best single command gains, between two bounds that meet where it is known exactly."""

    least: Fraction
    most: Fraction

    @property
    def value(self) -> Fraction | None:
        """The exact value; None where it is not known."""
        return self.least if self.least == self.most else None

    @property
    def stands_on(self) -> str:
        """What the bounds stand on, "" where the value is exact."""
        if self.least == self.most:
            return ""
        return (
            "Not every battle that always taking the best single command leads to was followed in the time: the others "
            "gain nothing at least, and at most what anything there can gain."
        )


class PlanAnswer(Result):
    """A plan with its value, between `least` and `most`; exact where they meet and nothing was left out but moves."""

    told = (
        "sentence ruleset=battle.ruleset.id goal shooters stands_on=battle.assumptions in_turns exact left_out "
        "least=now.least most=now.most simple=simple_bounds.value simple_least=simple_bounds.least "
        "simple_most=simple_bounds.most simple_stands_on=simple_bounds.stands_on own_losses looked_at first situations"
    )

    battle: Battle
    """The battle that is planned for."""
    aim: Goal
    """What the plan gains."""
    shooters: tuple[str, ...]
    in_turns: bool
    """Whether units act in their turns of the round; enemies between do nothing."""
    left_out: Sequence[str]
    """What was not searched, in sentences; empty where exact."""
    simple_bounds: SimpleGain
    """What always taking the best single command gains by the same goal."""
    looked_at: int
    """How many battles were looked at."""
    start: PlanNode = field(repr=False)
    """The situation as it is, with everything that was found."""
    ended: Ended | None = None
    """Why the search ended before everything was known, None where nobody says."""
    depth: int = 3
    """How many shots of the plan are shown."""

    @property
    def goal(self) -> Mapping[str, Fraction]:
        """What the plan gains, each with its weight."""
        return dict(self.aim.weights)

    @cached_property
    def situations(self) -> tuple[PlanSituation, ...]:
        """What may come of it by number, the first being now."""
        return situations(self.start)

    @property
    def own_losses(self) -> Mapping[str, Fraction]:
        """What one's own side is expected to lose by the plan, by kind."""
        return self.start.own_losses

    @property
    def now(self) -> PlanSituation:
        """The situation as it is."""
        return self.situations[0]

    @property
    def exact(self) -> bool:
        """Whether nothing was left out."""
        return not self.left_out

    @property
    def first(self) -> Shot | Command | None:
        """What to do now: a shot as one, anything else as a command."""
        return self.now.shot or self.now.command

    @property
    def sentence(self) -> str:
        """What to do first, and what the plan gains."""
        first = self._no_order if self.start.best is None else f"Begin with this: {order_in_words(self.start)}."
        return f"{first} {self._value}"

    @property
    def _no_order(self) -> str:
        if not self.start.known:
            return "Not enough battles were looked at to choose a first shot; give it more seconds."
        nobody = not self.start.to_fire or self.start.choices == ()
        return "Nobody may fire." if nobody else "No shot is worth more than not shooting."

    @property
    def _value(self) -> str:
        """What the best plan gains: the exact value, or its proven bounds."""
        start, looked = self.start, plural(self.looked_at, "battle") + " looked at"
        if start.known:
            how = "of what was searched" if self.left_out else "exactly"
            return f"Best expected: {_number(start.least)}, {how}; {looked}."
        ended = f" ({self.ended})" if self.ended else ""
        return (
            f"Proven within {float(start.most - start.least):.4g} of the best: at least {_number(start.least)}, "
            f"at most {_number(start.most)}; {looked}{ended}; {self._more} more."
        )

    @property
    def _more(self) -> str:
        return "a larger budget proves" if self.ended is Ended.BUDGET else "more seconds prove"

    def bars(self) -> Iterator[Bar]:
        """The plan to some depth: how likely each branch is, what happens in it, and what to do then."""
        if self.start.best is not None:
            yield Bar(order_in_words(self.start), None, "")
        for one in self._branches:
            chance = "" if one.alone else f"{percent(one.chance)}  "
            yield Bar(f"{'  ' * one.depth}{one.what}", float(one.chance), f"{chance}{one.then}")

    @property
    def _branches(self) -> Iterator[Branch]:
        return branches([(Fraction(1), self.start)], self.depth) if self.start.best else iter(())

    def notes(self) -> Iterator[str]:
        """What is counted, what always taking the best single command gains, and what was left out."""
        means = f", enemies' losses minus one's own, in {self.battle.ruleset.losses}" if self.aim == Goal() else ""
        yield f"Goal: {self.aim}{means}. Planned for: {listing(self.shooters) or 'nobody'}."
        yield self._compared
        if lost := [f"{what} {_number(number)}" for what, number in self.own_losses.items()]:
            yield f"Expected losses of one's own side: {', '.join(lost)}."
        yield from (f"Left out: {sentence}" for sentence in self.left_out[not self.start.known :])
        yield self.battle.assumptions
        if self.in_turns:
            yield "Units act in their turns of this round; enemies in between are assumed to do nothing."

    @property
    def _compared(self) -> str:
        least, (low, high) = self.start.least, self.simple_bounds
        if low != high:
            between = f"at least {_number(low)}, at most {_number(high)}"
            return f"Always taking the best single command: {between}; not followed to the end; {self._more} more."
        told = f"Always taking the best single command: {_number(low)}"
        if least > low:
            return f"{told}; this plan gains {'' if self.start.known else 'at least '}{float(least - low):.4g} more."
        return f"{told}; {'no plan gains more' if self.start.known else 'this plan gains no more so far'}."

    def in_full(self) -> Iterator[Table]:
        """What the plan gains, and what it costs."""
        start, simple = self.start, self.simple_bounds
        rows = [("this plan", start.least, start.most), ("the best single command", simple.least, simple.most)]
        yield Table(("expected gain of", "at least", "at most"), [(name, str(a), str(b)) for name, a, b in rows])
        if self.own_losses:
            yield Table(("expected loss", ""), [(what, str(number)) for what, number in self.own_losses.items()])

    def picture(self) -> str:
        """The plan to some depth as a tree."""
        from fireline.draw.charts import Branch as Drawn
        from fireline.draw.charts import draw_tree

        first = order_in_words(self.start) if self.start.best else self._no_order
        rest = (Drawn(one.depth, float(one.chance), percent(one.chance), one.what, one.then) for one in self._branches)
        title = self.battle.data().get("name") or self.battle.ruleset.name
        return draw_tree(f"A plan: {title}", self._value, [Drawn(0, None, "", "", first), *rest])


def situations(start: PlanNode) -> tuple[PlanSituation, ...]:
    """Every situation that a plan may come to, by number."""
    numbers: dict[PlanNode, int] = {start: 0}
    for here in (waiting := [start]):
        for branch in here.best.branches if here.best else ():
            if branch.onward not in numbers:
                numbers[branch.onward] = len(numbers)
                waiting.append(branch.onward)
    found = list[PlanSituation]()
    for here in numbers:
        best, ways = here.best, here.best.branches if here.best else ()
        results = tell_apart(ways)
        counts = counts_in(chain.from_iterable(results))
        said = (" or ".join(together(told, counts)) for told in results)
        then = tuple(PlanStep(one.chance, what, numbers[one.onward]) for one, what in zip(ways, said, strict=True))
        shot, command = (best.shot, best.command) if best else (None, None)
        found.append(PlanSituation(here.to_fire, here.least, here.most, shot, command, then))
    return tuple(found)


# --- in words ------------------------------------------------------------------------------


class Branch(NamedTuple):
    """Results that lead to one decision: how deep in the plan, how likely, what happens, and what to do then."""

    depth: int
    chance: Fraction
    what: str
    then: str
    alone: bool
    """Whether nothing else can happen."""


def branches(ways: Sequence[Way], depth: int, deep: int = 1) -> Iterator[Branch]:
    """The results of the commands just shown, by the decision that follows; equal decisions share a branch."""
    onward = [(p * branch.chance, branch) for p, here in ways for branch in (here.best.branches if here.best else ())]
    total = sum((p for p, _ in onward), Fraction(0))
    groups: dict[Order, list[Told]] = {}
    results = tell_apart([one for _, one in onward], open_too=False)
    for (p, branch), told in zip(onward, results, strict=True):
        groups.setdefault(order_of(branch.onward), []).append((p / total, told, branch.onward))
    counts = counts_in(chain.from_iterable(results))
    words = {order: together(_outcomes(group), counts) for order, group in groups.items()}
    rest = max(words, key=lambda order: (order == NOT_SEARCHED, len(words[order])), default=None)
    if rest != NOT_SEARCHED and len(groups) > 1 and len(words.get(rest or NOT_SEARCHED, ())) <= NAMED:
        rest = None
    for order, group in sorted(groups.items(), key=lambda one: (one[0] == rest, -_sum(one[1]))):
        other = "anything else" if len(groups) > 1 else "whatever happens"
        more = [f"{count} other results"] if (count := len(words[order][TOLD:])) else []
        what = other if order == rest else " or ".join([*words[order][:TOLD], *more])
        onward_nodes = [(p, node) for p, _, node in group]
        yield Branch(deep, _sum(group), what, order_in_words(onward_nodes[0][1]), alone=len(groups) == 1)
        if depth > 1:
            yield from branches(onward_nodes, depth - 1, deep + 1)


def _outcomes(group: Sequence[Told]) -> list[Happened]:
    """Everything that happens in these branches, the most likely first."""
    return list(dict.fromkeys(one for _, told, _ in sorted(group, key=lambda one: -one[0]) for one in told))


def _sum(group: Sequence[Told]) -> Fraction:
    return sum((p for p, _, _ in group), Fraction(0))


def order_in_words(here: PlanNode) -> str:
    """The decision in a situation."""
    if here.best is None:
        return "done" if here.known else "not searched far enough"
    return here.battle.ruleset.label(here.battle.state, here.best.command)


def _number(value: Fraction) -> str:
    return f"{float(value):.4f}"
