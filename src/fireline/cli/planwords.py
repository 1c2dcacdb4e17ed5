"""A plan in words, as a tree of what to do after each outcome."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rich.text import Text
from rich.tree import Tree

from fireline.analysis.plan import PlanBranch, Planner, PlanNode
from fireline.analysis.reply import Exchange
from fireline.cli import show
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.ruling.prose import listing, percent, plural

NAMED = 4
"""How many outcomes are named if several lead to the same decision, the most likely first."""
Way = tuple[Fraction, PlanNode]
"""A situation in the plan, and how likely it is."""


def tell(planner: Planner, simple: Fraction | None, depth: int, ended: str = "") -> None:
    """Print the value, the simple policy's beside it, and the plan to some depth; `ended` says why the search did."""
    out, start = show.console(), planner.start
    out.print(Text(f"Goal: {planner.goal}. May fire: {listing(planner.shooters) or 'nobody'}.", show.STRONG))
    out.print(value(planner, simple, ended))
    out.print(_compared(planner, simple))
    if planner.battle.assumptions:
        show.note(planner.battle.assumptions)
    if planner.in_turns:
        show.note("Units act in their turns of this round; enemies in between are assumed to do nothing.")
    if start.best is None:
        out.print(_no_order(start))
        return
    tree = Tree(Text(_shot(start), show.GOOD))
    _grow(tree, [(Fraction(1), start)], depth)
    out.print(tree)


def tell_replies(battle: Battle, found: Sequence[Exchange]) -> None:
    """Every shot with the best reply to it."""
    rules, state = battle.ruleset, battle.state
    table = show.new_table("shot", "gains", "reply costs", "value", "the reply")
    for one in found:
        likeliest, chance = one.answers[0]
        told = f"{battle.title(likeliest.shooter)} at {battle.title(likeliest.target)}" if likeliest else "none"
        often = "" if chance == 1 else f" ({percent(chance)} of the time)"
        order = rules.label(state, Shoot(one.shot))
        table.add_row(order, *map(_number, (one.gain, one.reply)), Text(_number(one.value), show.STRONG), told + often)
    show.console().print(table if found else "Nobody may fire.")
    show.note("The reply is the enemy's best single shot in the battle after this one.")
    if battle.assumptions:
        show.note(battle.assumptions)


def _no_order(here: PlanNode) -> str:
    if not here.known:
        return "Not enough battles were looked at to choose a first shot; raise --budget."
    return "Nobody may fire." if here.choices == () else "No shot is worth more than not shooting."


def value(planner: Planner, simple: Fraction | None, ended: str = "") -> str:
    """What the best plan gains: the exact value, or its proven bounds."""
    start, looked = planner.start, plural(planner.looked_at, "battle") + " looked at"
    if start.known:
        return f"Best expected: {_number(start.least)}, exactly; {looked}."
    least = max(start.least, simple or Fraction(0))
    return (
        f"Proven within {float(start.most - least):.4g} of the best: at least {_number(least)}, "
        f"at most {_number(start.most)}; {looked}{f' ({ended})' if ended else ''}, more with --budget or --seconds."
    )


def _compared(planner: Planner, simple: Fraction | None) -> str:
    if simple is None:
        return "To value the simple policy takes more battles or time than --budget or --seconds allow."
    more, known = planner.start.least - simple, planner.start.known
    told = f"Always taking the shot with the best expected worth: {_number(simple)}"
    if more > 0:
        return f"{told}; this plan gains {'' if known else 'at least '}{float(more):.4g} more."
    return f"{told}; {'no plan gains more' if known else 'this plan gains no more so far'}."


def _grow(tree: Tree, ways: Sequence[Way], depth: int) -> None:
    """The results of the shots just shown, by the decision that follows; equal decisions share a branch."""
    onward = [(p * branch.chance, branch) for p, here in ways for branch in (here.best.branches if here.best else ())]
    total = sum((p for p, _ in onward), Fraction(0))
    groups: dict[str, list[tuple[Fraction, PlanBranch]]] = {}
    for p, branch in onward:
        groups.setdefault(_shot(branch.onward), []).append((p / total, branch))
    for order, group in sorted(groups.items(), key=lambda one: -_sum(one[1])):
        chance = f"{percent(_sum(group)):>6}  " if len(groups) > 1 else ""
        what = _outcomes(group) if len(groups) > 1 else "whatever happens"
        twig = tree.add(Text.assemble((chance, show.STRONG), f"{what}: ", (order, show.GOOD)))
        if depth > 1:
            _grow(twig, [(p, branch.onward) for p, branch in group], depth - 1)


def _outcomes(group: Sequence[tuple[Fraction, PlanBranch]]) -> str:
    """What happens in these branches, the most likely first."""
    chances: dict[str, Fraction] = {}
    for p, branch in group:
        chances[branch.what] = chances.get(branch.what, Fraction(0)) + p
    told = sorted(chances, key=lambda what: -chances[what])
    more = f" or {len(told) - NAMED} rarer outcomes" if len(told) > NAMED else ""
    return " or ".join(told[:NAMED]) + more


def _sum(group: Sequence[tuple[Fraction, PlanBranch]]) -> Fraction:
    return sum((p for p, _ in group), Fraction(0))


def _shot(here: PlanNode) -> str:
    """The decision in a situation."""
    if here.best is None:
        return "done" if here.known else "not searched far enough"
    return here.battle.ruleset.label(here.battle.state, here.best.command)


def _number(value: Fraction) -> str:
    """A value as a decimal, with the fraction if it is short enough to read."""
    exact = str(value)
    return f"{float(value):.4f} ({exact})" if len(exact) <= 24 else f"{float(value):.4f}"
