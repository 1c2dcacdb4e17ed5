"""`fireline plan`: the best shots of a side in this phase, and what to do after each outcome."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from fireline.analysis.deadline import USUAL, Deadline
from fireline.analysis.plan import Planner
from fireline.analysis.reply import ReplySearch
from fireline.cli import planwords
from fireline.cli.arguments import file_option
from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Writes
from fireline.cli.progress import listening
from fireline.formats.kinds import PICTURE
from fireline.game.errors import BattleFileError, Code
from fireline.questions import searches
from fireline.questions.searches import Planning, search_of


@asks(searches.plan)
def plan(
    asked: Asked[Planning],
    *,
    depth: Annotated[int, typer.Option("--depth", min=1, metavar="N", help="How many shots of the plan to show.")] = 3,
    out: Annotated[
        Path | None, file_option("--out", "-o", what="Draw the plan as a tree, .svg or .png."), Writes(PICTURE)
    ] = None,
) -> None:
    """Print the plan as a tree.

    A unit fires as often as the rules let it, and may aim, reload or kneel first; once where they do not count. Not to
    fire is always a choice. The value is exact; where time or patience (Ctrl-C) do not suffice it lies between two
    bounds. Units that have turns of their own in a round act in that order, and enemies in between do nothing.
    """
    budget, seconds = asked.request.budget, asked.request.seconds
    deadline = Deadline(seconds or (None if budget else USUAL))
    search = search_of(asked.request)
    ended = searched(search, budget, deadline.left)
    if isinstance(search, ReplySearch):
        if out is not None:
            raise BattleFileError(Code.CONFLICT, "draws a plan, not replies; leave out --reply", "--out")
        return asked.tell(search.answer().data, lambda: planwords.tell_replies(search.answer(), ended))
    asked.draw(out, lambda: planwords.drawn(search, depth))
    return asked.tell(search.answer().data, lambda: planwords.tell(search, depth, ended), out)


def searched(search: Planner | ReplySearch, budget: int | None, seconds: float | None) -> str:
    """Search until everything is known, or the budget of battles or seconds is used up, or Ctrl-C.

    Returns why it ended before, "" if everything is known.
    """
    ended = "stopped"
    with suppress(KeyboardInterrupt), listening() as heard:
        search.run(budget, seconds, lambda share: heard(share, ""))
        ended = "the time is up" if budget is None or search.looked_at < budget else "the budget is used up"
    return "" if search.known else ended
