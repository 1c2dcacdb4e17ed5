"""`fireline solve`: the value of a field at which a shot has the wanted chance, or with --side a side wins as often."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Out
from fireline.formats.kinds import PICTURE
from fireline.game.entries import Name
from fireline.game.errors import BattleFileError, Code
from fireline.questions import balance as games
from fireline.questions import columns
from fireline.questions.balance import GamesAsked
from fireline.questions.columns import Solving
from fireline.questions.forms.requests import ShotData


class SolvingEither(GamesAsked, Solving):
    """A shot, or with a side whole games."""

    shot: ShotData = None
    side: Annotated[Name | None, Field(description="Ask instead how often this side wins whole games.")] = None


@asks(columns.solve, named={"goal": "--is", "policies": "--policy"}, request=SolvingEither)
def solve(
    asked: Asked[SolvingEither],
    *,
    out: Annotated[Path | None, Out("Draw the curve, .svg or .png.", PICTURE)] = None,
) -> None:
    """Print the curve, and where it is as asked.

    With --side, find instead the value at which that side wins as often as asked, by games on the same dice, with
    intervals. --games, --turns, --begins, --policy, --seed and --seconds say how the games are played.
    """
    if asked.typed["side"] is not None:
        for name, option in (("shot", "--shooter"), ("of", "--of")):
            if asked.typed[name] is not None:
                raise BattleFileError(Code.CONFLICT, "is for one shot; --side asks who wins whole games", option)
        balancing = asked.instead(games.balance)
        return balancing.give(balancing.heard(), out)
    if asked.typed["shot"] is None:
        problem = "name --shooter and --target for the chance of a shot, or --side for that to win games"
        raise BattleFileError(Code.MISSING, problem, "solve")
    for_shots(asked, "side", "--side")
    return asked.give(asked.answer(), out)


def for_shots(asked: Asked[Any], name: str, option: str) -> None:
    """Raise `BattleFileError` where a question about a shot comes with what belongs to games."""
    options = {name: option, **{one: f"--{one}" for one in GamesAsked.model_fields}, "policies": "--policy"}
    for field, typed in options.items():
        if asked.typed[field] is not None:
            raise BattleFileError(Code.CONFLICT, "is for games; leave out --shooter and --target", typed)
