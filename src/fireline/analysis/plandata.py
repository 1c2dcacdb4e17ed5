"""A plan as data: what to do in each situation that may arise."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fireline.analysis.plan import Planner, PlanNode
from fireline.analysis.reply import Exchange
from fireline.game.battle import Battle


def plan_data(planner: Planner, simple: Fraction | None) -> dict[str, Any]:
    """The plan as it stands in a JSON answer: its situations by number, the first being now."""
    start = planner.start
    numbers: dict[PlanNode, int] = {start: 0}
    for situation in (waiting := [start]):
        for branch in situation.best.branches if situation.best else ():
            if branch.onward not in numbers:
                numbers[branch.onward] = len(numbers)
                waiting.append(branch.onward)
    return {
        "ruleset": planner.battle.ruleset.id,
        "goal": {name: str(weight) for name, weight in planner.goal.weights},
        "shooters": list(planner.shooters),
        "stands_on": planner.battle.assumptions,
        "in_turns": planner.in_turns,
        "exact": start.known,
        "least": str(max(start.least, simple or Fraction(0))),
        "most": str(start.most),
        "simple": None if simple is None else str(simple),
        "looked_at": planner.looked_at,
        "first": _order(start),
        "situations": [_situation(one, numbers) for one in numbers],
    }


def _situation(here: PlanNode, numbers: dict[PlanNode, int]) -> dict[str, Any]:
    told: dict[str, Any] = {"to_fire": list(here.to_fire), "least": str(here.least), "most": str(here.most)}
    best = here.best
    if best is None:
        return told | {"shot": None, "command": None, "then": []}
    ways = [{"p": str(one.chance), "what": one.what, "to": numbers[one.onward]} for one in best.branches]
    return told | {"shot": best.shot.data() if best.shot else None, "command": best.command.data(), "then": ways}


def _order(here: PlanNode) -> dict[str, Any] | None:
    """The order as data: a shot as one, anything else as a command."""
    if here.best is None:
        return None
    return here.best.shot.data() if here.best.shot else here.best.command.data()


def reply_data(battle: Battle, found: Sequence[Exchange]) -> dict[str, Any]:
    """Every shot with the best reply to it, as it stands in a JSON answer."""
    return {"ruleset": battle.ruleset.id, "stands_on": battle.assumptions, "exchanges": [one.data() for one in found]}
