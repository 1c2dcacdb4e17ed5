"""Whom one shooter could shoot at, and all against all: `fireline targets`, and `fireline matchups`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rich.text import Text

from fireline.cli import show
from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Out
from fireline.formats.kinds import MATCHUPS, PICTURE
from fireline.game.errors import BattleFileError, Code
from fireline.game.naming import unit_meant
from fireline.questions import columns, shots
from fireline.questions.answering.seen import far
from fireline.questions.shots import TargetsOf
from fireline.ruling.prose import percent

if TYPE_CHECKING:
    from fireline.analysis.matchups import Matchups

MOST_COLUMNS = 10
"""The most targets side by side; more are listed one after another."""
OutOption = Annotated[
    Path | None, Out("The targets as a heat map, .svg or .png, or as a table, .parquet.", PICTURE, MATCHUPS)
]


@asks(shots.targets, optional=("shooter",))
def targets(asked: Asked[TargetsOf], *, out: OutOption = None) -> None:
    """Print the targets.

    Without a shooter, everybody's targets are shown side by side.
    """
    if asked.typed["shooter"] is None:
        return all_against_all(asked.instead(columns.matchups), out)
    battle, request = asked.battle, asked.request
    shooter = unit_meant(battle, request.shooter)
    if out is not None:
        from fireline.analysis.matchups import matchups

        _write(matchups(battle, far(request.distance), (shooter,)), out, asked.file)

    def words() -> None:
        show.prospects(battle, shooter, asked.answer())
        show.warnings(battle)

    return asked.tell(lambda: asked.answer().data() | show.warned(battle), words, out)


def all_against_all(asked: Asked[Any], out: Path | None) -> None:
    """Answer the question about everybody, in words or as a file."""
    found: Matchups = asked.answer()
    if out is not None:
        _write(found, out, asked.file)
    asked.tell(found.data, lambda: _tell(found, asked.battle.assumptions), out)


def _write(found: Matchups, out: Path, battle: str) -> None:
    """Write the targets as a heat map or as a table."""
    from fireline.analysis.matchups import matchup_map, write_table

    if out.suffix not in {".svg", ".png", ".parquet"}:
        raise BattleFileError(
            Code.UNSUPPORTED, "is no kind of picture or table; name it .svg, .png or .parquet", "--out", str(out)
        )
    if out.suffix == ".parquet":
        write_table(found, out)
    else:
        from fireline.formats.writing import save_picture

        save_picture(matchup_map(found, Path(battle).name), out)


def _tell(found: Matchups, assumptions: str) -> None:
    """Print a table for each side, with as many targets side by side as fit."""
    from fireline.analysis.matchups import NO_SHOT

    show.console().print(Text(found.sentence, show.STRONG))
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
    show.note(assumptions)
