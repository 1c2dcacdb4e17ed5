"""The commands that search: `fireline threat` and `plan`."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from fireline.analysis.deadline import USUAL, Deadline
from fireline.analysis.plan import Planner
from fireline.analysis.reply import RepliesAnswer, ReplySearch
from fireline.analysis.threat import ThreatAnswer
from fireline.analysis.workers import using_every_core
from fireline.cli import show
from fireline.cli.arguments import option
from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Out
from fireline.cli.progress import listening
from fireline.formats.kinds import PICTURE, THREAT, THREAT_COLUMNS
from fireline.formats.writing import write_atomically
from fireline.game.drawing import ThreatCell
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.questions import searches
from fireline.questions.answering.seen import far
from fireline.questions.searches import Planning, ThreatRequest, search_of, threat_of


@asks(searches.threat, "direction", "unit", named={"shooters": "--order"})
def threat(
    asked: Asked[ThreatRequest],
    *,
    against: Annotated[str | None, option("--against", "ID", "The unit to put on every place as the target.")] = None,
    by: Annotated[str | None, option("--by", "ID", "Only this unit fires; choose its target with --target.")] = None,
    out: Annotated[Path | None, Out("Draw the map, .svg or .png, or list it, .csv.", PICTURE, THREAT)] = None,
) -> None:
    """Print the map in words.

    Several shooters fire one after another; wounds, blocks and retreats carry over.
    """
    if (against is None) == (by is None):
        raise BattleFileError(
            Code.CONFLICT, "give either --against UNIT, whom enemies fire at, or --by UNIT, who fires", "threat"
        )
    if against is not None and asked.typed["target"] is not None:
        raise BattleFileError(Code.CONFLICT, "goes with --by; --against names the target itself", "--target")
    if by is not None and asked.typed["shooters"] is not None:
        raise BattleFileError(Code.CONFLICT, "goes with --against; --by names the only shooter", "--order")
    if out is not None and out.suffix.lower() not in {".svg", ".png", ".csv"}:
        problem = f"{shown(out.suffix)} is no kind of map; name it .svg, .png or .csv"
        raise BattleFileError(Code.UNSUPPORTED, problem, file=str(out))
    asked = asked.instead(searches.threat, unit=against or by, direction="by" if by else "against")
    deadline, found = Deadline.of_answer(asked.request.seconds or USUAL), threat_of(asked.request)
    with listening() as heard, using_every_core():
        step = far(asked.request.step)
        told = ThreatAnswer.within(found, deadline.left, step, lambda share, cell: heard(share, cell.place))
    if out is None or out.suffix.lower() != ".csv":
        return asked.give(told, out)
    write_atomically(out, _table(told.cells))
    return asked.tell(told.data, lambda: show.answer(told), out)


def _table(cells: Sequence[ThreatCell]) -> str:
    """The map as a table of comma-separated values, chances as fractions and as decimals."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(THREAT_COLUMNS)
    for cell in cells:
        stands, reach = (str(one).lower() for one in (cell.stands, cell.reach))
        why, near = " ".join(cell.why), " ".join(cell.contact)
        rows.writerow((cell.place, stands, cell.chance, float(cell.chance), why, near, reach))
    return text.getvalue()


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
    found = search.answer()
    return asked.give(found if isinstance(found, RepliesAnswer) else replace(found, ended=ended, depth=depth), out)


def searched(search: Planner | ReplySearch, budget: int | None, seconds: float | None) -> str:
    """Search until everything is known, or the budget of battles or seconds is used up, or Ctrl-C.

    Returns why it ended before, "" if everything is known.
    """
    ended = "stopped"
    with suppress(KeyboardInterrupt), listening() as heard:
        search.run(budget, seconds, lambda share, _: heard(share))
        ended = "the time is up" if budget is None or search.looked_at < budget else "the budget is used up"
    return "" if search.known else ended
