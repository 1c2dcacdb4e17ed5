"""`fireline plan`: the best shots of a side in this phase, as a tree of what to do after each outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.text import Text
from rich.tree import Tree

from fireline.analysis.deadline import USUAL, Deadline
from fireline.analysis.happened import Happened, together
from fireline.analysis.plan import Planner
from fireline.analysis.plantree import Order, PlanNode, order_of, tell_apart
from fireline.analysis.reply import ReplySearch
from fireline.cli import show
from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Out
from fireline.cli.progress import listening
from fireline.formats.kinds import PICTURE
from fireline.questions import searches
from fireline.questions.searches import Planning, search_of
from fireline.ruling.prose import listing, percent, plural

NAMED = 2
"""The decision with the most outcomes is that of "anything else" if it has more; those of all others are named."""
NOT_SEARCHED: Order = (None, False)
Way = tuple[Fraction, PlanNode]
"""A situation in the plan, and how likely it is."""
Told = tuple[Fraction, tuple[Happened, ...], PlanNode]
"""The same with everything that leads to it."""


@asks(searches.plan)
def plan(
    asked: Asked[Planning],
    *,
    depth: Annotated[int, typer.Option("--depth", min=1, metavar="N", help="How many shots of the plan to show.")] = 3,
    out: Annotated[
        Path | None, Out("Draw the plan as a tree, or what the shots are worth, .svg or .png.", PICTURE)
    ] = None,
) -> None:
    """Print the plan as a tree.

    A unit fires as often as the rules allow, once if they set no number, and may aim, reload or kneel first. Not to
    fire is always a choice. The value is exact; if you stop the search (Ctrl-C) or its time is up, it lies between two
    bounds. If units act in an order, the plan follows it, and enemies in between do nothing.
    """
    budget, seconds = asked.request.budget, asked.request.seconds
    deadline = Deadline.of_answer(seconds or (None if budget else USUAL))
    search = search_of(asked.request)
    ended = searched(search, budget, deadline.left)
    if isinstance(search, ReplySearch):
        return asked.give(search.answer(), out)
    if out is not None:
        from fireline.formats.writing import save_picture

        save_picture(_drawn(search, depth), out)
    return asked.tell(search.answer().data, lambda: _tell(search, depth, ended), out)


def searched(search: Planner | ReplySearch, budget: int | None, seconds: float | None) -> str:
    """Search until everything is known, or the budget of battles or seconds is used up, or Ctrl-C.

    Returns why it ended before, "" if everything is known.
    """
    ended = "stopped"
    with suppress(KeyboardInterrupt), listening() as heard:
        search.run(budget, seconds, lambda share, _: heard(share))
        ended = "the time is up" if budget is None or search.looked_at < budget else "the budget is used up"
    return "" if search.known else ended


class Branch(NamedTuple):
    """Results that lead to one decision: how deep in the plan, how likely, what happens, and what to do then."""

    depth: int
    chance: Fraction
    what: str
    then: str
    alone: bool
    """Whether nothing else can happen."""

    @property
    def lead(self) -> str:
        """Its chance, where there are others."""
        return "" if self.alone else f"{percent(self.chance):>5}  "


def _tell(planner: Planner, depth: int, ended: str = "") -> None:
    """Print the value, the simple policy's beside it, and the plan to some depth; `ended` says why the search did."""
    out, start = show.console(), planner.start
    first = _no_order(start) if start.best is None else f"Begin with this: {_shot(start)}."
    out.print(Text(f"{first} {_value(planner, ended)}", show.STRONG))
    out.print(f"Goal: {planner.goal}. May fire: {listing(planner.shooters) or 'nobody'}.")
    out.print(_compared(planner))
    if own := _own(planner):
        out.print(own)
    for sentence in planner.left_out[not start.known :]:
        show.note(f"Left out: {sentence}")
    show.note(planner.battle.assumptions)
    if planner.in_turns:
        show.note("Units act in their turns of this round; enemies in between are assumed to do nothing.")
    if start.best is None:
        return
    tree = Tree(Text(_shot(start), show.GOOD))
    twigs = [tree]
    for branch in _branches([(Fraction(1), start)], depth):
        told = Text.assemble((branch.lead, show.STRONG), f"{branch.what}: ", (branch.then, show.GOOD))
        twigs[branch.depth :] = [twigs[branch.depth - 1].add(told)]
    out.print(tree)


