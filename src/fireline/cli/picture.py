"""`fireline picture`: the battle, or one shot, drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fireline.cli import show
from fireline.cli.arguments import flag, option
from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Out
from fireline.formats.kinds import PICTURE
from fireline.game.errors import BattleFileError, Code
from fireline.questions import pictures
from fireline.questions.pictures import Drawing


@asks(pictures.picture)
def picture(
    asked: Asked[Drawing],
    *,
    out: Annotated[Path, Out("The picture, .svg or .png.", PICTURE)],
    eye: Annotated[bool, flag("--eye", "Draw what the shooter sees of the target: --kind eye.")] = False,
    zoom: Annotated[
        float,
        option("--zoom", "TIMES", "Draw a .png this many times as large.", min=0.1, max=8, show_default=True),
    ] = 1.0,
) -> None:
    """Write it.

    Without a shot, the battle alone is drawn.
    """
    from fireline.formats.writing import save_picture

    if eye and asked.typed["shot"] is None:
        raise BattleFileError(Code.MISSING, "needs a shooter and a target; add --shooter and --target", "--eye")
    if eye:
        asked = asked.instead(pictures.picture, kind="eye")
    save_picture(asked.answer(), out, zoom)
    asked.tell(lambda: {"picture": str(out)}, lambda: show.note(f"Wrote {out}."))
