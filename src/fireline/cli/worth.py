"""`fireline worth`: what each modifier, rule and option is worth in a shot, and what each unit is to its side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Out
from fireline.cli.solve import for_shots
from fireline.formats.kinds import PICTURE
from fireline.game.entries import Name
from fireline.questions import balance, columns
from fireline.questions.balance import GamesAsked
from fireline.questions.columns import Weighing
from fireline.questions.forms.requests import ShotData


class WeighingEither(GamesAsked, Weighing):
    """A shot, or units."""

    shot: ShotData = None
    units: Annotated[
        list[Name] | None, Field(description="Say instead what these units are worth to their side in games.")
    ] = None


@asks(columns.worth, named={"units": "--unit", "policies": "--policy"}, request=WeighingEither)
def worth(
    asked: Asked[WeighingEither],
    *,
    out: Annotated[Path | None, Out("Draw what everything adds, .svg or .png.", PICTURE)] = None,
) -> None:
    """Print what each line is worth, and what would help.

    With --unit, say instead what units add to the win rate of their side, by games with them and without them on the
    same dice, with intervals. Without a shot and without --unit, do so for every unit. --games, --turns, --begins,
    --policy, --seed and --seconds say how the games are played.
    """
    if asked.typed["shot"] is None:
        units = asked.instead(balance.unit_worth)
        return units.give(units.heard(), out)
    for_shots(asked, "units", "--unit")
    return asked.give(asked.answer(), out)
