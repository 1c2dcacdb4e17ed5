"""`fireline picture`: the battle, or one shot, drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fireline.cli import show
from fireline.cli.arguments import (
    SHOOTER,
    TARGET,
    BattleArgument,
    JsonOption,
    TeamOption,
    WithOption,
    about,
    declare,
    file_option,
)
from fireline.cli.outputs import Writes
from fireline.cli.show import emit
from fireline.formats.kinds import PICTURE
from fireline.game.errors import BattleFileError, Code


def picture(
    battle: BattleArgument,
    out: Annotated[Path, file_option("--out", "-o", what="The picture, .svg or .png."), Writes(PICTURE)],
    shooter: Annotated[str | None, SHOOTER] = None,
    target: Annotated[str | None, TARGET] = None,
    details: WithOption = None,
    eye: Annotated[bool, typer.Option("--eye", help="Draw what the shooter sees of the target.")] = False,
    zoom: Annotated[
        float, typer.Option("--zoom", min=0.1, max=8, metavar="TIMES", help="Draw a .png this many times as large.")
    ] = 1.0,
    team: TeamOption = None,
    as_json: JsonOption = False,
) -> None:
    """Draw the battle, or one shot with its line of sight and everything it meets."""
    from fireline import draw
    from fireline.formats.picturefile import save_picture

    if (shooter is None) != (target is None):
        raise BattleFileError(
            Code.MISSING, "a shot needs both --shooter and --target; leave out both to draw the battle alone", "picture"
        )
    shot = declare(shooter, target, details) if shooter is not None and target is not None else None
    if eye and shot is None:
        raise BattleFileError(Code.MISSING, "needs a shooter and a target; add --shooter and --target", "--eye")
    with about(battle, team) as loaded:
        save_picture(draw.eye_view(loaded, shot) if eye and shot else draw.picture(loaded, shot), out, zoom)
    emit({"picture": str(out)}) if as_json else show.note(f"Wrote {out}.")
