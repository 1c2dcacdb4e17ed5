"""`fireline compare`: one shot by several versions, options, weapons or places."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fireline.cli import ANSWERED, BAD_INPUT
from fireline.cli.arguments import (
    AnswersOption,
    JsonOption,
    ShooterOption,
    TargetOption,
    TeamOption,
    WithOption,
    declare,
    file_option,
)
from fireline.cli.outputs import Writes
from fireline.formats.kinds import PICTURE

BattlesArgument = Annotated[
    list[str], typer.Argument(metavar="BATTLE...", help="Battle files; each is compared with the first.")
]
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


def compare(  # noqa: PLR0913, PLR0917 - typer reads a command's options from its parameters
    battles: BattlesArgument,
    shooter: ShooterOption,
    target: TargetOption,
    details: WithOption = None,
    change: ChangeOption = None,
    edition: EditionOption = None,
    weapon: WeaponOption = None,
    over: GridOption = None,
    of: OfOption = "headline",
    yes: Annotated[bool, typer.Option("--yes", help="Work out the grid even if it is large.")] = False,  # noqa: FBT002
    out: Annotated[
        Path | None, file_option("--out", "-o", what="Draw the comparison, .svg or .png."), Writes(PICTURE)
    ] = None,
    answered: AnswersOption = None,
    team: TeamOption = None,
    as_json: JsonOption = False,  # noqa: FBT002
) -> int:
    """Compare a shot under several versions, options, weapons or places, with the rules that make the difference.

    A column that cannot be asked is left out and named, and the exit status is 2.
    """
    from fireline.cli import sidebyside

    asked = battles, declare(shooter, target, details), team, answered
    columns, problems = sidebyside.columns(asked, change, edition, weapon)
    if over is None:
        sidebyside.show_comparison(columns, problems, out, as_json=as_json)
    else:
        sidebyside.show_grid(columns, problems, over, of, out, large=yes, as_json=as_json)
    return BAD_INPUT if problems.told else ANSWERED
