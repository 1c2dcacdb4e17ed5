"""The commands about one shooter: `fireline check`, `odds`, `shoot`, and `targets`, of one shooter or of everybody."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fireline.cli import ANSWERED, ILLEGAL, NOT_LEGAL, show
from fireline.cli.arguments import flag
from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Out
from fireline.formats.battlefile import check_folder, save
from fireline.formats.kinds import BATTLE, MATCHUPS, PICTURE
from fireline.game.answers import CheckAnswer, ShootAnswer, TargetsAnswer
from fireline.game.errors import BattleFileError, Code
from fireline.game.preview import ShotPreview
from fireline.questions import shots
from fireline.questions.shots import ShootRequest, TargetsRequest


@asks(shots.check, "answers", "seed", "dice")
def check(
    asked: Asked[ShootRequest],
    *,
    exit_code: Annotated[bool, flag("--exit-code", "Exit with status 1 if the shot is not legal.")] = False,
) -> int:
    """Print the ruling."""
    found: CheckAnswer = asked.answer()
    show.give(found)
    return NOT_LEGAL if exit_code and not found.asked.ruling.legal else ANSWERED


@asks(shots.odds, "seed", "dice")
def odds(
    asked: Asked[ShootRequest],
    *,
    out: Annotated[
        Path | None, Out("Draw the odds as a bar chart, .svg or .png.", PICTURE, names=("--out", "-o", "--plot"))
    ] = None,
) -> None:
    """Print the chances, and the ruling behind them."""
    found: ShotPreview = asked.answer()
    drawn = ""
    if out is not None and found.odds is not None:
        from fireline.draw import odds_chart

        drawn = odds_chart(found.odds, found.ruling.title)
    show.give(found, out, drawn)


@asks(shots.shoot)
def shoot(
    asked: Asked[ShootRequest],
    *,
    out: Annotated[Path | None, Out("Write the battle after the shot to this file.", BATTLE)] = None,
) -> int:
    """Roll it, and tell its story.

    Answers that the shot makes somebody owe (a retreat) follow --answers; `fireline phase` asks for them instead.
    """
    if out is not None:
        check_folder(asked.loaded, out)  # before the dice fall
    done: ShootAnswer = asked.answer()
    if not done.asked.ruling.legal:
        show.give(done)
        return ILLEGAL
    if out is not None:
        save(done.after, out)

    def words() -> None:
        show.answer(done.asked)
        show.story(done.turned.story, done.turned.seed)

    show.tell(done.data, words, out)
    return ANSWERED


@asks(shots.targets, optional=("shooter",))
def targets(
    asked: Asked[TargetsRequest],
    *,
    out: Annotated[
        Path | None, Out("The targets as a heat map, .svg or .png, or as a table, .parquet.", PICTURE, MATCHUPS)
    ] = None,
) -> None:
    """Print the targets.

    Without a shooter, everybody's targets are shown side by side.
    """
    if asked.typed["shooter"] is not None and out is None:
        return show.give(asked.answer())
    from fireline.analysis.matchups import Matchups, matchup, write_table
    from fireline.questions import columns

    if asked.typed["shooter"] is None:
        if asked.typed["targets"] is not None:
            raise BattleFileError(Code.MISSING, "is for the targets of one shooter; add --shooter", "--targets")
        asked = asked.instead(columns.matchups)
    found: TargetsAnswer | Matchups = asked.answer()
    pairs = (
        found
        if isinstance(found, Matchups)
        else Matchups(asked.battle, tuple(matchup(one.asked) for one in found.targets))
    )
    if out is None or out.suffix in {".svg", ".png"}:
        return show.give(found, out, pairs.picture() if out else None)
    if out.suffix != ".parquet":
        problem = "is no kind of picture or table; name it .svg, .png or .parquet"
        raise BattleFileError(Code.UNSUPPORTED, problem, "--out", str(out))
    write_table(pairs, out)
    return show.tell(found.data, lambda: show.answer(found), out)
