"""`fireline plan`: the best shots of a side in this phase, and what to do after each outcome."""

from __future__ import annotations

from typing import Annotated

import typer

from fireline.cli.arguments import AnswersOption, BattleArgument, JsonOption, TeamOption, about
from fireline.game.errors import BattleFileError

GoalOption = Annotated[
    str,
    typer.Option(
        "--goal",
        metavar="GOAL",
        help="What counts: losses, kills, a field of outcomes or a unit by its id; several as NAME=WEIGHT,...",
    ),
]
ShootersOption = Annotated[
    str | None,
    typer.Option(
        "--shooters", metavar="A,B,C", help="Who may fire; the whole side if nothing is said.", show_default=False
    ),
]


def plan(  # noqa: PLR0913, PLR0917 - typer reads a command's options from its parameters
    battle: BattleArgument,
    goal: GoalOption = "losses",
    shooters: ShootersOption = None,
    budget: Annotated[int, typer.Option("--budget", min=1, metavar="N", help="Battles to look at.")] = 2000,
    depth: Annotated[int, typer.Option("--depth", min=1, metavar="N", help="Shots of the plan that are told.")] = 3,
    answered: AnswersOption = None,
    team: TeamOption = None,
    as_json: JsonOption = False,  # noqa: FBT002
) -> None:
    """The best order and targets of a side's shots in this phase, adapted to every outcome on the way.

    Every unit fires once at most. The value is exact; where the budget does not suffice it lies between two bounds.
    """
    from fireline.analysis.goal import goal_of
    from fireline.analysis.plan import BUDGET, Planner
    from fireline.cli import planwords

    with about(battle, team, answers=answered) as loaded:
        if loaded.ruleset.to_decide(loaded.state) is not None:
            raise BattleFileError("an answer is owed first; a plan is for the shots after it", "due", battle)
        named = tuple(dict.fromkeys(word.strip() for word in shooters.split(","))) if shooters else ()
        planner = Planner(loaded, shooters=named)
        planner = Planner(loaded, goal_of(goal, loaded, planner.shots()), named)
        planner.search(budget)
        simple = planner.simple(max(budget, BUDGET))
    if as_json:
        from fireline.cli.show import emit

        emit(planwords.data(planner, simple))
    else:
        planwords.tell(planner, simple, depth)
