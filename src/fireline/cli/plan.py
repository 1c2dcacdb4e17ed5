"""`fireline plan`: the best shots of a side in this phase, and what to do after each outcome."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer

from fireline.analysis.plan import Planner
from fireline.analysis.reply import RepliesAnswer
from fireline.cli import planwords
from fireline.cli.asking import Asked, asks
from fireline.cli.progress import listening
from fireline.questions import searches
from fireline.questions.searches import Planning, planner_of


@asks(searches.plan)
def plan(
    asked: Asked[Planning],
    *,
    depth: Annotated[int, typer.Option("--depth", min=1, metavar="N", help="How many shots of the plan to show.")] = 3,
) -> None:
    """Print the plan as a tree.

    A unit fires as often as the rules let it, and may aim, reload or kneel first; once where they do not count. Not to
    fire is always a choice. The value is exact; where time or patience (Ctrl-C) do not suffice it lies between two
    bounds. Units that have turns of their own in a round act in that order, and enemies in between do nothing.
    """
    planner, request = planner_of(asked.request), asked.request
    if request.reply:
        replies: RepliesAnswer = asked.answer()
        return asked.tell(replies.data, lambda: planwords.tell_replies(replies.battle, replies.exchanges))
    ended = searched(planner, request.budget, request.seconds)
    return asked.tell(planner.answer().data, lambda: planwords.tell(planner, depth, ended))


def searched(planner: Planner, budget: int | None, seconds: float | None) -> str:
    """Search until the value is known, or the budget of battles or seconds is used up, or Ctrl-C.

    Returns why it ended before the value was known, "" if it is known.
    """
    ended = "stopped"
    with suppress(KeyboardInterrupt), listening() as heard:
        planner.run(budget, seconds, lambda share: heard(share, ""))
        ended = "the time is up" if budget is None or planner.looked_at < budget else "the budget is used up"
    return "" if planner.start.known else ended
