"""The commands about a whole battle: `fireline do` carries out any command or lists them, `picture` draws it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fireline.cli import ANSWERED, ILLEGAL, show
from fireline.cli.arguments import argument, flag, option
from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Out
from fireline.formats.battlefile import check_folder, save
from fireline.formats.kinds import BATTLE, PICTURE
from fireline.game.answers import DoAnswer
from fireline.game.errors import BattleFileError, Code
from fireline.questions import battles, pictures
from fireline.questions.battles import LegalRequest, PlayRequest
from fireline.questions.pictures import PictureRequest

UNIT = option("--unit", "ID", "List what this unit may do, nobody else.", "-u")


@asks(battles.do, "command", "answers")
def do(
    asked: Asked[PlayRequest],
    *,
    command: Annotated[
        str | None,
        argument(
            "[COMMAND]",
            "The text of a command, or its JSON: 'bow move E5', 'end'. Without it, list what is possible.",
        ),
    ] = None,
    unit: Annotated[str | None, UNIT] = None,
    out: Annotated[Path | None, Out("Write the battle after the command to this file.", BATTLE)] = None,
) -> int:
    """Carry it out, and tell what happened.

    Where somebody then has to answer (a retreat), that answer is the next command.
    """
    if command is None:
        if out is not None:
            raise BattleFileError(Code.CONFLICT, "is the battle after a command; give one", "--out")
        show.give(asked.instead(battles.legal, unit=unit).answer())
        return ANSWERED
    if out is not None:
        check_folder(asked.loaded, out)  # before the dice fall
    done: DoAnswer = asked.instead(battles.do, command=command).answer()
    if not done.legal:
        show.give(done)
        return ILLEGAL
    if out is not None:
        save(done.after, out)
    seed = done.turned.seed if done.dice.faces else None
    show.tell(done.data, lambda: show.story(done.turned.story, seed), out)
    return ANSWERED


@asks(battles.legal, "answers")
def legal(asked: Asked[LegalRequest]) -> None:
    """Print a table of them."""
    show.give(asked.answer())


@asks(pictures.picture)
def picture(
    asked: Asked[PictureRequest],
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
    show.tell(lambda: {"picture": str(out)}, None, out)
