"""The commands about one shot: `fireline check`, `odds`, `shoot`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fireline.cli import ANSWERED, ILLEGAL, NOT_LEGAL, show
from fireline.cli.arguments import flag
from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Out
from fireline.formats.battlefile import check_folder, save
from fireline.formats.kinds import BATTLE, PICTURE
from fireline.game import answers
from fireline.game.answers import CheckAnswer
from fireline.game.preview import ShotPreview
from fireline.questions import shots
from fireline.questions.answering.seen import battle_of, either
from fireline.questions.shots import Ask


@asks(shots.check, "answers", "seed", "dice")
def check(
    asked: Asked[Ask],
    *,
    exit_code: Annotated[bool, flag("--exit-code", "Exit with status 1 if the shot is not legal.")] = False,
) -> int:
    """Print the ruling."""
    seen = ShotPreview(asked.battle, asked.shot)

    def words() -> None:
        show.card(seen.ruling)
        show.warnings(asked.battle)

    asked.tell(lambda: CheckAnswer(seen).data() | show.warned(asked.battle), words)
    return NOT_LEGAL if exit_code and not seen.ruling.legal else ANSWERED


@asks(shots.odds, "seed", "dice")
def odds(
    asked: Asked[Ask],
    *,
    out: Annotated[
        Path | None, Out("Draw the odds as a bar chart, .svg or .png.", PICTURE, names=("--out", "-o", "--plot"))
    ] = None,
) -> None:
    """Print the card."""
    seen = asked.battle.preview(asked.shot)
    if out is not None and seen.odds is not None:
        from fireline.draw import odds_chart
        from fireline.formats.writing import save_picture

        save_picture(odds_chart(seen.odds, seen.ruling.title), out)

    def words() -> None:
        show.card(seen.ruling, seen.odds)
        show.warnings(asked.battle)
        if out is not None and seen.odds is None:
            show.note("The shot is not legal, so there are no odds to draw.")

    asked.tell(lambda: seen.data() | show.warned(asked.battle), words, out if seen.odds else None)


@asks(shots.shoot)
def shoot(
    asked: Asked[Ask],
    *,
    out: Annotated[Path | None, Out("Write the battle after the shot to this file.", BATTLE)] = None,
) -> int:
    """Roll it, and tell its story.

    Answers that the shot makes somebody owe (a retreat) follow --answers; `fireline phase` asks for them instead.
    """
    request, shot = asked.request, asked.shot
    either(request)
    loaded = battle_of(request)
    if out is not None:
        check_folder(loaded, out)  # before the dice fall
    done = answers.shoot(loaded, shot, request.seed, request.team, dice=request.dice)
    seen = done.asked
    if seen.odds is None:
        asked.tell(seen.data, lambda: show.card(seen.ruling))
        return ILLEGAL
    if out is not None:
        save(done.after, out)

    def words() -> None:
        show.card(seen.ruling, seen.odds)
        show.story(done.turned.story, done.turned.seed)

    asked.tell(done.data, words, out)
    return ANSWERED
