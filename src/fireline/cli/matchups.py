"""All against all: `fireline targets` without a shooter."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from fireline.cli import show
from fireline.cli.arguments import AnswersOption, BattleArgument, JsonOption, TeamOption, about, file_option
from fireline.cli.outputs import Writes
from fireline.formats.kinds import MATCHUPS, PICTURE
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.ruling.prose import percent

if TYPE_CHECKING:
    from fireline.analysis.matchups import Matchups

MOST_COLUMNS = 10
"""The most targets side by side; more are listed one after another."""


MatchupsOption = Annotated[
    Path | None,
    file_option("--out", "-o", what="Everybody's targets as a heat map, .svg or .png, or as a table, .parquet."),
    Writes(PICTURE, MATCHUPS),
]
DistanceOption = Annotated[
    str | None,
    typer.Option(
        "--distance",
        "-d",
        metavar="N",
        help="Everybody's targets, each put at this distance, in hexes, spaces or metres.",
        show_default=False,
    ),
]


def matchups(
    battle: BattleArgument,
    out: MatchupsOption = None,
    distance: DistanceOption = None,
    answered: AnswersOption = None,
    team: TeamOption = None,
    as_json: JsonOption = False,  # noqa: FBT002 - typer reads options from parameters
) -> None:
    """Show every unit's shot at every enemy, for both sides, from where everybody stands or at one distance.

    On a board, each target is put on the free place at that distance that is nearest to its own.
    """
    from fireline.analysis.matchups import matchup_map, write_table
    from fireline.analysis.matchups import matchups as all_against_all

    if out is not None and out.suffix not in {".svg", ".png", ".parquet"}:
        raise BattleFileError(
            Code.UNSUPPORTED, "is no kind of picture or table; name it .svg, .png or .parquet", "--out", str(out)
        )
    with about(battle, team, answers=answered) as loaded:
        found = all_against_all(loaded, _apart(distance))
    if out is not None and out.suffix == ".parquet":
        write_table(found, out)
    elif out is not None:
        from fireline.formats.picturefile import save_picture

        save_picture(matchup_map(found, Path(battle).name), out)
    if as_json:
        show.emit(found.data())
        return
    _tell(found)
    if loaded.assumptions:
        show.note(loaded.assumptions)
    if out is not None:
        show.note(f"Wrote {out}.")


def _apart(distance: str | None) -> Fraction | None:
    """The distance asked for; raises `BattleFileError` unless it is a number."""
    try:
        return None if distance is None else Fraction(distance)
    except (ValueError, ZeroDivisionError):
        raise BattleFileError(Code.WRONG_TYPE, f"{shown(distance)} is no number", "--distance") from None


def _tell(found: Matchups) -> None:
    """Print a table for each side, with as many targets side by side as fit."""
    from fireline.analysis.matchups import NO_SHOT

    for side in found.sides:
        shooters, targets, pairs = found.of(side)
        for first in range(0, len(targets), MOST_COLUMNS):
            some = targets[first : first + MOST_COLUMNS]
            table = show.new_table(f"{side or 'fire'} at", *some)
            for shooter in shooters:
                chances = [pairs[shooter, target].chance if (shooter, target) in pairs else None for target in some]
                cells = (Text(NO_SHOT, show.QUIET) if one is None else Text(percent(one)) for one in chances)
                table.add_row(shooter, *cells)
            show.console().print(table)
    show.note(
        f"{found.figure}; exact, for each shot alone, {found.where}, as if it were their turn. "
        f"{NO_SHOT} means that the shot is illegal (`fireline targets` and --json say why)."
    )