def _drawn(planner: Planner, depth: int) -> str:
    """The plan to some depth as a tree, SVG."""
    from fireline.draw.tree import Branch as Drawn
    from fireline.draw.tree import draw_tree

    start = planner.start
    first = _no_order(start) if start.best is None else _shot(start)
    rest = _branches([(Fraction(1), start)], depth) if start.best is not None else ()
    branches = (Drawn(one.depth, float(one.chance), percent(one.chance), one.what, one.then) for one in rest)
    title = planner.battle.data().get("name") or planner.battle.ruleset.name
    return draw_tree(f"A plan: {title}", _value(planner), [Drawn(0, None, "", "", first), *branches])


def _no_order(here: PlanNode) -> str:
    if not here.known:
        return "Not enough battles were looked at to choose a first shot; raise --seconds."
    return "Nobody may fire." if here.choices == () else "No shot is worth more than not shooting."


def _value(planner: Planner, ended: str = "") -> str:
    """What the best plan gains: the exact value, or its proven bounds."""
    start, looked = planner.start, plural(planner.looked_at, "battle") + " looked at"
    if start.known:
        how = "of what was searched" if planner.left_out else "exactly"
        return f"Best expected: {_number(start.least)}, {how}; {looked}."
    return (
        f"Proven within {float(start.most - start.least):.4g} of the best: at least {_number(start.least)}, "
        f"at most {_number(start.most)}; {looked}{f' ({ended})' if ended else ''}, more with --seconds."
    )


def _compared(planner: Planner) -> str:
    start, simple, bounds = planner.start, planner.simple_gain, planner.simple_bounds
    if simple is None:
        between = f"at least {_number(bounds.least)}, at most {_number(bounds.most)}"
        return f"Always taking the best single command: {between}; not followed to the end, more with --seconds."
    told = f"Always taking the best single command: {_number(simple)}"
    if start.least > simple:
        return f"{told}; this plan gains {'' if start.known else 'at least '}{float(start.least - simple):.4g} more."
    return f"{told}; {'no plan gains more' if start.known else 'this plan gains no more so far'}."


def _own(planner: Planner) -> str:
    """What the plan costs one's own side, "" where it costs nothing."""
    lost = [f"{what} {_number(number)}" for what, number in planner.start.own_losses.items()]
    return f"Expected losses of one's own side: {', '.join(lost)}." if lost else ""


def _branches(ways: Sequence[Way], depth: int, deep: int = 1) -> Iterator[Branch]:
    """The results of the commands just shown, by the decision that follows; equal decisions share a branch."""
    onward = [(p * branch.chance, branch) for p, here in ways for branch in (here.best.branches if here.best else ())]
    total = sum((p for p, _ in onward), Fraction(0))
    groups: dict[Order, list[Told]] = {}
    results = tell_apart([one for _, one in onward], open_too=False)
    for (p, branch), told in zip(onward, results, strict=True):
        groups.setdefault(order_of(branch.onward), []).append((p / total, told, branch.onward))
    every = list(chain.from_iterable(results))
    words = {order: together(_outcomes(group), every) for order, group in groups.items()}
    rest = max(words, key=lambda order: (order == NOT_SEARCHED, len(words[order])), default=None)
    if rest != NOT_SEARCHED and len(groups) > 1 and len(words.get(rest or NOT_SEARCHED, ())) <= NAMED:
        rest = None
    for order, group in sorted(groups.items(), key=lambda one: (one[0] == rest, -_sum(one[1]))):
        other = "anything else" if len(groups) > 1 else "whatever happens"
        what = other if order == rest else " or ".join(words[order])
        onward_nodes = [(p, node) for p, _, node in group]
        yield Branch(deep, _sum(group), what, _shot(onward_nodes[0][1]), alone=len(groups) == 1)
        if depth > 1:
            yield from _branches(onward_nodes, depth - 1, deep + 1)


def _outcomes(group: Sequence[Told]) -> list[Happened]:
    """Everything that happens in these branches, the most likely first."""
    return list(dict.fromkeys(one for _, told, _ in sorted(group, key=lambda one: -one[0]) for one in told))


def _sum(group: Sequence[Told]) -> Fraction:
    return sum((p for p, _, _ in group), Fraction(0))


def _shot(here: PlanNode) -> str:
    """The decision in a situation."""
    if here.best is None:
        return "done" if here.known else "not searched far enough"
    return here.battle.ruleset.label(here.battle.state, here.best.command)


def _number(value: Fraction) -> str:
    """A value as a decimal, with the fraction if it is short enough to read."""
    return show.chance(value, lambda one: f"{float(one):.4f}")
