"""A plan as data: what to do in each situation that may arise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from fireline.analysis.plan import Planner
from fireline.analysis.plannode import PlanNode
from fireline.analysis.plantelling import tell_apart
from fireline.analysis.reply import Exchange
from fireline.game.battle import Battle
from fireline.game.command import Command
from fireline.game.result import Result
from fireline.game.shot import Shot


class PlanStep(NamedTuple):
    """A way on from a command: its chance, what happened, and the number of the situation after it."""

    p: Fraction
    what: str
    to: int


class PlanSituation(NamedTuple):
    """A situation that the plan may come to: who is still to fire, its value, and the command to give then."""

    to_fire: tuple[str, ...]
    least: Fraction
    most: Fraction
    shot: Shot | None
    command: Command | None
    then: tuple[PlanStep, ...]


@dataclass(frozen=True)
class PlanAnswer(Result):
    """A plan with its value, between `least` and `most`; exact where they meet and nothing was left out but moves."""

    told = (
        "ruleset=battle.ruleset.id goal shooters stands_on=battle.assumptions in_turns exact left_out least=now.least "
        "most=now.most simple own_losses looked_at first situations"
    )

    planner: Planner
    situations: tuple[PlanSituation, ...]
    """What may come of it by number, the first being now."""

    @property
    def battle(self) -> Battle:
        """The battle that is planned for."""
        return self.planner.battle

    @property
    def now(self) -> PlanSituation:
        """The situation as it is."""
        return self.situations[0]

    @property
    def goal(self) -> Mapping[str, Fraction]:
        """What the plan gains, each with its weight."""
        return dict(self.planner.goal.weights)

    @property
    def shooters(self) -> tuple[str, ...]:
        """Who may fire."""
        return self.planner.shooters

    @property
    def in_turns(self) -> bool:
        """Units act in their turns of the round; enemies between do nothing."""
        return self.planner.in_turns

    @property
    def exact(self) -> bool:
        """Whether nothing was left out."""
        return not self.planner.left_out

    @property
    def left_out(self) -> Sequence[str]:
        """What was not searched, in sentences; empty where exact."""
        return self.planner.left_out

    @property
    def simple(self) -> Fraction | None:
        """What always taking the best single command gains by the same goal."""
        return self.planner.simple_gain

    @property
    def own_losses(self) -> Mapping[str, Fraction]:
        """What one's own side is expected to lose by the plan, by kind."""
        return self.planner.start.own_losses

    @property
    def looked_at(self) -> int:
        """How many battles were looked at."""
        return self.planner.looked_at

    @property
    def first(self) -> Shot | Command | None:
        """What to do now: a shot as one, anything else as a command."""
        return self.now.shot or self.now.command


@dataclass(frozen=True)
class RepliesAnswer(Result):
    """Every shot with the best reply to it, the best first."""

    told = "ruleset=battle.ruleset.id stands_on=battle.assumptions exchanges"

    battle: Battle
    exchanges: tuple[Exchange, ...]


def plan_answer(planner: Planner) -> PlanAnswer:
    """The plan that was found, its situations by number."""
    start = planner.start
    numbers: dict[PlanNode, int] = {start: 0}
    for situation in (waiting := [start]):
        for branch in situation.best.branches if situation.best else ():
            if branch.onward not in numbers:
                numbers[branch.onward] = len(numbers)
                waiting.append(branch.onward)
    return PlanAnswer(planner, tuple(_situation(one, numbers) for one in numbers))


def _situation(here: PlanNode, numbers: dict[PlanNode, int]) -> PlanSituation:
    best = here.best
    if best is None:
        return PlanSituation(here.to_fire, here.least, here.most, None, None, ())
    ways = zip(best.branches, tell_apart(best.branches), strict=True)
    then = tuple(PlanStep(one.chance, " or ".join(told), numbers[one.onward]) for one, told in ways)
    return PlanSituation(here.to_fire, here.least, here.most, best.shot, best.command, then)
