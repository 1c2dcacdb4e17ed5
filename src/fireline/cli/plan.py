"""`fireline plan`: the best shots of a side in this phase, and what to do after each outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from fireline.cli.arguments import AnswersOption, BattleArgument, JsonOption, TeamOption, about
from fireline.cli.show import emit
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError, Code

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fireline.analysis.reply import Exchange

GoalOption = Annotated[
    str,
    typer.Option(
        "--goal",
        metavar="GOAL",
        help="What counts: net (harm to enemies less one's own), losses, kills, a field of outcomes or a unit's id; "
        "combine several as NAME=WEIGHT,...",
    ),
]
ShootersOption = Annotated[
    str | None,
    typer.Option(
        "--shooters", metavar="A,B,C", help="The units that may fire. Default: the whole side.", show_default=False
    ),
]


def plan(  # noqa: PLR0913, PLR0917 - typer reads a command's options from its parameters
    battle: BattleArgument,
    goal: GoalOption = "net",
    shooters: ShootersOption = None,
    budget: Annotated[
        int | None,
        typer.Option(
            "--budget",
            min=1,
            metavar="N",
            help="How many battles to look at. Default: as many as the time allows.",
            show_default=False,
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            min=0,
            metavar="N",
            help="How long to search. Default: 5, or as long as a --budget takes.",
            show_default=False,
        ),
    ] = None,
    depth: Annotated[int, typer.Option("--depth", min=1, metavar="N", help="How many shots of the plan to show.")] = 3,
    reply: Annotated[
        bool,
        typer.Option("--reply", help="Value each shot with the enemy's best reply instead."),
    ] = False,
    answered: AnswersOption = None,
    team: TeamOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find the best order and targets for a side's shots in this phase, with a decision after every outcome.

    A unit fires as often as the rules let it, and may aim, reload or kneel first; once where they do not count. Not to
    fire is always a choice. The value is exact; where time or patience (Ctrl-C) do not suffice it lies between two
    bounds. Units that have turns of their own in a round act in that order, and enemies in between do nothing.
    """
    from fireline.analysis.plan import planner_for
    from fireline.analysis.plandata import plan_answer
    from fireline.analysis.reply import exchanges
    from fireline.cli import planwords
    from fireline.cli.searching import search

    with about(battle, team, answers=answered) as loaded:
        if loaded.owing is not None:
            raise BattleFileError(Code.NOT_NOW, "somebody owes an answer first; plan the shots after it", file=battle)
        named = tuple(dict.fromkeys(word.strip() for word in shooters.split(","))) if shooters else ()
        planner = planner_for(loaded, goal, named)
        if reply:
            return _replied(loaded, exchanges(loaded, planner.goal, named), as_json=as_json)
        ended = search(planner, budget, seconds)
    if as_json:
        emit(plan_answer(planner).data())
    else:
        planwords.tell(planner, depth, ended)
    return None


def _replied(battle: Battle, found: Sequence[Exchange], *, as_json: bool) -> None:
    """Every shot with its best reply."""
    from fireline.analysis.plandata import RepliesAnswer
    from fireline.cli import planwords

    if as_json:
        return emit(RepliesAnswer(battle, tuple(found)).data())
    return planwords.tell_replies(battle, found)
