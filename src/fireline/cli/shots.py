"""The commands about one shot: `fireline check`, `targets`, `odds`, `shoot`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fireline.cli import ANSWERED, ILLEGAL, NOT_LEGAL, show
from fireline.cli.arguments import (
    SHOOTER,
    AnswersOption,
    BattleArgument,
    DiceOption,
    JsonOption,
    SeedOption,
    ShooterOption,
    TargetOption,
    TeamOption,
    WithOption,
    about,
    declare,
    faces,
    file_option,
    meant,
)
from fireline.cli.matchups import DistanceOption, MatchupsOption, matchups
from fireline.cli.outputs import Writes
from fireline.cli.show import emit
from fireline.formats.battlefile import check_folder, save
from fireline.formats.kinds import BATTLE, PICTURE
from fireline.game import answers
from fireline.game.errors import BattleFileError, Code
from fireline.game.preview import ShotPreview
from fireline.game.shot import Shot


def check(
    battle: BattleArgument,
    shooter: ShooterOption,
    target: TargetOption,
    details: WithOption = None,
    team: TeamOption = None,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Exit with status 1 if the shot is not legal.")
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """Say whether a shot is legal, and why, with every modifier."""
    shot = declare(shooter, target, details)
    with about(battle, team) as loaded:
        asked = ShotPreview(loaded, meant(loaded, shot))
        if as_json:
            emit(asked.ruled() | show.warned(loaded))
        else:
            show.card(asked.ruling)
            show.warnings(loaded)
    return NOT_LEGAL if exit_code and not asked.ruling.legal else ANSWERED


def targets(
    battle: BattleArgument,
    shooter: Annotated[str | None, SHOOTER] = None,
    distance: DistanceOption = None,
    out: MatchupsOption = None,
    answered: AnswersOption = None,
    team: TeamOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check every enemy as a target: the odds, or every reason why not; without a shooter, everybody's targets."""
    if shooter is None:
        return matchups(battle, out=out, distance=distance, answered=answered, team=team, as_json=as_json)
    if distance is not None or out is not None:
        option = "--distance" if out is None else "--out"
        raise BattleFileError(Code.CONFLICT, "is for the targets of everybody; leave --shooter out", option)
    with about(battle, team, answers=answered) as loaded:
        shooter = meant(loaded, Shot(shooter, shooter)).shooter
        seen = list(loaded.targets(shooter))
    if as_json:
        return emit(
            {
                "ruleset": loaded.ruleset.id,
                "shooter": shooter,
                "targets": [answers.target(one) for one in seen],
            }
            | show.warned(loaded)
        )
    show.prospects(loaded, shooter, seen)
    return show.warnings(loaded)


def odds(
    battle: BattleArgument,
    shooter: ShooterOption,
    target: TargetOption,
    details: WithOption = None,
    answered: AnswersOption = None,
    plot: Annotated[
        Path | None, file_option("--plot", what="Draw the odds as a bar chart, .svg or .png."), Writes(PICTURE)
    ] = None,
    team: TeamOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give the exact chance of every outcome of a shot."""
    shot = declare(shooter, target, details)
    with about(battle, team, answers=answered) as loaded:
        seen = loaded.preview(meant(loaded, shot))
    if plot is not None and seen.odds is not None:
        from fireline.draw import odds_chart
        from fireline.formats.picturefile import save_picture

        save_picture(odds_chart(seen.odds, seen.ruling.title), plot)
    if as_json:
        return emit(seen.data() | show.warned(loaded))
    show.card(seen.ruling, seen.odds)
    show.warnings(loaded)
    if plot is not None:
        show.note(f"Wrote {plot}." if seen.odds else "The shot is not legal, so there are no odds to draw.")
    return None


def shoot(
    battle: BattleArgument,
    shooter: ShooterOption,
    target: TargetOption,
    details: WithOption = None,
    seed: SeedOption = None,
    dice: DiceOption = None,
    out: Annotated[
        Path | None, file_option("--out", "-o", what="Write the battle after the shot to this file."), Writes(BATTLE)
    ] = None,
    answered: AnswersOption = None,
    team: TeamOption = None,
    as_json: JsonOption = False,
) -> int:
    """Roll a shot, tell its story, and write the battle after it.

    Answers that the shot makes somebody owe (a retreat) follow --answers; `fireline phase` asks for them instead.
    """
    if seed is not None and dice is not None:
        raise BattleFileError(Code.CONFLICT, "give either --seed or --dice, not both", "--dice")
    shot = declare(shooter, target, details)
    with about(battle, unseen_by=team, answers=answered) as loaded:
        shot = meant(loaded.view_for(team) if team else loaded, shot)
        known = loaded.view_for_shooter(team, shot.shooter) if team else loaded
        seen = known.preview(shot)
        if seen.odds is None:
            emit(seen.data()) if as_json else show.card(seen.ruling)
            return ILLEGAL
        if out is not None:
            check_folder(loaded, out)  # before the dice fall
        turned = loaded.shoot(seen if known is loaded else shot, seed=seed, dice=faces(dice))
        told = turned if known is loaded else turned.redacted(known)
    if out is not None:
        save(turned.battle, out)
    if as_json:
        emit(seen.data() | told.data())
    else:
        show.card(seen.ruling, seen.odds)
        show.story(told.story, told.seed)
        if out is not None:
            show.note(f"Wrote {out}.")
    return ANSWERED
