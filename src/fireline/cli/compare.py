"""`fireline compare`: one shot by several versions, options, weapons or places."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fireline.cli import ANSWERED, BAD_INPUT, sidebyside
from fireline.cli.arguments import file_option
from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Writes
from fireline.formats.kinds import PICTURE
from fireline.questions import columns
from fireline.questions.columns import Comparing, Weighing

ChangeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--change",
        "-c",
        metavar="KEY=VALUE",
        help="Add a column with this changed, e.g. 'units\\[bow].moved=1'; separate several changes with ;.",
        show_default=False,
    ),
]
EditionOption = Annotated[
    list[str] | None,
    typer.Option(
        "--edition",
        "-e",
        metavar="E",
        help="Add a column with this version of the rules, e.g. 2026-01.",
        show_default=False,
    ),
]
WeaponOption = Annotated[
    list[str] | None, typer.Option("--weapon", metavar="W", help="Add a column with this weapon.", show_default=False)
]
GridOption = Annotated[
    str | None,
    typer.Option(
        "--grid",
        metavar="AXES",
        help='Compare over a whole grid of one or two fields, e.g. "ranged=2..20,defence=2..20".',
        show_default=False,
    ),
]
OfOption = Annotated[
    str,
    typer.Option(
        "--of", metavar="FIGURE", help="The figure in a grid: headline, a MARGINAL for its mean, or MARGINAL=VALUE."
    ),
]


@asks(columns.compare, "columns")
def compare(  # noqa: PLR0913 - each is an option
    asked: Asked[Comparing],
    *,
    others: Annotated[
        list[str] | None, typer.Argument(metavar="[BATTLE]...", help="Further battles, each compared with the first.")
    ] = None,
    change: ChangeOption = None,
    edition: EditionOption = None,
    weapon: WeaponOption = None,
    grid: GridOption = None,
    of: OfOption = "headline",
    yes: Annotated[bool, typer.Option("--yes", help="Work out the grid even if it is large.")] = False,
    out: Annotated[
        Path | None, file_option("--out", "-o", what="Draw the comparison, .svg or .png."), Writes(PICTURE)
    ] = None,
) -> int:
    """Print the columns side by side, and why they differ.

    A column that cannot be asked is left out and named, and the exit status is 2.
    """
    first: Asked[Weighing] = asked.instead(columns.worth)
    found, problems = sidebyside.columns(first, others, change, edition, weapon)
    if grid is None:
        sidebyside.show_comparison(first, found, problems, out)
    else:
        sidebyside.show_grid(first, found, problems, (grid, of, yes), out)
    return BAD_INPUT if problems.told else ANSWERED
